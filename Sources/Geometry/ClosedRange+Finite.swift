extension ClosedRange<Double> {
  /// The range between two computed bounds; nil where one is no finite number or they are out of order, which would stop
  /// the program.
  public init?(finite lower: Double, _ upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return nil }
    self = lower...upper
  }
}
