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

/// What is added to depth over an image, in metres: Σ cₖ φₖ(u, v) with φ = 1, u, v, u², uv, v², u³, …, where u and v run from
/// −1 to 1 across a part of the image; beyond it the value at its border holds.
public struct DepthField: Sendable, Equatable {
  /// The coefficients cₖ, in metres.
  public private(set) var coefficients: [Double]
  /// The columns of the part of the image, which itself is −1 … 1.
  public var columns: ClosedRange<Double>
  /// The rows of that part.
  public var rows: ClosedRange<Double>

  /// The highest degree of φ.
  public static let degree = 7
  /// Nothing.
  public static let zero = DepthField([])

  /// A field from its first coefficients; the others are zero.
  public init(_ coefficients: [Double], columns: ClosedRange<Double> = -1...1, rows: ClosedRange<Double> = -1...1) {
    let count = Self.terms(degree: Self.degree)
    precondition(coefficients.count <= count)
    self.coefficients = coefficients + Array(repeating: 0, count: count - coefficients.count)
    (self.columns, self.rows) = (columns, rows)
  }

  /// How many terms φₖ there are up to a degree.
  public static func terms(degree: Int) -> Int { (degree + 1) * (degree + 2) / 2 }

  /// The terms up to a degree at u and v.
  public static func terms(_ u: Double, _ v: Double, degree: Int) -> [Double] {
    var terms = [1.0]
    terms.reserveCapacity(Self.terms(degree: degree))
    for d in 1...degree {
      let first = terms.count - d
      for k in 0..<d { terms.append(terms[first + k] * u) }
      terms.append(terms[first + d - 1] * v)
    }
    return terms
  }

  /// The terms of this field at a place of the image.
  public func terms(at place: Vector2) -> [Double] {
    Self.terms(Self.across(columns, place.x), Self.across(rows, place.y), degree: Self.degree)
  }

  /// The value at a place of the image, in metres.
  public func value(at place: Vector2) -> Double {
    let (u, v) = (Self.across(columns, place.x), Self.across(rows, place.y))
    // The terms of one degree at a time, in the order of ``terms(_:_:degree:)``, without memory for all of them.
    var terms = SIMD8<Double>(1, 0, 0, 0, 0, 0, 0, 0)
    return coefficients.withUnsafeBufferPointer { coefficients in
      var (sum, next) = (coefficients[0], 1)
      for degree in 1...Self.degree {
        let last = terms[degree - 1] * v
        terms *= u
        terms[degree] = last
        for k in 0...degree { sum += coefficients[next + k] * terms[k] }
        next += degree + 1
      }
      return sum
    }
  }

  /// The coefficients of 1, u, u², … along the row of the image at a place.
  public func row(at place: Double) -> SIMD8<Double> {
    let v = Self.across(rows, place)
    var powers = SIMD8<Double>(repeating: 0)
    for i in 0...Self.degree {
      for j in (0...(Self.degree - i)).reversed() {
        powers[i] = powers[i] * v + coefficients[Self.terms(degree: i + j - 1) + j]
      }
    }
    return powers
  }

  private static func across(_ range: ClosedRange<Double>, _ place: Double) -> Double {
    let clamped = min(max(place, range.lowerBound), range.upperBound)
    return (2 * clamped - range.lowerBound - range.upperBound) / (range.upperBound - range.lowerBound)
  }
}
