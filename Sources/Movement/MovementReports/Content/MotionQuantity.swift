internal import Diagnostics
package import Movement

/// A value of a range of motion with its name: all that pages, comparisons and histories ask of a result.
package struct MotionQuantity: Sendable {
  /// What it is called in files.
  package let key: String
  /// The value; nil where it is withheld.
  package let value: MotionValue?

  /// What it is called.
  static func title(_ key: String, _ language: Language) -> String { language.term(key, of: "motion_value") }
  /// How it is defined.
  static func definition(_ key: String, _ language: Language) -> String {
    language.term(key, of: "motion_value_definition")
  }

  /// All values that stand in frames, whatever the joint: the names of pictures.
  static let seen = ["start", "minimum", "maximum", "return", "left", "right", "flexion", "extension"]
  /// The values that are the way from one end to another, or a difference, and stand in no frame.
  private static let extents = ["range", "arc", "difference"]

  /// Whether it is an end, or a place, that a frame shows.
  package var isSeen: Bool { !Self.extents.contains(key) }
}

extension MotionResult {
  /// The values in the order of tables; of a neck those of the sides, or of flexion and extension.
  package var quantities: [MotionQuantity] {
    let named: [(String, MotionValue?)]
    if joint != .neck {
      named = [
        ("start", values.start), ("minimum", values.minimum), ("maximum", values.maximum), ("return", values.return),
        ("range", values.range),
      ]
    } else if movement == .flexion {
      named = [("extension", values.minimum?.turned), ("flexion", values.maximum), ("arc", values.range)]
    } else if let side {
      named = [(side.rawValue, side == .left ? sides?.left : sides?.right)]
    } else {
      named = [("left", sides?.left), ("right", sides?.right), ("arc", values.range), ("difference", difference)]
    }
    return named.map { MotionQuantity(key: $0, value: $1) }
  }

  /// The values that cards show and that are followed over time.
  package var followed: [MotionQuantity] { quantities.filter { !["start", "return"].contains($0.key) } }

  /// The value that says most: range or arc, else the only one.
  var mainKey: String { quantities.first { ["range", "arc"].contains($0.key) }?.key ?? quantities[0].key }

  /// A value by its name; nil where it is withheld.
  func value(_ key: String) -> MotionValue? { quantities.first { $0.key == key }?.value }

  /// The ends as they stand on the curve, upper and lower, by their names.
  var ends: [(key: String, value: MotionValue?)] {
    let names =
      joint != .neck ? ("maximum", "minimum") : movement == .flexion ? ("flexion", "extension") : ("right", "left")
    return [(names.0, values.maximum), (names.1, values.minimum)]
  }

  /// How much could be measured, by the names that badges have.
  var measuredState: String {
    let values = quantities.map(\.value)
    if values.allSatisfy({ $0 == nil }) { return "not_measured" }
    return status == .complete ? "measured" : "measured_in_part"
  }

  /// What was measured, such as `knee, right: flexion`.
  func heading(_ language: Language) -> String {
    var named: [String: FindingValue] = [
      "joint": .term(joint.rawValue, of: "joint"), "movement": .term(movement.rawValue, of: "movement"),
    ]
    if let side { named["side"] = .term(side.rawValue, of: "side") }
    if let reference { named["reference"] = .term(reference.rawValue, of: "motion_reference") }
    guard joint == .neck else { return language("motion.heading", named) }
    if let effort { named["effort"] = .term(effort.rawValue, of: "effort") }
    return language("motion.neck_heading", named)
  }

  /// Whether another result is of the same joint, side and movement.
  func isSameMovement(as other: MotionResult) -> Bool {
    joint == other.joint && side == other.side && movement == other.movement
  }

  /// In what another result was made otherwise, by the names of `motion_condition`; empty where both can be compared.
  func differences(from other: MotionResult) -> [String] {
    // In space a view shows nothing more.
    let areInSpace = source.dimensions == 3 && other.source.dimensions == 3
    let pairs: [(String, Bool)] = [
      ("joint", joint == other.joint), ("side", side == other.side), ("movement", movement == other.movement),
      ("view", areInSpace || view == other.view), ("reference", reference == other.reference),
      ("effort", effort == other.effort),
      ("dimensions", source.dimensions == other.source.dimensions),
      ("rules", rules == other.rules && neckRules == other.neckRules),
    ]
    return pairs.filter { !$0.1 }.map(\.0)
  }
}
