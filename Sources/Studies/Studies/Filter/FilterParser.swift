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
      throw fault(.phrase("filter_field", ["names": .names(FilterField.names)]))
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

  /// What may stand between a field and a value, as SQL has it.
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
