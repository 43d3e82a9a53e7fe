extension DepthImage {
  /// Takes out each pixel that differs from a neighbour in its row or column by more than a share of the nearer depth of
  /// both: the pixels on steps, and the ramps that a filter lays across them.
  ///
  /// - Parameter spacing: how many columns and rows on the next pixel is that is no copy; all between the two go with them.
  public mutating func dropRamps(steeperThan share: Float, spacing: (columns: Int, rows: Int) = (1, 1)) {
    var isSteep = [Bool](repeating: false, count: pixels.count)
    for (stride, count, columns, rows) in [
      (1, spacing.columns, width - spacing.columns, height), (width, spacing.rows, width, height - spacing.rows),
    ] {
      for y in 0..<max(0, rows) {
        for i in (y * width)..<(y * width + max(0, columns)) {
          let (a, b) = (pixels[i], pixels[i + count * stride])
          // NaN fails the comparison.
          if abs(a - b) > share * min(a, b) { for k in 0...count { isSteep[i + k * stride] = true } }
        }
      }
    }
    for i in pixels.indices where isSteep[i] { pixels[i] = .nan }
  }
}
