import Geometry
import Analysis
import Diagnostics

/// A measure that is followed from visit to visit.
struct Trend {
  let name: MeasureName
  /// Whether it is taken with its side.
  let isSigned: Bool

  /// What is followed: the asymmetry with its side and without, the proportions, the size.
  static let all = [
    Trend(name: .cvai, isSigned: true), cvai, Trend(name: .cva, isSigned: false),
    Trend(name: .cranialIndex, isSigned: false), Trend(name: .circumference, isSigned: false),
    Trend(name: .volume, isSigned: false),
  ]

  /// The asymmetry without its side.
  static let cvai = Trend(name: .cvai, isSigned: false)

  /// A change with what tells whether it is more than the errors.
  struct Step {
    let change: Double
    let ci95: [Double]?
    let smallestDetectable: Double?
    let detected: Bool?
  }

  var unit: String { name.unit }

  func title(_ language: Language) -> String {
    let title = name.title(language)
    return isSigned ? language("compare.signed", ["measure": .text(title)]) : title
  }

  /// The value at a visit with its interval; nil where it is withheld.
  func value(_ visit: Visit) -> Estimate? {
    guard let measure = visit.measures[name.rawValue] else { return nil }
    return isSigned ? measure.signed : measure.value.map { Estimate($0, ci95: ClosedRange(ends: measure.ci95)) }
  }

  /// The change; nil where it is withheld.
  func change(_ change: ScanChange) -> Step? {
    guard let change = change.changes[name.rawValue] else { return nil }
    guard isSigned else {
      return change.printed.map {
        Step(
          change: $0, ci95: change.ci95, smallestDetectable: change.smallestDetectable, detected: change.detected)
      }
    }
    return change.signed.map {
      Step(change: $0.printed, ci95: $0.ci95, smallestDetectable: $0.smallestDetectable, detected: $0.detected)
    }
  }

  /// A value as it is printed.
  func text(_ value: Double?, _ language: Language) -> String {
    isSigned ? ScanChange.signed(value, language) : ScanChange.text(value, language)
  }

  /// A change with its mark.
  func cell(_ step: Step?, _ language: Language) -> String {
    guard let step else { return "–" }
    return ScanChange.signed(step.change, language) + " " + ChangeMark(step.change, step.detected).symbol
  }
}

/// Whether a change is more than the errors, as a sign that needs no colour.
enum ChangeMark {
  case rise, fall, withinError, unknown

  /// The mark of a change; `detected` is nil where an interval is missing.
  init(_ change: Double, _ detected: Bool?) {
    self =
      switch detected {
      case nil: .unknown
      case false?: .withinError
      case true?: change > 0 ? .rise : .fall
      }
  }

  /// The word for a page: the change against the smallest detectable one.
  var key: String {
    switch self {
    case .rise: "compare.rise"
    case .fall: "compare.fall"
    case .withinError: "compare.within"
    case .unknown: "compare.unknown"
    }
  }

  /// A triangle in the direction of a change, an equals sign within error.
  var symbol: String {
    switch self {
    case .rise: "▲"
    case .fall: "▼"
    case .withinError: "="
    case .unknown: "?"
    }
  }
}

extension ScanChange.SignedChange {
  /// The change for tables: the difference of the values as tables print them.
  var printed: Double { (b * 100).rounded() / 100 - (a * 100).rounded() / 100 }
}
