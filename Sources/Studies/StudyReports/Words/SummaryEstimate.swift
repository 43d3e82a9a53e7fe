internal import Statistics

/// An estimate as files hold it.
struct SummaryEstimate: Encodable, Sendable, Equatable {
  let value: Double
  /// The ends of its 95 % interval; nil where the data can't carry one.
  let ci95: [Double]?

  init(_ estimate: Estimate) {
    (value, ci95) = (estimate.value, estimate.interval.map { [$0.low, $0.high] })
  }

  init(_ coefficient: Coefficient) {
    (value, ci95) = (coefficient.value, coefficient.interval.map { [$0.low, $0.high] })
  }

  /// Without an interval.
  init(value: Double) { (self.value, ci95) = (value, nil) }
}
