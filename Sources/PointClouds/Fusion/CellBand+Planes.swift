import Geometry

/// Where a view's cells are written to, row after row.
struct CellOutput: @unchecked Sendable {
  // Unchecked: threads write to rows of their own.
  let planes: UnsafeMutablePointer<SIMD4<Float>>
  let weights: UnsafeMutablePointer<Float>
  let nearest, farthest: UnsafeMutablePointer<Float>

  /// Takes the range of some cells into that of their tile.
  @inline(__always)
  func widen(_ tile: Int, _ near: Float, _ far: Float) {
    nearest[tile] = min(nearest[tile], near)
    farthest[tile] = max(farthest[tile], far)
  }
}

/// The camera of a view's cells and what decides about a cell's plane, in single precision.
struct CellGeometry: Sendable {
  let fx, fy, cx, cy: Float
  let width, height: Int
  let correction: CellCorrection
  let limits: ViewLimits
  /// Numbers a row of tiles.
  let tileColumns: Int
  /// How many cells a full cell's pixels count for.
  let pixelShare: Float

  init(_ camera: PinholeCamera, _ layout: CellLayout, _ correction: CellCorrection, _ limits: ViewLimits) {
    (fx, fy, cx, cy) = (Float(camera.fx), Float(camera.fy), Float(camera.cx), Float(camera.cy))
    (width, height) = (camera.width, camera.height)
    (self.correction, self.limits) = (correction, limits)
    tileColumns = DepthTiles.columns(width)
    pixelShare = 1 / Float(layout.binning * layout.binning)
  }
}

extension CellBand {
  /// Writes planes, weights and tiles of the rows of cells from `top` on.
  func write(_ out: CellOutput, _ view: CellGeometry, top: Int) {
    for row in 0..<min(Self.rows, view.height - top) {
      let y = top + row
      for x in Swift.stride(from: 0, to: width, by: 8) {
        let cells = cells(start(row) + x, x: x, y: y, view)
        for lane in 0..<min(8, width - x) {
          out.planes[y * width + x + lane] = cells.plane(lane)
          out.weights[y * width + x + lane] = cells.weight[lane]
        }
        let tile = y / DepthTiles.side * view.tileColumns + x / DepthTiles.side
        out.widen(tile, cells.near.lowHalf.min(), cells.far.lowHalf.max())
        // A tile's cells beyond the view have no depth, so that it counts as partly unknown.
        if x + DepthTiles.side < width { out.widen(tile + 1, cells.near.highHalf.min(), cells.far.highHalf.max()) }
      }
    }
  }

  /// Planes and weights of eight cells.
  @inline(__always)
  private func cells(_ at: Int, x: Int, y: Int, _ view: CellGeometry) -> CellLanes {
    let n = count.lanes(at)
    let column = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Float(x) + across.lanes(at) / n
    let line = Float(y) + down.lanes(at) / n
    let (rx, ry) = ((column - view.cx) / view.fx, (line - view.cy) / view.fy)
    let z = n / inverse.lanes(at)
    let (gx, gy) = gradient(at)
    let (a, b) = (gx * view.fx, gy * view.fy)
    let c = 1 / z - a * rx - b * ry
    let length = (a * a + b * b + c * c).squareRoot()
    let cosine = 1 / (z * length * (rx * rx + ry * ry + 1).squareRoot())
    // Comparisons with NaN are false: cells without depth or gradient carry no surface.
    let isSurface =
      (cosine .>= view.limits.minCosine) .& (edge.lanes(at) .== 0) .& view.limits.contains(rx * z, ry * z, z)
    return CellLanes(
      isInside: isInside(x, y, view), isSurface: isSurface, a: a, b: b, c: c, length: length,
      surfaceWeight: view.limits.weight(cosine, z) * n * view.pixelShare, z: z,
      near: open.lanes(at), clearance: view.limits.clearance)
  }

  /// The gradient of inverse depth a cell, from the means to the left and right, above and below.
  @inline(__always)
  private func gradient(_ at: Int) -> (Lanes, Lanes) {
    let (r, rows) = (layout.reach, layout.reach * stride)
    let across = (
      meanInverse.lanes(at + r) - meanInverse.lanes(at - r), meanColumn.lanes(at + r) - meanColumn.lanes(at - r),
      meanRow.lanes(at + r) - meanRow.lanes(at - r)
    )
    let down = (
      meanInverse.lanes(at + rows) - meanInverse.lanes(at - rows),
      meanColumn.lanes(at + rows) - meanColumn.lanes(at - rows), meanRow.lanes(at + rows) - meanRow.lanes(at - rows)
    )
    let determinant = across.1 * down.2 - across.2 * down.1
    return (
      (across.0 * down.2 - down.0 * across.2) / determinant, (across.1 * down.0 - down.1 * across.0) / determinant
    )
  }

  /// False on the outermost ring, which says nothing: voxels beside the image look there.
  @inline(__always)
  private func isInside(_ x: Int, _ y: Int, _ view: CellGeometry) -> SIMDMask<SIMD8<Int32>> {
    guard y > 0, y < view.height - 1 else { return SIMDMask(repeating: false) }
    let column = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7) &+ Int32(x)
    return (column .> 0) .& (column .< Int32(view.width - 1))
  }
}

/// Eight cells ready to be written.
private struct CellLanes {
  let x, y, z, offset, weight: Lanes
  /// What tiles are told: no nearer than this, and no farther than that has it something to say.
  let near, far: Lanes

  @inline(__always)
  init(
    isInside: SIMDMask<SIMD8<Int32>>, isSurface: SIMDMask<SIMD8<Int32>>, a: Lanes, b: Lanes, c: Lanes, length: Lanes,
    surfaceWeight: Lanes, z: Lanes, near: Lanes, clearance: Float
  ) {
    let minusInverse = -1 / length
    let saysEmpty = (near .< .infinity) .& isInside .& .!isSurface
    let isSurface = isSurface .& isInside
    let empty = Lanes(repeating: EmptyCell.weight).kept(where: saysEmpty)
    x = (a * minusInverse).kept(where: isSurface)
    y = (b * minusInverse).kept(where: isSurface)
    self.z = Lanes(repeating: -EmptyCell.steepness).kept(where: saysEmpty).replacing(
      with: c * minusInverse, where: isSurface)
    offset = (-EmptyCell.steepness * (near - clearance)).kept(where: saysEmpty).replacing(
      with: minusInverse, where: isSurface)
    weight = (-empty).replacing(with: surfaceWeight, where: isSurface)
    self.near = Lanes(repeating: -.infinity).replacing(with: near, where: near .< .infinity)
    far = Lanes(repeating: -.infinity).replacing(with: near - clearance, where: saysEmpty).replacing(
      with: z, where: isSurface)
  }

  @inline(__always)
  func plane(_ lane: Int) -> SIMD4<Float> { SIMD4(x[lane], y[lane], z[lane], offset[lane]) }
}

/// How a cell without a tangent plane says that space in front of it is empty: by a plane so steep that voxels are either
/// behind it or farther in front of it than the truncation. Its weight is stored with a minus sign.
enum EmptyCell {
  static let weight: Float = 0.5
  static let steepness: Float = 1e6
}
