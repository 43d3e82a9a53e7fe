/// Eight numbers that are worked on together.
typealias Lanes = SIMD8<Float>

extension UnsafeMutablePointer<Float> {
  /// The eight numbers from a place on.
  @inline(__always)
  func lanes(_ at: Int) -> Lanes { UnsafeRawPointer(self + at).loadUnaligned(as: Lanes.self) }

  /// Writes eight numbers from a place on.
  @inline(__always)
  func set(_ at: Int, _ lanes: Lanes) { UnsafeMutableRawPointer(self + at).storeBytes(of: lanes, as: Lanes.self) }
}

extension SIMD8<Float> {
  /// Absolute values.
  @inline(__always)
  var magnitude: Lanes {
    Lanes(
      bitPattern: SIMD8<UInt32>(bitPattern: self) & 0x7FFF_FFFF)
  }

  /// The smaller of two numbers each; unlike the standard library's, one instruction.
  @inline(__always)
  func clamped(below limit: Lanes) -> Lanes { replacing(with: limit, where: self .> limit) }

  /// The larger of two numbers each.
  @inline(__always)
  func clamped(above limit: Lanes) -> Lanes { replacing(with: limit, where: self .< limit) }

  /// The numbers where a mask holds, zero elsewhere.
  @inline(__always)
  func kept(where mask: SIMDMask<SIMD8<Int32>>) -> Lanes { Lanes.zero.replacing(with: self, where: mask) }

  /// The least of eight numbers, none of them NaN.
  @inline(__always)
  var least: Float { lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf).least }

  /// The greatest of eight numbers, none of them NaN.
  @inline(__always)
  var greatest: Float { lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf).greatest }

  @inline(__always)
  init(bitPattern bits: SIMD8<UInt32>) { self = unsafeBitCast(bits, to: Lanes.self) }
}

extension SIMDMask<SIMD8<Int32>> {
  /// Whether the mask holds in no lane.
  @inline(__always)
  var isNowhere: Bool {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    let half = bits.lowHalf | bits.highHalf
    return half.x | half.y == 0
  }
}

extension SIMD8<UInt32> {
  @inline(__always)
  init(bitPattern values: Lanes) { self = unsafeBitCast(values, to: SIMD8<UInt32>.self) }
}

extension SIMD4<Float> {
  /// The least of four numbers, none of them NaN; the standard library's `min` also looks for that.
  @inline(__always)
  var least: Float {
    let pair = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    return pair.y < pair.x ? pair.y : pair.x
  }

  /// The greatest of four numbers, none of them NaN.
  @inline(__always)
  var greatest: Float {
    let pair = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    return pair.y > pair.x ? pair.y : pair.x
  }
}

/// Σ 1/z, the number of valid pixels and the nearest depth of eight cells.
struct PixelLanes {
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
struct PixelQuads {
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
