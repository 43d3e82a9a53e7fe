internal import Analysis
internal import Diagnostics
internal import GRDB
internal import Reports

/// Which scans are asked for, such as `cvai > 6.25 and age_months < 6` (Docs/formats/study.md).
///
/// An unknown value fits no comparison: of scans whose CVAI is withheld neither `cvai > 6` nor `not cvai > 6` is true;
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

/// A condition on a scan and one of its results.
indirect enum FilterCondition: Equatable, Sendable {
  case all
  case both(FilterCondition, FilterCondition)
  case either(FilterCondition, FilterCondition)
  case not(FilterCondition)
  case compared(FilterField, String, FilterValue)
  case among(FilterField, [FilterValue])
  case missing(FilterField)

  /// The links of a chain of `and`, or of `or`, in their order; any other condition alone.
  var chain: [FilterCondition] {
    var (links, rest): ([FilterCondition], FilterCondition) = ([], self)
    while true {
      switch (self, rest) {
      case (.both, .both(let a, let b)), (.either, .either(let a, let b)):
        links.append(b)
        rest = a
      default: return [rest] + links.reversed()
      }
    }
  }
}

/// A value that a field is compared with.
enum FilterValue: Equatable, Sendable {
  case number(Double)
  case text(String)

  var bound: any DatabaseValueConvertible {
    switch self {
    case .number(let value): value
    case .text(let text): text
    }
  }
}

/// What a filter may ask for: a column of the store, or a measure. Nothing else of a filter's text reaches SQL but by
/// binding.
enum FilterField: Equatable {
  /// A column of scans or results with a text in it.
  case text(String)
  /// One with a number.
  case number(String)
  /// A measure by its key.
  case measure(String)

  /// The field of a name; nil where there is none.
  init?(_ name: String) {
    if let column = Self.texts[name] {
      self = .text(column)
    } else if let column = Self.numbers[name] {
      self = .number(column)
    } else if Self.measures.contains(name) {
      self = .measure(name)
    } else {
      return nil
    }
  }

  /// The names of all fields.
  static var names: [String] { (Array(texts.keys) + numbers.keys).sorted() + measures }

  /// The keys of all that is measured of a scan.
  static let measures = MeasureName.allCases.map(\.rawValue) + [ScanResult.IndexBySymmetry.quantity]

  private static let texts = [
    "scan": "s.scan", "subject": "s.subject", "session": "s.session", "cohort": "s.cohort", "group": "s.cohort",
    "date": "s.date", "operator": "s.operator", "device": "s.device", "sex": "s.sex", "source": "s.source",
    "kind": "s.kind", "status": "(\(ResultStatus.status))", "code": "(\(ResultStatus.code))",
    "landmarks": "s.landmarks", "observer": "s.observer", "version": "s.version", "flattened": "r.flattened",
  ]
  private static let numbers = [
    "age_months": "s.age_months", "frames": "s.frames", "duration_s": "s.duration_s", "coverage": "s.coverage",
    "head_valid_fraction": "s.head_valid_fraction", "closure_mm": "s.closure_mm",
    "reprojection_rms_px": "s.reprojection_rms_px", "seconds": "s.seconds", "peak_memory_mb": "s.peak_memory_mb",
    "level": "r.level", "in_dataset": "s.in_dataset",
  ]
}

/// The status and the code of a scan `s` by its result `r`, as expressions of SQL.
enum ResultStatus {
  /// How a scan `s` went by the result `r`: one that has results, and none by this protocol, is not complete without a value.
  static let status =
    "CASE WHEN r.scan IS NOT NULL THEN r.status WHEN \(isOtherwise) THEN 'not_measured' ELSE s.status END"
  /// The code that goes with the ``status``.
  static let code = """
    CASE WHEN r.scan IS NOT NULL THEN r.code WHEN \(hasOthers) THEN '\(FindingCode.storeNotMeasured.rawValue)' \
    WHEN s.status = 'complete' THEN '\(FindingCode.storeOtherResult.rawValue)' ELSE s.code END
    """
  private static let hasOthers = "EXISTS (SELECT 1 FROM results o WHERE o.scan = s.scan)"
  private static let isOtherwise = "(s.status = 'complete' OR \(hasOthers))"
}
