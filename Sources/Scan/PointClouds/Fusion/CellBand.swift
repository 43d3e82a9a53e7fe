import Geometry
import Images

/// The working memory for a band of rows of cells, and the steps from depth to tangent planes: read, gather, find open
/// space, drop edges, average, write.
///
/// Its planes of numbers are as wide as the view with a margin and begin some rows above the band, so that no loop has
/// to treat borders. One band after the other uses it.
struct CellBand: ~Copyable {
  /// Rows of cells that are worked on at a time: a multiple of a tile's, and few enough for a core's cache.
  static let rows = 32

  /// A step of more than this share of the depth over two pixels is an edge. Flatter surfaces are seen under less than
  /// 75°; the number itself is assumed.
  static let edgeStep: Float = 0.016
  /// The share of a window's pixels that must be valid for it to mark empty space. See Docs/decisions/fusion.md (No
  /// free space at the rim); the share itself was not varied.
  private static let openShare: Float = 0.75

  let layout: CellLayout
  /// Cells a row of the view, and numbers a row of a plane.
  let width, stride: Int
  /// Rows of cells with both margins.
  let height: Int
  /// Numbers a row of ``depth``.
  let pixelStride: Int
  private let memory: UnsafeMutablePointer<Float>

  /// Depth as read, with one more row of pixels above and below than the cells have; NaN where invalid or outside.
  let depth: UnsafeMutablePointer<Float>
  /// Of each cell.
  let sums: Sums
  /// The nearest depth of a cell's pixels, infinite without any; and that of the window around it, infinite where many
  /// of its pixels are invalid.
  let near, open: Plane
  /// Where depth steps.
  let edges: Edges
  /// Over the window around each cell.
  let means: Means
  /// Sums over a window's columns of one row of cells.
  let columns: (Plane, Plane, Plane, Plane)

  /// A number of each cell: ``stride`` a row.
  typealias Plane = UnsafeMutablePointer<Float>

  /// What the pixels of a cell add up to; nothing in cells near a depth edge.
  struct Sums {
    /// Σ 1/z, the number of valid pixels, and Σ of their places from the cell's middle, in cells.
    let inverse, count, across, down: Plane
  }

  /// 1 where depth steps and 0 elsewhere.
  struct Edges {
    /// Within a cell, within the layout's margin along its row, and within the margin along both axes.
    let step, wide, around: Plane
  }

  /// Means over a window; NaN where its support is too thin.
  struct Means {
    /// Of inverse depth, and of the valid pixels' columns and rows.
    let inverse, column, row: Plane
  }

  init(_ layout: CellLayout, width: Int) {
    (self.layout, self.width) = (layout, width)
    stride = (width + 2 * layout.margin + 15) / 8 * 8
    height = Self.rows + 2 * layout.margin
    pixelStride = layout.binning * stride + 16
    let pixels = (layout.binning * height + 2) * pixelStride + 16
    let cells = height * stride + 16
    let line = { [stride] (k: Int) in pixels + 12 * cells + k * (stride + 16) }
    memory = .allocate(capacity: line(4))
    memory.initialize(repeating: 0, count: line(4))
    depth = memory + 8
    let plane = { [memory] (k: Int) in memory + pixels + k * cells + 8 }
    sums = Sums(inverse: plane(0), count: plane(1), across: plane(2), down: plane(3))
    (near, open) = (plane(4), plane(11))
    edges = Edges(step: plane(5), wide: plane(6), around: plane(7))
    means = Means(inverse: plane(8), column: plane(9), row: plane(10))
    let column = { [memory] (k: Int) in memory + line(k) + 8 }
    columns = (column(0), column(1), column(2), column(3))
  }

  deinit { memory.deallocate() }

  /// The place in the planes of the first cell of a row, counted from the band's first.
  func start(_ row: Int) -> Int { (row + layout.margin) * stride + layout.margin }
}

extension CellBand {
  /// The depths in metres that count as measurements.
  private static let depths: (Float, Float) = (0.05, 10)

  /// Reads the depth of the band that begins at row `top` of the view's cells, and as much around it as the crop has.
  func read(_ image: DepthImage, _ crop: ImageCrop, top: Int) {
    let lines = layout.binning * height + 2
    let firstLine = layout.binning * (top - layout.margin) - 1
    let left = layout.binning * layout.margin
    let (nearest, farthest) = (Lanes(repeating: Self.depths.0), Lanes(repeating: Self.depths.1))
    let nothing = Lanes(repeating: .nan)
    image.pixels.withUnsafeBufferPointer { source in
      for line in 0..<lines {
        let to = depth + line * pixelStride
        for x in Swift.stride(from: 0, to: pixelStride, by: 8) { to.set(x, nothing) }
        let y = firstLine + line
        guard y >= 0, y < crop.height else { continue }
        let from = UnsafeMutablePointer(mutating: source.baseAddress! + (y + crop.y) * image.width + crop.x)
        var x = 0
        while x + 8 <= crop.width {
          let z = from.lanes(x)
          to.set(left + x, nothing.replacing(with: z, where: (z .> nearest) .& (z .< farthest)))
          x += 8
        }
        while x < crop.width {
          to[left + x] = from[x] > Self.depths.0 && from[x] < Self.depths.1 ? from[x] : .nan
          x += 1
        }
      }
    }
  }

  /// Sums the pixels of each cell, the first of which lies in the view's row `top`, and finds steps in depth.
  func gather(_ correction: CellCorrection, top: Int) {
    let limit = Lanes(repeating: Self.edgeStep)
    for row in 0..<height {
      let line = depth + (layout.binning * row + 1) * pixelStride
      let correction = correction.row(top + row - layout.margin)
      for x in Swift.stride(from: 0, to: stride, by: 8) {
        let (at, offsets) = (row * stride + x, correction.offsets(x - layout.margin))
        if layout.binning == 1 {
          put(at, PixelLanes(line.lanes(x)), correction, offsets)
          edges.step.set(at, Lanes(repeating: 1).kept(where: steps(line + x, limit)))
        } else {
          let (upper, lower) = (line + 2 * x, line + pixelStride + 2 * x)
          let quads = PixelQuads(upper, lower)
          put(at, quads.all, correction, offsets)
          sums.across.set(at, quads.across)
          sums.down.set(at, quads.down)
          edges.step.set(at, Lanes(repeating: 1).kept(where: quadSteps(upper, lower, limit)))
        }
      }
    }
  }

  @inline(__always)
  private func put(_ at: Int, _ cell: PixelLanes, _ correction: CellCorrection.Row, _ offsets: Lanes) {
    let z = correction.corrected(cell.count / cell.inverse, offsets)
    sums.inverse.set(at, (cell.count / z).kept(where: cell.count .> 0))
    sums.count.set(at, cell.count)
    near.set(at, correction.corrected(cell.near, offsets))
  }
}

extension CellBand {
  /// Finds the depth in front of which space is empty, for cells that may have no tangent plane.
  ///
  /// At a head's outline the background is seen through cells that the rim also touches, and the rim itself often
  /// returns nothing. If such cells counted as empty, the head would become thinner.
  func findOpenSpace() {
    let s = layout.smoothing
    let window = (2 * s + 1) * layout.binning
    let least = Lanes(repeating: Self.openShare * Float(window * window))
    for row in s..<(height - s) {
      for x in Swift.stride(from: 0, to: stride, by: 8) {
        var (nearest, sum) = (Lanes(repeating: .infinity), Lanes.zero)
        for line in (row - s)...(row + s) {
          nearest = nearest.clamped(below: near.lanes(line * stride + x))
          sum += sums.count.lanes(line * stride + x)
        }
        columns.0.set(x, nearest)
        columns.1.set(x, sum)
      }
      for x in Swift.stride(from: 0, to: stride, by: 8) {
        var (nearest, sum) = (Lanes(repeating: .infinity), Lanes.zero)
        for k in -s...s {
          nearest = nearest.clamped(below: columns.0.lanes(x + k))
          sum += columns.1.lanes(x + k)
        }
        open.set(row * stride + x, Lanes(repeating: .infinity).replacing(with: nearest, where: sum .>= least))
      }
    }
  }
}

extension CellBand {
  /// True where depth steps at a pixel, across or down; comparisons with NaN find nothing.
  @inline(__always)
  func steps(_ at: UnsafeMutablePointer<Float>, _ limit: Lanes) -> SIMDMask<SIMD8<Int32>> {
    let bound = limit * at.lanes(0)
    let across = (at.lanes(1) - at.lanes(-1)).magnitude .> bound
    let down = (at.lanes(pixelStride) - at.lanes(-pixelStride)).magnitude .> bound
    return across .| down
  }

  /// True where depth steps at one of a cell's four pixels.
  @inline(__always)
  func quadSteps(
    _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, _ limit: Lanes
  ) -> SIMDMask<SIMD8<Int32>> {
    let first = Lanes(repeating: 1).kept(where: steps(upper, limit) .| steps(lower, limit))
    let second = Lanes(repeating: 1).kept(where: steps(upper + 8, limit) .| steps(lower + 8, limit))
    let both = SIMD16<Float>(lowHalf: first, highHalf: second)
    return (both.evenHalf + both.oddHalf) .> 0
  }

  /// Marks the cells within the layout's margin of an edge, and removes them from the sums.
  func dropEdges() {
    let reach = layout.edgeMargin
    for at in Swift.stride(from: 0, to: height * stride, by: 8) {
      var most = edges.step.lanes(at)
      for k in 1...reach {
        most = most.clamped(above: edges.step.lanes(at - k)).clamped(above: edges.step.lanes(at + k))
      }
      edges.wide.set(at, most)
    }
    for row in reach..<(height - reach) {
      for at in Swift.stride(from: row * stride, to: (row + 1) * stride, by: 8) {
        var most = edges.wide.lanes(at)
        for k in 1...reach {
          most = most.clamped(above: edges.wide.lanes(at - k * stride)).clamped(
            above: edges.wide.lanes(at + k * stride))
        }
        edges.around.set(at, most)
        let isClear = most .== 0
        sums.inverse.set(at, sums.inverse.lanes(at).kept(where: isClear))
        sums.count.set(at, sums.count.lanes(at).kept(where: isClear))
        sums.across.set(at, sums.across.lanes(at).kept(where: isClear))
        sums.down.set(at, sums.down.lanes(at).kept(where: isClear))
      }
    }
  }
}

extension CellBand {
  /// Averages inverse depth and places over the window around each cell.
  ///
  /// Because places are averaged too, a window with missing pixels still gives an exact gradient on a plane.
  func average() {
    let s = layout.smoothing
    let ramp = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
    let least = Lanes(repeating: layout.leastSupport)
    let nothing = Lanes(repeating: .nan)
    for row in (s + layout.edgeMargin)..<(height - s - layout.edgeMargin) {
      for x in Swift.stride(from: 0, to: stride, by: 8) {
        var (sum0, sum1, sum2, sum3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
        let column = ramp + Float(x)
        for line in (row - s)...(row + s) {
          let at = line * stride + x
          let n = sums.count.lanes(at)
          sum0 += sums.inverse.lanes(at)
          sum1 += n
          sum2 += sums.across.lanes(at) + n * column
          sum3 += sums.down.lanes(at) + n * Float(line)
        }
        columns.0.set(x, sum0)
        columns.1.set(x, sum1)
        columns.2.set(x, sum2)
        columns.3.set(x, sum3)
      }
      for x in Swift.stride(from: 0, to: stride, by: 8) {
        var (sum0, sum1, sum2, sum3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
        for k in -s...s {
          sum0 += columns.0.lanes(x + k)
          sum1 += columns.1.lanes(x + k)
          sum2 += columns.2.lanes(x + k)
          sum3 += columns.3.lanes(x + k)
        }
        let share = nothing.replacing(with: 1 / sum1, where: sum1 .>= least)
        let at = row * stride + x
        means.inverse.set(at, sum0 * share)
        means.column.set(at, sum2 * share)
        means.row.set(at, sum3 * share)
      }
    }
  }
}

extension CellBand {
  /// Writes planes, weights and tiles of the rows of cells from `top` on.
  func write(_ out: CellOutput, _ view: CellGeometry, top: Int) {
    for row in 0..<min(Self.rows, view.height - top) {
      let y = top + row
      for x in Swift.stride(from: 0, to: width, by: 8) {
        let cells = cells(start(row) + x, x: x, y: y, view)
        out.put(y * width + x, cells, count: width - x)
        let tile = y / DepthTiles.side * view.tileColumns + x / DepthTiles.side
        out.widen(tile, cells.near.lowHalf.least, cells.reach.lowHalf.greatest)
        // Cells of a tile beyond the view have no depth, so the tile counts as partly unknown.
        if x + DepthTiles.side < width { out.widen(tile + 1, cells.near.highHalf.least, cells.reach.highHalf.greatest) }
      }
    }
  }

  /// Planes and weights of eight cells.
  @inline(__always)
  private func cells(_ at: Int, x: Int, y: Int, _ view: CellGeometry) -> CellLanes {
    let (limits, share) = (view.limits, 1 / sums.count.lanes(at))
    let column = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Float(x) + sums.across.lanes(at) * share
    let line = Float(y) + sums.down.lanes(at) * share
    let (rx, ry) = ((column - view.cx) * view.inverseFx, (line - view.cy) * view.inverseFy)
    let inverseZ = sums.inverse.lanes(at) * share
    let z = 1 / inverseZ
    let isInside = isInside(x, y, view)
    // Comparisons with NaN are false: cells without depth or gradient carry no surface.
    let isNear = (edges.around.lanes(at) .== 0) .& isInside .& limits.contains(rx * z, ry * z, z)
    var cells = CellLanes(near: open.lanes(at), isInside: isInside, clearance: limits.clearance)
    if isNear.isNowhere { return cells }

    let (gx, gy) = gradient(at)
    let (a, b) = (gx * view.fx, gy * view.fy)
    let c = inverseZ - a * rx - b * ry
    let squared = a * a + b * b + c * c
    // cos θ = 1 / (z |n| |r|) with the plane n · p = 1 and the ray r.
    let (above, below) = (inverseZ * inverseZ, squared * (rx * rx + ry * ry + 1))
    let isSurface = isNear .& (above .>= limits.squaredMinCosine * below)
    if isSurface.isNowhere { return cells }
    let length = squared.squareRoot()
    // A voxel that looks at the cell lies up to half a cell beside its middle, the pixels' mean up to a quarter.
    let steepest = inverseZ - (gx.magnitude + gy.magnitude) * 0.76
    let reach = Lanes(repeating: .infinity).replacing(
      with: (1 + limits.truncation * length) / steepest, where: steepest .> 0)
    // The weight does not depend on the incidence: noise grows with 1 / cos θ along the line of sight, and so is constant along the
    // normal.
    let weight = limits.precision(z) * sums.count.lanes(at) * view.pixelShare
    cells.take(isSurface, (a, b, c), scale: -1 / length, weight: weight, reach: reach)
    return cells
  }

  /// The gradient of inverse depth a cell, from the means to the left and right, above and below.
  @inline(__always)
  private func gradient(_ at: Int) -> (Lanes, Lanes) {
    let (r, rows) = (layout.reach, layout.reach * stride)
    let across = (
      means.inverse.lanes(at + r) - means.inverse.lanes(at - r),
      means.column.lanes(at + r) - means.column.lanes(at - r),
      means.row.lanes(at + r) - means.row.lanes(at - r)
    )
    let down = (
      means.inverse.lanes(at + rows) - means.inverse.lanes(at - rows),
      means.column.lanes(at + rows) - means.column.lanes(at - rows),
      means.row.lanes(at + rows) - means.row.lanes(at - rows)
    )
    let determinant = across.1 * down.2 - across.2 * down.1
    return (
      (across.0 * down.2 - down.0 * across.2) / determinant, (across.1 * down.0 - down.1 * across.0) / determinant
    )
  }

  /// False on the outermost ring, which carries no information: voxels beside the image project there.
  @inline(__always)
  private func isInside(_ x: Int, _ y: Int, _ view: CellGeometry) -> SIMDMask<SIMD8<Int32>> {
    guard y > 0, y < view.height - 1 else { return SIMDMask(repeating: false) }
    // In floating point, because the compiler splits comparisons of integers into lanes.
    let column = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Float(x)
    return (column .> 0) .& (column .< Float(view.width - 1))
  }
}
