internal import DistributionBridge

/// The χ² distribution; degrees of freedom need not be whole.
public struct ChiSquared: Sendable {
  /// Above 0.
  public let freedom: Double

  /// The distribution with some degrees of freedom.
  public init(freedom: Double) {
    precondition(freedom > 0 && freedom.isFinite, "degrees of freedom above 0")
    self.freedom = freedom
  }

  /// The probability of a value above x.
  public func probability(above x: Double) -> Double { x > 0 ? distribution_chi_squared_tail(freedom, x) : 1 }

  /// The value below which a share lies; the share is in (0, 1).
  public func quantile(_ share: Double) -> Double {
    precondition(share > 0 && share < 1, "a share in (0, 1)")
    return distribution_chi_squared_quantile(freedom, share)
  }
}
