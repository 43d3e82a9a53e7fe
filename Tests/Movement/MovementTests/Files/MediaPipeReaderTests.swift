import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// MediaPipe's landmarks, as people's scripts write them.
@Suite struct MediaPipeReaderTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

  @Test func everyWayOfWritingMediaPipeIsRead() throws {
    defer { files.remove() }
    let time = { (i: Int) in "\"timestamp_ms\":\(1000 * Double(i) / 15)" }
    let lateral = body.lateral
    let message = lateral.times.indices.map { "{\(time($0)),\"pose_landmarks\":{\"landmark\":\(landmarks($0))}}" }
    let several = lateral.times.indices.map { "{\(time($0)),\"pose_landmarks\":[{\"landmark\":\(landmarks($0))}]}" }
    let pixels = lateral.times.indices.map { "{\(time($0)),\"landmarks\":\(landmarks($0, inPixels: true))}" }
    let plain = lateral.times.indices.map { "{\(time($0)),\"landmarks\":\(landmarks($0))}" }
    for (name, text, options) in [
      ("message", "[" + message.joined(separator: ",") + "]", sized),
      ("messages", "[" + several.joined(separator: ",") + "]", sized),
      ("pixels", "[" + pixels.joined(separator: ",") + "]", ReadingOptions()),
      ("pixels of a known size", "[" + pixels.joined(separator: ",") + "]", sized),
      ("lines", plain.joined(separator: "\n") + "\n", sized),
    ] {
      expectWhole(try knee(files.write(text, as: "\(name).json"), options), name)
    }
    let cut = plain.joined(separator: "\n").dropLast(40)
    #expect(throws: MotionError.self) { try knee(files.write(String(cut), as: "cut.json"), sized) }
  }

  /// Frames without a person were left out; their numbers tell, as times do.
  @Test(arguments: [
    "\"frame\":%d", "\"frame_index\":%d", "\"frameNumber\":%d", "\"Frame\":%d", "\"frame_num\":%d", "\"frame_no\":%d",
    "\"index\":%d", "\"image_id\":%d", "\"id\":%d", "\"t\":%d", "\"frame\":\"000%d\"", "\"frame\":\"frame_%d.png\"",
  ]) func frameNumbersOfMediaPipeAreCounted(_ form: String) throws {
    defer { files.remove() }
    let there = course.indices.filter { ($0 / 20) % 3 == 0 }
    let frames = there.map { "{\(form.replacingOccurrences(of: "%d", with: "\($0)")),\"landmarks\":\(landmarks($0))}" }
    let path = try files.write("{\"frames\":[" + frames.joined(separator: ",") + "]}", as: "numbers.json")
    var options = sized
    options.rate = 15
    let measured = try knee(path, options)
    #expect(measured.result.gates.all == there.last! + 1)
    #expect(measured.result.gates.valid == there.count)
    #expect(measured.result.status == .incomplete)
    #expect(measured.result.values.maximum == nil)
    #expect(measured.result.findings.contains { $0.code == .motionFewValidFrames })
    #expect(throws: MotionError.noRate(path: path)) { try knee(path, sized) }
    let back = try files.write("{\"frames\":[" + frames.reversed().joined(separator: ",") + "]}", as: "back.json")
    #expect(throws: MotionError.self) { try knee(back, options) }
  }

  /// Times are read under each name, and their unit is told where the name does not state it.
  @Test(arguments: [
    ("time", 1.0), ("t", 1), ("timestamp", 1), ("Timestamp", 1000), ("time_ms", 1000), ("time_s", 1),
    ("timestampUs", 1e6),
    ("timestamp", 1e6), ("timestamp_ns", 1e9),
  ]) func timesOfMediaPipeAreRead(_ key: String, _ scale: Double) throws {
    defer { files.remove() }
    let there = course.indices.filter { ($0 / 20) % 3 == 0 }
    for quote in ["", "\""] {
      let frames = there.map {
        "{\"\(key)\":\(quote)\(Double($0) / 15 * scale)\(quote),\"landmarks\":\(landmarks($0))}"
      }
      let path = try files.write("[" + frames.joined(separator: ",") + "]", as: "times.json")
      let measured = try knee(path, sized)
      #expect(measured.result.gates.all == there.last! + 1)
      #expect(measured.result.gates.valid == there.count)
      #expect(abs(measured.times.last! - measured.times[0] - Double(there.last!) / 15) < 1e-6)
      var options = sized
      options.rate = 15
      #expect(throws: MotionError.unusedOption("--rate", .mediaPipe)) { try knee(path, options) }
    }
    let broken = try files.write("[{\"\(key)\":\"soon\",\"landmarks\":\(landmarks(0))}]", as: "broken.json")
    #expect(throws: MotionError.self) { try knee(broken, sized) }
  }

  /// An object by the numbers of frames is not read, and how they should stand is said.
  @Test func framesUnderTheirNumbersAreNamed() throws {
    defer { files.remove() }
    let path = try files.write("{\"12\":\(landmarks(0)),\"13\":\(landmarks(1))}", as: "numbers.json")
    let error = #expect(throws: MotionError.self) { try knee(path, sized) }
    guard case .malformed(_, _, let expected, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(expected == .phrase("motion_mediapipe"))
  }

  @Test func landmarksOfHandsAreNoBody() throws {
    defer { files.remove() }
    let point = #"{"x":0.5,"y":0.5,"z":0,"visibility":0.9}"#
    let hand = "[" + Array(repeating: point, count: 21).joined(separator: ",") + "]"
    for key in ["landmarks", "multi_hand_landmarks", "handLandmarks"] {
      let path = try files.write("[{\"\(key)\":\(key == "landmarks" ? hand : "[\(hand)]")}]", as: "\(key).json")
      #expect(throws: MotionError.hands(path: path), "\(key)") { try MotionFile.read(path, at30) }
    }
  }

  /// A value of the wrong kind is named by its place.
  @Test func aWrongCoordinateOfMediaPipeIsNamed() throws {
    defer { files.remove() }
    let path = try files.mediaPipe(SimulatedBody(knee: [1, 2, 3]).space, world: true)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let nose = "{\"x\":"
    let wrong = text.replacingOccurrences(
      of: nose, with: "{\"x\":\"a\",\"y\":", options: [], range: text.range(of: nose))
    guard case .malformed(_, let place, _, _)? = try fails(wrong, as: "wrong.json") else {
      Issue.record("no fault")
      return
    }
    #expect(place == .text("`frames[0].world_landmarks[0].x`"))
  }
}
