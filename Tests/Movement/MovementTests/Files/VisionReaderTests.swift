import Foundation
import Geometry
import Testing

@testable import Movement

/// Apple Vision's body poses as apps write them.
@Suite struct VisionReaderTests {
  private let files: MotionFiles
  private let body = SimulatedBody(knee: Course.repeats(3, to: { _ in 110 }, rate: 15), rate: 15)

  init() throws { files = try MotionFiles() }

  private static let names: [(BodyPoint, String)] = [
    (.nose, "head_joint"), (.leftEar, "left_ear_joint"), (.rightEar, "right_ear_joint"),
    (.leftShoulder, "left_shoulder_1_joint"), (.rightShoulder, "right_shoulder_1_joint"),
    (.leftHip, "left_upLeg_joint"), (.rightHip, "right_upLeg_joint"), (.leftKnee, "left_leg_joint"),
    (.rightKnee, "right_leg_joint"), (.leftAnkle, "left_foot_joint"), (.rightAnkle, "right_foot_joint"),
  ]

  /// The joints of a frame, from the picture's lower left corner.
  private func joints(_ i: Int, _ joint: (Double, Double) -> String) -> String {
    let sequence = body.lateral
    return "{"
      + Self.names.map { point, name in
        let place = sequence.tracks[point]!.positions[i]
        return "\"\(name)\":" + joint(place.x / 1920, 1 - place.y / 1080)
      }.joined(separator: ",") + "}"
  }

  private func write(_ frame: (Int) -> String, head: String = "") throws -> String {
    let frames = "[" + body.knee.indices.map(frame).joined(separator: ",") + "]"
    return try files.write(head.isEmpty ? frames : "{\(head),\"frames\":\(frames)}", as: "\(UUID().uuidString).json")
  }

  private var size: ReadingOptions {
    var options = ReadingOptions.at(15)
    (options.width, options.height) = (1920, 1080)
    return options
  }

  private func expectKnee(_ path: String, _ options: ReadingOptions) throws {
    let file = try MotionFile.read(path, options)
    let sequence = try #require(file.landmarks)
    let task = try MotionTask(.knee, .right, view: .lateral)
    let found = try JointAngles(sequence, task, confidence: 0.3, path: path).degrees
    #expect(found.count == body.knee.count && zip(found, body.knee).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(sequence.tracks[.rightKnee]?.confidences == Array(repeating: 0.8, count: body.knee.count))
    guard case .landmarks(_, .vision) = file else {
      Issue.record("\(file)")
      return
    }
  }

  @Test func everyFormGivesTheSameKnee() throws {
    defer { files.remove() }
    let object = { (x: Double, y: Double) in "{\"x\":\(x),\"y\":\(y),\"confidence\":0.8}" }
    try expectKnee(write { "{\"joints\":\(joints($0, object))}" }, size)
    try expectKnee(write { joints($0) { "[\($0),\($1),0.8]" } }, size)
    try expectKnee(
      write(
        {
          "{\"time_s\":\(Double($0) / 15),\"observations\":[{\"points\":\(joints($0) { "{\"location\":{\"x\":\($0),\"y\":\($1)},\"confidence\":0.8}" })}]}"
        },
        head: "\"width\":1920,\"height\":1080"), ReadingOptions())
  }

  @Test func whatIsMissingIsAskedFor() throws {
    defer { files.remove() }
    let path = try write { "{\"joints\":\(joints($0) { "{\"x\":\($0),\"y\":\($1),\"confidence\":0.8}" })}" }
    #expect(throws: MotionError.noPictureSize(path: path)) { try MotionFile.read(path, .at(15)) }
    var options = size
    options.rate = nil
    #expect(throws: MotionError.noRate(path: path)) { try MotionFile.read(path, options) }
    // A joint that Vision has not recognised is at 0, 0, or is not there.
    let gap = try files.write(
      #"[{"left_upLeg_joint":{"x":0,"y":0,"confidence":0},"left_leg_joint":{"x":0.5,"y":0.4,"confidence":0.9}},{}]"#,
      as: "gap.json")
    let sequence = try #require(try MotionFile.read(gap, size).landmarks)
    #expect(!sequence.tracks[.leftHip]!.positions[0].isFinite && !sequence.tracks[.leftKnee]!.positions[1].isFinite)
    #expect((sequence.tracks[.leftKnee]!.positions[0] - [960, 648, 0]).length < 1e-9)
    let wrong = try files.write(#"[{"left_upLeg_joint":{"x":"a","y":0}}]"#, as: "wrong.json")
    #expect(throws: MotionError.self) { try MotionFile.read(wrong, size) }
  }
}
