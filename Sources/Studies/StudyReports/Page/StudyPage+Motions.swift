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
    let alike = part.quantities.reduce(into: [[MotionsPart.Quantity]]()) { groups, quantity in
      if groups.last?.first?.method == quantity.method {
        groups[groups.count - 1].append(quantity)
      } else {
        groups.append([quantity])
      }
    }
    return .element("h2", text: language("study.motions"))
      + PageParts.quiet(
        language("study.motions_note", ["ranges": .count(part.ranges), "subjects": .count(part.subjects)]))
      + PageParts.table(columns("study.motion_outcome_columns"), numbers: [2], outcomes)
      + .joined(
        alike.map { values in
          let method = values[0].method
          return .element("h3", text: name(method)) + PageParts.quiet(conditions(method))
            + PageParts.table(columns("study.motion_columns"), numbers: Set(1...9), values.map(row))
        })
  }

  /// A value's line.
  private func row(_ quantity: MotionsPart.Quantity) -> [Markup] {
    let counts = [quantity.ranges, quantity.subjects, quantity.missing.reduce(0) { $0 + $1.ranges }]
    let sample = quantity.sample.value
    let repeats = quantity.repeats.value
    let numbers = [
      sample?.mean, sample?.sd, sample?.minimum, sample?.maximum, repeats?.withinSd.value,
      repeats?.smallestDetectableChange.value,
    ]
    let isPace = language.catalogue.terms["motion_pace"]?[quantity.key] != nil
    let name = language.term(quantity.key, of: isPace ? "motion_pace" : "motion_value").printable(limit: 60)
    return [.text(name)] + counts.map { .text("\($0)") }
      + numbers.map { number in .text(number.map { text($0, quantity) } ?? "–") }
  }

  private func code(_ code: String?) -> Markup {
    code.map { .element("code", text: $0.printable(limit: 80)) } ?? .empty
  }

  /// The joint, its side and the movement.
  private func name(_ method: MotionRecord.Method) -> String {
    let side = method.side.map { language.term($0, of: "side") }
    return
      ([language.term(method.joint, of: "joint"), side].compactMap(\.self).joined(separator: " ") + ", "
      + language.term(method.movement, of: "movement")).printable(limit: 120)
  }

  /// What must be the same for values to stand in one table.
  private func conditions(_ method: MotionRecord.Method) -> String {
    [
      method.reference.map { language.term($0, of: "motion_reference") },
      method.dimensions.map { language($0 == 2 ? "study.in_picture" : "study.in_space") },
      method.view.map { language.term($0, of: "motion_view") }, method.effort.map { language.term($0, of: "effort") },
      method.neutral.map { language.term($0, of: "neck_zero") },
      language("study.rules", ["name": .text(method.protocolName)]),
    ].compactMap(\.self).joined(separator: ", ").printable(limit: 200)
  }

  private func text(_ value: Double, _ quantity: MotionsPart.Quantity) -> String {
    language.number(value, digits: 1) + (quantity.unit == "°" ? "" : " ") + quantity.unit
  }
}
