import Geometry
import Images
import PointClouds

/// The look of a surface: light from the eye and from above, on white; what is seen from inside, through a hole, is dark
/// and hatched.
struct SurfaceShading {
  private let mesh: Mesh
  /// The colour of each vertex in this light, red green blue 0 to 255.
  private let colors: [SIMD3<Float>]
  /// Whether each triangle is seen from outside.
  private let isOutside: [Bool]
  private static let clay = SIMD3<Float>(240, 235, 228)
  private static let inside = SIMD3<Float>(118, 118, 122)
  private static let hatching = SIMD3<Float>(84, 84, 90)
  /// Brightness in steps of this many of 255 levels: not seen, and a PNG of 360 pixels stays below 60 kB.
  private let step: Float

  init(_ scene: HeadScene, _ paint: SurfacePaint, _ projection: HeadProjection) {
    mesh = scene.mesh
    let up = scene.headFromMesh.inverse.rotation * Vector3(0, 0, 1)
    let light = SIMD3<Float>((projection.eye + up * 0.5).normalized)
    // The light that falls on every side, as a share of all light: less than half would print too dark; under a map, whose
    // colours must be told apart, there is more of it.
    let ambient: Float = if case .map = paint { 0.75 } else { 0.55 }
    let painted = Self.paint(scene, paint)
    colors = scene.mesh.normals.indices.map { vertex in
      let normal = scene.mesh.normals[vertex]
      let length = (normal * normal).sum().squareRoot()
      let cosine = length > 0 ? max(0, (normal * light).sum() / length) : 0
      return (painted.isEmpty ? Self.clay : painted[vertex]) * (ambient + (1 - ambient) * cosine)
    }
    isOutside = scene.mesh.triangles.map { t in
      let a = scene.mesh.positions[Int(t.x)]
      let normal = (scene.mesh.positions[Int(t.y)] - a).cross(scene.mesh.positions[Int(t.z)] - a)
      return normal.dot(projection.eye) > 0
    }
    step = paint == .color ? 8 : 3
  }

  /// A colour for each vertex; none for clay.
  private static func paint(_ scene: HeadScene, _ paint: SurfacePaint) -> [SIMD3<Float>] {
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
        let mean = (sum / Float(samples * samples) / step).rounded(.toNearestOrAwayFromZero) * step
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
    guard isOutside[Int(number)] else {
      return (x + y) % (8 * SurfaceRaster.samples) < 2 * SurfaceRaster.samples ? Self.hatching : Self.inside
    }
    let (t, weights) = (mesh.triangles[Int(number)], buffer.weights[at])
    return colors[Int(t.x)] * (1 - weights.x - weights.y) + colors[Int(t.y)] * weights.x + colors[Int(t.z)] * weights.y
  }
}

/// What the surface of a picture shows.
public enum SurfacePaint: Sendable, Equatable {
  /// The colours of the scan; clay where there are none.
  case color
  /// One light grey.
  case clay
  /// A map; clay where the scene has none of this kind.
  case map(HeadMap.Kind)
}
