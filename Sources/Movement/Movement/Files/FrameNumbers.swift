internal import Diagnostics
internal import Files

/// Frames by the numbers in their names: where numbers are missing, frames are.
package enum FrameNumbers {
  /// The last number in a name, such as 12 of `video_000000000012_keypoints.json`.
  package static func number(in name: String) -> Int? { NameNumber.last(in: name) }

  /// How many numbers there may be for each frame: ids of a data set are no frame numbers.
  private static let sparsest = 50

  /// The numbers of names by which each is another frame: the last ones in them, or else the last ones but one and so on, because
  /// a camera's number or a picture's size may stand behind (`frame_000012_cam2.png`, `…_1280x720.png`); or the first ones, because
  /// some programs put a hash behind. Nil where none of these tells the frames apart, or where they run too far apart.
  static func numbers(of names: [String]) -> [String: Int]? {
    let all = names.map(NameNumber.all)
    guard let fewest = all.map(\.count).min(), fewest > 0 else { return nil }
    for place in (0..<fewest).map({ -1 - $0 }) + Array(0..<fewest) {
      let numbers = all.map { place < 0 ? $0[$0.count + place] : $0[place] }.compactMap(\.self)
      guard numbers.count == names.count, Set(numbers).count == names.count, let low = numbers.min(),
        let high = numbers.max(), isRunning(low, high, numbers.count)
      else { continue }
      return Dictionary(zip(names, numbers)) { first, _ in first }
    }
    return nil
  }

  /// What frames are called in what is written, since the names of files may be a child's: numbers and time stamps as they
  /// are, others by the numbers that tell them apart, or by their places where none do.
  static func labels(of names: [String]) -> [String] {
    for plain in [names, names.map(stem)] where plain.allSatisfy(isStamp) && Set(plain).count == names.count {
      return plain
    }
    if let numbers = numbers(of: names) { return names.map { "\(numbers[$0]!)" } }
    let last = names.compactMap(number)
    return Set(last).count == names.count ? last.map { "\($0)" } : names.indices.map { "\($0)" }
  }

  /// A file's name without its folder and its ending.
  private static func stem(_ name: String) -> String {
    let file = name.split(separator: "/").last ?? ""
    return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
  }

  /// Whether a name is a number or a time stamp, and nothing else.
  private static func isStamp(_ name: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return !name.isEmpty && name.utf8.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: ".") }
  }

  /// Whether numbers are close enough together to be those of frames.
  private static func isRunning(_ low: Int, _ high: Int, _ count: Int) -> Bool {
    // Subtracted without overflow: numbers come from names of any length.
    let span = high.subtractingReportingOverflow(low)
    return !span.overflow && span.partialValue < sparsest * count
  }

  /// The times of ascending frame numbers, each of them once, in seconds from the first.
  static func times(_ numbers: [Int], _ rate: Double?, path: String) throws(MotionError) -> [Double] {
    guard let rate else { throw .noRate(path: path) }
    guard let first = numbers.first, let last = numbers.last else { return [] }
    guard isRunning(first, last, numbers.count) else {
      throw .malformed(
        path: path, place: .phrase("motion_frame_numbers"), expected: .phrase("motion_running_numbers"),
        found: .phrase("range", ["low": .count(first), "high": .count(last)]))
    }
    return numbers.map { Double($0 - first) / rate }
  }
}
