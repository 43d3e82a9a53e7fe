import Images

/// Counts of depths, so that percentiles of any number of frames need the memory of one.
struct DepthHistogram {
  /// The width of a bin in metres.
  private static let bin: Float = 0.0005
  private static let bins = 20_000

  private var counts = [Int](repeating: 0, count: bins + 1)
  private(set) var valid = 0
  private(set) var pixels = 0

  mutating func add(_ image: DepthImage) {
    pixels += image.pixels.count
    for depth in image.pixels where depth > 0 {
      counts[Int(min(depth / Self.bin, Float(Self.bins)))] += 1
      valid += 1
    }
  }

  /// The depth in metres that a fraction of the valid pixels does not exceed, to half a bin; nil where none is valid.
  func quantile(_ fraction: Double) -> Double? {
    guard valid > 0 else { return nil }
    let rank = max(1, Int((fraction * Double(valid)).rounded(.up)))
    var sum = 0
    for (bin, count) in counts.enumerated() {
      sum += count
      if sum >= rank { return (Double(bin) + 0.5) * Double(Self.bin) }
    }
    return nil
  }

  var range: DepthRange? {
    guard let p01 = quantile(0.01), let p05 = quantile(0.05), let p50 = quantile(0.5), let p95 = quantile(0.95),
      let p99 = quantile(0.99)
    else { return nil }
    return DepthRange(p01: p01, p05: p05, p50: p50, p95: p95, p99: p99)
  }
}
