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
}
