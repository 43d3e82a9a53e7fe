public import Geometry

/// A point that a pose model has found in a picture.
public struct DetectedPoint: Sendable, Equatable {
  /// Where it is; pixel centres at integers.
  public let pixel: Vector2
  /// How sure the model is, 0 to 1: the peak of its head, of SimCC's two the lower one.
  public let score: Double
}
