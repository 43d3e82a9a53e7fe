import Geometry
import Platform
import Recordings

@testable import PointClouds

/// A smooth closed shape with points as dense as a fused surface's.
struct AnalyticShape {
  static let sphere = AnalyticShape(axes: [0.06, 0.06, 0.06], lump: 0)
  /// The axes of an infant's head.
  static let ellipsoid = AnalyticShape(axes: [0.055, 0.072, 0.062], lump: 0)
  /// The same with lumps of up to 3 mm, which hold a view in its place.
  static let lumpy = AnalyticShape(axes: [0.055, 0.072, 0.062], lump: 0.003)
  static let options = FusionOptions(region: FusionRegion(centre: .zero, radius: 0.1))

  let mesh: Mesh
  let model: RegistrationModel
  private let axes: Vector3
  private let lump: Double

  init(axes: Vector3, lump: Double) {
    (self.axes, self.lump) = (axes, lump)
    var mesh = Mesh()
    let count = 60_000
    for i in 0..<count {
      let z = 1 - (2 * Double(i) + 1) / Double(count)
      let ring = (1 - z * z).squareRoot()
      let turn = Matrix3.rotation([0, 0, 2.399963 * Double(i)])
      let direction = turn * Vector3(ring, 0, z)
      let point = Self.surface(direction, axes, lump)
      mesh.positions.append(point)
      mesh.normals.append(SIMD3<Float>(Self.gradient(point, axes, lump).normalized))
    }
    self.mesh = mesh
    model = RegistrationModel(mesh)!
  }

  /// Zero on the surface, positive outside: an ellipsoid with lumps.
  private static func value(_ p: Vector3, _ axes: Vector3, _ lump: Double) -> Double {
    let q = p / axes
    if lump == 0 { return q.length - 1 }
    return q.length - 1 - lump / axes.y * sin(9 * q.x + 1) * sin(8 * q.y + 0.5) * sin(7 * q.z + 2)
  }

  private static func gradient(_ p: Vector3, _ axes: Vector3, _ lump: Double) -> Vector3 {
    let h = 1e-6
    let slope = { (e: Vector3) in value(p + e * h, axes, lump) - value(p - e * h, axes, lump) }
    return [slope([1, 0, 0]), slope([0, 1, 0]), slope([0, 0, 1])]
  }

  private static func surface(_ direction: Vector3, _ axes: Vector3, _ lump: Double) -> Vector3 {
    var (low, high) = (0.03, 0.1)
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if value(direction * middle, axes, lump) < 0 { low = middle } else { high = middle }
    }
    return direction * low
  }

  /// The depth view from a pose, prepared with a predicted one; `also` is something else in sight.
  func view(
    from truth: RigidTransform, predicted: RigidTransform, noise: Double = 0, seed: UInt64 = 0,
    also: ((Vector3, Vector3) -> Double?)? = nil
  ) -> DepthView {
    let depth = RenderedScene.depth(truth, noise: noise, seed: seed) { origin, direction in
      [hit(origin, direction), also?(origin, direction)].compactMap { $0 }.min()
    }
    return DepthView(
      depth: depth, camera: RenderedScene.camera, scanFromCamera: predicted, options: Self.options)
  }

  /// Small steps from the sphere around the shape, then bisection.
  private func hit(_ origin: Vector3, _ direction: Vector3) -> Double? {
    let step = 0.002 / direction.length
    guard let outside = RenderedScene.sphere(.zero, axes.max() + lump)(origin, direction) else { return nil }
    var t = outside
    while Self.value(origin + direction * t, axes, lump) > 0 {
      t += step
      if t > outside + 75 * step { return nil }
    }
    var (low, high) = (t - step, t)
    for _ in 0..<18 {
      let middle = (low + high) / 2
      if Self.value(origin + direction * middle, axes, lump) > 0 { low = middle } else { high = middle }
    }
    return high
  }

  /// The root mean square distance by which two poses of the camera move a ball's surface.
  static func distance(_ a: RigidTransform, _ b: RigidTransform, radius: Double) -> Double {
    let change = a * b.inverse
    let axes: [Vector3] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    return RobustStatistics.rms(axes.map { (change * ($0 * radius) - $0 * radius).length })
  }
}
