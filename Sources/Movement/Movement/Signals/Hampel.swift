internal import Geometry

/// Hampel's filter: a value far from the median of its neighbours is replaced by it.
struct Hampel: Sendable {
  /// Frames of the window; odd.
  let window: Int
  /// Deviations (from the median absolute deviation) from which on a value is an outlier.
  let deviations: Double
  /// The least distance of an outlier from the median, in the values' unit: where all neighbours are alike, any difference
  /// would be many deviations.
  let least: Double

  /// The values without outliers, and the places of these. At the ends the window is cut.
  func filtered(_ values: [Double]) -> (values: [Double], outliers: [Int]) {
    var (result, outliers) = (values, [Int]())
    let half = window / 2
    for i in values.indices {
      let near = Array(values[max(0, i - half)...min(values.count - 1, i + half)])
      let median = RobustStatistics.median(near)
      let distance = abs(values[i] - median)
      guard distance > least else { continue }
      let sigma = RobustStatistics.madToSigma * RobustStatistics.median(near.map { abs($0 - median) })
      guard distance > deviations * sigma else { continue }
      result[i] = median
      outliers.append(i)
    }
    return (result, outliers)
  }
}
