internal import Diagnostics
public import Feedback

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

  /// The angle counted the other way round.
  package var turned: MotionValue { MotionValue(self, turned: ()) }

  private init(_ other: MotionValue, turned: Void) {
    (degrees, ci95) = (-other.degrees, other.ci95.reversed().map { -$0 })
    (plateaus, frames, covers) = (other.plateaus, other.frames, other.covers)
  }
}

/// A range in the form of the neutral-zero method: three whole degrees with 0 where the joint passes it.
///
/// Extension, zero, flexion; abduction, zero, adduction of shoulder and hip; dorsiflexion, zero, plantarflexion of the
/// ankle; left, zero, right of the neck. A joint that does not reach zero has it at the end, and the degrees that are
/// lacking in the middle: 0-10-120 is a knee that lacks 10° of extension, 20-5-0 one
/// that lacks 5° of flexion.
public struct NeutralZero: Sendable, Equatable, Codable {
  /// Such as `5-0-140`.
  public let notation: String
  /// What the numbers are, such as `extension-0-flexion`.
  public let order: String

  /// The movements in the order of the form, and what their numbers are.
  public static var orders: [(joint: MotionJoint, movement: JointMovement, order: String)] {
    BodyMovement.all.compactMap { limb in limb.order.map { (limb.joint, limb.movement, $0) } }
  }

  /// The form of a range in degrees, positive in the movement's own direction; nil for an angle that has no place there.
  init?(_ task: MotionTask, low: Double, high: Double) {
    let entry = task.bodyMovement
    guard let order = entry.order else { return nil }
    let (low, high) = (Int(low.rounded()), Int(high.rounded()))
    let (before, after) = (max(0, -low), max(0, high))
    let middle = low > 0 ? low : high < 0 ? -high : 0
    let upwards = "\(before)-\(middle)-\(after)"
    self.order = order
    notation = entry.isPositiveFirst ? "\(after)-\(middle)-\(before)" : upwards
  }
}
