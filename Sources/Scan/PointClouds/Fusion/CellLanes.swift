/// Eight cells ready to be written.
struct CellLanes {
  fileprivate var x, y, z, offset, weight: Lanes
  /// The bound on nearest depth that goes into the tiles.
  let near: Lanes
  /// The depth beyond which no voxel changes.
  private(set) var reach: Lanes

  /// Room for rounding in single precision.
  private static let margin: Float = 1.0001

  /// Cells that only mark empty space, where their window's depth `near` is known.
  @inline(__always)
  init(near: Lanes, isInside: SIMDMask<SIMD8<Int32>>, clearance: Float) {
    let isKnown = near .< .infinity
    let saysEmpty = isKnown .& isInside
    (x, y) = (.zero, .zero)
    z = Lanes(repeating: -EmptyCell.steepness).kept(where: saysEmpty)
    offset = (-EmptyCell.steepness * (near - clearance)).kept(where: saysEmpty)
    weight = Lanes(repeating: -EmptyCell.weight).kept(where: saysEmpty)
    self.near = Lanes(repeating: -.infinity).replacing(with: near, where: isKnown)
    reach = Lanes(repeating: -.infinity).replacing(with: (near - clearance) * Self.margin, where: saysEmpty)
  }

  /// Puts the planes n · p = 1 where cells carry surface; `scale` makes their normals n unit ones.
  @inline(__always)
  mutating func take(
    _ isSurface: SIMDMask<SIMD8<Int32>>, _ n: (Lanes, Lanes, Lanes), scale: Lanes, weight: Lanes, reach: Lanes
  ) {
    x = (n.0 * scale).kept(where: isSurface)
    y = (n.1 * scale).kept(where: isSurface)
    z.replace(with: n.2 * scale, where: isSurface)
    offset.replace(with: scale, where: isSurface)
    self.weight.replace(with: weight, where: isSurface)
    self.reach.replace(with: reach * Self.margin, where: isSurface)
  }

  @inline(__always)
  fileprivate func plane(_ lane: Int) -> SIMD4<Float> { SIMD4(x[lane], y[lane], z[lane], offset[lane]) }
}

/// How a cell without a tangent plane marks the space in front of it as empty: with a plane so steep that voxels are
/// either behind it or farther in front of it than the truncation. Its weight is stored with a minus sign.
enum EmptyCell {
  static let weight: Float = 1
  static let steepness: Float = 1e6
}

/// Where a view's cells are written to, row after row.
struct CellOutput: @unchecked Sendable {
  // Unchecked: threads write to rows of their own.
  let planes: UnsafeMutablePointer<SIMD4<Float>>
  let weights, reaches: UnsafeMutablePointer<Float>
  let nearest, farthest: UnsafeMutablePointer<Float>

  /// Takes the range of some cells into that of their tile.
  @inline(__always)
  func widen(_ tile: Int, _ near: Float, _ far: Float) {
    nearest[tile] = min(nearest[tile], near)
    farthest[tile] = max(farthest[tile], far)
  }

  /// Writes the first `count` of eight cells.
  @inline(__always)
  func put(_ at: Int, _ cells: CellLanes, count: Int) {
    if count >= 8 {
      // The lanes are named one by one: a loop would send them through memory.
      (planes[at], planes[at + 1]) = (cells.plane(0), cells.plane(1))
      (planes[at + 2], planes[at + 3]) = (cells.plane(2), cells.plane(3))
      (planes[at + 4], planes[at + 5]) = (cells.plane(4), cells.plane(5))
      (planes[at + 6], planes[at + 7]) = (cells.plane(6), cells.plane(7))
      weights.set(at, cells.weight)
      reaches.set(at, cells.reach)
    } else {
      for lane in 0..<count {
        (planes[at + lane], weights[at + lane]) = (cells.plane(lane), cells.weight[lane])
        reaches[at + lane] = cells.reach[lane]
      }
    }
  }
}
