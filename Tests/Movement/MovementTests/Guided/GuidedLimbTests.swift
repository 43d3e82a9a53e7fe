import Foundation
import Geometry
import TestSupport
import Testing

@testable import Feedback
@testable import Movement

@Suite struct GuidedLimbTests {
  private let course = Course.repeats(2, from: -5, to: { 120 + Double($0) }, back: { _ in -5 }, rest: 3)

  private func limb(_ task: MotionTask) throws -> GuidedLimb {
    try #require(GuidedLimb(task, .standard, path: "a"))
  }

  private func frames(
    _ sequence: LandmarkSequence, _ task: MotionTask
  ) throws -> [GuidedLimb.Frame] {
    var limb = try limb(task)
    return try sequence.times.map { _ in try limb.step(.landmarks(sequence, .trc)) }
  }

  private let lateral: MotionTask

  init() throws { lateral = try MotionTask(.knee, .right, view: .lateral) }

  @Test func everyMovementOfALimbButAProjectionIsGuided() {
    let known = BodyMovement.ofLimbs.filter { !$0.isOfPictures }.map(\.key)
    #expect(Set(known) == Set(JointGuidance.keys))
  }

  /// Every movement, in the picture that shows it and in space: the angle of a frame is the one that `motion` has before its filters.
  @Test func theAngleOfAFrameIsThatOfAMeasurement() throws {
    for entry in BodyMovement.ofLimbs where !entry.isOfPictures {
      let ends = entry.joint == .ankle ? (-20.0, 15.0) : entry.movement == .flexion ? (5, 110) : (-15, 35)
      let course = Course.repeats(1, from: ends.0, to: { _ in ends.1 }, back: { _ in ends.0 }, rest: 3)
      let body = SimulatedBody.moving(entry.joint, entry.movement, course)
      let pictures: [(LandmarkSequence, MotionView?)] = [
        (body.space, nil), (entry.view == .frontal ? body.frontal : body.lateral, entry.view),
      ]
      for (sequence, view) in pictures where view != nil || sequence.space == .laboratory {
        let task = try MotionTask(entry.joint, .right, view: view, movement: entry.movement)
        let measured = try MotionMeasurement(task).measure(.landmarks(sequence, .trc), path: "a")
        let told = try frames(sequence, task)
        var compared = 0
        for (i, frame) in told.enumerated() {
          guard let degrees = frame.feedback.degrees else { continue }
          compared += 1
          #expect(measured.reasons[i] == nil)
          #expect(abs(degrees - measured.angles[0].degrees[i]) < 0.1, "\(entry.key) \(i)")
        }
        #expect(compared >= told.count - 3, "\(entry.key): only the direction may take some frames")
        #expect(told.contains { $0.feedback.events.contains { $0.name == "end" } }, "\(entry.key)")
      }
    }
  }

  /// What is told of a frame does not change with what comes later.
  @Test func nothingLaterIsUsed() throws {
    var random = SeededGenerator(seed: 3)
    var sequence = SimulatedBody(knee: course).lateral
    for point in sequence.tracks.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      for i in sequence.times.indices {
        sequence.tracks[point]!.positions[i] += Vector3(random.normal(), random.normal(), 0)
      }
    }
    // The legs are exchanged for a while, and the body turns round in the end.
    for point in [BodyPoint.hip, BodyPoint.knee, BodyPoint.ankle] {
      for i in 130..<140 {
        let (left, right) = (
          sequence.tracks[point(.left)]!.positions[i], sequence.tracks[point(.right)]!.positions[i]
        )
        (sequence.tracks[point(.left)]!.positions[i], sequence.tracks[point(.right)]!.positions[i]) = (right, left)
      }
    }
    for point in sequence.tracks.keys {
      for i in (sequence.times.count - 40)..<sequence.times.count {
        sequence.tracks[point]!.positions[i].x = 1400 - sequence.tracks[point]!.positions[i].x
      }
    }
    let whole = try frames(sequence, lateral)
    for count in [5, 135, 160, sequence.times.count - 20] {
      let part = try frames(sequence.part(0..<count), lateral)
      #expect(part.map(\.feedback) == Array(whole.prefix(count)).map(\.feedback))
      #expect(part.map(\.reason) == Array(whole.prefix(count)).map(\.reason))
    }
    #expect(whole.suffix(30).allSatisfy { $0.reason == "turned" && $0.feedback.degrees == nil })
    #expect(whole[134].reason == "sides_exchanged")
  }

  @Test func aPartOfASequenceKeepsWhatIsSaidOfItsFrames() {
    var whole = SimulatedBody(knee: [0, 10, 20, 30, 40]).space
    whole.tracks[.rightKnee]!.refused = [1: .occluded, 3: .depthEdge]
    (whole.others, whole.points) = ([0, 4], .surface)
    let part = whole.part([1, 2, 4])
    #expect(part.times == [1, 2, 4].map { whole.times[$0] } && part.frames == ["1", "2", "4"])
    #expect(part.tracks[.rightKnee]!.refused == [0: .occluded])
    #expect(part.tracks[.rightKnee]!.positions == [1, 2, 4].map { whole.tracks[.rightKnee]!.positions[$0] })
    #expect(part.others == [2] && part.points == .surface && part.space == whole.space)
  }

  @Test func whatTheGatesRefuseIsNotTold() throws {
    var sequence = SimulatedBody(knee: course).lateral
    let count = sequence.times.count
    for point in sequence.tracks.keys {
      sequence.tracks[point]!.confidences = Array(repeating: 0.9, count: count)
    }
    sequence.tracks[.rightKnee]!.confidences![20] = 0.1
    sequence.tracks[.rightAnkle]!.positions[30] = .missing
    sequence.tracks[.rightAnkle]!.positions[31].x = 4000
    for point in sequence.tracks.keys { sequence.tracks[point]!.positions[40] = .missing }
    sequence.others = [41]
    let told = try frames(sequence, lateral)
    #expect([20, 30, 31].map { told[$0].reason } == ["low_confidence", "missing", "outside_picture"])
    #expect([20, 30, 31, 40, 41].allSatisfy { told[$0].feedback.degrees == nil })
    #expect(told[41].reason == "other_person")
    #expect(told[39].feedback.degrees != nil && told[42].feedback.degrees != nil)
  }

  /// Who turns round is told an angle again when the window has seen him so for most of its time, and that he has turned until then.
  @Test func aTurnIsFollowed() throws {
    let course = Course.repeats(4, from: -5, to: { _ in 100 }, back: { _ in -5 }, rest: 2)
    var sequence = SimulatedBody(knee: course).lateral
    let turn = 240
    for point in sequence.tracks.keys {
      for i in turn..<sequence.times.count {
        sequence.tracks[point]!.positions[i].x = 1400 - sequence.tracks[point]!.positions[i].x
      }
    }
    let told = try frames(sequence, lateral)
    let again = try #require((turn..<told.count).first { told[$0].feedback.degrees != nil })
    #expect(abs(sequence.times[again] - sequence.times[turn] - 8) < 0.2)
    #expect(told[(turn + 5)..<again].allSatisfy { $0.reason == "turned" })
    for i in again..<told.count { #expect(abs((told[i].feedback.degrees ?? .nan) - course[i]) < 0.5) }
    let book = try JointGuidance.standard.phrasebook("en", "knee", .flexion)
    let said = told.flatMap(\.feedback.events).compactMap(book.text(for:))
    #expect(said.contains { $0.hasPrefix("Go back to how you were") })
    #expect(!said.contains { $0.hasPrefix("The joint") || $0.hasPrefix("Turn your side") })
  }

  /// A window of a fast camera has some of its frames only; at 30 frames/s all, so that nothing changes. Of the fast one the
  /// first 5.5 s are asked, since each frame looks at all before it.
  @Test(arguments: [30.0, 120]) func theWindowOfAFastCameraTellsTheSame(_ rate: Double) throws {
    let file = SharedMaterial.packageRoot.appending(path: "Datasets/feedback/joint.yaml")
    let text = try String(contentsOf: file, encoding: .utf8).replacing("most_frames_s: 40", with: "most_frames_s: 1000")
    let all = try JointGuidance.parse(text, file: "own")
    let course = Course.repeats(1, from: 5, to: { _ in 110 }, back: { _ in 5 }, rest: 2, rate: rate)
    var body = SimulatedBody(knee: course)
    body.rate = rate
    let exchanged = Int(3.5 * rate)..<Int(3.8 * rate)
    for sequence in [body.lateral.noisy(1), body.space.noisy(0.002)] {
      let isFlat = sequence.space.isFlat
      let task = try MotionTask(.knee, .right, view: isFlat ? .lateral : nil)
      let sequence = sequence.exchanging([BodyPoint.hip, BodyPoint.knee, BodyPoint.ankle], in: exchanged)
      var (some, whole) = (
        LatestAngle(task, rules: .standard, evidence: JointGuidance.standard.evidence, path: "a"),
        LatestAngle(task, rules: .standard, evidence: all.evidence, path: "a")
      )
      for frame in sequence.times.indices where rate == 30 || sequence.times[frame] < 5.5 {
        let pair = (try some.next(.landmarks(sequence, .trc)), try whole.next(.landmarks(sequence, .trc)))
        if rate == 30 { #expect(pair.0 == pair.1, "\(frame)") }
        #expect(pair.0.reason == pair.1.reason, "\(frame)")
        if let a = pair.0.degrees, let b = pair.1.degrees { #expect(abs(a - b) < 0.5, "\(frame)") }
        if exchanged.contains(frame) { #expect(pair.0.reason == "sides_exchanged" || pair.0.reason == "turned") }
      }
    }
  }

  @Test func pointsInSpaceHaveNoView() throws {
    let body = SimulatedBody(knee: course)
    for (sequence, view) in [(body.lateral, "lateral"), (body.space, nil)] {
      var limb = try limb(lateral)
      for _ in sequence.times { _ = try limb.step(.landmarks(sequence, .trc)) }
      #expect(limb.finish().limb?.view == view)
    }
  }

  @Test func withoutADirectionNothingIsTold() throws {
    var sequence = SimulatedBody(knee: course).lateral
    for point in [BodyPoint.nose, .leftToe, .rightToe] { sequence.tracks[point] = nil }
    let told = try frames(sequence, lateral)
    #expect(told.allSatisfy { $0.feedback.degrees == nil && $0.reason == "no_direction" })
    let given = try MotionTask(.knee, .right, view: .lateral, direction: .clockwise)
    #expect(try frames(sequence, given).contains { $0.feedback.degrees != nil })
  }

  @Test func anAngleThatNoJointReachesIsNotTold() throws {
    let sequence = SimulatedBody(arm: course.map { $0 > 0 ? $0 + 90 : $0 }).space
    let task = try MotionTask(.shoulder, .right)
    let told = try frames(sequence, task)
    #expect(told.contains { $0.reason == "beyond" })
    #expect(told.allSatisfy { ($0.feedback.degrees ?? 0) <= 200 })
  }

  @Test func anglesOfOtherProgramsAreTold() throws {
    // Feedback counts from the first frame.
    let times = course.indices.map { 100 + Double($0) / 30 }
    let table = AngleTable(
      name: "a", isInDegrees: true, times: times, columns: [.init(name: "knee_angle_r", values: course)])
    var limb = try limb(lateral)
    let told = try times.map { _ in try limb.step(.angles(table)) }
    #expect(zip(told, course).allSatisfy { $0.feedback.degrees == $1 })
    #expect(zip(told, times).allSatisfy { abs($0.feedback.time - ($1 - 100)) < 1e-9 })
    #expect(limb.finish().sides[0].endsDegrees.count == 2)
    #expect(limb.finish().limb != nil && limb.finish().limb?.view == nil, "angles have no view")
  }

  @Test func missingPointsAndOtherPlanesAreRefused() throws {
    var sequence = SimulatedBody(knee: course).lateral
    #expect(throws: MotionError.noView(path: "a")) { try frames(sequence, try MotionTask(.knee, .right)) }
    sequence.tracks[.rightAnkle] = nil
    #expect(throws: MotionError.missingPoints(path: "a", points: ["RAnkle"], joint: .knee)) {
      try frames(sequence, lateral)
    }
    #expect(GuidedLimb(try MotionTask(.knee, .right, movement: .projection), .standard, path: "a") == nil)
  }
}
