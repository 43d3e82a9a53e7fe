/// A person's upright box in a picture, in pixels.
public struct PersonBox: Sendable, Equatable {
  /// The left upper corner.
  public let x, y: Double
  /// The size.
  public let width, height: Double

  /// A box from its parts.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
