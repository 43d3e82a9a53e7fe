internal import Geometry
internal import Platform

/// A heat map of one point: its peak to parts of a cell.
///
/// The largest cell, moved to where a Gaussian through the smoothed map has its peak: the offset is −H⁻¹ g with the gradient
/// g and the Hessian H of the logarithm (DARK; Zhang et al. 2020, *Distribution-Aware Coordinate Representation for Human Pose
/// Estimation*, CVPR). As in MMPose the map is smoothed by a Gaussian of 11 cells first, which takes out several
/// peaks side by side. Where the logarithm has no peak, or one farther away than a cell, the largest cell is left as it is.
struct HeatMap {
  private let values: UnsafeBufferPointer<Float>
  private let width, height: Int

  /// A map of height × width values.
  init(_ values: UnsafeBufferPointer<Float>, width: Int, height: Int) {
    (self.values, self.width, self.height) = (values, width, height)
  }

  /// The peak and its value; nil where a value is no number, or none is above 0.
  var peak: DecodedPoint? {
    var (best, at): (Float, Int) = (0, -1)
    for (i, value) in values.enumerated() {
      guard value.isFinite else { return nil }
      if value > best { (best, at) = (value, i) }
    }
    guard at >= 0 else { return nil }
    let (x, y) = (at % width, at / width)
    return DecodedPoint(
      place: Vector2(Double(x), Double(y)) + (offset(x, y, peak: Double(best)) ?? .zero), score: Double(best))
  }

  /// How far the peak lies from the largest cell; nil where that can't be told.
  private func offset(_ x: Int, _ y: Int, peak: Double) -> Vector2? {
    guard x >= 2, y >= 2, x < width - 2, y < height - 2 else { return nil }
    let log = { (dx: Int, dy: Int) in Platform.log(max(smoothed(x + dx, y + dy), 1e-10 * peak)) }
    let middle = log(0, 0)
    let gradient = Vector2((log(1, 0) - log(-1, 0)) / 2, (log(0, 1) - log(0, -1)) / 2)
    let xx = (log(2, 0) - 2 * middle + log(-2, 0)) / 4
    let yy = (log(0, 2) - 2 * middle + log(0, -2)) / 4
    let xy = (log(1, 1) - log(1, -1) - log(-1, 1) + log(-1, -1)) / 4
    let determinant = xx * yy - xy * xy
    guard xx < 0, determinant > 0 else { return nil }
    let offset = -Vector2(yy * gradient.x - xy * gradient.y, xx * gradient.y - xy * gradient.x) / determinant
    return abs(offset.x) <= 1 && abs(offset.y) <= 1 ? offset : nil
  }

  /// The reach of the Gaussian in cells, and its values: OpenCV's deviation for 11 cells.
  private static let reach = 5
  private static let gaussian: [Double] = {
    let values = (-reach...reach).map { exp(-0.5 * Double($0 * $0) / (2 * 2)) }
    return values.map { $0 / values.reduce(0, +) }
  }()

  /// The smoothed map in a cell; nothing lies outside.
  private func smoothed(_ x: Int, _ y: Int) -> Double {
    var sum = 0.0
    for dy in -Self.reach...Self.reach where y + dy >= 0 && y + dy < height {
      var row = 0.0
      for dx in -Self.reach...Self.reach where x + dx >= 0 && x + dx < width {
        row += Self.gaussian[dx + Self.reach] * Double(values[(y + dy) * width + x + dx])
      }
      sum += Self.gaussian[dy + Self.reach] * row
    }
    return sum
  }
}
