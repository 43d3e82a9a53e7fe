import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Hand landmarks as MediaPipe's interfaces and people's scripts write them, and files that are wrong.
@Suite struct HandFileTests {
  private let files: MotionFiles

  init() throws { files = try MotionFiles() }

  private static let points: [Vector3] = GestureMeasurementTests.Hand(isFlat: true).points(
    .identity, scale: 90, at: [600, 400, 0])

  /// The points as a list of objects, as shares of a picture of 1280 × 720 or in pixels.
  private func objects(_ points: [Vector3] = points, scale: Vector3 = [1280, 720, 1280]) -> String {
    let texts = points.map { "{\"x\":\($0.x / scale.x),\"y\":\($0.y / scale.y),\"z\":\($0.z / scale.z)}" }
    return "[" + texts.joined(separator: ",") + "]"
  }

  private var size: ReadingOptions {
    var options = ReadingOptions()
    (options.width, options.height, options.rate) = (1280, 720, 30)
    return options
  }

  private func read(_ text: String, _ options: ReadingOptions? = nil) throws -> HandSequence {
    try HandFile.read(try files.write(text, as: "\(UUID().uuidString).json"), options ?? size)
  }

  private func fault(_ text: String, _ options: ReadingOptions? = nil) throws -> GestureError? {
    let path = try files.write(text, as: "faulty.json")
    do throws(GestureError) {
      _ = try HandFile.read(path, options ?? size)
      return nil
    } catch { return error }
  }

  private func isMalformed(_ error: GestureError?) -> Bool {
    if case .file(.malformed) = error { true } else { false }
  }

  @Test func landmarksOfABodyAreNoHands() throws {
    defer { files.remove() }
    let body = objects(Array(repeating: [600, 400, 0], count: 33))
    for text in [
      "[{\"landmarks\":\(body)}]", "[{\"pose_landmarks\":[\(body)]}]", #"[{"image_id":1,"keypoints":[1,2,1]}]"#,
    ] {
      guard case .body = try fault(text) else {
        Issue.record("\(text.prefix(40))")
        continue
      }
    }
    // The true number of points is told.
    guard
      case .file(.malformed(_, _, _, let found)) = try fault(
        "[{\"landmarks\":\(objects(Array(repeating: [600, 400, 0], count: 30)))}]")
    else {
      Issue.record("30 points")
      return
    }
    #expect(found == .count(30))
    #expect(isMalformed(try fault("[{\"time\":1}]")))
  }

  @Test func everySpellingGivesTheSameHands() throws {
    defer { files.remove() }
    let hand = objects()
    let frames = [
      // MediaPipe's older solution in Python, as MessageToDict writes it, and by hand.
      "{\"multi_hand_landmarks\":[{\"landmark\":\(hand)}],\"multi_handedness\":[{\"classification\":[{\"index\":1,\"score\":0.9,\"label\":\"Right\"}]}]}",
      "{\"multi_hand_landmarks\":[\(hand)],\"multi_handedness\":[{\"label\":\"Right\",\"score\":0.9}]}",
      // In JavaScript.
      "{\"multiHandLandmarks\":[\(hand)],\"multiHandedness\":[{\"index\":1,\"score\":0.9,\"label\":\"Right\"}]}",
      // Tasks in Python and JavaScript.
      "{\"hand_landmarks\":[\(hand)],\"handedness\":[[{\"index\":1,\"score\":0.9,\"category_name\":\"Right\"}]]}",
      "{\"landmarks\":[\(hand)],\"handednesses\":[[{\"score\":0.9,\"categoryName\":\"Right\",\"displayName\":\"Right\"}]]}",
      "{\"handLandmarks\":\(hand),\"handedness\":{\"label\":\"right\",\"score\":0.9}}",
    ]
    for frame in frames {
      let sequence = try read("[\(frame)]")
      let seen = try #require(sequence.hands[0].first, "\(frame.prefix(60))")
      #expect(seen.label == .right && seen.labelScore == 0.9 && sequence.hands[0].count == 1, "\(frame.prefix(60))")
      #expect(zip(seen.points, Self.points).allSatisfy { ($0 - $1).length < 1e-9 }, "\(frame.prefix(60))")
      #expect(sequence.coordinates == .normalised)
    }
    let lists = Self.points.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
    let rate = ReadingOptions.at(30)
    for text in ["[{\"hand_landmarks\":[[\(lists)]]}]", "[{\"hand_landmarks\":[\(lists)],\"handedness\":\"Left\"}]"] {
      let pixels = try read(text, rate)
      #expect(pixels.coordinates == .pixels && pixels.hands[0].count == 1)
      #expect(zip(pixels.hands[0][0].points, Self.points).allSatisfy { ($0 - $1).length < 1e-9 })
    }
  }

  /// Holistic models name each hand; one that is not there is null, empty or missing.
  @Test func holisticFilesAreRead() throws {
    defer { files.remove() }
    let (hand, body) = (objects(), objects(Array(repeating: [600, 400, 0], count: 33)))
    let sequence = try read(
      """
      [{"pose_landmarks":\(body),"left_hand_landmarks":null,"right_hand_landmarks":\(hand)},
      {"pose_landmarks":\(body),"left_hand_landmarks":{"landmark":\(hand)},"right_hand_landmarks":{"landmark":\(hand)}},
      {"leftHandLandmarks":[\(hand)],"rightHandLandmarks":[]},{"pose_landmarks":null,"left_hand_landmarks":[]}]
      """)
    #expect(sequence.hands.map { $0.map(\.label) } == [[.right], [.left, .right], [.left], []])
    #expect(zip(sequence.hands[2][0].points, Self.points).allSatisfy { ($0 - $1).length < 1e-9 })
    let world = try read(
      "[{\"right_hand_world_landmarks\":\(objects(scale: [1000, 1000, 1000]))}]", ReadingOptions.at(30))
    #expect(world.coordinates == .world && world.hands[0][0].label == .right)
  }

  @Test func framesWithoutAHandAndTimes() throws {
    defer { files.remove() }
    let text = """
      {"width":1280,"height":720,"frames":[{"timestamp_ms":0,"multi_hand_landmarks":null,"multi_handedness":null},
      {"timestamp_ms":33.5,"multi_hand_landmarks":[\(objects())]},{"timestampMs":70,"handLandmarks":[],"handedness":[]}]}
      """
    let sequence = try read(text, ReadingOptions())
    #expect(sequence.times == [0, 0.0335, 0.07])
    #expect(sequence.hands.map(\.count) == [0, 1, 0])
    #expect(sequence.hands[0 + 1][0].label == nil)
  }

  @Test func timesAndNumbersOfFramesAreReadAsThoseOfBodies() throws {
    defer { files.remove() }
    for (key, scale) in [("time", 1.0), ("t", 1000), ("timestamp_us", 1e6)] {
      let frames = [0, 1, 2, 6].map { "{\"\(key)\":\($0 * 0.0335 * scale),\"hand_landmarks\":[\(objects())]}" }
      let sequence = try read("{\"width\":1280,\"height\":720,\"frames\":[\(frames.joined(separator: ","))]}", .init())
      #expect(abs(sequence.times[3] - 0.201) < 1e-9, "\(key)")
    }
    let numbered = [0, 1, 6].map { "{\"FrameNo\":\"000\($0)\",\"hand_landmarks\":[\(objects())]}" }
    #expect(abs(try read("[\(numbered.joined(separator: ","))]").times[2] - 0.2) < 1e-9)
  }

  @Test func worldLandmarksAreInSpace() throws {
    defer { files.remove() }
    let world = objects(Self.points, scale: [1000, 1000, 1000])
    let text = "[{\"hand_landmarks\":[\(objects())],\"hand_world_landmarks\":[\(world)]}]"
    #expect(try read(text).coordinates == .normalised, "the picture's by default")
    var options = ReadingOptions()
    (options.rate, options.usesWorld) = (30, true)
    #expect(try read(text, options).coordinates == .world)
    #expect(
      try fault("[{\"hand_landmarks\":[\(objects())]}]", options) == .file(.noSuchPoints(path: path, points: "world")))
    options.usesWorld = nil
    #expect(try read("[{\"multi_hand_world_landmarks\":[{\"landmark\":\(world)}]}]", options).coordinates == .world)
  }

  /// In a file of empty frames nothing says that points would be in space.
  @Test func framesWithoutAnyHandAreOfAPicture() throws {
    defer { files.remove() }
    let empty = try read(#"[{"hand_landmarks":[]},{"hand_landmarks":null}]"#, ReadingOptions.at(30))
    #expect(empty.coordinates == .normalised && empty.hands == [[], []])
    #expect(abs(empty.times[1] - 1.0 / 30) < 1e-12)
    #expect(throws: Never.self) { try self.read(#"[{"hand_landmarks":[]}]"#) }
  }

  /// Shares reach up to twice the picture; beyond it, in either direction, they are pixels.
  @Test func handsBeyondTwiceThePictureAreInPixels() throws {
    defer { files.remove() }
    let hand = { (far: Vector3) in
      var points = Self.points.map { Vector3($0.x / 1280, $0.y / 720, 0) }
      points[3] = far
      return "[{\"hand_landmarks\":[\(self.objects(points, scale: [1, 1, 1]))]}]"
    }
    for (far, isNormalised) in [
      (Vector3(1.9, -1.9, 0), true), ([2.1, 0.5, 0], false), ([0.5, 2.1, 0], false), ([-2.1, 0.5, 0], false),
    ] {
      #expect(try read(hand(far), isNormalised ? size : .at(30)).coordinates == (isNormalised ? .normalised : .pixels))
    }
  }

  private var path: String { files.folder.path + "/faulty.json" }

  @Test func whatAFileDoesNotSayIsAskedFor() throws {
    defer { files.remove() }
    let rate = ReadingOptions.at(30)
    let frame = "{\"hand_landmarks\":[\(objects())]}"
    #expect(try fault("[\(frame)]", rate) == .file(.noPictureSize(path: path)))
    var picture = ReadingOptions()
    (picture.width, picture.height) = (1280, 720)
    #expect(try fault("[\(frame)]", picture) == .file(.noRate(path: path)))
    #expect(try fault("{\"fps\":25,\"frames\":[\(frame)]}") == .file(.contradiction("--rate", found: .exact(25))))
    let sized = "{\"width\":640,\"height\":480,\"frames\":[\(frame)]}"
    #expect(try fault(sized) == .file(.contradiction("--image-size", found: .text("640x480"))))
    let pixels = objects(Self.points, scale: [1, 1, 1])
    #expect(try fault("[{\"hand_landmarks\":[\(pixels)]}]") == .file(.unusedOption("--image-size", .mediaPipe)))
    let timed = "[{\"timestamp_ms\":0,\"hand_landmarks\":[\(objects())]}]"
    #expect(try fault(timed) == .file(.unusedOption("--rate", .mediaPipe)))
  }

  @Test func confidencesOfUnknownMeaningAreRefused() throws {
    defer { files.remove() }
    let with = { (score: String) in
      "[{\"hand_landmarks\":[\(objects())],\"handedness\":[{\"label\":\"Right\",\"score\":\(score)}]}]"
    }
    #expect(try fault(with("0.5")) == nil && fault(with("1")) == nil)
    #expect(try fault(with("98")) == .ambiguousScore(path: path, frame: 0, found: 98))
    #expect(try fault(with("-0.1")) == .ambiguousScore(path: path, frame: 0, found: -0.1))
    #expect(try fault(with("NaN")) == nil, "a missing score is none")
    let two = "[{\"hand_landmarks\":[\(objects()),\(objects())]}]"
    #expect(try fault(two) == .noHandedness(path: path, frame: 0))
    let one = "[{\"hand_landmarks\":[\(objects()),\(objects())],\"handedness\":[{\"label\":\"Right\",\"score\":0.9}]}]"
    #expect(isMalformed(try fault(one)))
  }

  @Test func hostileFilesAreRefused() throws {
    defer { files.remove() }
    let hand = objects()
    let whole = "{\"frames\":[{\"hand_landmarks\":[\(hand)]}]}"
    #expect(try fault(whole) == nil)
    for length in stride(from: 1, to: whole.count - 1, by: 97) {
      #expect(isMalformed(try fault(String(whole.prefix(length)))), "\(length) bytes")
    }
    for text in [
      "", "{}", "[]", "{\"frames\":{}}", "nothing", "[{\"hand_landmarks\":3}]", "[{\"hand_landmarks\":[[1,2,3]]}]",
      "[{\"hand_landmarks\":[\(objects(Array(Self.points.prefix(20))))]}]",
      "[{\"hand_landmarks\":[\(objects(Self.points + Self.points))]}]",
      "[{\"hand_landmarks\":[\(objects(Self.points.map { $0 * 1e9 }))]}]",
      "[{\"hand_landmarks\":" + String(repeating: "[", count: 5000) + "}]",
      "[{\"hand_landmarks\":[" + Array(repeating: hand, count: 101).joined(separator: ",") + "],\"handedness\":[]}]",
      "{\"width\":0,\"height\":-1,\"frames\":[{\"hand_landmarks\":[\(hand)]}]}",
    ] {
      var rate = ReadingOptions()
      rate.rate = 30
      let options = text.contains("width") ? rate : nil
      let error = try fault(text, options)
      #expect(
        isMalformed(error) || error == .noHandedness(path: path, frame: 0),
        "\(text.prefix(60)): \(String(describing: error))")
    }
    for times in ["5,4", "0,NaN", "0,1e300"] {
      let frames = times.split(separator: ",").map { "{\"timestamp_ms\":\($0),\"hand_landmarks\":[\(hand)]}" }
      var picture = ReadingOptions()
      (picture.width, picture.height) = (1280, 720)
      let error = try fault("[" + frames.joined(separator: ",") + "]", picture)
      #expect(isMalformed(error) || error == .file(.noRate(path: path)), "\(times)")
    }
    let lost = (0..<16).map { "{\"timestamp_ms\":\($0 < 10 ? 100 + 33 * $0 : 0),\"hand_landmarks\":[\(hand)]}" }
    guard case .file(.malformed(_, let place, _, _)) = try fault("[" + lost.joined(separator: ",") + "]") else {
      Issue.record("lost times were accepted")
      return
    }
    #expect(place == .phrase("frame", ["frame": .count(15)]))
    // Missing points are missing, no error.
    let missing = hand.replacing("{\"x\":", with: "{\"x\":NaN,\"w\":", maxReplacements: 1)
    #expect(try read("[{\"hand_landmarks\":[\(missing)]}]").hands[0][0].points[0].isFinite == false)
  }

  @Test func aFileThatIsNotThereIsMissing() {
    do throws(GestureError) {
      _ = try HandFile.read("/nowhere/hands.json")
      Issue.record("it was read")
    } catch { #expect(error.message.code == .gestureFileUnreadable) }
  }
}
