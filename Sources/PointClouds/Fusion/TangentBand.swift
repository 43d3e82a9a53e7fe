import Geometry
import Recordings

/// The work on some rows of a depth image: every plane of numbers is as wide as the crop with a margin, and starts some rows
/// above the band, so that no loop has to look after borders.
struct TangentBand {
  /// Columns to either side, and rows above and below: the sum of the windows' reaches.
  private static let margin =
    TangentPlanes.reach + TangentPlanes.smoothing + TangentPlanes.edgeMargin + 1

  private let rows: Range<Int>
  private let width, stride, height: Int
  /// Corrected depth, NaN where invalid or outside the crop.
  private let depth: UnsafeMutablePointer<Float>
  /// 1 near a depth edge; `steps` and `wide` lead to it.
  private let steps, wide, edge: UnsafeMutablePointer<UInt8>
  /// Inverse depth, 1, column and row of used pixels; then their sums over columns of the window; then their means over it.
  ///
  /// With the places averaged too, a window from which pixels are missing still gives an exact gradient on a plane.
  private let terms, sums: UnsafeMutablePointer<SIMD4<Float>>

  init(width: Int, rows: Range<Int>) {
    (self.width, self.rows) = (width, rows)
    (stride, height) = (width + 2 * Self.margin, rows.count + 2 * Self.margin)
    let count = stride * height
    depth = .allocate(capacity: count)
    depth.initialize(repeating: .nan, count: count)
    (steps, wide, edge) = (.allocate(capacity: count), .allocate(capacity: count), .allocate(capacity: count))
    for plane in [steps, wide, edge] { plane.initialize(repeating: 0, count: count) }
    (terms, sums) = (.allocate(capacity: count), .allocate(capacity: count))
    for plane in [terms, sums] { plane.initialize(repeating: .zero, count: count) }
  }

  func deallocate() {
    depth.deallocate()
    for plane in [steps, wide, edge] { plane.deallocate() }
    for plane in [terms, sums] { plane.deallocate() }
  }

  /// Takes the band's depth and as much around it as the crop has.
  func readDepth(_ image: DepthImage, _ crop: ImageCrop, _ correction: DepthCorrection) {
    let scale = Float(correction.scale)
    image.pixels.withUnsafeBufferPointer { source in
      for line in 0..<height {
        let y = rows.lowerBound + line - Self.margin
        guard y >= 0, y < crop.height else { continue }
        let from = source.baseAddress! + (y + crop.y) * image.width + crop.x
        let to = depth + line * stride + Self.margin
        let offsets = correction.offsets(
          row: y + crop.y, columns: crop.x..<(crop.x + width), width: image.width, height: image.height)
        for x in 0..<width {
          let z = scale * from[x] + offsets[x]
          to[x] = z > 0.05 && z < 10 ? z : .nan
        }
      }
    }
  }

  /// Marks what lies within ``TangentPlanes/edgeMargin`` pixels of a step in depth; comparisons with NaN find none.
  func findEdges() {
    let margin = TangentPlanes.edgeMargin
    for at in stride..<((height - 1) * stride) {
      let limit = TangentPlanes.edgeStep * depth[at]
      let isAcross = abs(depth[at + 1] - depth[at - 1]) > limit
      let isDown = abs(depth[at + stride] - depth[at - stride]) > limit
      steps[at] = (isAcross ? 1 : 0) | (isDown ? 1 : 0)
    }
    for at in margin..<(height * stride - margin) {
      wide[at] = steps[at - 2] | steps[at - 1] | steps[at] | steps[at + 1] | steps[at + 2]
    }
    for at in (margin * stride)..<((height - margin) * stride) {
      edge[at] =
        wide[at - 2 * stride] | wide[at - stride] | wide[at] | wide[at + stride] | wide[at + 2 * stride]
    }
  }

  /// Averages inverse depth and places over the window around each pixel; ``terms`` holds the means in the end.
  func sumInverseDepth() {
    for line in 0..<height {
      for x in 0..<stride {
        let at = line * stride + x
        let z = depth[at]
        terms[at] = edge[at] == 0 && z > 0 ? [1 / z, 1, Float(x), Float(line)] : .zero
      }
    }
    for at in (2 * stride)..<((height - 2) * stride) {
      sums[at] =
        terms[at - 2 * stride] + terms[at - stride] + terms[at] + terms[at + stride] + terms[at + 2 * stride]
    }
    for at in (2 * stride)..<((height - 2) * stride) {
      let sum = sums[at - 2] + sums[at - 1] + sums[at] + sums[at + 1] + sums[at + 2]
      // NaN where the support is too thin, so that the gradient there is NaN and the pixel gets no weight.
      terms[at] = sum.y >= TangentPlanes.leastSupport ? sum / sum.y : SIMD4(repeating: .nan)
    }
  }

  /// Writes the band's pixels into the crop's image.
  func write(_ out: UnsafeMutablePointer<ViewPixel>, _ camera: PinholeCamera, _ limits: ViewLimits) {
    let (fx, fy) = (Float(camera.fx), Float(camera.fy))
    let (cx, cy) = (Float(camera.cx), Float(camera.cy))
    for y in rows {
      let line = (y - rows.lowerBound + Self.margin) * stride + Self.margin
      for x in 0..<width {
        var pixel = ViewPixel.invalid
        let at = line + x
        let z = depth[at]
        if z > 0 {
          pixel.depth = z
          let ray = SIMD3<Float>((Float(x) - cx) / fx, (Float(y) - cy) / fy, 1)
          if edge[at] == 0, limits.contains(ray * z) {
            let (gx, gy) = gradient(at)
            pixel.setPlane(gx * fx, gy * fy, ray, z, limits)
          }
        }
        out[y * width + x] = pixel
      }
    }
  }

  /// The gradient of inverse depth per pixel, from the means to the left and right, above and below.
  @inline(__always)
  private func gradient(_ at: Int) -> (Float, Float) {
    let r = TangentPlanes.reach
    let across = terms[at + r] - terms[at - r]
    let down = terms[at + r * stride] - terms[at - r * stride]
    let determinant = across.z * down.w - across.w * down.z
    return (
      (across.x * down.w - down.x * across.w) / determinant, (across.z * down.x - down.z * across.x) / determinant
    )
  }
}

extension ViewPixel {
  /// Sets plane and weight from the gradient of inverse depth over the ray's coordinates; leaves a glancing pixel alone.
  @inline(__always)
  fileprivate mutating func setPlane(_ a: Float, _ b: Float, _ ray: SIMD3<Float>, _ z: Float, _ limits: ViewLimits) {
    let m = SIMD3<Float>(a, b, 1 / z - a * ray.x - b * ray.y)
    let length = (m * m).sum().squareRoot()
    let cosine = 1 / (z * length * (ray * ray).sum().squareRoot())
    // A NaN gradient fails this comparison too.
    guard cosine >= limits.minCosine else { return }
    let normal = -m / length
    plane = SIMD4(normal, (normal * ray * z).sum())
    weight = cosine * cosine * limits.unitVariance / limits.variance(z)
  }
}
