import Analysis
import Diagnostics
import Feedback

/// The timeline: lanes upon each other over one axis of time. Positions are shares of the width, so that it fits any
/// screen and can be drawn out.
struct TimelineLanes {
  let scan: ReplayedScan
  let axis: TimeAxis
  var timeline: FeedbackTimeline { scan.timeline }
  var book: Phrasebook { scan.book }
  private var rules: FeedbackRules { scan.file.rules }

  init(_ scan: ReplayedScan) {
    self.scan = scan
    axis = TimeAxis(end: scan.timeline.frames.last?.time ?? 0)
  }

  var markup: Markup {
    let curves = [overlap, distance, withoutDepth, blur, progress].map { $0.markup(timeline, axis) }
    let strips = [vibration, hints, state, alerts, next, speech].map { $0.markup(axis, book) }
    return .element(
      "div",
      [
        "id": "lanes", "tabindex": "0", "role": "slider", "aria-label": book[.timeline], "aria-valuemin": "0",
        "aria-valuemax": "\(max(0, timeline.frames.count - 1))", "aria-valuenow": "0",
      ],
      axis.markup(book), .joined(curves), .joined(strips), axis.markup(book),
      .element("div", ["id": "field"], .element("div", ["id": "cursor"])))
  }

  private var overlap: CurveLane {
    let (lost, regained) = (rules.position.lostBelow, rules.position.regainedFrom)
    return CurveLane(
      title: book[.overlap],
      note:
        "\(book[.lostBelow]) \(NumberText.percent(lost)), \(book[.regainedFrom]) \(NumberText.percent(regained))",
      top: 1, unit: .percent, limits: [lost, regained], bad: 0...lost
    ) { $0.overlap.share }
  }

  private var distance: CurveLane {
    let far = rules.hints.farMetres
    let good = rules.readings[.distance]?.good
    let note = good.map {
      ", \(book[.goodRange]) \(Self.millimetres($0.lowerBound))–\(Self.millimetres($0.upperBound))"
    }
    let most = timeline.frames.compactMap(\.distance).max() ?? 0
    let top = (max(1.25 * far, min(most, 4 * far)) * 10).rounded(.up) / 10
    return CurveLane(
      title: book[.distance], note: "\(book[.tooFarFrom]) \(Self.millimetres(far))\(note ?? "") mm", top: top,
      unit: .millimetres, limits: [far], guides: good.map { [$0.lowerBound, $0.upperBound] } ?? [], bad: far...top
    ) { $0.distance }
  }

  private var withoutDepth: CurveLane {
    let most = rules.hints.invalidShare
    return CurveLane(
      title: book[.withoutDepth], note: "\(book[.tooCloseFrom]) \(NumberText.percent(most))", top: 1, unit: .percent,
      limits: [most], bad: most...1
    ) { $0.invalidShare }
  }

  private var blur: CurveLane {
    let most = rules.hints.blurPixels
    let top = max(16, 1.25 * most)
    return CurveLane(
      title: book[.blur], note: "\(book[.tooFastFrom]) \(book.decimal(NumberText.number(most, digits: 1))) px",
      top: top,
      unit: .pixels,
      limits: [most], bad: most...top
    ) { $0.blur }
  }

  private var progress: CurveLane {
    let limits = [rules.progress.amberFrom, rules.progress.greenFrom]
    let note = zip([TrafficLight.amber, .green], limits).map { light, share in
      "\(light.sign) \(book.name(of: light)) \(book[.from]) \(NumberText.percent(share))"
    }
    return CurveLane(
      title: book[.markers], note: note.joined(separator: ", "), top: 1, unit: .percent, limits: limits, bad: nil
    ) { $0.progress }
  }

  private static func millimetres(_ metres: Double) -> String { NumberText.number(1000 * metres, digits: 0) }
}
