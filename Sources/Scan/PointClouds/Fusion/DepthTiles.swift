/// The range of depth in squares of cells: it decides about whole blocks before any voxel is touched.
struct DepthTiles: Sendable {
  /// Cells along a tile's side.
  static let side = 4
  let columns: Int
  /// The nearest depth of any cell; -infinity where a cell has none.
  var nearest: [Float]
  /// The depth beyond which no cell changes a voxel that projects onto it; see ``DepthView/reaches``.
  var farthest: [Float]

  init(width: Int, height: Int) {
    columns = Self.columns(width)
    let count = columns * Self.columns(height)
    nearest = Array(repeating: .infinity, count: count)
    farthest = Array(repeating: -.infinity, count: count)
  }

  /// Tiles along an axis.
  static func columns(_ cells: Int) -> Int { (cells + side - 1) / side }

  /// The nearest and the farthest depth in the tiles that cells lie in.
  func range(columns across: ClosedRange<Float>, rows: ClosedRange<Float>) -> (nearest: Float, farthest: Float) {
    let (first, last) = (Int(across.lowerBound) / Self.side, Int(across.upperBound + 0.5) / Self.side)
    var (near, far) = (Float.infinity, -Float.infinity)
    nearest.withUnsafeBufferPointer { nearest in
      farthest.withUnsafeBufferPointer { farthest in
        for row in (Int(rows.lowerBound) / Self.side)...(Int(rows.upperBound + 0.5) / Self.side) {
          for tile in (row * columns + first)...(row * columns + min(last, columns - 1)) where tile < nearest.count {
            near = min(near, nearest[tile])
            far = max(far, farthest[tile])
          }
        }
      }
    }
    return (near, far)
  }
}
