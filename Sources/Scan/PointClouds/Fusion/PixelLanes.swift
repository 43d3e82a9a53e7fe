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
