import Geometry

extension [MeasureName: MeasureResult] {
  /// The side of a measure whose value and interval have lost it, from the measures of either side: for results from
  /// before signed values were written. Nil where the measure has no side, or where one of these is withheld.
  ///
  /// An interval that reaches symmetry has lost its lower end; the widest one that it can have been stands for it.
  public func side(of name: MeasureName) -> Estimate? {
    guard let fold = name.fold, let result = self[name], let value = result.value,
      let left = self[fold.left]?.value, let right = self[fold.right]?.value
    else { return nil }
    let (sign, size) = (left >= right ? 1.0 : -1.0, { (value: Double) in abs(value - fold.symmetric) })
    let interval = result.ci95.map { (interval: ClosedRange<Double>) in
      let (near, far) = (size(interval.lowerBound), size(interval.upperBound))
      let ends =
        Swift.min(near, far) == 0 ? [-Swift.max(near, far), Swift.max(near, far)] : [sign * near, sign * far].sorted()
      return ends[0]...ends[1]
    }
    return Estimate(sign * size(value), ci95: interval)
  }
}
