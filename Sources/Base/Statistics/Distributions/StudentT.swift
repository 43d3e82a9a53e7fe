internal import DistributionBridge

/// Student's t distribution.
package struct StudentT {
  /// Above 0.
  let freedom: Double

  /// The distribution of some degrees of freedom, above 0.
  package init(freedom: Double) { self.freedom = freedom }

  /// The value below which a share lies; the share is in (0, 1).
  package func quantile(_ share: Double) -> Double { distribution_t_quantile(freedom, share) }

  /// The probability of a value at least as far from 0 as x.
  func probability(beyond x: Double) -> Double { 2 * distribution_t_cdf(freedom, -abs(x)) }
}
