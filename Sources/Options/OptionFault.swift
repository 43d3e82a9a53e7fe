public import Diagnostics

/// What is wrong with a value of an options file.
public struct OptionFault: Error, Equatable {
  /// The key, with those that it stands under: `slips.least_size_m`.
  public var key: FindingValue
  /// What may stand there.
  public var expected: FindingValue
  /// What stands there.
  public var found: FindingValue

  /// A fault from its parts.
  public init(key: FindingValue, expected: FindingValue, found: FindingValue) {
    (self.key, self.expected, self.found) = (key, expected, found)
  }
}
