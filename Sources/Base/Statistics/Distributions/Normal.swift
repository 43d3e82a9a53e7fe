internal import DistributionBridge

/// The standard normal distribution.
public enum Normal {
  /// The probability of a value up to x.
  public static func probability(upTo x: Double) -> Double { distribution_normal_cdf(x) }

  /// The value below which a share lies; the share is in (0, 1).
  public static func quantile(_ share: Double) -> Double {
    precondition(share > 0 && share < 1, "a share in (0, 1)")
    return distribution_normal_quantile(share)
  }
}
