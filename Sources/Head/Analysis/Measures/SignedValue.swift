/// An asymmetry with its side, in the unit of its measure: 0 is symmetry.
///
/// Positive where the left is the larger: the diagonal from left front to right back, or the left quadrant. A positive
/// signed CVAI is therefore that of a head flattened at the back on the left, or at the front on the right.
public struct SignedValue: Sendable, Equatable {
  /// The value.
  public var value: Double
  /// The 95 % interval, or nil where it was not computed.
  public var ci95: ClosedRange<Double>?

  /// A value with its interval.
  public init(value: Double, ci95: ClosedRange<Double>? = nil) { (self.value, self.ci95) = (value, ci95) }
}
