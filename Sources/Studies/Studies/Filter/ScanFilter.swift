internal import Diagnostics
internal import GRDB

/// Which scans are asked for, such as `cvai > 6.25 and age_months < 6` (Docs/formats/study.md).
///
/// What is not known fits no comparison: of scans whose CVAI is withheld neither `cvai > 6` nor `not cvai > 6` is true;
/// `cvai is missing` is.
public struct ScanFilter: Sendable, Equatable {
  let condition: FilterCondition

  /// Every scan.
  public static let all = ScanFilter(condition: .all)

  private init(condition: FilterCondition) { self.condition = condition }

  /// The filter that a text says.
  ///
  /// - Throws: ``StudyError/badFilter(at:expected:found:)``.
  public init(_ text: String) throws(StudyError) {
    var parser = try FilterParser(text)
    condition = try parser.condition()
  }

  /// The condition in SQL, on scans `s` and results `r`, and what is bound in it.
  var sql: (text: String, arguments: StatementArguments) {
    var arguments = StatementArguments()
    return (Self.sql(condition, &arguments), arguments)
  }

  private static func sql(_ condition: FilterCondition, _ arguments: inout StatementArguments) -> String {
    switch condition {
    case .all: return "1"
    case .both, .either:
      // A chain stays one: in brackets of its own each link would be another level for the database's parser.
      var parts: [String] = []
      for link in condition.chain { parts.append(sql(link, &arguments)) }
      if case .both = condition { return "(\(parts.joined(separator: " AND ")))" }
      return "(\(parts.joined(separator: " OR ")))"
    case .not(let a): return "NOT \(sql(a, &arguments))"
    case .missing(let field): return "(\(sql(field, &arguments)) IS NULL)"
    case .compared(let field, let sign, let value):
      let column = sql(field, &arguments)
      arguments += [value.bound]
      return "(\(column) \(sign) ?)"
    case .among(let field, let values):
      let column = sql(field, &arguments)
      arguments += StatementArguments(values.map(\.bound))
      return "(\(column) IN (\(Array(repeating: "?", count: values.count).joined(separator: ", "))))"
    }
  }

  private static func sql(_ field: FilterField, _ arguments: inout StatementArguments) -> String {
    switch field {
    case .text(let column), .number(let column): return column
    case .measure(let name):
      arguments += [name]
      return """
        (SELECT m.value FROM measurements m WHERE m.scan = r.scan AND m.protocol = r.protocol AND m.origin = r.origin \
        AND m.quantity = ?)
        """
    }
  }
}
