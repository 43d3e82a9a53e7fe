internal import Platform

/// A scale whose ends and ticks are round numbers.
package struct RoundScale {
  package let low, high, step: Double

  /// The narrowest scale that holds a range, with at most `most` steps.
  ///
  /// - Parameter steps: what the steps may be; by default 1, 2 and 5 times a power of ten.
  package init(_ range: ClosedRange<Double>, most: Int, steps: [Double]? = nil) {
    let span = max(range.upperBound - range.lowerBound, 1e-9)
    let power = pow(10, (log10(span / Double(most))).rounded(.down))
    let choices = (steps ?? []) + [1, 2, 5, 10, 20, 50].map { $0 * power }
    let fits = { (step: Double) in
      (range.upperBound / step).rounded(.up) - (range.lowerBound / step).rounded(.down) <= Double(most)
    }
    step = choices.first(where: fits) ?? span
    low = (range.lowerBound / step + 1e-9).rounded(.down) * step
    high = (range.upperBound / step - 1e-9).rounded(.up) * step
  }

  /// The places of the ticks.
  package var ticks: [Double] {
    (0...max(0, Int(((high - low) / step).rounded()))).map { low + Double($0) * step }
  }

  /// The decimals that a tick needs.
  package var decimals: Int { max(0, Int((-log10(step) - 1e-9).rounded(.up))) }
}
