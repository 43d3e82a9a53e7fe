import Geometry
import Platform

/// A smooth rise or dent of a star-shaped surface: amplitude · exp(−½ qᵏ), q = (u·e₁/σ₁)² + (u·e₂/σ₂)² with e₁, e₂
/// measured in the plane that touches the unit sphere at the bump's axis; nothing on the far side of the sphere.
struct SurfaceBump: Sendable, Equatable {
  private let axis, across, along: Vector3
  private let amplitude: Double
  private let inverseWidths: Vector2
  private let flatTop: Bool

  /// A bump around `position`, which need not have length one.
  ///
  /// - Parameters:
  ///   - amplitude: metres, negative for a dent.
  ///   - widths: tangents of the angular standard deviations, sideways and up.
  ///   - lean: by how many radians its upper end leans against the direction sideways.
  ///   - flatTop: k = 2 instead of 1: a plateau with a steep rim.
  init(at position: Vector3, amplitude: Double, widths: Vector2, lean: Double = 0, flatTop: Bool = false) {
    axis = position.normalized
    let level = Vector3(0, 0, 1).cross(axis).normalized
    let upright = axis.cross(level)
    across = lean == 0 ? level : level * cos(lean) + upright * sin(lean)
    along = lean == 0 ? upright : upright * cos(lean) - level * sin(lean)
    self.amplitude = amplitude
    inverseWidths = 1 / widths
    self.flatTop = flatTop
  }

  /// The rise towards a unit direction, in metres.
  func rise(_ u: Vector3) -> Double {
    let height = u.dot(axis)
    guard height > 0 else { return 0 }
    let x = u.dot(across) / height * inverseWidths.x
    let y = u.dot(along) / height * inverseWidths.y
    let q = x * x + y * y
    let exponent = flatTop ? q * q : q
    return exponent > 60 ? 0 : amplitude * exp(-0.5 * exponent)
  }
}
