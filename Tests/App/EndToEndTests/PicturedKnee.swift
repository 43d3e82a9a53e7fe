import Foundation
import Images
import Recordings

/// A right knee that bends from 5° to 95° and back, thirty frames a second: a recording with one colour a frame, and landmarks in
/// its pictures of 160 × 120 pixels.
struct PicturedKnee {
  /// How its frames are called.
  enum Names: String, CaseIterable {
    /// Open3D's images, numbered from 1, and OpenPose's files.
    case numbers
    /// TUM's time stamps, and COCO's file names.
    case stamps
  }

  let names: Names
  private static let (width, height) = (160, 120)

  static let angles: [Double] = {
    let rest = { (angle: Double) in [Double](repeating: angle, count: 30) }
    let move = { (from: Double, to: Double) in
      (0..<30).map { from + (to - from) * (1 - cos(.pi * Double($0) / 30)) / 2 }
    }
    return rest(5) + move(5, 95) + rest(95) + move(95, 5) + rest(5)
  }()

  /// The colour of a frame's picture.
  static func color(_ frame: Int) -> [UInt8] { [UInt8(frame + 20), UInt8(220 - frame), 40] }

  private func image(_ frame: Int) -> String {
    names == .numbers ? "\(frame + 1)" : String(format: "%.6f", 100 + Double(frame) / 30)
  }

  /// What the landmarks call a frame.
  private func name(_ frame: Int) -> String {
    names == .numbers ? String(format: "view_%012d_keypoints.json", frame + 1) : image(frame) + ".png"
  }

  /// The name of a frame in the files that the program writes, which is not that of its image file.
  func label(_ frame: Int) -> String { names == .numbers ? "\(frame + 1)" : image(frame) }

  /// Writes the recording.
  func write(recording: URL) throws {
    let color = recording.appendingPathComponent(names == .numbers ? "color" : "rgb")
    let depth = recording.appendingPathComponent("depth")
    for folder in [color, depth] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let (count, far) = (Self.width * Self.height, try depthImage())
    for frame in Self.angles.indices {
      let pixels = [[UInt8]](repeating: Self.color(frame), count: count).flatMap(\.self)
      let picture = ColorImage(width: Self.width, height: Self.height, pixels: pixels)
      try ImageFile.png(picture).write(to: color.appendingPathComponent(image(frame) + ".png"))
      try far.write(to: depth.appendingPathComponent(image(frame) + ".png"))
    }
    let matrix = "{\"width\":160,\"height\":120,\"intrinsic_matrix\":[150,0,0,0,150,0,79.5,59.5,1]}"
    let file = names == .numbers ? "camera_intrinsic.json" : "intrinsic.json"
    try Data(matrix.utf8).write(to: recording.appendingPathComponent(file))
    guard names == .stamps else { return }
    for (list, folder) in [("rgb.txt", "rgb"), ("depth.txt", "depth")] {
      let lines = Self.angles.indices.map { "\(image($0)) \(folder)/\(image($0)).png\n" }
      try Data(lines.joined().utf8).write(to: recording.appendingPathComponent(list))
    }
  }

  private func depthImage() throws -> Data {
    let codes = [UInt16](repeating: 1000, count: Self.width * Self.height)
    return try ImageFile.png(depthCodes: codes, width: Self.width, height: Self.height)
  }

  /// Writes the landmarks, and returns what is to be said of them.
  func write(landmarks: URL) throws -> [String] {
    if names == .stamps {
      try Data(coco.utf8).write(to: landmarks)
      return []
    }
    try FileManager.default.createDirectory(at: landmarks, withIntermediateDirectories: true)
    for (frame, angle) in Self.angles.enumerated() {
      let people = "{\"people\":[{\"pose_keypoints_2d\":[\(points(angle, count: 25, hip: 9, knee: 10, ankle: 11))]}]}"
      try Data(people.utf8).write(to: landmarks.appendingPathComponent(name(frame)))
    }
    return ["--rate", "30"]
  }

  private var coco: String {
    let images = Self.angles.indices.map { frame in
      "{\"id\":\(frame),\"file_name\":\"\(name(frame))\",\"width\":160,\"height\":120,\"time_s\":\(Double(frame) / 30)}"
    }
    let people = Self.angles.enumerated().map { frame, angle in
      let points = points(angle, count: 17, hip: 12, knee: 14, ankle: 16)
      return "{\"image_id\":\(frame),\"category_id\":1,\"keypoints\":[\(points)],\"score\":0.9}"
    }
    return "{\"images\":[\(images.joined(separator: ","))],\"annotations\":[\(people.joined(separator: ","))]}"
  }

  /// The points of a model as a list of numbers; those that are not of the leg are not found.
  private func points(_ angle: Double, count: Int, hip: Int, knee: Int, ankle: Int) -> String {
    let turn = angle * .pi / 180
    var numbers = [Double](repeating: 0, count: 3 * count)
    let leg: [(Int, Double, Double)] = [
      (hip, 80, 20), (knee, 80, 60), (ankle, 80 - 40 * sin(turn), 60 + 40 * cos(turn)),
    ]
    for (point, x, y) in leg { numbers.replaceSubrange((3 * point)..<(3 * point + 3), with: [x, y, 0.9]) }
    return numbers.map { "\($0)" }.joined(separator: ",")
  }
}
