internal import Diagnostics
internal import Feedback
internal import Files
internal import Movement
internal import Reports

/// The sheets of the neutral-zero method for arms and legs, a printed page each: the rows of the German forms of the statutory
/// accident insurance (F 4222 and F 4224) in their order, in a layout of our own. What was measured now and before stands in its row; the
/// others are left to be filled in by hand.
struct NeutralZeroSheets {
  let result: MotionResult
  let history: [EarlierMotion]
  /// Who and when, as it stands at the head of the report.
  let who: Markup
  let language: Language

  /// A row: the terms of its joint and of its pair of movements, and what is measured of it here; nil where nothing is.
  private typealias Row = (joint: String, pair: String, measured: (MotionJoint, JointMovement)?)

  private static let sheets: [(title: String, joints: [MotionJoint], rows: [Row])] = [
    (
      "upper_limb", [.shoulder, .elbow],
      [
        ("shoulder", "abduction-0-adduction", (.shoulder, .abduction)),
        ("shoulder", "extension-0-flexion", (.shoulder, .flexion)), ("shoulder", "rotation_hanging", nil),
        ("shoulder", "rotation_raised", nil), ("elbow", "extension-0-flexion", (.elbow, .flexion)),
        ("forearm", "supination-0-pronation", nil), ("wrist", "extension-0-flexion", nil),
        ("wrist", "ulnar-0-radial", nil),
      ]
    ),
    (
      "lower_limb", [.hip, .knee, .ankle],
      [
        ("hip", "extension-0-flexion", (.hip, .flexion)), ("hip", "abduction-0-adduction", (.hip, .abduction)),
        ("hip", "external-0-internal", (.hip, .rotation)), ("knee", "extension-0-flexion", (.knee, .flexion)),
        ("ankle", "dorsiflexion-0-plantarflexion", (.ankle, .flexion)), ("subtalar", "eversion-0-inversion", nil),
      ]
    ),
  ]

  /// The sheets of which something was measured, now or before.
  var markup: Markup {
    let measured = [result.joint] + history.map(\.result.joint)
    return .joined(
      Self.sheets.filter { sheet in measured.contains(where: sheet.joints.contains) }.map { sheet in
        .element(
          "section", ["class": "sheet"], .element("h1", text: language.term(sheet.title, of: "sheet_title")), who,
          table(sheet.rows), .element("p", ["class": "quiet"], text: language("motion.sheet_note")))
      })
  }

  private func table(_ rows: [Row]) -> Markup {
    let head = { (key: String, attributes: KeyValuePairs<String, String>) in
      Markup.element("th", attributes, text: language(key))
    }
    let efforts = MotionEffort.allCases.reversed()
    let names = Markup.joined(
      [BodySide.right, .left].flatMap { _ in
        efforts.map { Markup.element("th", text: language.term($0.rawValue, of: "effort")) }
      })
    let heads =
      Markup.element(
        "tr", [:], head("motion.form_joint", ["rowspan": "2"]), head("motion.form_order", ["rowspan": "2"]),
        head("motion.form_right", ["colspan": "2"]), head("motion.form_left", ["colspan": "2"]),
        head("motion.sheet_earlier", ["rowspan": "2"])) + .element("tr", [:], names)
    let lines = rows.map { row in
      Markup.element(
        "tr", [:], .element("td", text: language.term(row.joint, of: "sheet_joint")),
        .element("td", text: language.term(row.pair, of: "sheet_pair")), now(row, .right), now(row, .left),
        earlier(row))
    }
    return .element(
      "table", ["class": "neutral-zero sheet-table"], .element("thead", [:], heads),
      .element("tbody", [:], .joined(lines)))
  }

  private func isOf(_ row: Row, _ other: MotionResult) -> Bool {
    row.measured.map { $0.0 == other.joint && $0.1 == other.movement } ?? false
  }

  /// The two cells of a side, active and passive; one over both where it was not stated which.
  private func now(_ row: Row, _ side: BodySide) -> Markup {
    let empty = Markup.element("td", [:], .empty)
    guard isOf(row, result), result.side == side else { return empty + empty }
    let numbers =
      result.neutralZero.map { Markup.inline("strong", text: $0.notation.printable(limit: 30)) }
      ?? .inline("span", ["class": "withheld"], text: language("motion.withheld"))
    switch result.effort {
    case .active: return .element("td", ["class": "now"], numbers) + empty
    case .passive: return empty + .element("td", ["class": "now"], numbers)
    case nil:
      let note = Markup.element("div", ["class": "quiet"], text: language("motion.sheet_effort_not_stated"))
      return .element("td", ["class": "now", "colspan": "2"], numbers + note)
    }
  }

  /// As many earlier results fit into a row.
  private static let most = 4

  /// The latest earlier results of both sides, each with its side, its day and by whom the joint was moved.
  private func earlier(_ row: Row) -> Markup {
    let results = history.filter { isOf(row, $0.result) }.sorted { ($0.scan.date ?? "") > ($1.scan.date ?? "") }
    let lines = results.compactMap { earlier -> Markup? in
      guard let form = earlier.result.neutralZero, let side = earlier.result.side else { return nil }
      var values: [String: FindingValue] = [
        "side": .term(side.rawValue, of: "sheet_side"), "notation": .text(form.notation.printable(limit: 30)),
        "day": .text((earlier.scan.date ?? earlier.name).printable(limit: 40)),
      ]
      values["effort"] = earlier.result.effort.map { .term($0.rawValue, of: "effort") }
      return .element("div", text: language("motion.sheet_line", values))
    }
    return .element("td", ["class": "quiet"], .joined(Array(lines.prefix(Self.most))))
  }
}
