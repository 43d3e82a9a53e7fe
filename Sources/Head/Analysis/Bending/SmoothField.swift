import Geometry

/// A smooth random error of a surface: its radius about a centre errs by a field on the sphere that is the same in all
/// directions.
///
/// The real spherical harmonics of some degrees have independent normal coefficients of one deviation. The field has that
/// deviation at each place, and of its variance the mean of P_l(cos γ) over the degrees l in common between places γ apart
/// (addition theorem). Degree 0 is scale; half a wave of degree l spans 180°/l.
struct SmoothField {
  /// The point about which radii are taken, metres.
  let centre: Vector3
  /// The degrees that are in it, each with the same part of the variance.
  let degrees: ClosedRange<Int>

  /// What bends a surface as a whole, so that opposite ends are off alike: the smoothest that is no scale and no shift.
  static func bending(about centre: Vector3) -> SmoothField { SmoothField(centre: centre, degrees: 2...2) }

  /// Hair that is thicker in one place than in another: from one half of the head to patches of 40 mm.
  static func hair(about centre: Vector3) -> SmoothField { SmoothField(centre: centre, degrees: 1...5) }

  /// The number of harmonics.
  var modes: Int { degrees.reduce(0) { $0 + 2 * $1 + 1 } }

  /// Positions moved outwards by one harmonic with a coefficient in metres.
  func moved(_ positions: [Vector3], mode: Int, by amplitude: Double) -> [Vector3] {
    let harmonic = harmonic(mode)
    return positions.map { moved($0, harmonic, by: amplitude) }
  }

  /// A place moved outwards by a harmonic with a coefficient in metres.
  func moved(_ place: Vector3, _ harmonic: SphericalHarmonic, by amplitude: Double) -> Vector3 {
    let radius = place - centre
    let length = radius.length
    guard length > 0 else { return place }
    let d = radius / length
    return place + d * (harmonic.value(d) * amplitude)
  }

  /// A harmonic of the field. The squares of all add up to 1 in every direction.
  func harmonic(_ mode: Int) -> SphericalHarmonic {
    precondition((0..<modes).contains(mode))
    var (degree, rest) = (degrees.lowerBound, mode)
    while rest > 2 * degree {
      rest -= 2 * degree + 1
      degree += 1
    }
    return SphericalHarmonic(degree: degree, order: rest - degree, scale: 1 / Double(degrees.count).squareRoot())
  }
}

/// A real spherical harmonic, semi-normalised after Schmidt: the squares of those of one degree add up to 1.
struct SphericalHarmonic {
  private let degree, order: Int
  private let factor: Double

  /// - Parameters:
  ///   - order: −degree to degree; those below 0 are the sines.
  ///   - scale: a factor on top.
  init(degree: Int, order: Int, scale: Double = 1) {
    (self.degree, self.order) = (degree, order)
    let m = abs(order)
    // √(2 (l − m)! / (l + m)!), and (2m − 1)!! of the first polynomial.
    var factor = scale
    if m > 0 { factor *= (2 / ((degree - m + 1)...(degree + m)).reduce(1.0) { $0 * Double($1) }).squareRoot() }
    for k in 0..<m { factor *= Double(2 * k + 1) }
    self.factor = factor
  }

  /// Its value in a direction of length 1.
  func value(_ d: Vector3) -> Double {
    let m = abs(order)
    // (x + i y)^m.
    var (cosine, sine) = (1.0, 0.0)
    for _ in 0..<m { (cosine, sine) = (cosine * d.x - sine * d.y, cosine * d.y + sine * d.x) }
    // (l − m) P_l = (2l − 1) z P_(l−1) − (l + m − 1) P_(l−2), the power of sin θ left out.
    var (before, legendre) = (0.0, 1.0)
    for l in m..<degree {
      let next = (Double(2 * l + 1) * d.z * legendre - Double(l + m) * before) / Double(l + 1 - m)
      (before, legendre) = (legendre, next)
    }
    return factor * legendre * (order < 0 ? sine : cosine)
  }
}
