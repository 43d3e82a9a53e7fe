import Geometry
import Workers

/// A head tabulated for ray casting: radius and normal on a cube map, within some ten micrometres of the head itself.
struct PhantomSurface: Sendable {
  private let radius: CubeMap<Float>
  private let normals: CubeMap<SIMD3<Float>>
  private let capDepths: CubeMap<Float>
  private let bound: Double

  /// Tabulates a head on six faces of `cells`² cells; normals and the cap's edge, which are smoother, on coarser ones.
  init(_ head: PhantomHead, cells: Int, workers: Workers) {
    radius = CubeMap(cells: cells, workers: workers) { Float(head.radius(toward: $0)) }
    normals = CubeMap(cells: cells / 2, workers: workers) { SIMD3<Float>(head.normal(toward: $0)) }
    capDepths = CubeMap(cells: cells / 2, workers: workers) { Float(head.capDepth(toward: $0)) }
    let sphere = Icosphere(subdivisions: 4)
    bound = 0.003 + sphere.directions.reduce(0) { max($0, head.radius(toward: $1)) }
  }

  /// The unit outward normal at a point of the surface.
  func normal(at point: Vector3) -> Vector3 { normals.sample(point).normalized }

  /// How far a point of the surface lies inside the cap's edge, in metres; negative on bare skin.
  func capDepth(at point: Vector3) -> Double { capDepths.sample(point) }

  /// The point of the surface towards a direction of any length.
  func point(toward p: Vector3) -> Vector3 { p.normalized * radius.sample(p) }

  /// The distance along a ray to the surface, or nil where the ray misses it or starts inside.
  ///
  /// |p| − r(p) is no distance but changes by at most about 2.5 a metre, which bounds the steps from below; the secant
  /// through the last two places falls short of the surface of a convex body, which allows longer ones. Regula falsi
  /// closes in.
  func hit(_ ray: Ray) -> Double? {
    let middle = -ray.origin.inner(ray.direction)
    let reach = bound * bound - (ray.origin.inner(ray.origin) - middle * middle)
    guard reach > 0, ray.origin != .zero else { return nil }
    let half = reach.squareRoot()
    let end = middle + half
    var t = max(middle - half, 0)
    var height = self.height(ray.at(t))
    guard height > 0 else { return nil }
    var step = max(0.45 * height, 0.0004)
    while t < end {
      let nextHeight = self.height(ray.at(t + step))
      if nextHeight <= 0 { return root(ray, (t, height), (t + step, nextHeight)) }
      let secant = height > nextHeight ? 0.95 * step * nextHeight / (height - nextHeight) : .infinity
      t += step
      height = nextHeight
      step = max(0.45 * height, min(secant, 1.2 * height), 0.0004)
    }
    return nil
  }

  @inline(__always)
  private func height(_ p: Vector3) -> Double { p.inner(p).squareRoot() - radius.sample(p) }

  /// Regula falsi with the Illinois modification (Dowell & Jarratt 1971), to a micrometre.
  private func root(_ ray: Ray, _ outside: (Double, Double), _ inside: (Double, Double)) -> Double {
    var (a, b) = (outside, inside)
    var kept = 0
    for _ in 0..<30 {
      let t = a.0 + (b.0 - a.0) * a.1 / (a.1 - b.1)
      let h = height(ray.at(t))
      if abs(h) < 1e-6 { return t }
      if h > 0 {
        a = (t, h)
        if kept == 1 { b.1 /= 2 }
        kept = 1
      } else {
        b = (t, h)
        if kept == -1 { a.1 /= 2 }
        kept = -1
      }
    }
    return a.0
  }
}
