internal import GRDB

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
