/// A level of confidence, checked.
struct Level: Sendable, Equatable {
  let value: Double

  init(_ value: Double) throws(StatisticsError) {
    guard value > 0, value < 1 else { throw .outOfRange(.level, value) }
    self.value = value
  }

  init(unchecked value: Double) { self.value = value }

  /// The share of a distribution below the upper bound: 0.975 for a level of 0.95.
  var upperShare: Double { (1 + value) / 2 }
  /// The share below the lower bound.
  var lowerShare: Double { (1 - value) / 2 }
  /// The bound in standard deviations of a normal distribution.
  var z: Double { Normal.quantile(upperShare) }
}
