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
    // Borrowed once: a picture has some million samples to test.
    depths.withUnsafeMutableBufferPointer { depths in
      triangles.withUnsafeMutableBufferPointer { triangles in
        weights.withUnsafeMutableBufferPointer { weights in
          let canvas = Canvas(width: width, height: height, depths: depths, triangles: triangles, weights: weights)
          for (number, t) in scene.mesh.triangles.enumerated() {
            canvas.draw(Int32(number), corners[Int(t.x)], corners[Int(t.y)], corners[Int(t.z)])
          }
        }
      }
    }
  }

  /// The samples while triangles are drawn on them.
  private struct Canvas {
    let width, height: Int
    let depths: UnsafeMutableBufferPointer<Float>
    let triangles: UnsafeMutableBufferPointer<Int32>
    let weights: UnsafeMutableBufferPointer<SIMD2<Float>>

    /// How far beyond an edge a sample still counts, as a weight: none is lost between two triangles by rounding.
    private static let rim = -1e-9

    /// Draws a triangle whose corners are given in samples and depth; sample centres lie at halves.
    func draw(_ number: Int32, _ a: Vector3, _ b: Vector3, _ c: Vector3) {
      let (b, c) = (b - a, c - a)
      let area = b.x * c.y - b.y * c.x
      guard area != 0 else { return }
      // What lies beside the picture has no samples in it.
      let (left, right) = Self.samples(a.x + min(0, b.x, c.x), a.x + max(0, b.x, c.x), width)
      let (top, bottom) = Self.samples(a.y + min(0, b.y, c.y), a.y + max(0, b.y, c.y), height)
      guard left < right, top < bottom else { return }
      // The weights of the second and third corner are linear in the picture.
      let scale = 1 / area
      let (vx, vy, wx, wy) = (c.y * scale, -c.x * scale, -b.y * scale, b.x * scale)
      let x = Double(left) + 0.5 - a.x
      for row in top..<bottom {
        let y = Double(row) + 0.5 - a.y
        var (v, w) = (x * vx + y * vy, x * wx + y * wy)
        for at in (row * width + left)..<(row * width + right) {
          if v >= Self.rim, w >= Self.rim, v + w <= 1 - Self.rim {
            let depth = Float(a.z + v * b.z + w * c.z)
            if depth < depths[at] { (depths[at], triangles[at], weights[at]) = (depth, number, [Float(v), Float(w)]) }
          }
          v += vx
          w += wx
        }
      }
    }

    /// The samples of a row or column whose centres lie between two coordinates.
    private static func samples(_ low: Double, _ high: Double, _ count: Int) -> (first: Int, end: Int) {
      let first = max(0, (low - 0.5).rounded(.up))
      let end = min(Double(count), (high - 0.5).rounded(.down) + 1)
      return first < end ? (Int(first), Int(end)) : (0, 0)
    }
  }

  /// The farthest depth at a pixel and its neighbours, metres; infinite at the silhouette and beside it.
  func depth(at pixel: Vector2) -> Double {
    let (x, y) = (pixel.x * Double(Self.samples), pixel.y * Double(Self.samples))
    guard x.isFinite, y.isFinite, x > 1, y > 1, x < Double(width - 1), y < Double(height - 1) else { return .infinity }
    var farthest = -Float.infinity
    for row in (Int(y) - 1)...(Int(y) + 1) {
      for column in (Int(x) - 1)...(Int(x) + 1) {
        farthest = max(farthest, depths[row * width + column])
      }
    }
    return Double(farthest)
  }
}
