internal import Feedback
internal import Diagnostics
internal import Movement
internal import Reports
internal import Files

/// The form of the neutral-zero method as the German Messblatt lists it: a row a joint and pair of movements, a column a side,
/// three numbers with their order. A neck has no column a side: its three numbers hold both. What was not measured now comes from the latest earlier result, with its day, or is empty.
struct NeutralZeroForm {
  let result: MotionResult
  let history: [EarlierMotion]
  let language: Language

  private typealias Row = (joint: MotionJoint, movement: JointMovement, order: String)

  /// The rows of the forms by joint and movement: arms, legs, and neck, where both sides are one movement.
  private static let limbs: [(joints: [MotionJoint], rows: [Row])] = [[.shoulder, .elbow], [.hip, .knee, .ankle]].map {
    joints in
    (joints, NeutralZero.orders.filter { joints.contains($0.joint) })
  }
  private static let neck: [Row] = NeutralZero.orders.filter { $0.joint == .neck }

  /// The form: the rows of what was measured, and those of which there is an earlier result.
  var markup: Markup {
    let results = [result] + history.map(\.result)
    let limbs = Self.limbs.filter { limb in results.contains { limb.joints.contains($0.joint) } }.map { limb in
      table(limb.rows, ["motion.form_right", "motion.form_left"]) { cell($0, .right) + cell($0, .left) }
    }
    let neck = table(Self.neck, ["motion.form_short"]) { cell($0, nil) }
    return .element("h2", text: language("motion.form"))
      + .joined(limbs)
      + (results.contains { $0.joint == .neck } ? neck : .empty)
      + .element("p", ["class": "quiet"], text: language("motion.form_note"))
  }

  /// - Parameter columns: what stands above the numbers.
  private func table(_ rows: [Row], _ columns: [String], cells: (Row) -> Markup) -> Markup {
    let heads = (["motion.form_joint", "motion.form_order"] + columns).map { Markup.element("th", text: language($0)) }
    let lines = rows.map { row in
      Markup.element(
        "tr", [:], .element("td", text: language.term(row.joint.rawValue, of: "joint")),
        .element("td", text: name(row)), cells(row))
    }
    return .wide(
      .element(
        "table", ["class": "neutral-zero"], .element("thead", [:], .element("tr", [:], .joined(heads))),
        .element("tbody", [:], .joined(lines))))
  }

  /// The pair of movements; of a neck with the movement, since two have the same pair.
  private func name(_ row: Row) -> String {
    let pair = language.term(row.order, of: "neutral_zero_pair")
    guard row.joint == .neck, row.movement != .flexion else { return pair }
    return language.term(row.movement.rawValue, of: "movement") + ", " + pair
  }

  /// - Parameter side: nil for a movement that has both sides in one form.
  private func cell(_ row: Row, _ side: BodySide?) -> Markup {
    let isHere = { (other: MotionResult) in
      other.joint == row.joint && other.movement == row.movement && (side == nil || other.side == side)
    }
    let earlier = history.filter { isHere($0.result) }.max { ($0.scan.date ?? "") < ($1.scan.date ?? "") }
    let (isNow, numbers) =
      isHere(result)
      ? (true, self.numbers(result, of: nil)) : (false, earlier.map { self.numbers($0.result, of: $0) } ?? .empty)
    return isNow ? .element("td", ["class": "now"], numbers) : .element("td", [:], numbers)
  }

  /// The three numbers, their order, and of an earlier result where they come from.
  private func numbers(_ result: MotionResult, of earlier: EarlierMotion?) -> Markup {
    let source = earlier.map { earlier in
      Markup.element(
        "span", ["class": "quiet"], .text(" " + language("motion.form_earlier") + " "),
        .foreign(earlier.scan.date ?? earlier.name, limit: 40))
    }
    guard let form = result.neutralZero else {
      return .inline("span", ["class": "withheld"], text: language("motion.withheld")) + (source ?? .empty)
    }
    let order = language.term(form.order, of: "neutral_zero").printable(limit: 60)
    return .inline("strong", text: form.notation.printable(limit: 30))
      + .element("span", ["class": "quiet"], text: " (" + order + ")") + (source ?? .empty)
  }
}
