extension CellBand {
  /// Finds the depth in front of which space is empty, for cells that may have no tangent plane.
  ///
  /// Beside a head's outline the background is seen through cells that its rim touches, and the rim itself often returns
  /// nothing: taken for empty, such cells would thin the head.
  func findOpenSpace() {
    let s = layout.smoothing
    let window = (2 * s + 1) * layout.binning
    let least = Lanes(repeating: openShare * Float(window * window))
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
}
