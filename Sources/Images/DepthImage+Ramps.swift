extension DepthImage {
  /// Takes out each pixel that differs from a neighbour in its row or column by more than a share of the nearer depth of
  /// both: the pixels on steps, and the ramps that a filter lays across them.
  public mutating func dropRamps(steeperThan share: Float) {
    var isSteep = [Bool](repeating: false, count: pixels.count)
    for (step, columns, rows) in [(1, width - 1, height), (width, width, height - 1)] {
      for y in 0..<max(0, rows) {
        for i in (y * width)..<(y * width + max(0, columns)) {
          let (a, b) = (pixels[i], pixels[i + step])
          // NaN fails the comparison.
          if abs(a - b) > share * min(a, b) { (isSteep[i], isSteep[i + step]) = (true, true) }
        }
      }
    }
    for i in pixels.indices where isSteep[i] { pixels[i] = .nan }
  }
}
