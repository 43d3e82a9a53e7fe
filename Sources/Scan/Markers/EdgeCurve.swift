import Geometry

/// An edge of a marker in an image: a parabola over the line between two corners.
struct EdgeCurve {
  private let start, along, outward: Vector2
  private let length: Double
  /// The offset outwards over the place s along the edge, −½ … ½: c.x + c.y s + c.z s², in pixels.
  private let coefficients: Vector3

  /// The weight that holds an edge's bend near zero, in those of an offset. A marker on a head bends by up to a pixel;
  /// the number itself is assumed.
  private static let leastBend = 0.001
  /// The fewest clear points of an edge. Assumed.
  private static let fewestPoints = 5
  /// A profile takes part where brightness rises by this share of the edge's usual rise. Assumed.
  private static let leastRise = 0.3
  /// The median rise that an edge must exceed, grey levels. Assumed.
  private static let leastContrast = 10.0
  /// Offsets along an edge are never taken to scatter by less than this, pixels. Assumed.
  private static let leastScale = 0.05

  /// Fits offsets by iteratively reweighted least squares with Tukey's weights; nil with too few that are as clear as
  /// the others.
  static func fit(
    _ points: [(place: Double, offset: Double, rise: Double)], start: Vector2, along: Vector2, outward: Vector2,
    length: Double
  ) -> EdgeCurve? {
    let usual = RobustStatistics.median(points.map(\.rise))
    let clear = points.filter { $0.rise > Self.leastRise * usual }
    guard clear.count >= Self.fewestPoints, usual > Self.leastContrast else { return nil }
    var coefficients = Vector3.zero
    var sigma = Double.infinity
    for _ in 0..<4 {
      guard let solved = solve(clear, coefficients, sigma) else { return nil }
      coefficients = solved
      let residuals = clear.map { abs($0.offset - value(solved, $0.place)) }
      sigma = max(Self.leastScale, RobustStatistics.madToSigma * RobustStatistics.median(residuals))
    }
    return EdgeCurve(start: start, along: along, outward: outward, length: length, coefficients: coefficients)
  }

  /// How far the middle lies outside of the line between the ends, in pixels.
  var bulge: Double { -coefficients.z / 4 }

  private static func value(_ c: Vector3, _ s: Double) -> Double { c.x + s * (c.y + s * c.z) }

  private static func solve(
    _ points: [(place: Double, offset: Double, rise: Double)], _ last: Vector3, _ sigma: Double
  ) -> Vector3? {
    var equations = NormalEquations3(hold: [0, 0, Self.leastBend])
    for point in points {
      let weight = RobustStatistics.tukeyWeight((point.offset - value(last, point.place)) / sigma, cut: 4)
      equations.add(Vector3(1, point.place, point.place * point.place), value: point.offset, weight: weight)
    }
    return equations.solved()?.solution
  }

  /// How far a point lies outside the curve in pixels, and the gradient of that.
  private func distance(_ point: Vector2) -> (value: Double, gradient: Vector2) {
    let s = (point - start).dot(along) / length - 0.5
    let slope = coefficients.y + 2 * coefficients.z * s
    return ((point - start).dot(outward) - Self.value(coefficients, s), outward - along * (slope / length))
  }

  /// Where two curves meet, by Newton's method from a point close to it; nil where they run along each other.
  static func intersection(of a: EdgeCurve, _ b: EdgeCurve, near point: Vector2) -> Vector2? {
    var point = point
    for _ in 0..<6 {
      let (p, q) = (a.distance(point), b.distance(point))
      let determinant = p.gradient.cross(q.gradient)
      guard abs(determinant) > 0.05 else { return nil }
      point -=
        Vector2(
          p.value * q.gradient.y - q.value * p.gradient.y, q.value * p.gradient.x - p.value * q.gradient.x)
        / determinant
    }
    return point
  }
}
