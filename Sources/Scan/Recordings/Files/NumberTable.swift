internal import Diagnostics
import Geometry
import Platform

/// A table of numbers with commas between them; a first line of words is its header.
struct NumberTable {
  /// The words of the header; empty without one.
  let header: [String]
  /// The numbers of each row; NaN in a cell that is empty.
  let rows: [[Double]]

  /// Reads a file of a recording's folder.
  ///
  /// - Parameter full: how many cells of a row must not be empty; by default none may be.
  init(_ folder: RecordingFolder, _ name: String, full: Int = .max) throws(RecordingError) {
    var (header, rows): ([String], [[Double]]) = ([], [])
    let lines = try folder.index(name).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, bytes) in lines.enumerated() {
      let line = String(decoding: bytes, as: UTF8.self)
      let words = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { !$0.isWhitespace } }
      if words.allSatisfy(\.isEmpty) { continue }
      let values = words.enumerated().map { $1.isEmpty && $0 >= full ? .nan : Double($1) ?? .infinity }
      guard !values.contains(where: \.isInfinite), values.prefix(full).allSatisfy(\.isFinite) else {
        if number == 0, !words.contains(where: { Double($0) != nil }) {
          header = words
          continue
        }
        throw .badIndex(file: name, line: number + 1, expected: .phrase("row_of_numbers"), found: .quoted(line))
      }
      rows.append(values)
    }
    (self.header, self.rows) = (header, rows)
  }
}

/// By what a recorder knew where down is.
public enum GravitySource: String, Sendable {
  /// The poses that it wrote down, whose world stands upright (ARKit).
  case poses = "recorded_poses"
  /// The phone's own estimate of gravity (Core Motion).
  case deviceMotion = "device_motion"
  /// An accelerometer, averaged over half a second.
  case accelerometer
}

/// What a phone's motion sensors say of gravity in the course of a recording.
struct GravityTrack {
  /// Where gravity is or what is felt in its place, in any unit, by time in seconds: x to the right of the upright screen,
  /// y to its top, z towards who looks at it (Core Motion).
  private let samples: [(time: Double, gravity: Vector3)]
  /// So far from a frame, in seconds, samples are averaged.
  private let reach: Double
  let source: GravitySource

  /// - Parameters:
  ///   - samples: in any order; what is no number is left out.
  ///   - reach: how far from a frame samples are averaged, seconds.
  init(_ samples: [(time: Double, gravity: Vector3)], reach: Double, _ source: GravitySource) {
    self.samples = samples.filter {
      $0.time.isFinite && $0.gravity.x.isFinite && $0.gravity.y.isFinite && $0.gravity.z.isFinite
    }
    .sorted { $0.time < $1.time }
    (self.reach, self.source) = (reach, source)
  }

  /// Where down is at a time, a unit vector in the phone's axes; nil where nothing was recorded, or what was has no
  /// direction in common.
  func down(at time: Double) -> Vector3? {
    let near = samples[samples.index(notBefore: time - reach) { $0.time }...].prefix { $0.time <= time + reach }
    let sum = near.reduce(Vector3.zero) { $0 + $1.gravity }
    let lengths = near.reduce(0) { $0 + $1.gravity.length }
    return sum.length > 0.5 * lengths ? sum / sum.length : nil
  }

  /// A direction of the phone's axes in the image of its front camera as the sensor has it, wider than high: held upright,
  /// the top of what is seen is on the image's left. Nil for other shapes: newer phones have sensors that are built in
  /// otherwise.
  static func inFrontCamera(_ direction: Vector3, _ size: ImageSize) -> Vector3? {
    3 * size.width == 4 * size.height ? [-direction.y, direction.x, direction.z] : nil
  }
}
