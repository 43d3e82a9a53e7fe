package import Diagnostics
package import Yams

/// YAML without anchors and aliases, as every file of this program is written.
///
/// An alias repeats what an anchor names, and nine of them, one inside the other, stand for 10⁹ values: as the key of a
/// mapping, which must be compared with the others, those took minutes out of 1 KB of text.
package enum PlainYAML {
  /// Why a text is not plain YAML; one line.
  package struct Fault: Error, Equatable {
    /// What was found.
    package let found: FindingValue
  }

  /// The top node of a text, or nil where it is empty.
  package static func compose(_ text: String) throws(Fault) -> Node? {
    if let line = lineOfReference(in: text) {
      throw Fault(
        found: .phrase("yaml_reference", ["line": .count(line)]))
    }
    do { return try Yams.compose(yaml: text) } catch {
      let lines = "\(error)".split(separator: "\n")
      throw Fault(found: .phrase("text_that_is_not_because", ["reason": .text(String(lines.first ?? ""))]))
    }
  }

  /// The first line in which a word begins with `&` or `*`, from 1.
  ///
  /// Words in quotes and comments count too. Telling them apart takes a full parser, and what a simpler one takes for a
  /// quoted text may hide an alias.
  static func lineOfReference(in text: String) -> Int? {
    var (line, before) = (1, UInt8(ascii: "\n"))
    var bytes = Substring(text).utf8
    while let byte = bytes.popFirst() {
      let isSign = byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*")
      if isSign, !isWithinWord(before), let next = bytes.first, !isBlank(next) { return line }
      if byte == UInt8(ascii: "\n") { line += 1 }
      before = byte
    }
    return nil
  }

  /// True for a letter or digit, behind which no value can begin.
  private static func isWithinWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
