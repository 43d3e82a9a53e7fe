import Geometry

/// A smooth error of a surface, by which opposite ends are off alike: its radius about a centre errs by a random field of
/// degree 2 on the sphere.
///
/// Five harmonics with independent normal coefficients of one deviation make a field that is the same in all directions,
/// with that deviation at each place and P₂(cos γ) of its variance in common between places γ apart (addition theorem): 1 at
/// opposite ends, −1/2 at right angles. Degree 0 is scale and degree 1 a shift; of the rest degree 2 is the smoothest.
struct BendingField {
  /// The point about which radii are taken, metres.
  let centre: Vector3

  /// The number of harmonics.
  static let modes = 5

  /// How far a place moves outwards for a coefficient of 1.
  func displacement(of place: Vector3, mode: Int) -> Vector3 {
    let radius = place - centre
    let length = radius.length
    guard length > 0 else { return .zero }
    let d = radius / length
    return d * Self.harmonic(mode, d)
  }

  /// A harmonic in a direction of length 1. The squares of the five add up to 1.
  static func harmonic(_ mode: Int, _ d: Vector3) -> Double {
    let root = 3.0.squareRoot()
    return switch mode {
    case 0: (3 * d.z * d.z - 1) / 2
    case 1: root * d.x * d.z
    case 2: root * d.y * d.z
    case 3: root * d.x * d.y
    default: root / 2 * (d.x * d.x - d.y * d.y)
    }
  }

  /// Positions bent by one harmonic with a coefficient in metres.
  func bent(_ positions: [Vector3], mode: Int, by amplitude: Double) -> [Vector3] {
    positions.map { $0 + displacement(of: $0, mode: mode) * amplitude }
  }
}
