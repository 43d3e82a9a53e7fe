import Geometry

/// A cylinder with round ends: neck, torso, hands.
struct Capsule: Sendable, Equatable {
  var start, end: Vector3
  var radius: Double

  /// The capsule moved.
  func moved(by transform: RigidTransform) -> Capsule {
    Capsule(start: transform * start, end: transform * end, radius: radius)
  }

  /// The distance along a ray to the surface, or nil where it is missed or lies behind.
  func hit(_ ray: Ray) -> Double? {
    let axis = end - start
    let offset = ray.origin - start
    let (aa, ad, ao) = (axis.inner(axis), axis.inner(ray.direction), axis.inner(offset))
    let a = aa - ad * ad
    let b = aa * ray.direction.inner(offset) - ao * ad
    let c = aa * (offset.inner(offset) - radius * radius) - ao * ao
    let h = b * b - a * c
    guard h >= 0, a > 1e-12 else { return nil }
    let t = (-b - h.squareRoot()) / a
    let y = ao + t * ad
    if y > 0 && y < aa { return t > 0 ? t : nil }
    return Capsule.sphereHit(ray, y <= 0 ? offset : ray.origin - end, radius)
  }

  /// The unit outward normal at a point of the surface.
  func normal(at point: Vector3) -> Vector3 {
    let axis = end - start
    let y = min(max((point - start).inner(axis) / axis.inner(axis), 0), 1)
    return (point - start - axis * y).normalized
  }

  private static func sphereHit(_ ray: Ray, _ offset: Vector3, _ radius: Double) -> Double? {
    let b = ray.direction.inner(offset)
    let h = b * b - (offset.inner(offset) - radius * radius)
    guard h >= 0 else { return nil }
    let t = -b - h.squareRoot()
    return t > 0 ? t : nil
  }
}
