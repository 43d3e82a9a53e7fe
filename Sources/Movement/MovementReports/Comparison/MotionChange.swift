internal import Movement
internal import Platform

/// How one value differs between two results.
public struct MotionChange: Sendable, Equatable, Codable {
  /// The later value less the earlier one, in degrees.
  public let degrees: Double
  /// The interval of 95 %, in degrees.
  public let ci95: [Double]
  /// What both intervals cover.
  public let covers: [String]
  /// Whether the change is more than error; absent where that can't be said.
  public let verdict: Verdict?

  /// Whether a change is more than error.
  public enum Verdict: String, Sendable, Codable {
    /// The interval of the change does not hold 0.
    case changed
    /// It does.
    case withinError = "within_error"
  }

  /// The change from one value to another.
  ///
  /// The interval comes from the two values' own: by the method of variance estimates recovery (Zou & Donner 2008, *Stat. Med.*
  /// 27:1693), the lower limit of b − a lies √((b − b_low)² + (a_high − a)²) below it, the upper one
  /// √((b_high − b)² + (a − a_low)²) above. The errors of both must be independent of each other.
  ///
  /// - Parameter hasVerdict: whether both results have repeats enough.
  init(from a: MotionValue, to b: MotionValue, hasVerdict: Bool) {
    let change = b.degrees - a.degrees
    let root = { (x: Double, y: Double) in (x * x + y * y).squareRoot() }
    let low = change - root(b.degrees - b.ci95[0], a.ci95[1] - a.degrees)
    let high = change + root(b.ci95[1] - b.degrees, a.degrees - a.ci95[0])
    let cut = { (value: Double) in (value * 1000).rounded() / 1000 }
    degrees = cut(change)
    ci95 = [cut(low), cut(high)]
    covers = a.covers.filter(b.covers.contains)
    verdict = hasVerdict && covers.contains("repeats") ? (low > 0 || high < 0 ? .changed : .withinError) : nil
  }
}
