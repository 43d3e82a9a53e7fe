import Geometry

/// The camera of a view's cells and what decides about a cell's plane, in single precision.
struct CellGeometry: Sendable {
  let fx, fy, inverseFx, inverseFy, cx, cy: Float
  let width, height: Int
  let correction: CellCorrection
  let limits: ViewLimits
  /// Numbers a row of tiles.
  let tileColumns: Int
  /// How many cells a full cell's pixels count for.
  let pixelShare: Float

  init(_ camera: PinholeCamera, _ layout: CellLayout, _ correction: CellCorrection, _ limits: ViewLimits) {
    (fx, fy, cx, cy) = (Float(camera.fx), Float(camera.fy), Float(camera.cx), Float(camera.cy))
    (inverseFx, inverseFy) = (1 / fx, 1 / fy)
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
        out.put(y * width + x, cells, count: width - x)
        let tile = y / DepthTiles.side * view.tileColumns + x / DepthTiles.side
        out.widen(tile, cells.near.lowHalf.least, cells.reach.lowHalf.greatest)
        // A tile's cells beyond the view have no depth, so that it counts as partly unknown.
        if x + DepthTiles.side < width { out.widen(tile + 1, cells.near.highHalf.least, cells.reach.highHalf.greatest) }
      }
    }
  }

  /// Planes and weights of eight cells.
  @inline(__always)
  private func cells(_ at: Int, x: Int, y: Int, _ view: CellGeometry) -> CellLanes {
    let (limits, share) = (view.limits, 1 / count.lanes(at))
    let column = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Float(x) + across.lanes(at) * share
    let line = Float(y) + down.lanes(at) * share
    let (rx, ry) = ((column - view.cx) * view.inverseFx, (line - view.cy) * view.inverseFy)
    let inverseZ = inverse.lanes(at) * share
    let z = 1 / inverseZ
    let isInside = isInside(x, y, view)
    // Comparisons with NaN are false: cells without depth or gradient carry no surface.
    let isNear = (edge.lanes(at) .== 0) .& isInside .& limits.contains(rx * z, ry * z, z)
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
    // The same at any incidence: depth's noise grows with 1 / cos θ along the line of sight, so not along the normal.
    let weight = limits.precision(z) * count.lanes(at) * view.pixelShare
    cells.take(isSurface, (a, b, c), scale: -1 / length, weight: weight, reach: reach)
    return cells
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
    // Floating point: the compiler takes comparisons of integers lane by lane.
    let column = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Float(x)
    return (column .> 0) .& (column .< Float(view.width - 1))
  }
}
