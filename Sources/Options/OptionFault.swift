/// What is wrong with a value of an options file.
public struct OptionFault: Error, Equatable {
  /// The key, with those that it stands under: `slips.least_size_m`.
  public var key: String
  /// What may stand there.
  public var expected: String
  /// What stands there.
  public var found: String

  /// A fault from its parts.
  public init(key: String, expected: String, found: String) {
    (self.key, self.expected, self.found) = (key, expected, found)
  }
}
