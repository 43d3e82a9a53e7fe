package import Yams

/// YAML without anchors and aliases, as every file of this program is written.
///
/// An alias repeats what an anchor names, and nine of them, one inside the other, stand for 10⁹ values: as the key of a
/// mapping, which must be compared with the others, those took minutes out of 1 KB of text.
package enum PlainYAML {
  /// Why a text is no plain YAML; one line.
  package struct Fault: Error, Equatable {
    /// What was found.
    package let found: String
  }

  /// The top node of a text, or nil where it is empty.
  package static func compose(_ text: String) throws(Fault) -> Node? {
    if let line = lineOfReference(in: text) {
      throw Fault(found: "an anchor or alias in line \(line), which are not read; put a text that begins so in quotes")
    }
    do { return try Yams.compose(yaml: text) } catch {
      let lines = "\(error)".split(separator: "\n")
      throw Fault(found: "text that is not: \(lines.first ?? "")")
    }
  }

  /// The first line in which a value begins with `&name` or `*name`, from 1.
  ///
  /// Only quotes, comments and the places where a value may begin are told apart, so a plain text such as `a, *b` counts too.
  static func lineOfReference(in text: String) -> Int? {
    let bytes = Array(text.utf8)
    var (line, i, mayBegin) = (1, 0, true)
    while i < bytes.count {
      let byte = bytes[i]
      switch byte {
      case UInt8(ascii: "\n"): (line, mayBegin) = (line + 1, true)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      case UInt8(ascii: "#") where i == 0 || isBlank(bytes[i - 1]):
        while i + 1 < bytes.count, bytes[i + 1] != UInt8(ascii: "\n") { i += 1 }
      case UInt8(ascii: "\"") where mayBegin, UInt8(ascii: "'") where mayBegin:
        i = endOfQuotes(bytes, from: i, &line)
        mayBegin = false
      case UInt8(ascii: "!") where mayBegin:
        while i + 1 < bytes.count, !isBlank(bytes[i + 1]) { i += 1 }
      case UInt8(ascii: "&") where mayBegin, UInt8(ascii: "*") where mayBegin:
        if i + 1 < bytes.count, !isBlank(bytes[i + 1]) { return line }
        mayBegin = false
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "["),
        UInt8(ascii: "{"):
        mayBegin = true
      default: mayBegin = false
      }
      i += 1
    }
    return nil
  }

  /// The place of the quotes that end a text, or the last byte.
  private static func endOfQuotes(_ bytes: [UInt8], from start: Int, _ line: inout Int) -> Int {
    let quote = bytes[start]
    var i = start + 1
    while i < bytes.count, bytes[i] != quote {
      if bytes[i] == UInt8(ascii: "\n") { line += 1 }
      // A doubled single quote ends one text and begins the next, which comes to the same.
      if quote == UInt8(ascii: "\""), bytes[i] == UInt8(ascii: "\\") { i += 1 }
      i += 1
    }
    return min(i, bytes.count - 1)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
