import Geometry
import Images

/// How much of its noise a frame shares with the one before, beyond what frames of one sensor share for good.
///
/// A sensor's own pattern stays where it is for seconds: it correlates frames four apart as well as consecutive ones, and
/// goes with the difference.
enum NoisePersistence {
  /// The correlation of consecutive frames less that of frames four (or as many as there are) apart; nil of fewer than
  /// three frames, or where they show too little in common.
  static func measure(_ images: [DepthImage], reach: Float) -> Double? {
    let noises = images.map { Noise(ThirdDifferences(spacing: 1, reach: reach).alongRows($0, step: rowStep)) }
    let apart = min(farthest, images.count - 1)
    guard apart > 1, let near = correlation(noises, apart: 1), let far = correlation(noises, apart: apart) else {
      return nil
    }
    return near - far
  }

  private static let farthest = 4
  private static let rowStep = 3
  /// Fewer pixels in common tell no correlation.
  private static let fewest = 500
  /// The least noise that differences are measured by, metres.
  private static let leastNoise = 0.0001

  /// The noise of an image, and its typical size.
  private struct Noise {
    let values: [Float]
    let median: Double

    init(_ values: [Float]) {
      self.values = values
      median = RobustStatistics.median(values.compactMap { $0.isNaN ? nil : Double(abs($0)) })
    }
  }

  /// The mean correlation of frames that many apart; nil where none can be compared.
  private static func correlation(_ noises: [Noise], apart: Int) -> Double? {
    let all = (0..<(noises.count - apart)).compactMap { correlation(noises[$0], noises[$0 + apart]) }
    return all.isEmpty ? nil : all.reduce(0, +) / Double(all.count)
  }

  /// The correlation of two frames' noise at the same pixels, without outliers of more than three deviations.
  private static func correlation(_ a: Noise, _ b: Noise) -> Double? {
    guard a.values.count == b.values.count, a.median.isFinite, b.median.isFinite else { return nil }
    let limit = Float(3 * RobustStatistics.madToSigma * max(min(a.median, b.median), leastNoise))
    var (ab, aa, bb, count) = (0.0, 0.0, 0.0, 0)
    for i in a.values.indices {
      let (x, y) = (a.values[i], b.values[i])
      guard abs(x) < limit, abs(y) < limit else { continue }  // NaN fails
      ab += Double(x * y)
      aa += Double(x * x)
      bb += Double(y * y)
      count += 1
    }
    return count >= fewest && aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : nil
  }
}
