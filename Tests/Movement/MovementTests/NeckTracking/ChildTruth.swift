import Feedback
import Foundation
import Geometry
import Movement

/// What a simulated child has really done, by the `truth.json` of its recording.
struct ChildTruth: Decodable {
  private let landmarks: [String: [Double]]
  private let headFromTorso, headFromCamera: [[[Double]]]
  private let markers: [String: Marker]

  private struct Marker: Decodable {
    let corners: [[Double]]

    enum CodingKeys: String, CodingKey {
      case corners = "corners_mm"
    }
  }

  enum CodingKeys: String, CodingKey {
    case landmarks = "landmarks_mm"
    case headFromTorso = "head_from_torso"
    case headFromCamera = "head_from_camera"
    case markers
  }

  init(_ recording: URL) throws {
    let file = recording.appendingPathComponent("truth.json")
    self = try JSONDecoder().decode(ChildTruth.self, from: Data(contentsOf: file))
  }

  /// Right, anterior and superior by the exact landmarks, as columns in the head's frame: the sellion axis.
  var headFromRAS: Matrix3 {
    let at = { (name: String) in Self.vector(landmarks[name]!) }
    let (left, right) = (at("tragion_left"), at("tragion_right"))
    let forward = (at("sellion") - (left + right) / 2).normalized
    let up = (right - left).cross(forward).normalized
    return Matrix3(columns: forward.cross(up), forward, up)
  }

  /// The corners of each marker about those axes, in metres, by id.
  var layout: [Int: [Vector3]] {
    let axes = headFromRAS.transpose
    return Dictionary(
      uniqueKeysWithValues: markers.map { (Int($0)!, $1.corners.map { axes * Self.vector($0) / 1000 }) })
  }

  /// The head's axes in the torso's frame, in each frame.
  var torsoFromRAS: [Matrix3] { headFromTorso.map { Self.rotation($0).transpose * headFromRAS } }

  /// The camera's axes in the torso's frame, in each frame.
  var torsoFromCamera: [Matrix3] {
    zip(headFromTorso, headFromCamera).map { Self.rotation($0).transpose * Self.rotation($1) }
  }

  /// The patch's right, anterior and superior in the torso's frame: it lies straight, on a slope of 3 to 4.
  static let patch = Matrix3(columns: [1, 0, 0], [0, 0.8, 0.6], [0, -0.6, 0.8])

  /// How far the head was turned to the left and to the right where it was held, in degrees from where it rested first.
  var sides: (left: Double, right: Double) {
    let turns = rotations(from: torsoFromRAS[0])
    let rest = Self.mean(turns.prefix(Self.resting))
    return Self.ends(turns.map { $0 - rest })
  }

  /// The same from where its axes are square to the torso's. A slope about right is in flexion alone.
  var squareSides: (left: Double, right: Double) { Self.ends(rotations(from: .identity)) }

  /// The frames before the first movement, which begins after 1.5 s.
  private static let resting = 8

  private func rotations(from neutral: Matrix3) -> [Double] {
    torsoFromRAS.map { HeadAngles(neutral.transpose * $0).rotation }
  }

  private static func ends(_ turns: [Double]) -> (left: Double, right: Double) {
    let end = { (sign: Double) -> Double in
      let most = turns.map { sign * $0 }.max()!
      return mean(turns.map { sign * $0 }.filter { $0 > 0.97 * most }[...])
    }
    return (end(-1), end(1))
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double { values.reduce(0, +) / Double(values.count) }

  private static func rotation(_ rows: [[Double]]) -> Matrix3 {
    Matrix3(rows: vector(rows[0]), vector(rows[1]), vector(rows[2]))
  }

  private static func vector(_ numbers: [Double]) -> Vector3 { [numbers[0], numbers[1], numbers[2]] }
}
