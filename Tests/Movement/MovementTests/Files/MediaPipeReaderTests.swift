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
    let inPixels = { (options: ReadingOptions) in
      try sequence(.read(files.write("[" + pixels.joined(separator: ",") + "]", as: "p.json"), options)).space
    }
    #expect(try inPixels(sized) == .picture(width: 1920, height: 1080))
    #expect(try inPixels(ReadingOptions()) == .picture(width: nil, height: nil))
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

  /// A frame of a person whose points lie below each other, 0.64 from the first to the last; the nose may lack its x.
  private func frame(
    _ number: Int, _ keys: [String], x: Double = 0.2, lacksNose: Bool = false
  ) -> String {
    let points = (0..<33).map {
      "{\"x\":\(lacksNose && $0 == 0 ? "null" : "\(x)"),\"y\":\(0.1 + 0.02 * Double($0)),\"z\":0.3,\"visibility\":0.9}"
    }
    let lists = keys.map { "\"\($0)\":[\(points.joined(separator: ","))]" }
    return "{\"frame\":\(number),\(lists.joined(separator: ","))}"
  }

  private func read(_ text: String, _ options: ReadingOptions) throws -> LandmarkSequence {
    try sequence(.read(bytes: Array(text.utf8), path: "made", options))
  }

  private func place(_ text: String, _ options: ReadingOptions) -> FindingValue? {
    let error = #expect(throws: MotionError.self) { try read(text, options) }
    guard case .malformed(_, let place, _, _)? = error else { return nil }
    return place
  }

  /// A picture's depth is left out, that of landmarks in metres is not; a point that lacks a coordinate is missing.
  @Test func picturesAreFlatAndMetresAreNot() throws {
    var picture = sized
    picture.rate = 30
    let flat = try read("[\(frame(0, ["landmarks"], lacksNose: true))]", picture)
    #expect(!flat.tracks[.nose]!.positions[0].isFinite)
    let inPicture: Vector3 = [384, 604.8, 0]
    #expect((flat.tracks[.leftHip]!.positions[0] - inPicture).length < 1e-9, "a fifth of 1920, and 0.56 of 1080")
    let space = try read("[\(frame(0, ["world_landmarks"]))]", at30)
    let inSpace: Vector3 = [0.2, 0.56, 0.3]
    #expect(space.space == .camera && (space.tracks[.leftHip]!.positions[0] - inSpace).length < 1e-12)
    // Of a file with both what is asked for; of one with one of them nothing else.
    let both = "[\(frame(0, ["landmarks", "world_landmarks"]))]"
    #expect(try read(both, picture).space.isFlat)
    var (world, image) = (at30, at30)
    (world.usesWorld, image.usesWorld) = (true, false)
    #expect(try read(both, world).space == .camera)
    #expect(throws: MotionError.noSuchPoints(path: "made", points: "picture")) {
      try read("[\(frame(0, ["world_landmarks"]))]", image)
    }
    let nobody = "[{\"frame\":0,\"landmarks\":[]}]"
    #expect(place(nobody, at30) == .text("`landmarks`") && place(nobody, world) == .text("`world_landmarks`"))
  }

  /// Nobody goes four tenths of the body in the thirtieth part of a second.
  @Test(arguments: [(0.256, [1]), (0.128, [])] as [(Double, Set<Int>)])
  func aPersonGoesNoFartherThanTheRateAllows(_ way: Double, _ others: Set<Int>) throws {
    var options = sized
    options.rate = 30
    let text = "[\(frame(0, ["landmarks"])),\(frame(1, ["landmarks"], x: 0.2 + way))]"
    #expect(try read(text, options).others == others)
  }

  /// The file or the option that states an impossible size or rate is named.
  @Test func whoStatesAWrongSizeOrRateIsNamed() {
    let file = { (remark: String) in "{\(remark),\"frames\":[\(frame(0, ["landmarks"]))]}" }
    var (rated, narrow) = (at30, at30)
    #expect(place(file("\"width\":0,\"height\":480"), rated) == .text("`width`"))
    (narrow.width, narrow.height) = (0, 480)
    #expect(place(file("\"note\":1"), narrow) == .text("`--image-size`"))
    rated = sized
    rated.rate = 20_000
    #expect(place(file("\"note\":1"), rated) == .text("`--rate`"))
    #expect(place(file("\"fps\":20000"), sized) == .text("`fps`"))
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
