import Foundation
import Geometry
import Testing

@testable import Movement

/// Motion files of a simulated body, written as other programs write them.
struct MotionFiles {
  let folder: URL
  static let course = Course.repeats(3, to: { _ in 110 }, rate: 15)
  static let body = SimulatedBody(knee: course, rate: 15)
  /// Made once: every landmark of every frame asks for it.
  static let lateral = body.lateral

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "motion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, as name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// A folder of OpenPose's, one file a frame.
  func openPose(_ sequence: LandmarkSequence, _ skeleton: Skeleton = .body25, people: Int = 1) throws -> String {
    let place = folder.appending(path: "openpose-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for i in sequence.times.indices {
      let list = numbers(sequence, i, skeleton).map { "\($0)" }.joined(separator: ",")
      let person = "{\"person_id\":[-1],\"pose_keypoints_2d\":[\(list)],\"face_keypoints_2d\":[]}"
      let name = "video_" + String(repeating: "0", count: 12 - "\(i)".count) + "\(i)_keypoints.json"
      let text = "{\"version\":1.3,\"people\":[\(Array(repeating: person, count: people).joined(separator: ","))]}"
      try Data(text.utf8).write(to: place.appending(path: name))
    }
    return place.path
  }

  /// COCO's results.
  func coco(
    _ sequence: LandmarkSequence, _ skeleton: Skeleton = .coco17, extra: String = "\"score\":0.9",
    third: (Double) -> Double = { $0 }
  ) throws -> String {
    let people = sequence.times.indices.map { i in
      let list = numbers(sequence, i, skeleton, third).map { "\($0)" }.joined(separator: ",")
      return "{\"image_id\":\"\(i).jpg\",\"category_id\":1,\"keypoints\":[\(list)],\(extra)}"
    }
    return try write("[" + people.joined(separator: ",\n") + "]", as: "coco-\(UUID().uuidString).json")
  }

  /// MediaPipe's frames, with landmarks as shares of a picture or in metres.
  func mediaPipe(_ sequence: LandmarkSequence, world: Bool, visibility: (Double) -> Double = { $0 }) throws -> String {
    let frames = sequence.times.indices.map { i in
      var points = [String](repeating: "{\"x\":0.5,\"y\":0.5,\"z\":0,\"visibility\":0.5}", count: 33)
      for (point, place) in Skeleton.mediaPipe.places {
        guard let track = sequence.tracks[point] else { continue }
        let position = track.positions[i]
        let (x, y, z) = world ? (position.x, position.y, position.z) : (position.x / 1920, position.y / 1080, 0)
        points[place] = "{\"x\":\(x),\"y\":\(y),\"z\":\(z),\"visibility\":\(visibility(track.confidences?[i] ?? 1))}"
      }
      let key = world ? "world_landmarks" : "landmarks"
      return "{\"timestamp_ms\":\(sequence.times[i] * 1000),\"\(key)\":[\(points.joined(separator: ","))]}"
    }
    return try write("{\"frames\":[" + frames.joined(separator: ",\n") + "]}", as: "mp-\(UUID().uuidString).json")
  }

  /// A person of COCO's results in a picture: all points in a row that moves on.
  static func person(_ id: Int) -> String {
    let numbers = (0..<17).map { "\(100 + 10 * $0 + id % 50).25, \(200 + 3 * $0).5, 0.9" }
    return "{\"image_id\": \(id), \"score\": 0.9, \"keypoints\": [\(numbers.joined(separator: ", "))]}"
  }

  private func numbers(
    _ sequence: LandmarkSequence, _ i: Int, _ skeleton: Skeleton, _ third: (Double) -> Double = { $0 }
  ) -> [Double] {
    var numbers = [Double](repeating: 0, count: 3 * skeleton.count)
    for (point, place) in skeleton.places {
      guard let track = sequence.tracks[point], track.positions[i].isFinite else { continue }
      numbers[3 * place] = track.positions[i].x
      numbers[3 * place + 1] = track.positions[i].y
      numbers[3 * place + 2] = third(track.confidences?[i] ?? 1)
    }
    return numbers
  }
}

/// A suite of tests that read files of a body that bends its right knee at 15 frames a second.
protocol FileSuite {
  var files: MotionFiles { get }
}

extension FileSuite {
  /// The angle of the knee, frame by frame.
  var course: [Double] { MotionFiles.course }
  var body: SimulatedBody { MotionFiles.body }

  var at15: ReadingOptions { .at(15) }
  var at30: ReadingOptions { .at(30) }

  /// Landmarks in shares of a picture of this size.
  var sized: ReadingOptions {
    var options = ReadingOptions()
    (options.width, options.height) = (1920, 1080)
    return options
  }

  func knee(_ path: String, _ options: ReadingOptions = .init()) throws -> MeasuredMotion {
    let task = try MotionTask(.knee, .right, view: .lateral, direction: nil)
    return try MotionMeasurement(task).measure(.read(path, options), path: path)
  }

  func expectWhole(
    _ measured: MeasuredMotion, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(measured.angles[0].degrees.count == course.count, "\(name)", sourceLocation: sourceLocation)
    let worst = zip(measured.angles[0].degrees, course).reduce(0) { max($0, abs($1.0 - $1.1)) }
    #expect(worst < 1e-3, "\(name): \(worst)", sourceLocation: sourceLocation)
    #expect(measured.result.status == .complete, "\(name): \(worst)", sourceLocation: sourceLocation)
  }

  func knee(_ file: MotionFile, _ side: BodySide = .right) throws -> [Double] {
    let task = try MotionTask(.knee, side, view: .lateral)
    return try MotionMeasurement(task).measure(file, path: "file").angles[0].degrees
  }

  func sequence(_ file: MotionFile) throws -> LandmarkSequence {
    guard case .landmarks(let sequence, _) = file else { throw MotionError.unrecognised(path: "file") }
    return sequence
  }

  func fails(_ text: String, as name: String, _ options: ReadingOptions = .init()) throws -> MotionError? {
    let path = try files.write(text, as: name)
    do throws(MotionError) {
      _ = try MotionFile.read(path, options)
      return nil
    } catch { return error }
  }

  /// Why bytes, or a text, are refused; nil where they are read.
  func fault(_ bytes: [UInt8], _ options: ReadingOptions = .init()) -> MotionError? {
    do throws(MotionError) { _ = try MotionFile.read(bytes: bytes, path: "made", options) } catch { return error }
    return nil
  }

  func fault(_ text: String, _ options: ReadingOptions = .init()) -> MotionError? { fault(Array(text.utf8), options) }

  func isMalformed(_ error: MotionError?) -> Bool { if case .malformed = error { true } else { false } }

  /// The points of COCO in a frame, x and y in pixels.
  func points(_ sequence: LandmarkSequence, _ i: Int, _ skeleton: Skeleton = .coco17) -> [[Double]] {
    var points = [[Double]](repeating: [500, 500], count: skeleton.count)
    for (point, place) in skeleton.places {
      let position = sequence.tracks[point]!.positions[i]
      points[place] = [position.x, position.y]
    }
    return points
  }

  func list(_ numbers: [Double]) -> String { "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]" }

  /// A frame of MediaPipe's landmarks, in shares of a picture or in its pixels.
  func landmarks(_ i: Int, inPixels: Bool = false) -> String {
    let size: Vector3 = inPixels ? [1, 1, 1] : [1920, 1080, 1]
    var points = [Vector3](repeating: Vector3(500, 500, 0) / size, count: 33)
    for (point, place) in Skeleton.mediaPipe.places {
      points[place] = MotionFiles.lateral.tracks[point]!.positions[i] / size
    }
    let texts = points.map { "{\"x\":\($0.x),\"y\":\($0.y),\"z\":0,\"visibility\":0.9}" }
    return "[" + texts.joined(separator: ",") + "]"
  }
}

extension ReadingOptions {
  /// Options that state so many frames a second.
  static func at(_ rate: Double) -> ReadingOptions {
    var options = ReadingOptions()
    options.rate = rate
    return options
  }
}
