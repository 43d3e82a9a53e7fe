import Workers

/// Fills images row by row on several threads; every row is written by one thread alone.
struct RowBands {
  let width, height: Int
  let workers: Workers
  /// Rows that a thread takes at a time.
  private let rows = 16

  init(width: Int, height: Int, workers: Workers) {
    (self.width, self.height, self.workers) = (width, height, workers)
  }

  /// An image of width × height values; `fill` must write the whole row that it is given.
  @inline(__always)
  func make<Value: BitwiseCopyable>(_ fill: @Sendable (UnsafeMutablePointer<Value>, Int) -> Void) -> [Value] {
    [Value](unsafeUninitializedCapacity: width * height) { buffer, count in
      nonisolated(unsafe) let base = buffer.baseAddress!
      workers.forEach((height + rows - 1) / rows) { band in
        for y in (band * rows)..<min(height, (band + 1) * rows) { fill(base + y * width, y) }
      }
      count = width * height
    }
  }
}
