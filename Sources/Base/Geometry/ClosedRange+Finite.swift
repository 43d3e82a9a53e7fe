extension ClosedRange<Double> {
  /// The range between two computed bounds; nil where one of them is not finite or they are out of order,
  /// which would trap.
  public init?(finite lower: Double, _ upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return nil }
    self = lower...upper
  }
}
