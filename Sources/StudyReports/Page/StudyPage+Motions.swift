internal import Diagnostics
internal import Reports
internal import Studies

extension StudyPage {
  /// The ranges of motion that were added to the study.
  var motions: Markup {
    guard let part = summary.motions else { return .empty }
    let outcomes = part.outcomes.map { outcome -> [Markup] in
      [
        .text(language.term(outcome.status, of: "outcome")), code(outcome.code), .text("\(outcome.ranges)"),
      ]
    }
    let rows = part.quantities.map { quantity -> [Markup] in
      let start: [Markup] = [
        .text(name(quantity)) + .element("div", ["class": "quiet"], text: conditions(quantity.method)),
        .text("\(quantity.ranges)"), .text("\(quantity.subjects)"),
        .text("\(quantity.missing.reduce(0) { $0 + $1.ranges })"),
      ]
      let sample = quantity.sample.value
      let numbers = [sample?.mean, sample?.sd, sample?.minimum, sample?.maximum].map { number -> Markup in
        .text(number.map { text($0, quantity) } ?? "–")
      }
      let repeats: [Markup] =
        switch quantity.repeats {
        case .refused: [.text("–"), .text("–")]
        case .value(let found):
          [found.withinSd, found.smallestDetectableChange].map { .text(text($0.value, quantity)) }
        }
      return start + numbers + repeats
    }
    return .element("h2", text: language("study.motions"))
      + PageParts.quiet(
        language("study.motions_note", ["ranges": .count(part.ranges), "subjects": .count(part.subjects)]))
      + PageParts.table(columns("study.motion_outcome_columns"), numbers: [2], outcomes)
      + PageParts.table(columns("study.motion_columns"), numbers: Set(1...9), rows)
  }

  private func code(_ code: String?) -> Markup {
    code.map { .element("code", text: $0.printable(limit: 80)) } ?? .empty
  }

  /// The joint, its side, the movement and what is told of it.
  private func name(_ quantity: MotionsPart.Quantity) -> String {
    let method = quantity.method
    let side = method.side.map { language.term($0, of: "side") }
    let isPace = language.catalogue.terms["motion_pace"]?[quantity.key] != nil
    return
      ([language.term(method.joint, of: "joint"), side].compactMap(\.self).joined(separator: " ") + ", "
      + language.term(method.movement, of: "movement") + ": "
      + language.term(quantity.key, of: isPace ? "motion_pace" : "motion_value")).printable(limit: 120)
  }

  /// What must be the same for values to stand in one row.
  private func conditions(_ method: MotionRecord.Method) -> String {
    [
      method.reference.map { language.term($0, of: "motion_reference") },
      method.dimensions.map { language($0 == 2 ? "study.in_picture" : "study.in_space") },
      method.view.map { language.term($0, of: "motion_view") }, method.effort.map { language.term($0, of: "effort") },
      method.neutral.map { language.term($0, of: "neck_zero") }, method.protocolName,
    ].compactMap(\.self).joined(separator: ", ").printable(limit: 200)
  }

  private func text(_ value: Double, _ quantity: MotionsPart.Quantity) -> String {
    language.number(value, digits: 1) + (quantity.unit == "°" ? "" : " ") + quantity.unit
  }
}
