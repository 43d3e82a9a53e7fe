/// The level of confidence of every interval: 95 %.
enum Level {
  /// The share of a distribution below the upper bound, and that below the lower one.
  static let (upperShare, lowerShare) = ((1 + 0.95) / 2, (1 - 0.95) / 2)
  /// The bound in standard deviations of a normal distribution: to all digits, where ``Estimate/normalReach`` has seven,
  /// since statistics are compared with those of other programs.
  static let z = Normal.quantile(upperShare)
}
