internal import DistributionBridge

/// Fisher's F distribution; degrees of freedom need not be whole.
struct FisherF {
  let numerator, denominator: Double

  /// The value below which a share lies; nil where it is too large to be stored or can't be computed.
  func quantile(_ share: Double) -> Double? {
    let value = distribution_f_quantile(numerator, denominator, share)
    return value.isFinite && value > 0 ? value : nil
  }
}
