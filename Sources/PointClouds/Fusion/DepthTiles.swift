/// The range of depth in squares of cells, by which a block is sorted out before any of its voxels is touched.
struct DepthTiles: Sendable {
  /// Cells along a tile's side.
  static let side = 4
  let columns: Int
  /// The nearest depth of any cell; -infinity where a cell has none.
  var nearest: [Float]
  /// The depth beyond which no voxel that looks at a cell is changed by it; see ``DepthView/reaches``.
  var farthest: [Float]

  init(width: Int, height: Int) {
    columns = Self.columns(width)
    let count = columns * Self.columns(height)
    nearest = Array(repeating: .infinity, count: count)
    farthest = Array(repeating: -.infinity, count: count)
  }

  /// Tiles along an axis.
  static func columns(_ cells: Int) -> Int { (cells + side - 1) / side }
}
