import Geometry
import PointClouds

/// What each sample of a picture sees of a surface: a z-buffer with the triangle in front.
struct SurfaceRaster {
  /// Samples along each side of a pixel: edges are smooth.
  static let samples = 2

  let width, height: Int
  /// The depth in metres, infinite where nothing is seen.
  private(set) var depths: [Float]
  /// The triangle, -1 where nothing is seen.
  private(set) var triangles: [Int32]
  /// The weights of the triangle's second and third corner.
  private(set) var weights: [SIMD2<Float>]

  init(_ scene: HeadScene, _ projection: HeadProjection) {
    (width, height) = (projection.width * Self.samples, projection.height * Self.samples)
    depths = [Float](repeating: .infinity, count: width * height)
    triangles = [Int32](repeating: -1, count: width * height)
    weights = [SIMD2<Float>](repeating: .zero, count: width * height)
    let corners = scene.mesh.positions.map { position in
      let (pixel, depth) = projection.place(position)
      return Vector3(pixel.x * Double(Self.samples), pixel.y * Double(Self.samples), depth)
    }
    for (number, t) in scene.mesh.triangles.enumerated() {
      draw(Int32(number), corners[Int(t.x)], corners[Int(t.y)], corners[Int(t.z)])
    }
  }

  /// Draws a triangle whose corners are given in samples and depth; sample centres lie at halves.
  private mutating func draw(_ number: Int32, _ a: Vector3, _ b: Vector3, _ c: Vector3) {
    let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    guard area != 0 else { return }
    let low = pointwiseMin(pointwiseMin(a, b), c)
    let high = pointwiseMax(pointwiseMax(a, b), c)
    // What lies beside the picture has no samples in it.
    let (left, right) = (max(0, (low.x - 0.5).rounded(.up)), min(Double(width), (high.x - 0.5).rounded(.down) + 1))
    let (top, bottom) = (max(0, (low.y - 0.5).rounded(.up)), min(Double(height), (high.y - 0.5).rounded(.down) + 1))
    guard left < right, top < bottom else { return }
    for row in Int(top)..<Int(bottom) {
      let y = Double(row) + 0.5 - a.y
      for column in Int(left)..<Int(right) {
        let x = Double(column) + 0.5 - a.x
        let v = (x * (c.y - a.y) - y * (c.x - a.x)) / area
        let w = (y * (b.x - a.x) - x * (b.y - a.y)) / area
        guard v >= 0, w >= 0, v + w <= 1 else { continue }
        let depth = Float(a.z + v * (b.z - a.z) + w * (c.z - a.z))
        let at = row * width + column
        if depth < depths[at] {
          (depths[at], triangles[at], weights[at]) = (depth, number, [Float(v), Float(w)])
        }
      }
    }
  }

  /// The farthest depth at a pixel and its neighbours, metres; infinite at the silhouette and beside it.
  func depth(at pixel: Vector2) -> Double {
    let (x, y) = (pixel.x * Double(Self.samples), pixel.y * Double(Self.samples))
    guard x.isFinite, y.isFinite, x > 1, y > 1, x < Double(width - 1), y < Double(height - 1) else { return .infinity }
    var farthest = -Float.infinity
    for row in (Int(y) - 1)...(Int(y) + 1) {
      for column in (Int(x) - 1)...(Int(x) + 1) where row < height && column < width {
        farthest = max(farthest, depths[row * width + column])
      }
    }
    return Double(farthest)
  }
}
