extension ClosedRange<Double> {
  /// The range between two computed bounds; nil where one of them is not finite or they are out of order,
  /// which would trap.
  public init?(finite lower: Double, _ upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return nil }
    self = lower...upper
  }

  /// The range between its two ends as files list them; nil where these are no range.
  public init?(ends: [Double]?) {
    guard let ends, ends.count == 2 else { return nil }
    self.init(finite: ends[0], ends[1])
  }

  /// Its two ends as files list them.
  public var ends: [Double] { [lowerBound, upperBound] }
}
