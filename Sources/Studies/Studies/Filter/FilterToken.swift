internal import Diagnostics

/// A word of a filter, and where it begins.
struct FilterToken: Equatable {
  /// What it is.
  enum Kind: Equatable {
    case name(String)
    case number(Double)
    case text(String)
    /// A comparison, a bracket or a comma.
    case sign(String)
    case end
  }

  let kind: Kind
  /// The place of its first character, from 1.
  let place: Int

  /// No filter is longer, characters.
  static let longest = 4096

  private static let signs = ["<=", ">=", "!=", "<>", "==", "<", ">", "=", "(", ")", ","]

  /// The words of a filter, the end as the last.
  static func tokens(of text: String) throws(StudyError) -> [FilterToken] {
    let letters = Array(text)
    guard letters.count <= longest else {
      throw .badFilter(
        at: longest, expected: .phrase("line_at_most", ["limit": .count(longest)]), found: .count(letters.count))
    }
    var (tokens, at) = ([FilterToken](), 0)
    while at < letters.count {
      let (letter, begin) = (letters[at], at)
      if letter.isWhitespace {
        at += 1
      } else if letter == "'" || letter == "\"" {
        tokens.append(FilterToken(kind: .text(try quoted(letters, &at)), place: begin + 1))
      } else if letter.isASCII, letter.isLetter || letter == "_" {
        while at < letters.count, letters[at].isASCII,
          letters[at].isLetter || letters[at].isNumber || letters[at] == "_"
        {
          at += 1
        }
        tokens.append(FilterToken(kind: .name(String(letters[begin..<at])), place: begin + 1))
      } else if let sign = signs.first(where: { letters[at...].starts(with: $0) }) {
        at += sign.count
        tokens.append(FilterToken(kind: .sign(sign), place: begin + 1))
      } else {
        while at < letters.count, isOfNumber(letters, at, from: begin) { at += 1 }
        guard let number = Double(String(letters[begin..<at])), number.isFinite else {
          throw .badFilter(
            at: begin + 1, expected: .phrase("filter_word"), found: .quoted(String(letters[begin...].prefix(20))))
        }
        tokens.append(FilterToken(kind: .number(number), place: begin + 1))
      }
    }
    return tokens + [FilterToken(kind: .end, place: letters.count + 1)]
  }

  private static func isOfNumber(_ letters: [Character], _ at: Int, from begin: Int) -> Bool {
    let letter = letters[at]
    if letter.isASCII, letter.isNumber || letter == "." { return true }
    if letter == "e" || letter == "E" { return at > begin }
    return (letter == "-" || letter == "+") && (at == begin || "eE".contains(letters[at - 1]))
  }

  /// A text in quotation marks; one that stands in it is written twice.
  private static func quoted(_ letters: [Character], _ at: inout Int) throws(StudyError) -> String {
    let (mark, begin) = (letters[at], at)
    var text = ""
    at += 1
    while at < letters.count {
      if letters[at] == mark {
        at += 1
        guard at < letters.count, letters[at] == mark else { return text }
      }
      text.append(letters[at])
      at += 1
    }
    throw .badFilter(at: begin + 1, expected: .phrase("closed_quotes"), found: .phrase("open_quote"))
  }
}
