import Analysis
public import Diagnostics
public import Feedback
import Geometry
import Platform
internal import Reports

/// How somebody was guided, as a page that needs no other file: what was counted, the angle over time with its colours,
/// and every event, those of held ends with a picture.
public struct MovementPage {
  private let frames: [MovementFeedback]
  private let pictures: [FramePicture]
  private let summary: MovementSummary
  private let rules: any MovementPlan
  private let book: MovementPhrases
  private let language: Language

  /// The page of a replay.
  ///
  /// - Parameters:
  ///   - frames: what was told in each frame.
  ///   - pictures: images of some of them, in order of time.
  ///   - language: the language of everything that is not spoken.
  public init(
    _ frames: [MovementFeedback], pictures: [FramePicture], summary: MovementSummary, rules: any MovementPlan,
    book: MovementPhrases, language: Language
  ) {
    (self.frames, self.pictures, self.summary, self.rules) = (frames, pictures, summary, rules)
    (self.book, self.language) = (book, language)
  }

  /// The file's text; equal replays give equal text.
  public func html() -> String {
    let head = Markup.element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      // The browser itself refuses whatever would come from elsewhere.
      .element("meta", ["http-equiv": "Content-Security-Policy", "content": ReportPage.stillPolicy]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("title", text: "Calvaria: \(summary.title(language))"), .style(ReportStyle.sheet),
      .style(MovementStyle.sheet))
    let body = Markup.element("body", ["class": "movement"], header, counts, course, events, footer)
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": book.language], head, body).source
  }

  private var header: Markup {
    let facts = language(
      "guide.facts",
      [
        "frames": .count(summary.frames), "duration_s": .number(summary.duration, decimals: 1, unit: "s"),
        "rules": .text(rules.name), "version": .text(rules.version),
      ])
    return .element(
      "header", [:],
      .element(
        "div", [:], .element("h1", text: summary.title(language)), .element("p", ["class": "quiet"], text: facts)))
      + .element("p", ["class": "notice"], text: language("guide.notice"))
  }

  private var counts: Markup {
    let heads = summary.limb == nil ? columns("guide.columns") : columns("guide.limb_columns")
    let rows = summary.sides.map { side in
      guard let end = side.side else {
        return Markup.element(
          "tr", [:], .element("td", ["class": "number"], text: "\(side.endsDegrees.count)"),
          .element("td", text: side.text(language)))
      }
      return Markup.element(
        "tr", [:], .element("td", text: language.term(side.movement.rawValue, of: "guided_movement")),
        .element("td", text: language.term(end.rawValue, of: "side")),
        .element("td", ["class": "number"], text: "\(side.endsDegrees.count)"),
        .element("td", text: side.text(language)), .element("td", ["class": "number"], text: "\(side.unsettled)"))
    }
    return .element("h2", text: summary.outcome(language, rules))
      + .element("table", [:], .element("thead", [:], heads), .element("tbody", [:], .joined(rows)))
      + .joined(summary.remarks(language).map { .element("p", ["class": "quiet"], text: $0) })
  }

  private var course: Markup {
    .element("h2", text: language("guide.course")) + .element("p", ["class": "quiet"], text: curveText)
      + MovementCurve(frames, rules, language, text: curveText, isSymmetric: summary.limb == nil).markup
  }

  private var curveText: String { summary.limb == nil ? language("guide.curve") : language("guide.limb_curve") }

  private var events: Markup {
    let all = frames.flatMap(\.events)
    return .element("h2", text: "\(language("guide.events")) (\(all.count))")
      + .element(
        "table", ["class": "events"], .element("thead", [:], columns("guide.event_columns")),
        .element("tbody", [:], .joined(all.map(row))))
  }

  private func row(_ event: MovementEvent) -> Markup {
    var (figures, picture) = ("", Markup.empty)
    if case .end(_, _, let degrees, let light, _) = event.kind {
      figures = "\(language.number(degrees, digits: 1))° \(light.sign) \(language.term(light.rawValue, of: "light"))"
      picture = self.picture(of: event)
    }
    return .element(
      "tr", [:],
      .element("td", ["class": "number"], text: language.number(event.time, digits: 2) + " s"),
      .element("td", text: language.term(event.name, of: "guide_event")),
      .element("td", text: book.text(for: event) ?? about(event)), .element("td", [:], .text(figures), picture))
  }

  /// What an event is about where nothing is said.
  private func about(_ event: MovementEvent) -> String {
    switch event.kind {
    case .state(let state): language.term(state.name, of: "guide_state")
    default: ""
    }
  }

  /// The picture nearest to an event.
  private func picture(of event: MovementEvent) -> Markup {
    guard let nearest = pictures.min(by: { abs($0.frame - event.frame) < abs($1.frame - event.frame) }) else {
      return .empty
    }
    let text = language("guide.picture", ["frame": .count(nearest.frame)])
    return .element(
      "figure", [:], .picture(nearest.jpeg, type: "image/jpeg", description: text), .element("figcaption", text: text))
  }

  private var footer: Markup {
    .element("footer", text: "Calvaria · schema \(summary.schema) · \(language("guide.notice"))")
  }

  private func columns(_ key: String) -> Markup {
    .element("tr", [:], .joined(language(key).split(separator: ";").map { .element("th", text: String($0)) }))
  }
}

/// The style of the page of movements, beside that of reports.
enum MovementStyle {
  static let sheet: StaticString = """
    body.movement{max-width:1100px}
    .movement svg{width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
    .movement .course-zero{stroke:#5d6b7a;stroke-width:1}
    .movement .course-limit{stroke:#8a3b00;stroke-width:1;stroke-dasharray:5 4}
    .movement .course-change{stroke:#5d6b7a;stroke-width:1;stroke-dasharray:1 4}
    .movement .course-curve{fill:none;stroke:#0b5c9e;stroke-width:1.6;stroke-linejoin:round}
    .movement .course-end{stroke:#1d2733;stroke-width:1}
    .movement .course-end.red{fill:#b3261e}.movement .course-end.amber{fill:#e69f00}.movement .course-end.green{fill:#00795b}
    .movement svg text{font-size:12px;fill:#1d2733}.movement svg text.end{text-anchor:end}.movement svg text.middle{text-anchor:middle}
    .movement figure{margin:4px 0}.movement figure img{width:160px;height:auto;border-radius:6px}
    .movement figcaption{font-size:12px;color:var(--quiet)}
    """
}

/// The angle of the movement that was asked for over time, with where its colours begin and the ends that were held.
struct MovementCurve {
  private let frames: [MovementFeedback]
  private let rules: any MovementPlan
  private let language: Language
  /// What it shows, in words.
  private let text: String
  private let axis: TimeAxis
  /// The ends of the scale in degrees.
  private let top, bottom: Double
  /// Whether both directions have the same scale, and each movement its name.
  private let isSymmetric: Bool

  private static let (width, height, left) = (1000.0, 320.0, 60.0)

  init(
    _ frames: [MovementFeedback], _ rules: any MovementPlan, _ language: Language, text: String, isSymmetric: Bool
  ) {
    (self.frames, self.rules, self.language, self.text) = (frames, rules, language, text)
    self.isSymmetric = isSymmetric
    axis = TimeAxis(end: frames.last?.time ?? 0)
    let degrees = frames.compactMap(\.degrees)
    let (most, least) = (degrees.max() ?? 0, degrees.min() ?? 0)
    let scale = { (size: Double) in max(30, (size / 30).rounded(.up) * 30) }
    top = scale(isSymmetric ? max(most, -least) : most)
    bottom = isSymmetric ? -top : -scale(-least)
  }

  var markup: Markup {
    .element(
      "svg",
      ["viewBox": "0 -10 1000 360", "role": "img", "aria-label": text], scale, .joined(stretches),
      .joined(runs.map { Shape.path(CurveLane.thinned($0), closed: false, "course-curve") }), .joined(ends), times)
  }

  private func place(_ time: Double, _ degrees: Double) -> SIMD2<Double> {
    [
      Self.left + (Self.width - Self.left - 10) * axis.share(time),
      Self.height * (top - min(max(degrees, bottom), top)) / (top - bottom),
    ]
  }

  private var scale: Markup {
    let marks = stride(from: bottom, through: top, by: 30).map { degrees -> Markup in
      Shape.label("\(Int(degrees))°", place(0, degrees) + [-8, 4], "end")
    }
    return Shape.line(place(0, 0), place(axis.end, 0), "course-zero") + .joined(marks)
  }

  /// Where each movement was asked for, with the angles from which on its ends are amber and green.
  private var stretches: [Markup] {
    var found: [Markup] = []
    var start = frames.first
    for frame in frames {
      guard let begun = start, frame.movement != begun.movement || frame.frame == frames.last?.frame else { continue }
      let colours = rules.reading(of: begun.movement).colours
      for limit in [colours.amberFrom, colours.greenFrom] {
        for degrees in [limit, -limit * (colours.shareBelow ?? 1)]
        where degrees != 0 && (bottom...top).contains(degrees) {
          found.append(Shape.line(place(begun.time, degrees), place(frame.time, degrees), "course-limit"))
        }
      }
      start = frame
      guard isSymmetric else { continue }
      found.append(Shape.line(place(frame.time, top), place(frame.time, bottom), "course-change"))
      found.append(
        Shape.label(
          language.term(begun.movement.rawValue, of: "guided_movement"),
          (place(begun.time, top) + place(frame.time, top)) / 2 + [0, 14], "middle"))
    }
    return found
  }

  /// The curve's pieces: it breaks where there is no angle.
  private var runs: [[Vector2]] {
    var runs: [[Vector2]] = []
    var isOpen = false
    for frame in frames {
      guard let degrees = frame.degrees else {
        isOpen = false
        continue
      }
      if !isOpen { runs.append([]) }
      isOpen = true
      runs[runs.count - 1].append(place(frame.time, degrees))
    }
    return runs
  }

  private var ends: [Markup] {
    frames.flatMap(\.events).compactMap { event in
      guard case .end(_, let side, let degrees, let light, let count) = event.kind else { return nil }
      let signed = (side?.sign ?? 1) * degrees
      let at = place(event.time, signed)
      return Shape.disc(at, 6, "course-end \(light.rawValue)")
        + Shape.label("\(light.sign) \(count)", at + [0, signed > 0 ? -10 : 20], "middle")
    }
  }

  private var times: Markup {
    .joined(
      axis.ticks.map { tick in
        Shape.label(
          language.number(tick, digits: axis.end < 8 ? 1 : 0) + " s", [place(tick, 0).x, Self.height + 20], "middle")
      })
  }
}
