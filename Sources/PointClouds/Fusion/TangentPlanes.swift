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
  /// Rows that a thread works on at a time, small enough for its cache.
  private static let bandRows = 32

  let image: DepthImage
  let crop: ImageCrop
  let correction: DepthCorrection
  /// The camera of the crop.
  let camera: PinholeCamera
  let limits: ViewLimits

  /// Planes and weights of the crop's pixels; weight zero near edges, at a glancing angle and outside the region.
  func pixels(_ workers: Workers) -> [ViewPixel] {
    let (width, height) = (crop.width, crop.height)
    return [ViewPixel](unsafeUninitializedCapacity: width * height) { buffer, count in
      nonisolated(unsafe) let out = buffer.baseAddress!
      workers.forEach((height + Self.bandRows - 1) / Self.bandRows) { band in
        let rows = (band * Self.bandRows)..<min(height, (band + 1) * Self.bandRows)
        let work = TangentBand(width: width, rows: rows)
        defer { work.deallocate() }
        work.readDepth(image, crop, correction)
        work.findEdges()
        work.sumInverseDepth()
        work.write(out, camera, limits)
      }
      count = width * height
    }
  }
}
