import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Movement

/// Frames that can't be trusted, each for its own reason.
@Suite struct FrameGatesTests {
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

  /// All points go to and fro by so many pixels right and down, and the ankle repeats one place so often. From 9.75
  /// repeats of two coordinates on the chance is below 10⁻⁹. A deviation, which is 0.8165 of the way, counts as noise
  /// from 5·10⁻⁴ of the thigh on: of 168 pixels 0.084.
  @Test(arguments: [(1.0, 9, false), (1, 10, true), (0.104, 10, true), (0.1, 10, false)])
  func repeatsOfAPointAreToldFromTwoCoordinates(digit: Double, repeats: Int, isFrozen: Bool) throws {
    var body = SimulatedBody(knee: [Double](repeating: 30, count: 80)).lateral
    for point in body.tracks.keys {
      for i in body.times.indices where i % 2 == 1 { body.tracks[point]!.positions[i] += [digit, digit, 0] }
    }
    let place = body.tracks[.rightAnkle]!.positions[40] + [2 * digit, 2 * digit, 0]
    for i in 40...(40 + repeats) { body.tracks[.rightAnkle]!.positions[i] = place }
    let task = try MotionTask(.knee, .right, view: .lateral)
    let reasons = FrameGates(body, task, MotionRules.standard.gates).reasons(
      try JointAngles(body, task, confidence: 0.3, path: "made"))
    #expect(reasons.indices.filter { reasons[$0] == .frozen } == (isFrozen ? Array(41...50) : []))
  }

  /// Angles that go to and fro, and then stay: noise counts from 5·10⁻⁴ radians on, which are 0.0286°. It is 0.041° here,
  /// or 0.024°.
  @Test(arguments: [(0.05, true), (0.03, false)]) func noiseOfATableIsAShareOfARadian(digit: Double, isFrozen: Bool) {
    let degrees = (0..<60).map { digit * Double(min($0, 34) % 2) }
    let reasons = FrameGates.reasons(ofTable: degrees, times: degrees.indices.map { Double($0) / 30 })
    #expect(reasons.indices.filter { reasons[$0] == .frozen } == (isFrozen ? Array(35..<60) : []))
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

  /// A child that lies across the picture, or in any other way, is no body out of order; a mirrored one is told all the same.
  @Test(arguments: [0.0, 45, 90, 180, 270]) func howABodyLiesInThePictureDoesNotMatter(turn: Double) throws {
    let (c, s) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
    let lying = { (isMirrored: Bool) in
      var body = SimulatedBody(abduction: Course.repeats(3, to: { _ in 40 })).frontal.noisy(1)
      body.space = .picture(width: nil, height: nil)
      for point in body.tracks.keys {
        body.tracks[point]!.positions = body.tracks[point]!.positions.map {
          let (x, y) = (isMirrored ? 900 - $0.x : $0.x - 900, $0.y - 540)
          return [c * x - s * y, s * x + c * y, 0]
        }
      }
      return body
    }
    let measured = try measure(lying(false), .hip, .right, .frontal)
    #expect(measured.result.neutralZero?.notation == "40-0-0", "\(measured.result.gates.rejected)")
    #expect(try measure(lying(true), .hip, .right, .frontal).reasons.allSatisfy { $0 == .sidesSwapped })
  }
}
