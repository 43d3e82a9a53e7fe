import Geometry
import Diagnostics

/// A measured value with its unit and uncertainty, or why it is withheld.
public struct MeasureResult: Sendable, Equatable {
  /// The value in ``unit``, or nil where it is withheld.
  public var value: Double?
  /// `mm`, `ml`, `%` or `°`.
  public var unit: String
  /// The 95 % interval in ``unit`` for another operator, another day and another phone of the kind; nil where it was not
  /// computed.
  public var ci95: ClosedRange<Double>?
  /// The 95 % interval in ``unit`` for the same operator, cap and phone once more; nil where it was not computed.
  public var repeatability: ClosedRange<Double>?
  /// What ``ci95`` is made of, the largest part first; empty where it was not computed or the measure is exact.
  public var budget: [UncertaintyComponent]
  /// Why the value is withheld; empty where it is not.
  public var reasons: [Finding]
  /// The value over the cap, where ``value`` is that of the head under it; nil where the cap changes nothing.
  public var overCap: Double?
  /// The asymmetry with its side in ``unit``, where ``value`` is one that has lost it; nil for other measures.
  ///
  /// 0 is symmetry, positive is where the left is the larger: the diagonal from left front to right back, or the left
  /// quadrant. A positive signed CVAI is therefore that of a head flattened at the back on the left, or at the front on the
  /// right.
  public var signed: Estimate?

  /// A result from its parts.
  public init(
    value: Double?, unit: String, ci95: ClosedRange<Double>? = nil, repeatability: ClosedRange<Double>? = nil,
    budget: [UncertaintyComponent] = [], reasons: [Finding] = [], overCap: Double? = nil, signed: Estimate? = nil
  ) {
    self.value = value
    self.unit = unit
    self.ci95 = ci95
    self.repeatability = repeatability
    self.budget = budget
    self.reasons = reasons
    self.overCap = overCap
    self.signed = signed
  }
}

extension MeasureResult {
  /// The measure with its side as a result of its own; nil where it has none.
  var ofSide: MeasureResult? {
    signed.map { MeasureResult(value: $0.value, unit: unit, ci95: $0.ci95, budget: budget) }
  }

  /// Whether another observer would have found another value.
  var dependsOnObserver: Bool { budget.contains { $0.source == .observer } }

  /// The result without the part of its interval that some sources add: those that err alike in two scans.
  ///
  /// Both sides shrink by the root of what is left of the variance, which is exact for normal errors; where the side of an
  /// asymmetry is known, those of the signed value.
  func without(_ sources: Set<UncertaintySource>, _ name: MeasureName) -> MeasureResult {
    let share = budget.reduce(0) { sources.contains($1.source) ? $0 + $1.contribution : $0 }
    guard let value, share > 0 else { return self }
    let factor = max(0, 1 - share).squareRoot()
    let shrunk = { (interval: ClosedRange<Double>, value: Double) in
      ClosedRange(
        finite: value + factor * (interval.lowerBound - value), value + factor * (interval.upperBound - value))
    }
    var result = self
    if let fold = name.fold, let signed, let interval = signed.ci95 {
      result.ci95 = shrunk(interval, signed.value).map(fold.interval)
    } else {
      result.ci95 = ci95.flatMap { shrunk($0, value) }
    }
    return result
  }
}
