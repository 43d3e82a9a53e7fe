import Geometry
import Images
import PointClouds

/// The look of a surface: light from the eye and from above, on white; what is seen from inside, through a hole, is dark
/// and hatched.
struct SurfaceShading {
  private let mesh: Mesh
  /// A colour for each vertex, red green blue 0 to 255; empty for clay.
  private let colors: [SIMD3<Float>]
  private let eye, light: SIMD3<Float>
  /// 1 where triangles are anticlockwise seen from outside, -1 where the mesh is turned inside out.
  private let orientation: Float

  private static let clay = SIMD3<Float>(222, 216, 208)
  private static let inside = SIMD3<Float>(118, 118, 122)
  private static let hatching = SIMD3<Float>(84, 84, 90)

  init(_ scene: HeadScene, _ paint: HeadPicture.Paint, _ projection: HeadProjection) {
    mesh = scene.mesh
    eye = SIMD3<Float>(projection.eye)
    let up = scene.headFromMesh.inverse.rotation * Vector3(0, 0, 1)
    light = SIMD3<Float>((projection.eye + up * 0.5).normalized)
    orientation = mesh.isInsideOut ? -1 : 1
    colors = Self.colors(scene, paint)
  }

  private static func colors(_ scene: HeadScene, _ paint: HeadPicture.Paint) -> [SIMD3<Float>] {
    switch paint {
    case .clay: []
    case .color: scene.mesh.colors.map { SIMD3<Float>($0) }
    case .map(let kind):
      scene[kind].map { map in
        map.values.map { value in
          SIMD3<Float>(map.position(of: value).map(map.kind.colors.color) ?? ColorScale.unknown)
        }
      } ?? []
    }
  }

  /// The picture: the mean of the samples of each pixel.
  func image(_ buffer: SurfaceRaster) -> ColorImage {
    let samples = SurfaceRaster.samples
    let (width, height) = (buffer.width / samples, buffer.height / samples)
    var pixels = [UInt8](repeating: 255, count: 3 * width * height)
    for row in 0..<height {
      for column in 0..<width {
        var sum = SIMD3<Float>.zero
        for y in (row * samples)..<((row + 1) * samples) {
          for x in (column * samples)..<((column + 1) * samples) { sum += color(buffer, x, y) }
        }
        let mean = (sum / Float(samples * samples)).rounded(.toNearestOrAwayFromZero)
        let at = 3 * (row * width + column)
        for k in 0..<3 { pixels[at + k] = UInt8(min(255, max(0, mean[k]))) }
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  private func color(_ buffer: SurfaceRaster, _ x: Int, _ y: Int) -> SIMD3<Float> {
    let at = y * buffer.width + x
    let number = buffer.triangles[at]
    guard number >= 0 else { return [255, 255, 255] }
    let t = mesh.triangles[Int(number)]
    let (v, w) = (buffer.weights[at].x, buffer.weights[at].y)
    let mix = { (values: [SIMD3<Float>]) in
      values[Int(t.x)] * (1 - v - w) + values[Int(t.y)] * v + values[Int(t.z)] * w
    }
    guard isOutside(t) else {
      return (x + y) % (8 * SurfaceRaster.samples) < 2 * SurfaceRaster.samples ? Self.hatching : Self.inside
    }
    let normal = mix(mesh.normals) * orientation
    let length = (normal * normal).sum().squareRoot()
    let cosine = length > 0 ? max(0, (normal * light).sum() / length) : 0
    return (colors.isEmpty ? Self.clay : mix(colors)) * (0.45 + 0.55 * cosine)
  }

  private func isOutside(_ t: SIMD3<Int32>) -> Bool {
    let a = mesh.positions[Int(t.x)]
    let normal = (mesh.positions[Int(t.y)] - a).cross(mesh.positions[Int(t.z)] - a)
    return Float(normal.dot(Vector3(eye))) * orientation > 0
  }
}

extension Mesh {
  /// True where triangles are clockwise seen from outside: the volume over them, from the middle of the vertices, is
  /// negative.
  var isInsideOut: Bool {
    let centre = positions.reduce(Vector3.zero, +) / Double(max(positions.count, 1))
    return triangles.reduce(0.0) { volume, t in
      let (a, b, c) = (positions[Int(t.x)] - centre, positions[Int(t.y)] - centre, positions[Int(t.z)] - centre)
      return volume + a.dot(b.cross(c))
    } < 0
  }
}
