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
