import Diagnostics
import Geometry
import Markers
import PointClouds
import Testing
import Workers

@testable import Reconstruction
@testable import Tracking

/// A part's slip as it is told: in seconds of the recording.
@Suite struct CapSlipTests {
  @Test(arguments: [(3..<5, 0.75...1.0), (0..<8, 0.0...1.75), (7..<20, 1.75...1.75)])
  func framesBecomeTimes(frames: Range<Int>, times: ClosedRange<Double>) throws {
    let recording = try SyntheticRecording.blank(times: (0..<8).map { 5 + 0.25 * Double($0) })
    let part = PartSlip(ids: [3, 4, 5, 6], others: [1, 2], frames: frames, shift: 0.004, isBeforeKept: true)
    let slip = CapSlip(part, recording)
    #expect(abs(slip.times.lowerBound - times.lowerBound) < 1e-5)
    #expect(abs(slip.times.upperBound - times.upperBound) < 1e-5)
    #expect(slip.extent == .part(ids: [3, 4, 5, 6], shift: 0.004))
    #expect(slip.treatment == .split(isBeforeKept: true))
  }

  /// A head without a slip, or without another part that could have stayed, is not exchanged.
  @Test func aSmallPartIsNotExchanged() throws {
    let small = PartSlip(ids: [1, 2], others: Array(3..<20), frames: 4..<6, shift: 0.004, isBeforeKept: false)
    #expect(small.exchanged() == nil)
    let large = PartSlip(
      ids: Array(0..<12), others: Array(12..<24), frames: 4..<6, shift: 0.004, isBeforeKept: false)
    let other = try #require(large.exchanged())
    #expect(other.ids == large.others)
    #expect(other.others == large.ids)
    #expect(other.exchanged() == large)
    #expect(other.frames == large.frames)
    #expect(other.isBeforeKept == large.isBeforeKept)
  }

  /// Up to 1.5 s a slip is told as one moment, the middle; a longer time by its ends.
  @Test func aSlipIsToldWithItsTimes() {
    let told = { (times: ClosedRange<Double>) in
      CapSlip(times: times, extent: .whole(angle: 3.25), treatment: .corrected).finding
    }
    let moment = told(4...5.4)
    #expect(moment.values["time_s"] == .number(4.7, decimals: 1, unit: "s"))
    #expect(moment.values["from_s"] == nil && moment.values["to_s"] == nil)
    #expect(moment.values["angle_degrees"] == .number(3.25, decimals: 1, unit: "°"))
    #expect(moment.code == .slipCorrected)
    let span = told(4...5.6)
    #expect(span.values["time_s"] == nil)
    #expect(span.values["from_s"] == .number(4, decimals: 1, unit: "s"))
    #expect(span.values["to_s"] == .number(5.6, decimals: 1, unit: "s"))
    #expect(told(7...7).values["time_s"] == .number(7, decimals: 1, unit: "s"))
  }

  /// What is told depends on what slipped and on what was done about it.
  @Test func aSlipIsToldWithItsTreatment() {
    let treatments: [(CapSlip.Treatment, whole: FindingCode, part: FindingCode)] = [
      (.corrected, .slipCorrected, .slipPartCorrected), (.split(isBeforeKept: true), .slipSplit, .slipPartSplit),
      (.split(isBeforeKept: false), .slipSplit, .slipPartSplit), (.none, .slipUnresolved, .slipPartUnresolved),
      (.doubted, .slipDoubted, .slipDoubted),
    ]
    for (treatment, whole, part) in treatments {
      let found = CapSlip(times: 1...1, extent: .whole(angle: nil), treatment: treatment).finding
      #expect(found.code == whole)
      #expect(found.values["angle_degrees"] == nil && found.ids.isEmpty)
      let other = CapSlip(times: 1...1, extent: .part(ids: [4, 9], shift: 0.0043), treatment: treatment).finding
      #expect(other.code == part)
      #expect(other.ids == [4, 9])
      #expect(other.values["shift_mm"] == .millimetres(0.0043, decimals: 1))
      let side: FindingValue? =
        switch treatment {
        case .split(let isBeforeKept): .term(isBeforeKept ? "before" : "after", of: "side")
        default: nil
        }
      #expect(found.values["side"] == side && other.values["side"] == side)
    }
  }
}

/// A cap that slipped over the head shows where it does not cover it, and a cap that stayed does not.
@Suite struct SlipCheckTests {
  /// The check of a head whose poses follow a cap that slips from a frame on.
  ///
  /// - Parameter frame: where the scan frame lies in the head's.
  private static func check(
    slip: (from: Int, motion: RigidTransform)?, in frame: RigidTransform = .identity
  ) throws -> SlipCheck {
    let scene = try BumpyRecording.rounds.get()
    let poses = scene.headFromCamera.enumerated().map { k, pose -> RigidTransform? in
      let slipped = if let slip, k >= slip.from { slip.motion.inverse * pose } else { pose }
      return frame.inverse * slipped
    }
    let tracking = scene.tracking(poses, map: BumpyHead.map.transformed(by: frame.inverse))
    let region = try #require(FusionRegion.around(markerCentres: tracking.map.centres))
    let head = try FusedHead.fuse(
      scene.recording, tracking, region: region, .coarse, workers: Workers(count: 2))
    return try #require(SlipCheck(head, tracking.map, SlipOptions()))
  }

  private static func motion(_ degrees: Double, about axis: Vector3, shift: Vector3 = .zero) -> RigidTransform {
    RigidTransform(rotation: .rotation(axis.normalized * (degrees * .pi / 180)), translation: shift)
  }

  @Test(arguments: [(28, 3.0, Vector3(1, 0.2, 0)), (40, 4, Vector3(0.1, 1, 0.5)), (50, 6, Vector3(0.3, 0.2, -1))])
  func aSlipIsFoundWithItsFrameAndAngle(first: Int, degrees: Double, axis: Vector3) throws {
    let motion = Self.motion(degrees, about: axis, shift: [0.0004, -0.0003, 0.0002])
    let slip = try #require(try Self.check(slip: (first, motion)).slip())
    #expect(slip.before == slip.after - 1, "\(slip.before) to \(slip.after)")
    #expect(abs(slip.after - first) <= 1, "\(slip.before) to \(slip.after)")
    // What brings the later views back is the cap's own motion over the head.
    let left = RigidTransform.headDistance(slip.change.correction, motion)
    let whole = RigidTransform.headDistance(motion, .identity)
    #expect(left < 0.25 * whole, "\(left) of \(whole)")
    #expect(abs(slip.change.angleDegrees - degrees) < 0.25 * degrees, "\(slip.change.angleDegrees)")
  }

  @Test func nothingIsFoundWhereNothingSlips() throws {
    #expect(try Self.check(slip: nil).slip() == nil)
    // A quarter of a degree is less than can be told.
    #expect(try Self.check(slip: (36, Self.motion(0.2, about: [1, 0, 0]))).slip() == nil)
  }

  /// The same slip in another frame of reference.
  @Test func theFrameOfReferenceDoesNotMatter() throws {
    let motion = Self.motion(4, about: [1, 0.5, 0])
    let frame = RigidTransform(rotation: .rotation([0.4, -0.8, 1.1]), translation: [0.3, -0.2, 0.5])
    let (own, other) = (
      try #require(try Self.check(slip: (36, motion)).slip()),
      try #require(try Self.check(slip: (36, motion), in: frame).slip())
    )
    #expect(own.before == other.before)
    #expect(own.after == other.after)
    let moved = frame * other.change.correction * frame.inverse
    #expect(RigidTransform.headDistance(moved, own.change.correction) < 0.0004)
  }

  /// What is nearer to a marker than 22 mm is the cap's; a head of which nothing else is seen can't be checked.
  @Test func onlyBareSurfaceIsLookedAt() throws {
    let scene = try BumpyRecording.rounds.get()
    for patch in try Self.check(slip: nil).chart.patches {
      let nearest = BumpyHead.map.centres.map { ($0 - patch.point).length }.min()!
      #expect(nearest > 0.019, "\(patch.point)")
      #expect(abs(BumpyHead.distance(patch.point)) < 0.001)
    }
    let region = try #require(FusionRegion.around(markerCentres: BumpyHead.map.centres))
    let tracking = scene.tracking(scene.headFromCamera.map { $0 })
    let head = try FusedHead.fuse(
      scene.recording, tracking, region: region, .coarse, workers: Workers(count: 2))
    var covered = BumpyHead.map
    for (id, vertex) in stride(from: 0, to: head.mesh.positions.count, by: 25).enumerated() {
      let place = head.mesh.positions[vertex]
      covered.markers[100 + id] = .init(
        corners: [place, place, place, place], cornerSigmas: [0, 0, 0, 0], sightings: 1)
    }
    #expect(SlipCheck(head, BumpyHead.map, SlipOptions()) != nil)
    #expect(SlipCheck(head, covered, SlipOptions()) == nil)
  }
}
