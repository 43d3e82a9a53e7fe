import Geometry
import Platform

/// Markers of another size than the cap file says: printed at another scale, or stretched with the cloth.
struct ClothScale: Sendable {
  private let printed, stretched: Double

  init(_ plan: FaultPlan) {
    printed = 1 + (plan[.printScale]?.amount ?? 0) / 100
    stretched = (plan[.stretch]?.amount ?? 0) / 100
  }

  /// The size that is printed where the cap file says `stated`.
  func printed(_ stated: Double) -> Double { stated * printed }

  /// How much larger a marker towards a direction is than printed: the most at the crown, and 0.6 of that 35° from it.
  func stretch(toward direction: Vector3, crown: Vector3) -> Double {
    guard stretched != 0 else { return 1 }
    let angle = acos(min(1, max(-1, direction.normalized.dot(crown)))) / (35 * .pi / 180)
    return 1 + stretched * exp(-0.5 * angle * angle)
  }
}

extension PhantomCap {
  /// The cap whose file states another size than is printed, and whose markers are stretched with the cloth.
  func scaled(_ scale: ClothScale, stated: Double, on head: PhantomHead) -> PhantomCap {
    resized(stated: stated) { marker in
      scale.stretch(toward: marker.pose.translation, crown: head.cloth.edgeNormal)
    }
  }
}
