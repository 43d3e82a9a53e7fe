import Analysis
import Diagnostics
import Feedback
import Geometry
internal import Reports

/// The angle of the movement that was asked for over time, with where its colours begin and the ends that were held.
struct MovementCurve {
  private let frames: [MovementFeedback]
  private let rules: MovementRules
  private let language: Language
  private let axis: TimeAxis
  /// The upper end of the scale in degrees.
  private let top: Double

  private static let (width, height, left) = (1000.0, 320.0, 60.0)

  init(_ frames: [MovementFeedback], _ rules: MovementRules, _ language: Language) {
    (self.frames, self.rules, self.language) = (frames, rules, language)
    axis = TimeAxis(end: frames.last?.time ?? 0)
    let most = frames.compactMap { $0.degrees.map(abs) }.max() ?? 0
    top = max(30, (most / 30).rounded(.up) * 30)
  }

  var markup: Markup {
    .element(
      "svg",
      ["viewBox": "0 0 1000 350", "role": "img", "aria-label": language("guide.curve")], scale, .joined(stretches),
      .joined(runs.map { Shape.path(CurveLane.thinned($0), closed: false, "course-curve") }), .joined(ends), times)
  }

  private func place(_ time: Double, _ degrees: Double) -> SIMD2<Double> {
    [
      Self.left + (Self.width - Self.left - 10) * axis.share(time),
      Self.height * (0.5 - 0.5 * min(max(degrees / top, -1), 1)),
    ]
  }

  private var scale: Markup {
    let marks = stride(from: -top, through: top, by: 30).map { degrees -> Markup in
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
        for degrees in [limit, -limit] where limit <= top {
          found.append(Shape.line(place(begun.time, degrees), place(frame.time, degrees), "course-limit"))
        }
      }
      found.append(Shape.line(place(frame.time, top), place(frame.time, -top), "course-change"))
      found.append(
        Shape.label(
          language.term(begun.movement.rawValue, of: "guided_movement"),
          (place(begun.time, top) + place(frame.time, top)) / 2 + [0, 14], "middle"))
      start = frame
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
      let at = place(event.time, side.sign * degrees)
      return Shape.disc(at, 6, "course-end \(light.rawValue)")
        + Shape.label("\(light.sign) \(count)", at + [0, side.sign > 0 ? -10 : 20], "middle")
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
