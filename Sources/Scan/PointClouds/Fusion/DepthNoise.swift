/// The standard deviation of a depth measurement, σ(z) = floor + growth · z² (triangulation: Khoshelham & Oude Elberink 2012).
public struct DepthNoise: Sendable, Equatable {
  /// The noise at no distance, in metres.
  public var floor: Double
  /// How it grows with the square of the range, in 1/m.
  public var growth: Double

  /// A model from its coefficients.
  public init(floor: Double, growth: Double) {
    self.floor = floor
    self.growth = growth
  }

  /// The standard deviation in metres at depth z (metres).
  public func sigma(_ z: Double) -> Double { floor + growth * z * z }
}
