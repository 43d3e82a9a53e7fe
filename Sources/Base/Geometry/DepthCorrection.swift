/// A correction of measured depth: z → scale · z + field, which follows what structured-light sensors are off by: an offset, a
/// tilt, a bowl and waves of up to a millimetre over the image (Teichman et al. 2013 measured such fields on other sensors).
public struct DepthCorrection: Sendable, Equatable {
  /// The factor.
  public var scale: Double
  /// What is added over the image.
  public var field: DepthField

  /// The correction that changes nothing.
  public static let none = DepthCorrection()

  /// A correction from its parts.
  public init(scale: Double = 1, field: DepthField = .zero) { (self.scale, self.field) = (scale, field) }

  /// A depth measured at a pixel of an image, corrected.
  public func corrected(_ depth: Double, at pixel: Vector2, width: Int, height: Int) -> Double {
    corrected(depth, at: Self.normalized(pixel, width: width, height: height))
  }

  /// A depth measured at a place across the image, −1 … 1, corrected.
  public func corrected(_ depth: Double, at place: Vector2) -> Double { scale * depth + field.value(at: place) }

  /// A pixel's place across an image, −1 … 1 from edge to edge.
  public static func normalized(_ pixel: Vector2, width: Int, height: Int) -> Vector2 {
    Vector2(normalized(pixel.x, width), normalized(pixel.y, height))
  }

  /// The place of a column or row across an image, −1 … 1 from edge to edge.
  public static func normalized(_ place: Double, _ size: Int) -> Double { (2 * place + 1) / Double(size) - 1 }
}
