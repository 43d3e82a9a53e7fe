/// A column of a model's design: what is known of every observation.
public struct Column: Sendable, Equatable {
  /// How the coefficient is called.
  public let name: String
  /// A number for every observation.
  public let values: [Double]

  /// A named column.
  public init(_ name: String, _ values: [Double]) { (self.name, self.values) = (name, values) }
}
