internal import Diagnostics
internal import Platform

/// The lines of a table of numbers, without copies of the text.
struct TableText {
  private let bytes: [UInt8]
  private var next = 0
  /// The number of the line that was read last, from 1.
  private(set) var line = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line without its end; nil behind the last one.
  mutating func nextLine() -> ArraySlice<UInt8>? {
    guard next < bytes.count else { return nil }
    let start = next
    var end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    next = end + 1
    line += 1
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return bytes[start..<end]
  }

  /// The next line as words.
  mutating func nextText() -> String? { nextLine().map { String(decoding: $0, as: UTF8.self) } }

  /// The fields of a line between tabs.
  static func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
  }

  /// The words of a line between white space.
  static func words(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// The number of a field: NaN where it is empty or says so, nil where it is something else.
  static func number(_ field: ArraySlice<UInt8>) -> Double? {
    let text = String(decoding: field, as: UTF8.self)
    let word = text.drop { $0 == " " }
    guard !word.isEmpty else { return .nan }
    let trimmed = word.last == " " ? Substring(word.prefix { $0 != " " }) : word
    guard let value = Double(trimmed) else { return nil }
    return value.isFinite ? value : .nan
  }
}
