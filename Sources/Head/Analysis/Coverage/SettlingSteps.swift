/// How long the steps of a fit to nearest points are.
///
/// Counterparts that come and go keep such a fit swinging, by up to some hundredths of a millimetre. Each time that a step turns
/// back, it and the later ones are shortened, to 1/2, 1/3, …, which leads to the middle of the swing (Kesten 1958, *Ann. Math.
/// Stat.* 29:41); a fit that is still on its way takes whole steps.
struct SettlingSteps {
  /// A shortened step of less than a tenth of a micrometre ends the search.
  static let tolerance = 1e-7

  private var last: [Double] = []
  private var turns = 0

  /// The share of its length by which the next step is taken.
  ///
  /// - Parameter step: the whole step, each component in metres, of the same number as before.
  mutating func share(of step: [Double]) -> Double {
    if zip(last, step).reduce(0, { $0 + $1.0 * $1.1 }) < 0 { turns += 1 }
    last = step
    return 1 / Double(1 + turns)
  }
}
