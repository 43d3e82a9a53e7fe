internal import Diagnostics
internal import Motion
internal import Reports
internal import ScanDescriptions

/// The form of the neutral-zero method as the German Messblatt lists it: a row a joint and pair of movements, a column a side,
/// three numbers with their order. What was not measured now comes from the latest earlier result, with its day, or is empty.
struct NeutralZeroForm {
  let result: MotionResult
  let history: [EarlierMotion]
  let language: Language

  /// The rows of the form by joint and movement.
  private static let rows: [(joint: MotionJoint, movement: MotionMovement)] = [
    (.hip, .flexion), (.hip, .abduction), (.knee, .flexion),
  ]

  /// The form.
  var markup: Markup {
    let heads = ["motion.form_joint", "motion.form_order", "motion.form_right", "motion.form_left"].map {
      Markup.element("th", text: language($0))
    }
    let rows = Self.rows.map { row -> Markup in
      let order = row.movement == .flexion ? "extension-0-flexion" : "abduction-0-adduction"
      return .element(
        "tr", [:], .element("td", text: language.term(row.joint.rawValue, of: "joint")),
        .element("td", text: language.term(order, of: "neutral_zero_pair")),
        cell(row.joint, row.movement, .right), cell(row.joint, row.movement, .left))
    }
    return .element("h2", text: language("motion.form"))
      + .element(
        "table", ["class": "neutral-zero"], .element("thead", [:], .element("tr", [:], .joined(heads))),
        .element("tbody", [:], .joined(rows)))
      + .element("p", ["class": "quiet"], text: language("motion.form_note"))
  }

  private func cell(_ joint: MotionJoint, _ movement: MotionMovement, _ side: BodySide) -> Markup {
    if result.joint == joint, result.movement == movement, result.side == side {
      return .element("td", ["class": "now"], numbers(result, of: nil))
    }
    let earlier = history.filter {
      $0.result.joint == joint && $0.result.movement == movement && $0.result.side == side
    }.max { ($0.scan.date ?? "") < ($1.scan.date ?? "") }
    guard let earlier else { return .element("td", text: "") }
    return .element("td", [:], numbers(earlier.result, of: earlier))
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
