import Diagnostics

/// Takes words, numbers and lines from ASCII bytes. Blanks are spaces, tabs and carriage returns.
struct TextScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The next byte to read.
  private(set) var position: Int
  /// The number of the current line, from 1.
  private(set) var line = 1

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// True when everything was read.
  var isAtEnd: Bool { position >= bytes.count }

  /// The next word of this line, or nil at its end.
  ///
  /// - Parameter isContinued: whether a line that ends with a backslash goes on in the next.
  mutating func wordInLine(isContinued: Bool = false) -> UnsafeBufferPointer<UInt8>? {
    while position < bytes.count {
      if isBlank(bytes[position]) { position += 1 } else if !isContinued || !passContinuation() { break }
    }
    guard position < bytes.count, bytes[position] != newline else { return nil }
    let start = position
    while position < bytes.count, !isBlank(bytes[position]), bytes[position] != newline {
      if isContinued, continuation() != nil { break }
      position += 1
    }
    return UnsafeBufferPointer(rebasing: bytes[start..<position])
  }

  /// Where the next line begins if a backslash that ends this one stands here; nil otherwise.
  private func continuation() -> Int? {
    guard bytes[position] == UInt8(ascii: "\\") else { return nil }
    let end = position + 1 < bytes.count && bytes[position + 1] == 13 ? position + 2 : position + 1
    return end < bytes.count && bytes[end] == newline ? end + 1 : nil
  }

  private mutating func passContinuation() -> Bool {
    guard let next = continuation() else { return false }
    (position, line) = (next, line + 1)
    return true
  }

  /// The next word on this or a later line, or nil at the end.
  mutating func word() -> UnsafeBufferPointer<UInt8>? {
    while !isAtEnd {
      if let word = wordInLine() { return word }
      nextLine()
    }
    return nil
  }

  /// Moves to the start of the next line.
  mutating func nextLine() {
    while position < bytes.count, bytes[position] != newline { position += 1 }
    position += 1
    line += 1
  }

  /// The rest of this line, without a trailing carriage return; the scanner moves to the next line.
  mutating func restOfLine() -> String {
    let start = min(position, bytes.count)
    nextLine()
    var end = min(position - 1, bytes.count)
    if end > start, bytes[end - 1] == 13 { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private let newline: UInt8 = 10
  private func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The word as text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// True when the word is `text`, whatever the case of its ASCII letters.
  func isWord(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return (0..<count).allSatisfy { (self[$0] | 0x20) == (text.utf8Start[$0] | 0x20) }
  }

  /// The word as messages show it where it is no number.
  var shown: FindingValue {
    let digits = split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let word = String(text.prefix(20))
    guard digits.count == 2, UnsafeBufferPointer(rebasing: digits[0]).number != nil,
      digits[1].first.map({ (48...57).contains($0) }) == true
    else { return .text("\"\(word)\"") }
    return .phrase("decimal_comma", ["word": .text(word)])
  }

  /// The word as a number, or nil. Short plain decimals are read exactly without a string (Clinger 1990).
  var number: Double? {
    // Strings of C end at a zero byte, and with them what `Double` reads.
    plainDecimal ?? (contains(0) ? nil : Double(text))
  }

  private var plainDecimal: Double? {
    var (mantissa, digits, scale, seenPoint) = (UInt64(0), 0, 0, false)
    let signed = first == 45 || first == 43
    for byte in self[(signed ? 1 : 0)...] {
      if byte == 46, !seenPoint {
        seenPoint = true
      } else if byte >= 48, byte <= 57, digits < 15 {
        mantissa = mantissa * 10 + UInt64(byte - 48)
        digits += 1
        if seenPoint { scale += 1 }
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    let value = Double(mantissa) / powersOfTen[scale]
    return first == 45 ? -value : value
  }
}

/// Powers that a double holds exactly.
private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
