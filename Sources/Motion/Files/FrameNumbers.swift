internal import Diagnostics
internal import Inputs

/// Frames by the numbers in their names: where numbers are missing, frames are.
package enum FrameNumbers {
  /// The last number in a name, such as 12 of `video_000000000012_keypoints.json`.
  package static func number(in name: String) -> Int? { NameNumber.last(in: name) }

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
