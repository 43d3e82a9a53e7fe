import Diagnostics
import Geometry
import Images
import Markers
import PointClouds
import Testing
import Workers

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
  }
}
