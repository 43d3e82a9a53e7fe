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

  /// The side of a measure whose value and interval have lost it, from the measures of either side: for results from
  /// before signed values were written. Nil where the measure has no side, or where one of these is withheld.
  ///
  /// An interval that reaches symmetry has lost its lower end; the widest one that it can have been stands for it.
  public init?(_ name: MeasureName, of results: [MeasureName: MeasureResult]) {
    guard let fold = name.fold, let result = results[name], let value = result.value,
      let left = results[fold.left]?.value, let right = results[fold.right]?.value
    else { return nil }
    let (sign, size) = (left >= right ? 1.0 : -1.0, { (value: Double) in abs(value - fold.symmetric) })
    self.value = sign * size(value)
    ci95 = result.ci95.map { interval in
      let (near, far) = (size(interval.lowerBound), size(interval.upperBound))
      let ends = min(near, far) == 0 ? [-max(near, far), max(near, far)] : [sign * near, sign * far].sorted()
      return ends[0]...ends[1]
    }
  }
}
