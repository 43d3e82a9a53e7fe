import Geometry
import Recordings
import Workers

/// Estimates tangent planes of a depth image from its smoothed inverse depth.
///
/// A plane's inverse depth is affine in pixel coordinates, so gradients of 1/z give normals without perspective error:
/// with r the pixel's ray at depth 1, m = (fx ∂u, fy ∂v, 1/z − fx ∂u rx − fy ∂v ry), n = −m / |m|.
struct TangentPlanes {
  /// Half the width of the window within which inverse depth is averaged, pixels.
  static let smoothing = 2
  /// Half the distance of the averages whose difference is the gradient, pixels.
  static let reach = 3
  /// How far from a depth edge pixels are dropped, pixels.
  static let edgeMargin = 2
  /// A step of more than this fraction of z over two pixels is an edge: flatter surfaces are seen under less than 75°.
  static let edgeStep: Float = 0.016
  /// How many of the window's 25 pixels must be valid.
  static let leastSupport: Float = 8

  let width, height: Int
  let workers: Workers
  /// Corrected depth, NaN where invalid.
  private let depth: [Float]
  /// Means over the window around each pixel: inverse depth, 1, column, row; NaN where there is too little support.
  private let means: [SIMD4<Float>]
  /// 1 near a depth edge.
  private let edge: [UInt8]

  init(_ image: DepthImage, _ crop: ImageCrop, _ correction: DepthCorrection, _ workers: Workers) {
    (width, height, self.workers) = (crop.width, crop.height, workers)
    let size = RowBands(width: width, height: height, workers: workers)
    let depth: [Float] = size.make { out, y in
      image.pixels.withUnsafeBufferPointer { source in
        let row = source.baseAddress! + (y + crop.y) * image.width + crop.x
        for x in 0..<crop.width {
          let z = correction.corrected(row[x])
          out[x] = z > 0.05 && z < 10 ? z : .nan
        }
      }
    }
    let edge = Self.edges(depth, size)
    let sums = Self.rowSums(depth, edge, size)
    means = Self.columnMeans(sums, size)
    self.depth = depth
    self.edge = edge
  }

  /// 1 within ``edgeMargin`` pixels of a step in depth.
  private static func edges(_ depth: [Float], _ size: RowBands) -> [UInt8] {
    let (w, h) = (size.width, size.height)
    let steps: [UInt8] = size.make { out, y in
      depth.withUnsafeBufferPointer { z in
        let row = z.baseAddress! + y * w
        let above = z.baseAddress! + max(y - 1, 0) * w
        let below = z.baseAddress! + min(y + 1, h - 1) * w
        for x in 0..<w {
          let across = abs(row[min(x + 1, w - 1)] - row[max(x - 1, 0)])
          let down = abs(below[x] - above[x])
          let limit = edgeStep * row[x]
          out[x] = across > limit || down > limit ? 1 : 0
        }
      }
    }
    let wide: [UInt8] = size.make { out, y in
      steps.withUnsafeBufferPointer { s in
        let row = s.baseAddress! + y * w
        for x in 0..<w {
          var any: UInt8 = 0
          for k in max(0, x - edgeMargin)...min(w - 1, x + edgeMargin) { any |= row[k] }
          out[x] = any
        }
      }
    }
    return size.make { out, y in
      wide.withUnsafeBufferPointer { s in
        for x in 0..<w { out[x] = 0 }
        for k in max(0, y - edgeMargin)...min(h - 1, y + edgeMargin) {
          for x in 0..<w { out[x] |= s[k * w + x] }
        }
      }
    }
  }

  /// Sums of inverse depth, one, column and row over ``smoothing`` valid pixels to either side.
  ///
  /// With their places summed too, a window from which pixels are missing still gives an exact gradient on a plane.
  private static func rowSums(_ depth: [Float], _ edge: [UInt8], _ size: RowBands) -> [SIMD4<Float>] {
    let w = size.width
    return size.make { out, y in
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: w + 2 * smoothing) { line in
        for x in 0..<(w + 2 * smoothing) { line[x] = .zero }
        for x in 0..<w {
          let z = depth.withUnsafeBufferPointer { $0[y * w + x] }
          let isUsed = edge.withUnsafeBufferPointer { $0[y * w + x] } == 0 && z > 0
          line[x + smoothing] = isUsed ? [1 / z, 1, Float(x), Float(y)] : .zero
        }
        for x in 0..<w {
          var sum = line[x]
          for k in 1...(2 * smoothing) { sum += line[x + k] }
          out[x] = sum
        }
      }
    }
  }

  private static func columnMeans(_ sums: [SIMD4<Float>], _ size: RowBands) -> [SIMD4<Float>] {
    let (w, h) = (size.width, size.height)
    return size.make { out, y in
      sums.withUnsafeBufferPointer { s in
        let rows = max(0, y - smoothing)...min(h - 1, y + smoothing)
        for x in 0..<w {
          var sum = SIMD4<Float>.zero
          for k in rows { sum += s[k * w + x] }
          out[x] = sum.y >= leastSupport ? sum / sum.y : SIMD4(repeating: .nan)
        }
      }
    }
  }

  /// Planes and weights of all pixels; weight zero near edges, at a glancing angle and outside the region.
  func pixels(_ camera: PinholeCamera, _ limits: ViewLimits, _ workers: Workers) -> [ViewPixel] {
    let size = RowBands(width: width, height: height, workers: workers)
    return size.make { out, y in
      for x in 0..<width { out[x] = pixel(x, y, camera, limits) }
    }
  }

  @inline(__always)
  private func pixel(_ x: Int, _ y: Int, _ camera: PinholeCamera, _ limits: ViewLimits) -> ViewPixel {
    var result = ViewPixel.invalid
    let z = depth.withUnsafeBufferPointer { $0[y * width + x] }
    guard z > 0 else { return result }
    result.depth = z
    let isEdge = edge.withUnsafeBufferPointer { $0[y * width + x] } != 0
    let r = Self.reach
    guard !isEdge, x >= r, y >= r, x < width - r, y < height - r else { return result }
    let ray = SIMD3<Float>(
      (Float(x) - Float(camera.cx)) / Float(camera.fx), (Float(y) - Float(camera.cy)) / Float(camera.fy), 1)
    let point = ray * z
    guard limits.contains(point) else { return result }
    let (across, down) = means.withUnsafeBufferPointer { m in
      let here = y * width + x
      return (m[here + r] - m[here - r], m[here + r * width] - m[here - r * width])
    }
    let determinant = across.z * down.w - across.w * down.z
    let gx = (across.x * down.w - down.x * across.w) / determinant
    let gy = (across.z * down.x - down.z * across.x) / determinant
    let (a, b) = (Float(camera.fx) * gx, Float(camera.fy) * gy)
    let m = SIMD3<Float>(a, b, 1 / z - a * ray.x - b * ray.y)
    let length = (m * m).sum().squareRoot()
    let normal = -m / length
    let cosine = 1 / (z * length * (ray * ray).sum().squareRoot())
    // A NaN gradient fails this comparison too.
    guard cosine >= limits.minCosine else { return result }
    let sigma = Float(limits.noise.floor) + Float(limits.noise.growth) * z * z
    result.plane = SIMD4(normal, (normal * point).sum())
    result.weight = cosine * cosine * limits.unitVariance / (sigma * sigma)
    return result
  }
}
