import Diagnostics
internal import Files
internal import Platform

/// The bytes of a file that may be long: a page of them is in memory at a time, and each part is read when it is asked for.
///
/// Where the file gets shorter or can't be read on, zeros stand, and ``fault`` says why. Check it after reading: in binary files
/// zeros are numbers.
final class FileText {
  /// How many bytes there are.
  private(set) var count: Int
  /// What was found in place of bytes that could not be read; nil where all could.
  private(set) var fault: FindingValue?
  /// The file; nil for bytes in memory, which are the only page then.
  private let descriptor: Int32?
  /// Where the first byte stands in the file.
  private var origin = 0
  private var page: [UInt8]
  private var start = 0
  /// Where the part ends that was read last.
  private var end = 0

  private static let pageSize = 1 << 18
  /// How far behind the last part another one may begin that is read in order, in bytes.
  private static let nearby = 1 << 12
  /// What some editors put before UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A text in memory.
  init(_ bytes: [UInt8]) {
    (page, count, descriptor) = (bytes, bytes.count, nil)
    passMark()
  }

  /// Opens a regular file.
  init(opening path: String, atMost limit: Int) throws(InputFile.Fault) {
    let file = try InputFile.open(path)
    (descriptor, count, page) = (file.descriptor, file.size, [])
    guard file.size <= limit else { throw .tooLarge(bytes: file.size, limit: limit) }
    passMark()
  }

  deinit { if let descriptor { close(descriptor) } }

  /// The byte at a place.
  subscript(place: Int) -> UInt8 {
    if place < start || place >= start + page.count { turn(to: place) }
    return page[place - start]
  }

  /// The bytes of a part.
  subscript(part: Range<Int>) -> [UInt8] {
    if part.isEmpty { return [] }
    defer { end = part.upperBound }
    if part.lowerBound < start || part.upperBound > start + page.count {
      // Of a file that is out of order each part would bring in a page of its own.
      guard part.lowerBound >= end, part.lowerBound - end <= Self.nearby else { return read(part) }
      turn(to: part.lowerBound)
    }
    if part.upperBound <= start + page.count {
      return Array(page[(part.lowerBound - start)..<(part.upperBound - start)])
    }
    return read(part)
  }

  /// All bytes.
  var all: [UInt8] { self[0..<count] }

  /// Whether a word stands in the text.
  func contains(_ word: String) -> Bool {
    // Words may stand across the border of two pages.
    stride(from: 0, to: count, by: Self.pageSize).contains { first in
      self[first..<min(count, first + Self.pageSize + word.utf8.count)].contains(word)
    }
  }

  private func passMark() {
    let mark = Self.byteOrderMark
    guard count >= mark.count, self[0..<mark.count] == mark else { return }
    count -= mark.count
    if descriptor == nil { page.removeFirst(mark.count) } else { (origin, page) = (mark.count, []) }
  }

  /// Brings the page that begins at a place into memory.
  private func turn(to place: Int) {
    page = read(place..<min(count, place + Self.pageSize))
    start = place
  }

  private func read(_ part: Range<Int>) -> [UInt8] {
    guard let descriptor else { return Array(page[part]) }
    var bytes = [UInt8](repeating: 0, count: part.count)
    var got = 0
    while got < part.count {
      let more = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + got, part.count - got, off_t(origin + part.lowerBound + got))
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else {
        fault =
          more == 0
          ? .phrase("end_of_file") : InputFile.Fault.unreadable(reason: String(cString: strerror(errno))).found
        break
      }
      got += more
    }
    return bytes
  }
}
