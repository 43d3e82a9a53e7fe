import Geometry
import Recordings

/// The work on some rows of cells: planes of numbers that are as wide as the view with a margin, and start some rows above
/// the band, so that no loop has to look after borders. Used by one band after the other.
struct CellBand: ~Copyable {
  /// Rows of cells that are worked on at a time: a multiple of a tile's, and few enough for a core's cache.
  static let rows = 32
  /// A step of more than this fraction of z over two pixels is an edge: flatter surfaces are seen under less than 75°.
  private static let edgeStep: Float = 0.016
  /// The share of a window's pixels that must be valid for it to say what is empty.
  private static let openShare: Float = 0.75
  /// Depths in metres that are taken for measurements.
  private static let depths: (Float, Float) = (0.05, 10)

  let layout: CellLayout
  /// Cells a row of the view, and numbers a row of a plane.
  let width, stride: Int
  /// Rows of cells with both margins.
  private let height: Int
  /// Numbers a row of ``depth``.
  private let pixelStride: Int
  private let memory: UnsafeMutablePointer<Float>

  /// Depth as read, a row of pixels more above and below than there are cells; NaN where invalid or outside.
  private let depth: UnsafeMutablePointer<Float>
  /// Of each cell: Σ 1/z, the number of valid pixels, and Σ of their places from the cell's middle, in cells.
  let inverse, count, across, down: UnsafeMutablePointer<Float>
  /// The nearest depth of a cell's pixels, infinite without any; and that of the window around it, infinite where many of
  /// its pixels are invalid.
  private let near: UnsafeMutablePointer<Float>
  let open: UnsafeMutablePointer<Float>
  /// 1 in cells near a depth edge; `step` and `wide` lead to it.
  private let step, wide: UnsafeMutablePointer<Float>
  let edge: UnsafeMutablePointer<Float>
  /// Means over the window around each cell: inverse depth, column and row; NaN where its support is too thin.
  let meanInverse, meanColumn, meanRow: UnsafeMutablePointer<Float>
  /// Sums over a window's columns of one row of cells.
  private let columns: (Lines, Lines, Lines, Lines)
  private typealias Lines = UnsafeMutablePointer<Float>

  init(_ layout: CellLayout, width: Int) {
    (self.layout, self.width) = (layout, width)
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

  /// Takes the depth of the band that begins at row `top` of the view's cells, and as much around it as the crop has.
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

  /// Sums up the pixels of each cell, whose rows begin at the view's row `top`, and looks for steps in depth.
  func gather(_ correction: CellCorrection, top: Int) {
    let limit = Lanes(repeating: Self.edgeStep)
    for row in 0..<height {
      let line = depth + (layout.binning * row + 1) * pixelStride
      let correction = correction.row(top + row - layout.margin)
      for x in Swift.stride(from: 0, to: stride, by: 8) {
        let (at, offsets) = (row * stride + x, correction.offsets(x - layout.margin))
        if layout.binning == 1 {
          put(at, PixelLanes(line.lanes(x)), correction, offsets)
          step.set(at, Lanes(repeating: 1).kept(where: steps(line + x, limit)))
        } else {
          let (upper, lower) = (line + 2 * x, line + pixelStride + 2 * x)
          let quads = PixelQuads(upper, lower)
          put(at, quads.all, correction, offsets)
          across.set(at, quads.across)
          down.set(at, quads.down)
          step.set(at, Lanes(repeating: 1).kept(where: quadSteps(upper, lower, limit)))
        }
      }
    }
  }

  @inline(__always)
  private func put(_ at: Int, _ cell: PixelLanes, _ correction: CellCorrection.Row, _ offsets: Lanes) {
    let z = correction.corrected(cell.count / cell.inverse, offsets)
    inverse.set(at, (cell.count / z).kept(where: cell.count .> 0))
    count.set(at, cell.count)
    near.set(at, correction.corrected(cell.near, offsets))
  }

  /// True where depth steps at a pixel, across or down; comparisons with NaN find nothing.
  @inline(__always)
  private func steps(_ at: UnsafeMutablePointer<Float>, _ limit: Lanes) -> SIMDMask<SIMD8<Int32>> {
    let bound = limit * at.lanes(0)
    let across = (at.lanes(1) - at.lanes(-1)).magnitude .> bound
    let down = (at.lanes(pixelStride) - at.lanes(-pixelStride)).magnitude .> bound
    return across .| down
  }

  /// True where depth steps at one of a cell's four pixels.
  @inline(__always)
  private func quadSteps(
    _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, _ limit: Lanes
  ) -> SIMDMask<SIMD8<Int32>> {
    let first = Lanes(repeating: 1).kept(where: steps(upper, limit) .| steps(lower, limit))
    let second = Lanes(repeating: 1).kept(where: steps(upper + 8, limit) .| steps(lower + 8, limit))
    let both = SIMD16<Float>(lowHalf: first, highHalf: second)
    return (both.evenHalf + both.oddHalf) .> 0
  }

  /// Finds the depth in front of which space is empty, for cells that may have no tangent plane.
  ///
  /// Beside a head's outline the background is seen through cells that its rim touches, and the rim itself often returns
  /// nothing: taken for empty, such cells would thin the head.
  func findOpenSpace() {
    let s = layout.smoothing
    let window = (2 * s + 1) * layout.binning
    let least = Lanes(repeating: Self.openShare * Float(window * window))
    for row in s..<(height - s) {
      for x in Swift.stride(from: 0, to: stride, by: 8) {
        var (nearest, sum) = (Lanes(repeating: .infinity), Lanes.zero)
        for line in (row - s)...(row + s) {
          nearest = nearest.clamped(below: near.lanes(line * stride + x))
          sum += count.lanes(line * stride + x)
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

  /// Marks what lies within the layout's margin of an edge, and takes it out of the sums.
  func dropEdges() {
    let reach = layout.edgeMargin
    for at in Swift.stride(from: 0, to: height * stride, by: 8) {
      var most = step.lanes(at)
      for k in 1...reach { most = most.clamped(above: step.lanes(at - k)).clamped(above: step.lanes(at + k)) }
      wide.set(at, most)
    }
    for row in reach..<(height - reach) {
      for at in Swift.stride(from: row * stride, to: (row + 1) * stride, by: 8) {
        var most = wide.lanes(at)
        for k in 1...reach {
          most = most.clamped(above: wide.lanes(at - k * stride)).clamped(above: wide.lanes(at + k * stride))
        }
        edge.set(at, most)
        let isClear = most .== 0
        inverse.set(at, inverse.lanes(at).kept(where: isClear))
        count.set(at, count.lanes(at).kept(where: isClear))
        across.set(at, across.lanes(at).kept(where: isClear))
        down.set(at, down.lanes(at).kept(where: isClear))
      }
    }
  }

  /// Averages inverse depth and places over the window around each cell.
  ///
  /// With the places averaged too, a window from which pixels are missing still gives an exact gradient on a plane.
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
          let n = count.lanes(at)
          sum0 += inverse.lanes(at)
          sum1 += n
          sum2 += across.lanes(at) + n * column
          sum3 += down.lanes(at) + n * Float(line)
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
        meanInverse.set(at, sum0 * share)
        meanColumn.set(at, sum2 * share)
        meanRow.set(at, sum3 * share)
      }
    }
  }
}

/// Σ 1/z, the number of valid pixels and the nearest depth of eight cells.
private struct PixelLanes {
  let inverse, count, near: Lanes

  /// Of cells of one pixel.
  @inline(__always)
  init(_ z: Lanes) {
    let isValid = z .> 0
    count = Lanes(repeating: 1).kept(where: isValid)
    inverse = (1 / z).kept(where: isValid)
    near = Lanes(repeating: .infinity).replacing(with: z, where: isValid)
  }

  @inline(__always)
  init(_ a: PixelLanes, _ b: PixelLanes) {
    (inverse, count) = (a.inverse + b.inverse, a.count + b.count)
    near = a.near.clamped(below: b.near)
  }
}

/// Eight cells of 2 × 2 pixels, and Σ of the valid pixels' places from the cells' middles.
private struct PixelQuads {
  let all: PixelLanes
  let across, down: Lanes

  @inline(__always)
  init(_ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>) {
    let (a, b) = Self.pairs(upper)
    let (c, d) = Self.pairs(lower)
    all = PixelLanes(PixelLanes(a, b), PixelLanes(c, d))
    across = ((b.count - a.count) + (d.count - c.count)) * 0.25
    down = ((c.count - a.count) + (d.count - b.count)) * 0.25
  }

  /// The left and the right pixels of eight cells.
  @inline(__always)
  private static func pairs(_ line: UnsafeMutablePointer<Float>) -> (PixelLanes, PixelLanes) {
    let both = SIMD16<Float>(lowHalf: line.lanes(0), highHalf: line.lanes(8))
    return (PixelLanes(both.evenHalf), PixelLanes(both.oddHalf))
  }
}
