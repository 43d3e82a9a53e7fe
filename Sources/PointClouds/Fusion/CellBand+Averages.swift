extension CellBand {
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
