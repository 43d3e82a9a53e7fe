internal import Geometry

/// An `Estimate` as the files of a study hold it: `ci95` is missing, and not null, where the data can't carry an interval
/// (Docs/formats/study.md).
struct SummaryEstimate: Encodable, Sendable, Equatable {
  let value: Double
  let ci95: [Double]?

  init(_ estimate: Estimate) { (value, ci95) = (estimate.value, estimate.ci95?.ends) }

  /// Without an interval.
  init(value: Double) { (self.value, ci95) = (value, nil) }
}
