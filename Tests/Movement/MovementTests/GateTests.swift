import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Movement

/// Frames that can't be trusted, each for its own reason.
@Suite struct GateTests {
  private let course = Course.repeats(3, from: 0, to: { _ in 110 })

  private func measure(
    _ sequence: LandmarkSequence, _ joint: MotionJoint = .knee, _ side: BodySide = .right, _ view: MotionView = .lateral
  ) throws -> MeasuredMotion {
    try MotionMeasurement(try MotionTask(joint, side, view: view)).measure(sequence)
  }

  private func expect(
    _ measured: MeasuredMotion, refusedFor reason: RejectionReason, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = measured.result
    #expect(result.status == .incomplete, sourceLocation: sourceLocation)
    #expect(result.values.maximum == nil, sourceLocation: sourceLocation)
    #expect(result.findings.contains { $0.code == .motionFewValidFrames }, sourceLocation: sourceLocation)
    let most = result.gates.rejected.max { $0.value < $1.value }?.key
    #expect(most == reason.rawValue, "\(result.gates.rejected)", sourceLocation: sourceLocation)
  }

  @Test func occlusionIsAMatterOfConfidence() throws {
    var hidden = SimulatedBody(knee: course).lateral
    for i in course.indices where i % 2 == 0 { hidden.tracks[.rightAnkle]!.confidences![i] = 0.2 }
    expect(try measure(hidden), refusedFor: .lowConfidence)
    // Just at the threshold is not above it; the far leg does not matter.
    var limit = SimulatedBody(knee: course).lateral
    limit.tracks[.rightAnkle]!.confidences = Array(repeating: 0.3, count: course.count)
    expect(try measure(limit), refusedFor: .lowConfidence)
    var far = SimulatedBody(knee: course).lateral
    far.tracks[.leftAnkle]!.confidences = Array(repeating: 0, count: course.count)
    #expect(try measure(far).result.status == .complete)
  }

  @Test func fiftyFivePercentAreEnough() throws {
    let body = SimulatedBody(knee: Array(repeating: course, count: 2).flatMap(\.self)).lateral
    let count = body.times.count
    for (share, isEnough) in [(0.54, false), (0.56, true)] {
      var cut = body
      for i in Int(share * Double(count))..<count { cut.tracks[.rightKnee]!.positions[i] = .missing }
      let measured = try measure(cut)
      #expect((measured.result.values.maximum != nil) == isEnough, "\(share)")
    }
  }

  @Test func aBodyThatIsCutOffByThePictureIsTold() throws {
    var body = SimulatedBody(knee: course).lateral
    body.space = .picture(width: 1920, height: 700)
    expect(try measure(body), refusedFor: .outsidePicture)
  }

  @Test func missingPointsAndNaNAreMissing() throws {
    var body = SimulatedBody(knee: course).lateral
    for i in course.indices where i % 3 > 0 { body.tracks[.rightHip]!.positions[i].x = .nan }
    expect(try measure(body), refusedFor: .missing)
  }

  @Test func mixedUpLegsAreTold() throws {
    // The pose model swaps the legs for a while as the right one is bent.
    let bent = course.indices.filter { course[$0] > 100 }
    let measured = try measure(exchanged(SimulatedBody(knee: course, side: .right).lateral, Set(bent)))
    for i in course.indices {
      #expect((measured.reasons[i] == .sidesExchanged) == (course[i] > 100), "\(i)")
      if measured.reasons[i] == nil { #expect(abs(measured.angles[0].degrees[i] - course[i]) < 1e-9) }
    }
    // A steady walk of legs past each other is no exchange.
    let swing = (0..<300).map { 35 * sin(Double($0) / 12) }
    let walking = SimulatedBody(hip: swing, side: .right).lateral
    #expect(try measure(walking, .hip).result.gates.rejected.isEmpty)
  }

  /// What is found of the legs before a pause says nothing of those behind it.
  @Test func exchangesDoNotOutliveAPause() throws {
    // The legs are exchanged from frame 75 on, gone from 90 to 119, and right from then on.
    let long = Course.repeats(4, to: { _ in 110 })
    var body = exchanged(SimulatedBody(knee: long, side: .right).lateral, Set(60..<90))
    for point in body.tracks.keys { for i in 90..<120 { body.tracks[point]!.positions[i] = .missing } }
    let measured = try measure(body)
    for i in long.indices where !(90..<120).contains(i) {
      #expect((measured.reasons[i] == .sidesExchanged) == (60..<90).contains(i), "\(i)")
    }
    #expect(abs(try #require(measured.result.values.maximum).degrees - 110) < 0.5)
    // As many of the one way as of the other: none of them can be told, and those behind the pause are right.
    body = exchanged(SimulatedBody(knee: long, side: .right).lateral, Set(45..<90))
    for point in body.tracks.keys { for i in 90..<120 { body.tracks[point]!.positions[i] = .missing } }
    let open = try measure(body)
    for i in long.indices {
      #expect(open.reasons[i] == (i < 90 ? .sidesExchanged : i < 120 ? .missing : nil), "\(i)")
    }
    #expect(abs(try #require(open.result.values.maximum).degrees - 110) < 0.5)
  }

  /// A sequence in which the legs of some frames are exchanged.
  private func exchanged(_ body: LandmarkSequence, _ frames: Set<Int>) -> LandmarkSequence {
    var body = body
    for i in frames {
      for part in [BodyPoint.hip, BodyPoint.knee, BodyPoint.ankle] {
        let (left, right) = (body.tracks[part(.left)]!.positions[i], body.tracks[part(.right)]!.positions[i])
        (body.tracks[part(.left)]!.positions[i], body.tracks[part(.right)]!.positions[i]) = (right, left)
      }
    }
    return body
  }

  @Test func theFrontShowsSwappedSidesAndTheOrderOfJoints() throws {
    let spread = Course.repeats(3, from: -10, to: { _ in 40 })
    let body = SimulatedBody(abduction: spread, side: .left).frontal
    #expect(try measure(body, .hip, .left, .frontal).result.status == .complete)
    var mirrored = body
    for point in body.tracks.keys {
      mirrored.tracks[point]!.positions = body.tracks[point]!.positions.map { [1920 - $0.x, $0.y, 0] }
    }
    expect(try measure(mirrored, .hip, .left, .frontal), refusedFor: .sidesSwapped)
    var upside = body
    for point in body.tracks.keys {
      upside.tracks[point]!.positions = body.tracks[point]!.positions.map { [$0.x, 1080 - $0.y, 0] }
    }
    // A body may lie in any way in the picture; what is upside down is mirrored all the same.
    expect(try measure(upside, .hip, .left, .frontal), refusedFor: .sidesSwapped)
    var folded = body
    (folded.tracks[.leftKnee], folded.tracks[.leftAnkle]) = (body.tracks[.leftAnkle], body.tracks[.leftKnee])
    expect(try measure(folded, .hip, .left, .frontal), refusedFor: .order)
    // From the side nothing of this is asked.
    #expect(try measure(SimulatedBody(knee: course).lateral).result.gates.rejected.isEmpty)
  }

  @Test func aSegmentOfAnotherLengthIsTold() throws {
    var body = SimulatedBody(knee: course).space
    for i in course.indices where i % 5 < 2 {
      let (knee, ankle) = (body.tracks[.rightKnee]!.positions[i], body.tracks[.rightAnkle]!.positions[i])
      body.tracks[.rightAnkle]!.positions[i] = knee + (ankle - knee) * 1.25
    }
    let measured = try measure(body)
    for i in course.indices { #expect((measured.reasons[i] == .segmentLength) == (i % 5 < 2), "\(i)") }
  }

  @Test func pointsThatCoincideHaveNoAngle() throws {
    var body = SimulatedBody(knee: course).lateral
    body.tracks[.rightAnkle] = body.tracks[.rightKnee]
    expect(try measure(body), refusedFor: .degenerate)
  }

  @Test func theReasonsAreCountedInTheFinding() throws {
    var body = SimulatedBody(knee: course).lateral
    for i in course.indices where i % 2 == 0 { body.tracks[.rightKnee]!.confidences![i] = 0.1 }
    let finding = try #require(try measure(body).result.findings.first { $0.code == .motionFewValidFrames })
    #expect(finding.text().contains("with a point of low confidence"))
    #expect(finding.text(.german).contains("mit einem Punkt geringer Konfidenz"))
  }

  @Test func theRulesAreCheckedAndOnesOwnMayBeGiven() throws {
    let text = try String(
      contentsOf: SharedMaterial.packageRoot.appending(path: "Datasets/motion/standard.yaml"), encoding: .utf8)
    #expect(try MotionRules.parse(text, file: "standard") == .standard)
    for (wrong, right) in [
      ("confidence: 1.5", "confidence: 0.3"), ("hampel_window: 6", "hampel_window: 7"), ("speed: 1", "speed_deg_s: 15"),
      ("cutoff_hz: 9", "cutoff_hz: 6"), ("least_valid: x", "least_valid: 0.55"),
      ("exchange_share: 0.6", "exchange_share: 0.4"), ("same_end: 8", "same_end_deg: 8"),
      ("{low_deg: 40,", "{low_deg: -40,"), ("most_alike: 2", "most_alike: 0.65"), ("jump: 0", "jump: 0.25"),
    ] {
      #expect(throws: (any Error).self, "\(wrong)") {
        try MotionRules.parse(text.replacingOccurrences(of: right, with: wrong), file: "own")
      }
    }
  }
}
