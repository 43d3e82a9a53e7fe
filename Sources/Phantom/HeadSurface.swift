import Geometry
import Workers

/// A head tabulated for ray casting: radius and normal on a cube map, within some micrometres of the head itself.
struct HeadSurface: Sendable {
  private let radius: CubeMap<Float>
  private let normals: CubeMap<SIMD3<Float>>
  private let capDepths: CubeMap<Float>
  private let bound: Double

  /// Tabulates a head on six faces of `cells`² cells.
  init(_ head: PhantomHead, cells: Int, workers: Workers) {
    radius = CubeMap(cells: cells, workers: workers) { Float(head.radius(toward: $0)) }
    normals = CubeMap(cells: cells, workers: workers) { SIMD3<Float>(head.normal(toward: $0)) }
    capDepths = CubeMap(cells: cells, workers: workers) { Float(head.capDepth(toward: $0)) }
    let sphere = Icosphere(subdivisions: 4)
    bound = 0.003 + sphere.directions.reduce(0) { max($0, head.radius(toward: $1)) }
  }

  /// The unit outward normal at a point of the surface.
  func normal(at point: Vector3) -> Vector3 { normals.sample(point).normalized }

  /// How far a point of the surface lies inside the cap's edge, in metres; negative on bare skin.
  func capDepth(at point: Vector3) -> Double { capDepths.sample(point) }

  /// The distance along a ray to the surface, or nil where the ray misses it or starts inside.
  ///
  /// Marches with damped steps, since |p| − r(p) is no distance but changes by at most about 2.5 a metre, then closes in
  /// by regula falsi.
  func hit(_ ray: Ray) -> Double? {
    let middle = -ray.origin.dot(ray.direction)
    let reach = bound * bound - (ray.origin.dot(ray.origin) - middle * middle)
    guard reach > 0 else { return nil }
    let half = reach.squareRoot()
    let end = middle + half
    var t = max(middle - half, 0)
    var height = self.height(ray.at(t))
    guard height > 0 else { return nil }
    while t < end {
      let next = t + max(0.45 * height, 0.0004)
      let nextHeight = self.height(ray.at(next))
      if nextHeight <= 0 { return root(ray, (t, height), (next, nextHeight)) }
      (t, height) = (next, nextHeight)
    }
    return nil
  }

  @inline(__always)
  private func height(_ p: Vector3) -> Double { p.length - radius.sample(p) }

  private func root(_ ray: Ray, _ outside: (Double, Double), _ inside: (Double, Double)) -> Double {
    var (a, b) = (outside, inside)
    for _ in 0..<3 {
      let t = a.0 + (b.0 - a.0) * a.1 / (a.1 - b.1)
      let h = height(ray.at(t))
      if abs(h) < 1e-6 { return t }
      if h > 0 { a = (t, h) } else { b = (t, h) }
    }
    return a.0 + (b.0 - a.0) * a.1 / (a.1 - b.1)
  }
}
