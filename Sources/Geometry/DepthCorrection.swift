/// A correction of measured depth: z → scale · z + Σ cₖ φₖ(u, v), where u and v run from −1 to 1 across the image.
///
/// The cubic φ = 1, u, v, u², uv, v², u³, u²v, uv², v³ follows what structured-light sensors are off by: an offset, a
/// tilt and a bowl of up to a millimetre over the image (Teichman et al. 2013 measured such fields on other sensors).
public struct DepthCorrection: Sendable, Equatable {
  /// The factor.
  public var scale: Double
  /// The coefficients cₖ in metres.
  public var field: [Double]
  /// The part of the image, in u and v, that the field was measured on; beyond it the nearest value holds.
  public var columns = -1.0...1.0
  /// The same for v.
  public var rows = -1.0...1.0

  /// The number of terms of the field.
  public static let fieldTerms = 10
  /// The correction that changes nothing.
  public static let none = DepthCorrection()

  /// A correction from its coefficients; a shorter field is filled up with zeros.
  public init(scale: Double = 1, field: [Double] = []) {
    precondition(field.count <= Self.fieldTerms)
    self.scale = scale
    self.field = field + Array(repeating: 0, count: Self.fieldTerms - field.count)
  }

  /// The terms φₖ at a pixel of an image.
  public static func terms(at pixel: Vector2, width: Int, height: Int) -> [Double] {
    terms(normalized(pixel.x, width), normalized(pixel.y, height))
  }

  private static func terms(_ u: Double, _ v: Double) -> [Double] {
    [1, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v]
  }

  /// A depth measured at a pixel of an image, corrected.
  public func corrected(_ depth: Double, at pixel: Vector2, width: Int, height: Int) -> Double {
    let u = Self.clamped(Self.normalized(pixel.x, width), columns)
    let v = Self.clamped(Self.normalized(pixel.y, height), rows)
    return zip(field, Self.terms(u, v)).reduce(scale * depth) { $0 + $1.0 * $1.1 }
  }

  /// What is added along a row of an image, for columns first, first + 1, … of the whole image.
  public func offsets(row: Int, columns: Range<Int>, width: Int, height: Int) -> [Float] {
    let c = field
    let v = Self.clamped(Self.normalized(Double(row), height), rows)
    let constant = c[0] + v * (c[2] + v * (c[5] + v * c[9]))
    let linear = c[1] + v * (c[4] + v * c[8])
    let square = c[3] + v * c[7]
    return columns.map { column in
      let u = Self.clamped(Self.normalized(Double(column), width), self.columns)
      return Float(constant + u * (linear + u * (square + u * c[6])))
    }
  }

  /// A pixel's place across the image, −1 … 1.
  public static func normalized(_ place: Double, _ size: Int) -> Double { (2 * place + 1) / Double(size) - 1 }

  private static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
