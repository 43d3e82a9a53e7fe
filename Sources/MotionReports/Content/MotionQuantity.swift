internal import Diagnostics
package import Motion

/// A value of a range of motion with its name: all that pages, comparisons and histories ask of a result.
struct MotionQuantity {
  /// What it is called in files.
  let key: String
  /// The value; nil where it is withheld.
  let value: MotionValue?

  /// The values that stand in frames, in the order of a movement.
  static let seen = ["start", "minimum", "maximum", "return"]
  /// The values that cards show and that are followed over time.
  static let followed = ["minimum", "maximum", "range"]

  /// What it is called.
  static func title(_ key: String, _ language: Language) -> String { language.term(key, of: "motion_value") }
  /// How it is defined.
  static func definition(_ key: String, _ language: Language) -> String {
    language.term(key, of: "motion_value_definition")
  }
}

extension MotionFolder {
  /// The values by their names, nil where they are withheld, in the order of tables.
  package var values: [(key: String, value: MotionValue?)] { result.quantities.map { ($0.key, $0.value) } }
}

extension MotionResult {
  /// The values in the order of tables.
  var quantities: [MotionQuantity] {
    [
      ("start", values.start), ("minimum", values.minimum), ("maximum", values.maximum), ("return", values.return),
      ("range", values.range),
    ].map { MotionQuantity(key: $0, value: $1) }
  }

  /// A value by its name; nil where it is withheld.
  func value(_ key: String) -> MotionValue? { quantities.first { $0.key == key }?.value }

  /// How much could be measured, by the names that badges have.
  var measuredState: String {
    let values = quantities.map(\.value)
    if values.allSatisfy({ $0 == nil }) { return "not_measured" }
    return status == .complete ? "measured" : "measured_in_part"
  }

  /// What was measured, such as `knee, right: flexion`.
  func heading(_ language: Language) -> String {
    var named: [String: FindingValue] = [
      "joint": .term(joint.rawValue, of: "joint"), "side": .term(side.rawValue, of: "side"),
      "movement": .term(movement.rawValue, of: "movement"),
    ]
    if let reference { named["reference"] = .term(reference.rawValue, of: "motion_reference") }
    return language("motion.heading", named)
  }

  /// Whether another result is of the same joint, side and movement.
  func isSameMovement(as other: MotionResult) -> Bool {
    joint == other.joint && side == other.side && movement == other.movement
  }

  /// In what another result was made otherwise, by the names of `motion_condition`; empty where both can be compared.
  func differences(from other: MotionResult) -> [String] {
    let pairs: [(String, Bool)] = [
      ("joint", joint == other.joint), ("side", side == other.side), ("movement", movement == other.movement),
      ("view", view == other.view), ("reference", reference == other.reference),
      ("dimensions", source.dimensions == other.source.dimensions), ("rules", rules == other.rules),
    ]
    return pairs.filter { !$0.1 }.map(\.0)
  }
}
