/// What must hold of a JSON text before it is decoded.
package enum JSONText {
  /// The deepest nesting that a file of this program has, several times over.
  private static let deepest = 32

  /// True where lists and objects are nested too deeply for any file that is read here.
  ///
  /// Decoders take time that grows with the depth faster than with the length: 33 KB of brackets took more than a minute.
  package static func isTooDeep(_ bytes: some Sequence<UInt8>) -> Bool {
    var (depth, isInText, isEscaped) = (0, false, false)
    for byte in bytes {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > deepest { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return false
  }
}
