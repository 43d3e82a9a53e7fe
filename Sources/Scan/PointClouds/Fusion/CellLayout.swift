import Geometry

/// How a view's pixels are binned: squares of one or two pixels a side, called cells.
///
/// A voxel twice as wide as a pixel would use one pixel in four. With cells of 2 × 2 it uses all of them, and a quarter
/// of the places remain to be worked on.
struct CellLayout: Sendable, Equatable {
  /// Pixels along a cell's side: 1 or 2.
  let binning: Int
  /// Half the width of the window within which inverse depth is averaged, cells.
  let smoothing: Int
  /// Half the distance of the averages whose difference is the gradient, cells.
  let reach: Int
  /// The distance from a depth edge within which cells are dropped, cells.
  let edgeMargin: Int
  /// The fewest valid pixels in the window.
  let leastSupport: Float

  /// The width of a voxel in pixels from which 2 × 2 pixels are binned. See Docs/decisions/fusion.md (Cells of 2 × 2
  /// pixels); the threshold itself was not varied.
  private static let joinedPixels = 1.5

  /// Windows of 5 × 5 pixels, 6 pixels apart.
  static let single = CellLayout(binning: 1, smoothing: 2, reach: 3, edgeMargin: 2, leastSupport: 8)
  /// Windows of 6 × 6 pixels, 4 pixels apart: less their overlap, as far apart as the single ones.
  static let double = CellLayout(binning: 2, smoothing: 1, reach: 1, edgeMargin: 1, leastSupport: 12)

  private init(binning: Int, smoothing: Int, reach: Int, edgeMargin: Int, leastSupport: Float) {
    (self.binning, self.smoothing, self.reach) = (binning, smoothing, reach)
    (self.edgeMargin, self.leastSupport) = (edgeMargin, leastSupport)
  }

  /// The layout for the voxels of some options, seen from a range in metres.
  init(_ options: FusionOptions, range: Double, camera: Camera) {
    let pixels = options.voxelSize * camera.fx / max(range, 0.05)
    self = options.joinsPixels && pixels >= Self.joinedPixels ? .double : .single
  }

  /// Cells around a band that its windows reach into.
  var margin: Int { reach + smoothing + edgeMargin + 1 }

  /// The camera whose pixels are the cells of a camera's image.
  func camera(_ pixels: Camera) -> Camera {
    let n = Double(binning)
    return Camera(
      width: pixels.width / binning, height: pixels.height / binning, fx: pixels.fx / n, fy: pixels.fy / n,
      cx: (pixels.cx - (n - 1) / 2) / n, cy: (pixels.cy - (n - 1) / 2) / n)
  }
}
