/// Order statistics and robust weights. Empty input gives NaN.
public enum RobustStatistics {
  /// The factor that makes the median absolute deviation of a normal sample estimate its standard deviation.
  public static let madToSigma = 1.4826

  /// The median; the mean of the middle two for an even count.
  public static func median(_ values: consuming [Double]) -> Double { quantile(values, 0.5) }

  /// The quantile q in [0, 1] by linear interpolation between order statistics (Hyndman & Fan type 7).
  public static func quantile(_ values: consuming [Double], _ q: Double) -> Double {
    quantile(reordering: &values, q)
  }

  /// The same of values whose order may change.
  static func quantile(reordering values: inout [Double], _ q: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let position = q * Double(values.count - 1)
    let low = Int(position.rounded(.down))
    return values.withUnsafeMutableBufferPointer { values in
      let lower = select(low, in: values)
      // What stands behind the selected place is no smaller, so the next order statistic is the least of it.
      var upper = low + 1 < values.count ? values[low + 1] : lower
      for k in min(low + 1, values.count)..<values.count where values[k] < upper { upper = values[k] }
      return lower + (upper - lower) * (position - Double(low))
    }
  }

  /// Puts the k-th smallest value into its place, none smaller behind it and none larger before (Hoare 1961).
  private static func select(_ k: Int, in values: UnsafeMutableBufferPointer<Double>) -> Double {
    var (left, right) = (0, values.count - 1)
    while left < right {
      let pivot = values[left + (right - left) / 2]
      values.swapAt(left + (right - left) / 2, right)
      let place = gather(left..<right, in: values) { $0 < pivot }
      values.swapAt(place, right)
      if k < place {
        right = place - 1
      } else if place > left {
        if k == place { break }
        left = place + 1
      } else {
        // None is smaller than the pivot: where many are equal to it, they all go at once.
        left = gather(left..<(right + 1), in: values) { $0 <= pivot }
        if k < left { return pivot }
        if left == place { left += 1 }  // the pivot is not a number
      }
    }
    return values[k]
  }

  /// Moves the values of a range that meet a condition to its front, and returns where the others begin. Without a branch:
  /// on disordered values every second would be mispredicted.
  @inline(__always)
  private static func gather(
    _ range: Range<Int>, in values: UnsafeMutableBufferPointer<Double>, where meets: (Double) -> Bool
  ) -> Int {
    var end = range.lowerBound
    for i in range {
      let value = values[i]
      values[i] = values[end]
      values[end] = value
      end += meets(value) ? 1 : 0
    }
    return end
  }

  /// The standard deviation estimated from the median absolute deviation from the median.
  public static func sigma(_ values: [Double]) -> Double {
    let m = median(values)
    return madToSigma * median(values.map { abs($0 - m) })
  }

  /// The root of the mean square.
  public static func rms(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  /// The mean.
  public static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
  }

  /// The standard deviation of the sample (n − 1); NaN for fewer than two values.
  public static func standardDeviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return .nan }
    let m = mean(values)
    return (values.reduce(0) { $0 + ($1 - m) * ($1 - m) } / Double(values.count - 1)).squareRoot()
  }

  /// Where Tukey's biweight is as good as 95 % of least squares on normally distributed residuals, in scales.
  public static let tukeyCut = 4.685

  /// Tukey's biweight of a residual in units of its scale: 1 at zero, 0 from `cut` on.
  public static func tukeyWeight(_ residual: Double, cut: Double = tukeyCut) -> Double {
    let r = residual / cut
    let w = 1 - r * r
    return w > 0 ? w * w : 0
  }
}
