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

  /// The fields of a line between tabs, or another mark.
  static func fields(_ line: ArraySlice<UInt8>, between mark: UInt8 = UInt8(ascii: "\t")) -> [ArraySlice<UInt8>] {
    line.split(separator: mark, omittingEmptySubsequences: false)
  }

  /// The words of a line between white space.
  static func words(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// A word without the quotes and commas that spreadsheets put around it.
  static func trimmed(_ word: ArraySlice<UInt8>) -> String {
    let isMark = { (byte: UInt8) in byte <= 32 || #",;""#.utf8.contains(byte) }
    let start = word.drop(while: isMark)
    return String(
      decoding: start[..<(start.lastIndex { !isMark($0) }.map { $0 + 1 } ?? start.startIndex)], as: UTF8.self)
  }

  /// The number of a field, be it with a decimal comma: NaN where it is empty or says so, nil where it is something else.
  static func number(_ field: ArraySlice<UInt8>) -> Double? {
    let text = String(decoding: field, as: UTF8.self)
    let word = text.drop { $0 == " " }
    guard !word.isEmpty else { return .nan }
    let trimmed = word.last == " " ? Substring(word.prefix { $0 != " " }) : word
    let decimal = { Double(trimmed.replacing(",", with: ".")) }
    guard let value = Double(trimmed) ?? decimal() else { return nil }
    return value.isFinite ? value : .nan
  }
}
