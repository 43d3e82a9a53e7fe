import Diagnostics
import Geometry
import Reports

/// The acceptance of a phone as a page that needs no other file, on a screen and on paper.
struct AcceptancePage {
  private let acceptance: Acceptance
  private let language: Language

  init(_ acceptance: Acceptance, _ language: Language) { (self.acceptance, self.language) = (acceptance, language) }

  /// The page's text; equal acceptances give equal text.
  func html() -> String {
    let body = Markup.element(
      "body", [:], header, who, state, .joined([table, lens, field, views, findings, use, footer]))
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": language.rawValue], head, body).source
  }

  private var head: Markup {
    .element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["http-equiv": "Content-Security-Policy", "content": ReportPage.stillPolicy]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("meta", ["name": "referrer", "content": "no-referrer"]),
      .element("title", text: "Calvaria: " + language("acceptance.title")), .style(SheetStyle.sheet),
      .style(Self.style))
  }

  /// What this page adds to the style of a scan's report.
  private static let style: StaticString = """
    td.value{white-space:nowrap;font-variant-numeric:tabular-nums}td.mark{white-space:nowrap;font-weight:600}
    td.fail{color:#8f1d16}td.attention{color:#7a4a00}td.pass{color:#1b6b33}
    td.field{text-align:right;font-variant-numeric:tabular-nums}table.field{max-width:520px}
    @media print{header{display:flex}}
    """

  /// The report's colours for a verdict.
  private var color: String {
    switch acceptance.verdict {
    case .pass: "measured"
    case .attention: "measured_in_part"
    case .fail: "not_measured"
    }
  }

  private var header: Markup {
    .element(
      "header", [:], .element("h1", text: language("acceptance.title")),
      .element("span", ["class": "badge " + color], text: acceptance.verdict.text(language)))
  }

  private var who: Markup {
    let facts = [
      ("acceptance.phone", acceptance.device.name), ("acceptance.day", acceptance.device.date),
      ("acceptance.images", sizes),
    ]
    return .element(
      "dl", ["class": "who"],
      .joined(
        facts.map { key, value in
          .element("div", [:], .element("dt", text: language(key)), .element("dd", [:], .foreign(value)))
        }))
  }

  private var sizes: String {
    let (color, depth) = (acceptance.device.colorSize, acceptance.device.depthSize)
    return "\(color.x) × \(color.y), \(depth.x) × \(depth.y)"
  }

  private var state: Markup {
    .element(
      "div", ["class": "state " + color],
      .element("strong", text: language("acceptance.verdict_\(acceptance.verdict.rawValue)")),
      acceptance.isMeasured ? .empty : .element("p", text: language("acceptance.ruler_unmeasured")))
  }

  private var table: Markup {
    let heads = ["acceptance.what", "acceptance.value", "acceptance.verdict", "acceptance.asked"]
    let rows = acceptance.lines.map { line in
      let mark = line.verdict.rawValue
      return Markup.element(
        "tr", [:], .element("td", text: line.title(language)),
        .element("td", ["class": "value"], text: line.text(language)),
        .element("td", ["class": "mark " + mark], text: line.verdict.text(language)),
        .element(
          "td", [:], .text(line.limits(language)),
          .element("div", ["class": "quiet"], text: language("acceptance.why_\(line.key)"))))
    }
    return .element("h2", text: language("acceptance.lines"))
      + .element(
        "table", [:],
        .element(
          "thead", [:], .element("tr", [:], .joined(heads.map { .element("th", text: language($0)) }))),
        .element("tbody", [:], .joined(rows)))
  }

  /// The lens, whose verdict is one of χ².
  private var lens: Markup {
    let board = acceptance.calibration
    let interval = { (estimate: Estimate) in
      [estimate.value - estimate.halfWidth, estimate.value + estimate.halfWidth]
        .map { language.number($0, digits: 3) }.joined(separator: ", ")
    }
    let bracketed = { (estimate: Estimate) in FindingValue.text("[" + interval(estimate) + "]") }
    let values: [String: FindingValue] = [
      "k1": .number(board.lens[0].value, decimals: 3), "k1_interval": bracketed(board.lens[0]),
      "k2": .number(board.lens[1].value, decimals: 3), "k2_interval": bracketed(board.lens[1]),
      "chi2": .number(board.lensSignificance, decimals: 0),
    ]
    return .element("p", text: language(board.seesLens ? "acceptance.lens" : "acceptance.no_lens", values))
  }

  /// What is added to depth over the image, in millimetres.
  private var field: Markup {
    let field = DepthField(acceptance.calibration.depth.field.map(\.value))
    let places = [-0.8, -0.4, 0, 0.4, 0.8]
    let rows = places.map { y in
      Markup.element(
        "tr", [:],
        .joined(
          places.map { x in
            .element("td", ["class": "field"], text: language.number(1000 * field.value(at: [x, y]), digits: 2))
          }))
    }
    return .element("h2", text: language("acceptance.field"))
      + .element("table", ["class": "field"], .element("tbody", [:], .joined(rows)))
      + .element("p", ["class": "quiet"], text: language("acceptance.field_note"))
  }

  private var views: Markup {
    let views = acceptance.calibration.views
    let degrees = { (angle: Double) in FindingValue.number(angle * 180 / .pi, decimals: 0, unit: "°") }
    return .element("h2", text: language("acceptance.recording"))
      + .element(
        "p",
        text: language(
          "acceptance.views",
          [
            "count": .count(views.count), "near": .number(100 * views.distances.lowerBound, decimals: 0),
            "far": .number(100 * views.distances.upperBound, decimals: 0, unit: "cm"),
            "upright": degrees(views.tilt.upright), "level": degrees(views.tilt.level),
          ]))
  }

  private var findings: Markup {
    acceptance.findings.isEmpty ? .empty : FindingList(findings: acceptance.findings, language: language).groups
  }

  private var use: Markup {
    .element("h2", text: language("acceptance.use"))
      + .element("p", text: language("acceptance.use_text", ["file": .text(DeviceFile.name)]))
      + .verbatim("pre", [:], "calvaria reconstruct SCAN --device-file \(DeviceFile.name) --output RESULT")
  }

  private var footer: Markup {
    .element(
      "footer", [:],
      text: language(
        "report.footer",
        ["version": .text("Calvaria " + CalvariaVersion.current), "schema": .text("calvaria/acceptance/1")]))
  }
}
