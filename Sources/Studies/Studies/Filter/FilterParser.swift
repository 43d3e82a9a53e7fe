internal import Diagnostics

/// Reads a filter: comparisons joined by `and`, `or`, `not` and brackets.
struct FilterParser {
  private let tokens: [FilterToken]
  private var at = 0
  private var depth = 0
  private var comparisons = 0

  /// No filter is nested more deeply.
  private static let deepest = 40
  /// No filter has more comparisons; the database takes expressions of limited depth, and a chain is deep.
  private static let mostComparisons = 64

  init(_ text: String) throws(StudyError) { tokens = try FilterToken.tokens(of: text) }

  /// The whole filter.
  mutating func condition() throws(StudyError) -> FilterCondition {
    let condition = try either()
    guard token.kind == .end else { throw fault(.phrase("filter_joint")) }
    return condition
  }

  private mutating func either() throws(StudyError) -> FilterCondition {
    var condition = try both()
    while take("or") { condition = .either(condition, try both()) }
    return condition
  }

  private mutating func both() throws(StudyError) -> FilterCondition {
    var condition = try single()
    while take("and") { condition = .both(condition, try single()) }
    return condition
  }

  private mutating func single() throws(StudyError) -> FilterCondition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw fault(.phrase("less_nesting", ["limit": .count(Self.deepest)])) }
    if take("not") { return .not(try single()) }
    if take(sign: "(") {
      let inner = try either()
      guard take(sign: ")") else { throw fault(.text(")")) }
      return inner
    }
    return try comparison()
  }

  private mutating func comparison() throws(StudyError) -> FilterCondition {
    comparisons += 1
    guard comparisons <= Self.mostComparisons else {
      throw fault(.phrase("fewer_comparisons", ["limit": .count(Self.mostComparisons)]))
    }
    guard case .name(let name) = token.kind, let field = FilterField(name.lowercased()) else {
      let typed = if case .name(let name) = token.kind { name } else { "" }
      throw fault(
        FilterField.names.nearest(to: typed).map { .quoted($0) }
          ?? .phrase("filter_field", ["names": .names(FilterField.names)]))
    }
    at += 1
    if take("is") {
      let isThere = take("not")
      guard take("missing") || take("null") else { throw fault(.text("missing")) }
      return isThere ? .not(.missing(field)) : .missing(field)
    }
    if take("in") {
      guard take(sign: "(") else { throw fault(.text("(")) }
      var values = [try value(for: field)]
      while take(sign: ",") { values.append(try value(for: field)) }
      guard take(sign: ")") else { throw fault(.text(")")) }
      return .among(field, values)
    }
    guard case .sign(let sign) = token.kind, let known = Self.comparisons[sign] else {
      throw fault(.phrase("filter_comparison"))
    }
    at += 1
    return .compared(field, known, try value(for: field))
  }

  /// The comparisons of a filter, and how SQL writes them.
  private static let comparisons = [
    "=": "=", "==": "=", "!=": "<>", "<>": "<>", "<": "<", ">": ">", "<=": "<=", ">=": ">=",
  ]

  /// The value of a field's kind: a text in quotation marks, or a number.
  private mutating func value(for field: FilterField) throws(StudyError) -> FilterValue {
    switch (field, token.kind) {
    case (.text, .text(let text)):
      at += 1
      return .text(text)
    case (.number, .number(let value)), (.measure, .number(let value)):
      at += 1
      return .number(value)
    case (.text, _): throw fault(.phrase("quoted_text"))
    default: throw fault(.phrase("a_number"))
    }
  }

  // MARK: Words

  private var token: FilterToken { tokens[at] }

  private mutating func take(_ word: String) -> Bool {
    guard case .name(let name) = token.kind, name.lowercased() == word else { return false }
    at += 1
    return true
  }

  private mutating func take(sign: String) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    at += 1
    return true
  }

  private func fault(_ expected: FindingValue) -> StudyError {
    let found: FindingValue =
      switch token.kind {
      case .name(let name): .quoted(name)
      case .number(let value): .exact(value)
      case .text(let text): .quoted(text)
      case .sign(let sign): .quoted(sign)
      case .end: .phrase("nothing_more")
      }
    return .badFilter(at: token.place, expected: expected, found: found)
  }
}

/// A word of a filter, and where it begins.
struct FilterToken: Equatable {
  /// The kinds of words, with their values.
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
