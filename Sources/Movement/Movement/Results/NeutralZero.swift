/// A range in the form of the neutral-zero method: three whole degrees with 0 where the joint passes it.
///
/// Extension, zero, flexion of knee, hip and neck; abduction, zero, adduction of the hip; left, zero, right of the neck. A joint that does not reach zero has it
/// at the end, and the degrees that are lacking in the middle: 0-10-120 is a knee that lacks 10° of extension, 20-5-0 one
/// that lacks 5° of flexion.
public struct NeutralZero: Sendable, Equatable, Codable {
  /// Such as `5-0-140`.
  public let notation: String
  /// What the numbers are, such as `extension-0-flexion`.
  public let order: String

  /// The form of a range in degrees, positive in the movement's own direction.
  init(_ movement: MotionMovement, low: Double, high: Double) {
    let (low, high) = (Int(low.rounded()), Int(high.rounded()))
    let (before, after) = (max(0, -low), max(0, high))
    let middle = low > 0 ? low : high < 0 ? -high : 0
    switch movement {
    case .flexion: (notation, order) = ("\(before)-\(middle)-\(after)", "extension-0-flexion")
    case .abduction: (notation, order) = ("\(after)-\(middle)-\(before)", "abduction-0-adduction")
    case .rotation, .lateral: (notation, order) = ("\(before)-\(middle)-\(after)", "left-0-right")
    }
  }
}
