import Geometry

/// How rays find the surface of a head.
///
/// |p| − r(p) is no distance but changes by at most about 2.5 a metre, which bounds the steps from below; the secant
/// through the last two places falls short of the surface of a convex body, which allows longer ones. Regula falsi
/// closes in.
extension PhantomSurface {
  /// The distances along rays to the surface, infinite where a ray misses it or starts inside.
  func distances(_ rays: RayFan) -> [Double] {
    var distances = [Double](repeating: .infinity, count: rays.directions.count)
    var brackets: [Bracket] = []
    brackets.reserveCapacity(rays.directions.count)
    radius.withSampler { radius in
      march(rays, radius, &brackets)
      close(in: &brackets, from: rays.origin, radius, &distances)
    }
    return distances
  }

  /// A ray on its way to the surface.
  private struct March {
    let direction: Vector3
    let ray: Int
    let end: Double
    var t: Double
    var height = 0.0, step = 0.0
  }

  /// Two places of a ray, outside and inside of the surface: how far along it, and how high.
  private struct Bracket {
    let direction: Vector3
    let ray: Int
    var a, b: SIMD2<Double>
    /// Which end the last round kept, and for how long: 1 inside, −1 outside.
    var kept = 0
  }

  private func march(_ rays: RayFan, _ radius: CubeMap<Float>.Sampler, _ brackets: inout [Bracket]) {
    let eye = rays.origin
    var marches = beginnings(rays)
    marches.keepInPlace { march in
      march.height = radius.height(eye + march.direction * march.t)
      march.step = max(0.45 * march.height, 0.0004)
      return march.height > 0
    }
    while !marches.isEmpty {
      marches.keepInPlace { march in
        guard march.t < march.end else { return false }
        let (t, height, step) = (march.t, march.height, march.step)
        let next = radius.height(eye + march.direction * (t + step))
        if next <= 0 {
          brackets.append(
            Bracket(direction: march.direction, ray: march.ray, a: SIMD2(t, height), b: SIMD2(t + step, next)))
          return false
        }
        let secant = height > next ? 0.95 * step * next / (height - next) : .infinity
        (march.t, march.height) = (t + step, next)
        march.step = max(0.45 * next, min(secant, 1.2 * next), 0.0004)
        return true
      }
    }
  }

  /// The rays that may meet the surface, where they enter the sphere around it.
  private func beginnings(_ rays: RayFan) -> [March] {
    let squared = rays.origin.dot(rays.origin)
    var marches: [March] = []
    guard rays.origin != .zero else { return marches }
    marches.reserveCapacity(rays.directions.count)
    silhouette.withTest { isPassed in
      for (index, direction) in rays.directions.enumerated() {
        let middle = -rays.origin.dot(direction)
        let reach = bound * bound - (squared - middle * middle)
        guard reach > 0, !isPassed(rays.origin + direction * middle) else { continue }
        let half = reach.squareRoot()
        marches.append(March(direction: direction, ray: index, end: middle + half, t: max(middle - half, 0)))
      }
    }
    return marches
  }

  /// Regula falsi with the Illinois modification (Dowell & Jarratt 1971), to a micrometre.
  private func close(
    in brackets: inout [Bracket], from eye: Vector3, _ radius: CubeMap<Float>.Sampler, _ distances: inout [Double]
  ) {
    for _ in 0..<30 where !brackets.isEmpty {
      brackets.keepInPlace { bracket in
        let (a, b) = (bracket.a, bracket.b)
        let t = a.x + (b.x - a.x) * a.y / (a.y - b.y)
        let height = radius.height(eye + bracket.direction * t)
        if abs(height) < 1e-6 {
          distances[bracket.ray] = t
          return false
        }
        if height > 0 {
          bracket.a = SIMD2(t, height)
          if bracket.kept == 1 { bracket.b.y /= 2 }
          bracket.kept = 1
        } else {
          bracket.b = SIMD2(t, height)
          if bracket.kept == -1 { bracket.a.y /= 2 }
          bracket.kept = -1
        }
        return true
      }
    }
    for bracket in brackets { distances[bracket.ray] = bracket.a.x }
  }
}

extension CubeMap<Float>.Sampler {
  /// How much farther from the origin a place lies than the surface in its direction.
  @inline(__always)
  fileprivate func height(_ p: Vector3) -> Double { p.length - sample(p) }
}
