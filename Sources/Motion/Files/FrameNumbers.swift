internal import Diagnostics

/// Frames by the numbers in their names: where numbers are missing, frames are.
package enum FrameNumbers {
  /// The last number in a name, such as 12 of `video_000000000012_keypoints.json`.
  package static func number(in name: String) -> Int? {
    let bytes = Array(name.utf8)
    let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    guard let last = bytes.lastIndex(where: isDigit) else { return nil }
    var first = last
    while first > 0, isDigit(bytes[first - 1]) { first -= 1 }
    return Int(String(decoding: bytes[first...last], as: UTF8.self))
  }

  /// How many numbers there may be for each frame: ids of a data set are no frame numbers.
  private static let sparsest = 50

  /// The times of ascending frame numbers, each of them once, in seconds from the first.
  static func times(_ numbers: [Int], _ rate: Double?, path: String) throws(MotionError) -> [Double] {
    guard let rate else { throw .noRate(path: path) }
    guard let first = numbers.first, let last = numbers.last else { return [] }
    // Subtracted without overflow: numbers come from names of any length.
    let span = last.subtractingReportingOverflow(first)
    guard !span.overflow, span.partialValue < sparsest * numbers.count else {
      throw .malformed(
        path: path, place: .phrase("motion_frame_numbers"), expected: .phrase("motion_running_numbers"),
        found: .phrase("range", ["low": .count(first), "high": .count(last)]))
    }
    return numbers.map { Double($0 - first) / rate }
  }
}
