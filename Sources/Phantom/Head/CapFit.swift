import Geometry
import Platform

/// What lifts the outside of the cap farther off the skin than its cloth is thick. Metres.
struct CapFit: Sendable, Equatable {
  /// Air between the cap and the head, everywhere but at the edge.
  var standOff = 0.0
  /// Hair under the cap, alike everywhere, and in patches of at most so much.
  var hair = 0.0, patchyHair = 0.0
  /// How much thicker the hem is.
  var hem = 0.0

  /// Whether the cap lies on the skin.
  var isSnug: Bool { self == CapFit() }

  /// How much farther out the cap lies towards a unit direction.
  ///
  /// - Parameter depth: how far the place lies inside the cap's edge, metres.
  func rise(_ u: Vector3, depth: Double) -> Double {
    standOff * smoothstep(depth / Self.taut) + (hair + patchyHair * Self.patches(u)) * smoothstep(depth / Self.combed)
      + hem * (1 - smoothstep((depth - Self.hemWidth) / Self.hemEnd))
  }

  /// Over so much of its depth the cap is drawn tight to its edge, and hair is combed out of it.
  private static let (taut, combed) = (0.030, 0.010)
  private static let (hemWidth, hemEnd) = (0.012, 0.002)

  /// 0 … 1 over the sphere of directions: patches of 40 to 60 mm on an infant's head, more of them on the left.
  private static func patches(_ u: Vector3) -> Double {
    let waves = [Vector3(5.1, -3.2, 0), Vector3(0, 4.4, 3.7), Vector3(-2.6, 0, 6.0)]
    let sum = zip(waves, [0.8, -1.1, 2.2]).reduce(0) { $0 + cos($1.0.dot(u) + $1.1) }
    return smoothstep(0.5 + 0.35 * sum - 0.25 * u.x)
  }
}
