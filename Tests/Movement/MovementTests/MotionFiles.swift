import Foundation
import Geometry

@testable import Movement

/// Motion files of a simulated body, written as other programs write them.
struct MotionFiles {
  let folder: URL

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
