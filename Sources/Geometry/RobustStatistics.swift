/// Order statistics and robust weights. Empty input gives NaN.
public enum RobustStatistics {
  /// The factor that makes the median absolute deviation of a normal sample estimate its standard deviation.
  public static let madToSigma = 1.4826

  /// The median; the mean of the middle two for an even count.
  public static func median(_ values: [Double]) -> Double { quantile(values, 0.5) }

  /// The quantile q in [0, 1] by linear interpolation between order statistics (Hyndman & Fan type 7).
  public static func quantile(_ values: [Double], _ q: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let position = q * Double(values.count - 1)
    let low = Int(position.rounded(.down))
    var values = values
    return values.withUnsafeMutableBufferPointer { values in
      let lower = select(low, in: values)
      // What stands behind the selected place is no smaller, so the next order statistic is the least of it.
      let upper = low + 1 < values.count ? values[(low + 1)...].min()! : lower
      return lower + (upper - lower) * (position - Double(low))
    }
  }

  /// Puts the k-th smallest value into its place, none smaller behind it and none larger before (Hoare 1961).
  private static func select(_ k: Int, in values: UnsafeMutableBufferPointer<Double>) -> Double {
    var (left, right) = (0, values.count - 1)
    while left < right {
      let pivot = values[left + (right - left) / 2]
      var (i, j) = (left, right)
      while i <= j {
        while values[i] < pivot { i += 1 }
        while values[j] > pivot { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if k <= j { right = j } else if k >= i { left = i } else { break }
    }
    return values[k]
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

  /// Tukey's biweight of a residual in units of its scale: 1 at zero, 0 from `cut` on (95 % efficiency at 4.685).
  public static func tukeyWeight(_ residual: Double, cut: Double = 4.685) -> Double {
    let r = residual / cut
    let w = 1 - r * r
    return w > 0 ? w * w : 0
  }

  /// Huber's weight of a residual in units of its scale (95 % efficiency at 1.345).
  public static func huberWeight(_ residual: Double, knee: Double = 1.345) -> Double {
    let r = abs(residual)
    return r <= knee ? 1 : knee / r
  }
}
