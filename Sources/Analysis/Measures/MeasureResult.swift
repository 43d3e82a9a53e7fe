import Diagnostics

/// A measured value with its unit and uncertainty, or why it is withheld.
public struct MeasureResult: Sendable, Equatable {
  /// The value in ``unit``, or nil where it is withheld.
  public var value: Double?
  /// `mm`, `ml`, `%` or `°`.
  public var unit: String
  /// The 95 % interval in ``unit``, or nil where it was not computed.
  public var ci95: ClosedRange<Double>?
  /// Why the value is withheld; empty where it is not.
  public var reasons: [Finding]
  /// The same over the cap, where ``value`` is that of the head under it; nil where the cap changes nothing.
  public var overCap: Double?
  /// The asymmetry with its side, where ``value`` is one that has lost it; nil for other measures.
  public var signed: SignedValue?

  /// A result from its parts.
  public init(
    value: Double?, unit: String, ci95: ClosedRange<Double>? = nil, reasons: [Finding] = [], overCap: Double? = nil,
    signed: SignedValue? = nil
  ) {
    self.value = value
    self.unit = unit
    self.ci95 = ci95
    self.reasons = reasons
    self.overCap = overCap
    self.signed = signed
  }
}
