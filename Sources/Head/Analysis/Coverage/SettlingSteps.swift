/// How long the steps of a fit to nearest points are.
///
/// Counterparts that come and go keep such a fit moving by some micrometres without end. After some whole steps, steps of
/// 1, 1/2, 1/3 … lead to the middle of that (Robbins & Monro 1951, *Ann. Math. Stat.* 22:400).
enum SettlingSteps {
  /// A step of less than a tenth of a micrometre ends the search; a radian acts on a tenth of a metre.
  static let tolerance = 1e-7
  /// Most fits settle within so many whole steps.
  private static let whole = 20

  /// The share of its length by which step `number`, from 0, is taken.
  static func share(_ number: Int) -> Double { 1 / Double(max(1, number - whole + 2)) }
}
