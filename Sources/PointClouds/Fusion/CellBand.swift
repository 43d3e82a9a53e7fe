/// The work on some rows of cells: planes of numbers that are as wide as the view with a margin, and start some rows above
/// the band, so that no loop has to look after borders. Used by one band after the other: read, gather, find open space, drop
/// edges, average, write.
struct CellBand: ~Copyable {
  /// Rows of cells that are worked on at a time: a multiple of a tile's, and few enough for a core's cache.
  static let rows = 32

  let layout: CellLayout
  /// A step of more than this fraction of z over two pixels is an edge; and the share of a window's pixels that must be valid
  /// for it to say what is empty.
  let edgeStep, openShare: Float
  /// Cells a row of the view, and numbers a row of a plane.
  let width, stride: Int
  /// Rows of cells with both margins.
  let height: Int
  /// Numbers a row of ``depth``.
  let pixelStride: Int
  private let memory: UnsafeMutablePointer<Float>

  /// Depth as read, a row of pixels more above and below than there are cells; NaN where invalid or outside.
  let depth: UnsafeMutablePointer<Float>
  /// Of each cell: Σ 1/z, the number of valid pixels, and Σ of their places from the cell's middle, in cells.
  let inverse, count, across, down: UnsafeMutablePointer<Float>
  /// The nearest depth of a cell's pixels, infinite without any; and that of the window around it, infinite where many of
  /// its pixels are invalid.
  let near, open: UnsafeMutablePointer<Float>
  /// 1 in cells near a depth edge; `step` and `wide` lead to it.
  let step, wide, edge: UnsafeMutablePointer<Float>
  /// Means over the window around each cell: inverse depth, column and row; NaN where its support is too thin.
  let meanInverse, meanColumn, meanRow: UnsafeMutablePointer<Float>
  /// Sums over a window's columns of one row of cells.
  let columns: (Lines, Lines, Lines, Lines)
  typealias Lines = UnsafeMutablePointer<Float>

  init(_ layout: CellLayout, width: Int, edgeStep: Float, openShare: Float) {
    (self.layout, self.width) = (layout, width)
    (self.edgeStep, self.openShare) = (edgeStep, openShare)
    stride = (width + 2 * layout.margin + 15) / 8 * 8
    height = Self.rows + 2 * layout.margin
    pixelStride = layout.binning * stride + 16
    let pixels = (layout.binning * height + 2) * pixelStride + 16
    let cells = height * stride + 16
    memory = .allocate(capacity: pixels + 12 * cells + 4 * (stride + 16))
    memory.initialize(repeating: 0, count: pixels + 12 * cells + 4 * (stride + 16))
    depth = memory + 8
    let plane = { [memory] (k: Int) in memory + pixels + k * cells + 8 }
    (inverse, count, across, down, near) = (plane(0), plane(1), plane(2), plane(3), plane(4))
    (step, wide, edge) = (plane(5), plane(6), plane(7))
    (meanInverse, meanColumn, meanRow, open) = (plane(8), plane(9), plane(10), plane(11))
    let line = { [memory, stride] (k: Int) in memory + pixels + 12 * cells + k * (stride + 16) + 8 }
    columns = (line(0), line(1), line(2), line(3))
  }

  deinit { memory.deallocate() }

  /// The place in the planes of the first cell of a row, counted from the band's first.
  func start(_ row: Int) -> Int { (row + layout.margin) * stride + layout.margin }
}
