internal import Diagnostics

/// An angle of a result with where it comes from, as files hold it: an estimate and its evidence.
public struct MotionValue: Sendable, Equatable, Codable {
  /// In degrees.
  public let degrees: Double
  /// The interval of 95 %, in degrees.
  public let ci95: [Double]
  /// From how many plateaus it comes; of a difference of two ends, those of both.
  public let plateaus: Int
  /// The frames in which it is to be seen, one a plateau.
  public let frames: [String]
  /// What the interval covers: `noise`, `repeats` (from two plateaus on), `pose_error` (where it was given); of a neck, too,
  /// `neutral`, `neutral_change`, `pose`, `cloth_slip`, `cap_slip` and `delay`.
  public let covers: [String]

  /// Values are written with three decimals: the rest is noise.
  init(_ value: Uncertain, plateaus: Int, frames: [String], covers: [String]) {
    let interval = value.interval
    degrees = rounded(value.value, 3)
    ci95 = [rounded(interval.low, 3), rounded(interval.high, 3)]
    (self.plateaus, self.frames, self.covers) = (plateaus, frames, covers)
  }

  /// The same angle counted the other way.
  package var turned: MotionValue { MotionValue(self, turned: ()) }

  private init(_ other: MotionValue, turned: Void) {
    (degrees, ci95) = (-other.degrees, other.ci95.reversed().map { -$0 })
    (plateaus, frames, covers) = (other.plateaus, other.frames, other.covers)
  }
}
