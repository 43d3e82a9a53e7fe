import Diagnostics
import Geometry
import Images
import Markers
import Testing
import Workers

@testable import PointClouds
@testable import Reconstruction
@testable import Tracking

/// A recording in which the cap slipped is taken apart and put together again.
@Suite struct SlipSplitTests {
  private static func reconstruction(_ scene: BumpyRecording) -> Reconstruction {
    var options = ReconstructionOptions()
    options.voxelSize = 0.002
    return Reconstruction(
      HeadRecording(scene.recording, cap: BumpyHead.cap), options, workers: Workers(count: 2))
  }

  private static func context(_ scene: BumpyRecording) -> ReconstructionContext {
    ReconstructionContext(
      input: HeadRecording(scene.recording, cap: BumpyHead.cap), options: .coarse, workers: Workers(count: 2))
  }

  /// Tracks what is seen of a cap that slips, and repairs it.
  private static func heads(
    slip: (from: Int, motion: RigidTransform)?
  ) throws -> (tracked: TrackedHead, repaired: TrackedHead, truth: [RigidTransform]) {
    let scene = try BumpyRecording.rounds.get()
    let seen = scene.observations(slip: slip)
    let views = Views(
      observations: seen, usable: seen, depthValidity: seen.map { _ in (ValidCount(), ValidCount()) }, digest: "")
    let reconstruction = Self.reconstruction(scene)
    let tracked = try reconstruction.track(views)
    return (tracked, try reconstruction.repairSlips(tracked), scene.headFromCamera)
  }

  /// How far the surfaces that the frames show lie apart: the scatter of where poses put the head, metres.
  private static func scatter(_ tracking: Tracking, _ truth: [RigidTransform], _ frames: Range<Int>) -> Double {
    let scanFromHead = frames.compactMap { frame in
      tracking.scanFromCamera[frame].map { $0 * truth[frame].inverse }
    }
    return scanFromHead.map { RigidTransform.headDistance($0, scanFromHead[0], about: scanFromHead[0] * .zero) }.max()!
  }

  @Test func aSlipIsTakenBack() throws {
    let motion = RigidTransform(rotation: .rotation([0.06, 0.02, 0.03]), translation: [0.0003, 0, 0])
    let (tracked, repaired, truth) = try Self.heads(slip: (36, motion))
    #expect(Self.scatter(tracked.tracking, truth, 0..<72) > 0.002)
    let scatter = Self.scatter(repaired.tracking, truth, 0..<72)
    #expect(scatter < 0.001, "\(scatter)")
    let slip = try #require(repaired.slips.first)
    #expect(repaired.slips.count == 1)
    #expect(slip.treatment == .corrected)
    #expect(slip.times.lowerBound == slip.times.upperBound, "\(slip.times)")
    #expect(abs(slip.times.lowerBound - 3.55) < 0.2, "\(slip.times)")
    guard case .whole(let angle?) = slip.extent else {
      Issue.record("\(slip.extent)")
      return
    }
    #expect(abs(angle - 4.01) < 0.6, "\(angle)")
    // A second on both sides is not used, and of what is used nothing shows a slip any more.
    for frame in 28..<44 { #expect(repaired.tracking.scanFromCamera[frame] == nil, "\(frame)") }
    #expect(repaired.tracking.scanFromCamera[..<24].allSatisfy { $0 != nil })
    #expect(repaired.tracking.scanFromCamera[48...].allSatisfy { $0 != nil })
    #expect(repaired.slip(SlipOptions()) == nil)
    #expect(tracked.slips.isEmpty)
    #expect(tracked.slip(SlipOptions()) != nil)
  }

  @Test func aCapThatStayedIsLeftAlone() throws {
    let (tracked, repaired, truth) = try Self.heads(slip: nil)
    #expect(repaired.slips.isEmpty)
    #expect(repaired.tracking.scanFromCamera == tracked.tracking.scanFromCamera)
    #expect(repaired.surface.mesh.positions == tracked.surface.mesh.positions)
    #expect(Self.scatter(tracked.tracking, truth, 0..<72) < 0.0005)
    #expect(tracked.tracking.recovered.isEmpty)
  }

  /// The motion between two parts is measured on the surface that both show. Its angle is told where the slip's own was seen
  /// in a blurred surface; where the parts have one calibration, the slip's is.
  @Test func theAngleIsThatOfTheSharperSurface() throws {
    let scene = try BumpyRecording.rounds.get()
    let motion = RigidTransform(rotation: .rotation([0.06, 0.02, 0.03]), translation: [0.0003, 0, 0])
    let observations = scene.observations(slip: (36, motion))
    let tracking = scene.tracking(
      scene.headFromCamera.enumerated().map { $0 < 28 ? $1 : nil }, observations: observations)
    let region = try #require(FusionRegion.around(markerCentres: tracking.map.centres))
    let head = TrackedHead(
      tracking: tracking,
      surface: try FusedHead.fuse(scene.recording, tracking, region: region, .coarse, workers: Workers(count: 2)),
      region: region, screened: observations, observations: observations)
    // Three quarters of the 4.01° that the cap has slipped by.
    let estimate = RigidTransform(rotation: .rotation([0.045, 0.015, 0.0225]), translation: .zero)
    let split = SlipSplit(Self.context(scene))
    var part = SlipSplit.Part(
      frames: 0..<28, head: head, first: nil, last: SlipSplit.Edge(time: 3.55, correction: estimate), calibration: nil)
    let (joined, edges) = split.joined(part)
    let edge = try #require(edges.first)
    #expect(edges.count == 1 && edge.isJoined && edge.isBeforeKept && edge.time == 3.55)
    let angle = try #require(edge.angle)
    #expect(abs(angle - 4.01) < 0.6, "\(angle)")
    // All but a second on both sides of the slip has poses, on one surface.
    #expect(joined.scanFromCamera[..<28].allSatisfy { $0 != nil })
    #expect(joined.scanFromCamera[28..<46].allSatisfy { $0 == nil })
    #expect(joined.rejections[28..<46].allSatisfy { $0.map(\.code) == [.trackingDuringSlip] })
    #expect(joined.scanFromCamera[46...].count { $0 == nil } < 3)
    let scatter = Self.scatter(joined, scene.headFromCamera, 0..<72)
    #expect(scatter < 0.0015, "\(scatter)")
    part.calibration = tracking.calibration
    let known = try #require(split.joined(part).1.first)
    #expect(known.isJoined)
    // √(0.045² + 0.015² + 0.0225²) = 0.0525 rad.
    let own = try #require(known.angle)
    #expect(abs(own - 3.00803) < 1e-4, "\(own)")
  }

  /// With half a minute or more between, and too few frames on either side, nothing is left to be used.
  @Test func aPartOfAFewFramesIsNoScan() throws {
    let scene = try BumpyRecording.rounds.get()
    let motion = RigidTransform(rotation: .rotation([0.08, 0, 0.02]), translation: .zero)
    let poses = scene.headFromCamera.enumerated().map { k, pose -> RigidTransform? in
      // Eleven posed frames beyond the margin on each side.
      (16..<27).contains(k) || (27...36).contains(k)
        ? pose
        : (37..<46).contains(k) || (46..<57).contains(k) ? motion.inverse * pose : nil
    }
    let tracking = scene.tracking(poses, observations: scene.observations(slip: (37, motion)))
    let region = try #require(FusionRegion.around(markerCentres: tracking.map.centres))
    let head = TrackedHead(
      tracking: tracking,
      surface: try FusedHead.fuse(
        scene.recording, tracking, region: region, .coarse, workers: Workers(count: 2)), region: region,
      screened: tracking.observations, observations: tracking.observations)
    try #require(head.slip(SlipOptions()) != nil)
    let resolved = try SlipSplit(Self.context(scene)).resolved(head)
    #expect(resolved.slips.count == 1 && resolved.slips[0].treatment == .none)
    #expect(resolved.tracking.scanFromCamera == tracking.scanFromCamera)
  }

  /// What a surface that ends where clicks say shows is no slip where the one that ends by the markers does not show it.
  @Test(arguments: [false, true]) func clicksMakeNoSlip(slips: Bool) throws {
    let scene = try BumpyRecording.rounds.get()
    let motion = RigidTransform(rotation: .rotation([0.06, 0.02, 0.03]), translation: [0.0003, 0, 0])
    let slipped = scene.headFromCamera.enumerated().map { $0 < 36 ? $1 : motion.inverse * $1 }
    let unsound = scene.tracking(slipped, observations: scene.observations(slip: (36, motion)))
    let tracking = slips ? unsound : scene.tracking(scene.headFromCamera)
    var region = try #require(FusionRegion.around(markerCentres: tracking.map.centres))
    region.floor?.offset -= 0.005
    let surface = try FusedHead.fuse(
      scene.recording, unsound, region: region, .coarse, workers: Workers(count: 2))
    let head = TrackedHead(
      tracking: tracking, surface: surface, region: region, screened: tracking.observations,
      observations: tracking.observations)
    try #require(head.slip(SlipOptions()) != nil)
    let resolved = try SlipSplit(Self.context(scene)).resolved(head)
    #expect(resolved.slips.map { $0.treatment == .doubted } == [!slips])
    #expect((resolved.slips.first?.finding.code == .slipDoubted) == !slips)
    #expect((resolved.tracking.scanFromCamera == tracking.scanFromCamera) == !slips)
  }

  /// A part of a head of which only the poses are known, and a slip right before a frame.
  private static func part(
    _ scene: BumpyRecording, _ frames: Range<Int>, posed: (Int) -> Bool = { _ in true }
  ) -> SlipSplit.Part {
    let tracking = scene.tracking(scene.headFromCamera.enumerated().map { posed($0) ? $1 : nil })
    let head = TrackedHead(
      tracking: tracking, surface: FusedHead(mesh: Mesh(), headValidity: [], samples: [], beyond: nil),
      region: FusionRegion(centre: .zero, radius: 0.1), screened: [], observations: [])
    return SlipSplit.Part(frames: frames, head: head)
  }

  private static func slip(before frame: Int, size: Double = 0.01) -> SlipCheck.Slip {
    SlipCheck.Slip(
      change: MotionChange(index: 7, correction: correction, size: size, deviation: 0.0001, significance: 500),
      before: frame - 1, after: frame)
  }

  private static let correction = RigidTransform(
    rotation: .rotation([0.06, 0.02, 0.03]), translation: [0.001, 0, 0.002])

  /// Ten frames a second, of which a second before and a second after the slip are not used.
  @Test func theLongerSideOfASlipIsKept() throws {
    let scene = try BumpyRecording.rounds.get()
    let split = SlipSplit(Self.context(scene))
    // Frames, the first after the slip, and what is left of them; of as many on both sides the first.
    let cases: [(frames: Range<Int>, slip: Int, left: Range<Int>, isBefore: Bool)] = [
      (0..<72, 41, 0..<31, true), (0..<72, 31, 41..<72, false), (0..<72, 36, 0..<26, true),
      (20..<72, 26, 36..<72, false),
      (20..<72, 58, 20..<48, true), (0..<50, 46, 0..<36, true), (5..<60, 20, 30..<60, false),
    ]
    for (frames, slip, left, isBefore) in cases {
      let whole = Self.part(scene, frames)
      let part = split.shortened(whole, at: Self.slip(before: slip), of: whole.head.tracking)
      #expect(part.frames == left, "\(frames), \(slip)")
      let edge = try #require(isBefore ? part.last : part.first)
      #expect((isBefore ? part.first : part.last) == nil)
      #expect(abs(edge.time - (0.1 * Double(slip) - 0.05)) < 1e-5)
      #expect(edge.correction == (isBefore ? Self.correction : Self.correction.inverse))
    }
    // Ten posed frames are fewer than 21.
    let sparse = Self.part(scene, 0..<72) { $0 >= 21 }
    #expect(split.shortened(sparse, at: Self.slip(before: 41), of: sparse.head.tracking).frames == 51..<72)
  }

  /// A slip of the whole recording that moved the surface by less than 3.2 mm has not spoilt its calibration; what is found in
  /// a part of it leaves that as it is.
  @Test func aSmallSlipLeavesTheCalibration() throws {
    let scene = try BumpyRecording.rounds.get()
    let split = SlipSplit(Self.context(scene))
    for (frames, size, isKept) in [(0..<72, 0.0031, true), (0..<72, 0.0033, false), (0..<71, 0.0031, false)] {
      let whole = Self.part(scene, frames)
      let part = split.shortened(whole, at: Self.slip(before: 41, size: size), of: whole.head.tracking)
      #expect((part.calibration != nil) == isKept, "\(frames), \(size)")
    }
  }

  /// A slip is taken back where its other side was joined and nothing shows a slip any more.
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func aSlipIsCorrectedWhereItIsJoinedAndClean(isClean: Bool, isJoined: Bool) {
    for isBeforeKept in [true, false] {
      let edge = SlipSplit.JoinedEdge(time: 4.5, angle: 3, isJoined: isJoined, isBeforeKept: isBeforeKept)
      let slip = edge.slip(isClean: isClean)
      #expect(slip.treatment == (isClean && isJoined ? .corrected : .split(isBeforeKept: isBeforeKept)))
      #expect(slip.times == 4.5...4.5)
      #expect(slip.extent == .whole(angle: 3))
    }
  }

  @Test func timesAndFramesBelongTogether() throws {
    let split = SlipSplit(Self.context(try BumpyRecording.rounds.get()))
    for frame in 0..<72 {
      #expect(abs(split.time(frame) - 0.1 * Double(frame)) < 1e-5)
      #expect(split.frame(before: split.time(frame)) == frame)
      #expect(split.frame(before: split.time(frame) + 0.05) == frame + 1)
    }
    #expect(split.frame(before: -1) == 0)
    #expect(split.frame(before: 99) == 72)
    #expect(abs(split.time(between: 10, 13) - 1.15) < 1e-5)
    // A second on both sides of a moment, as far as there are frames.
    for (time, near) in [(3.55, 26..<46), (0.45, 0..<15), (6.75, 58..<72)] {
      #expect(split.frames(near: time) == near)
      #expect(split.frames(beyond: time, isBeforeKept: true) == near.upperBound..<72)
      #expect(split.frames(beyond: time, isBeforeKept: false) == 0..<near.lowerBound)
    }
  }
}
