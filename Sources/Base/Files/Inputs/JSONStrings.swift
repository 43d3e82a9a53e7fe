/// Follows a JSON text byte by byte and tells what stands in its strings, where brackets and words mean nothing.
package struct JSONStrings {
  private var (isInside, isEscaped) = (false, false)

  /// At the beginning of a text.
  package init() {}

  /// Takes in the next byte of the text: true where it belongs to a string, its quotes included.
  package mutating func take(_ byte: UInt8) -> Bool {
    guard isInside else {
      isInside = byte == UInt8(ascii: "\"")
      return isInside
    }
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInside = false
    }
    return true
  }
}
