import Images

extension DepthImage {
  /// The step between the depths that an image holds, about its median, metres: what its file rounds to; nil of too few
  /// depths.
  func step(within reach: Float) -> Double? {
    // Every seventh pixel meets all steps of a surface; 7 divides no usual width.
    var depths = stride(from: 0, to: pixels.count, by: 7).compactMap { pixels[$0] < reach ? pixels[$0] : nil }
    guard depths.count >= 100 else { return nil }
    depths.sort()
    let median = depths[depths.count / 2]
    depths = depths.filter { $0 > 0.8 * median && $0 < 1.2 * median }
    // Depths nearer than a tenth of a micrometre are the same one, rounded.
    var steps = zip(depths, depths.dropFirst()).compactMap { $1 - $0 > 1e-7 ? $1 - $0 : nil }
    guard !steps.isEmpty else { return nil }
    steps.sort()
    // Between rare depths steps are left out.
    return Double(steps[steps.count / 10])
  }
}
