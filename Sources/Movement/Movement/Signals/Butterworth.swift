internal import Platform

/// A low pass of Butterworth's kind, second order, run forwards and backwards: fourth order without delay.
///
/// Two passes halve the power twice at the frequency of one; so it is designed for a higher one, by 1 / (√2 − 1)^¼ = 1.2465
/// before the bilinear transform (Winter 2009, *Biomechanics and Motor Control of Human Movement*, section 2.2.4.4; Robertson
/// & Dowling 2003, *J. Electromyogr. Kinesiol.* 13:569), and half of the power passes at the cutoff in all.
struct Butterworth: Sendable {
  private let b0, b1, b2, a1, a2: Double

  /// The filter of a cutoff below half of the rate, both in hertz.
  init(cutoff: Double, rate: Double) {
    let w = tan(.pi * cutoff / rate) / pow(2.0.squareRoot() - 1, 0.25)
    let k = 1 + 2.0.squareRoot() * w + w * w
    b0 = w * w / k
    (b1, b2) = (2 * b0, b0)
    a1 = 2 * (w * w - 1) / k
    a2 = (1 - 2.0.squareRoot() * w + w * w) / k
  }

  /// How many values are put on at either end, mirrored through the end; as SciPy's `filtfilt` does. In short stretches they
  /// are all that there are but the end itself.
  private static let padding = 9

  /// The values, smoothed; a single one is unchanged.
  func filtered(_ values: [Double]) -> [Double] {
    let n = min(Self.padding, values.count - 1)
    guard n > 0 else { return values }
    let (first, last) = (values[0], values[values.count - 1])
    let padded =
      (1...n).reversed().map { 2 * first - values[$0] } + values
      + (1...n).map { 2 * last - values[values.count - 1 - $0] }
    let forth = pass(padded)
    let back = pass(forth.reversed())
    return Array(back.reversed()[n..<(n + values.count)])
  }

  /// One pass, from the state in which the first value has stood for ever.
  private func pass(_ values: [Double]) -> [Double] {
    var z2 = (b2 - a2) * values[0]
    var z1 = (b1 - a1) * values[0] + z2
    return values.map { x in
      let y = b0 * x + z1
      z1 = b1 * x - a1 * y + z2
      z2 = b2 * x - a2 * y
      return y
    }
  }

  /// What it leaves of the standard deviation of noise that is independent from value to value.
  var noiseGain: Double {
    var impulse = [Double](repeating: 0, count: 401)
    impulse[200] = 1
    return filtered(impulse).reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}
