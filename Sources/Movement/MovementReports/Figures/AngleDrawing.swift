internal import Diagnostics
internal import Geometry
internal import Movement
internal import Reports

/// The angle over time: before and after the filters, plateaus, the ends with their intervals, frames that do not count.
struct AngleDrawing {
  let result: MotionResult
  let curve: AngleCurve
  let channel: AngleCurve.Channel
  let language: Language
  /// The drawing's width: letters are as high on a narrow one.
  var width = 660.0

  /// Letters are 12 high: 9 pt where a drawing of 660 is 184 mm wide.
  private static let letters = 12.0
  private static let (top, height, strip) = (20.0, 190.0, 10.0)
  private static let (left, right) = (44.0, 76.0)
  /// So far beyond the movement an interval is drawn, in degrees.
  private static let widest = 30.0

  private var corner: Vector2 { [Self.left, Self.top] }
  private var plot: Vector2 { [width - Self.left - Self.right, Self.height] }
  private var start: Double { curve.times.first ?? 0 }
  private var duration: Double { max((curve.times.last ?? 0) - start, 1e-9) }

  /// The drawing.
  var figure: Figure {
    let scale = self.scale
    let name = channel.name.isEmpty ? "" : " (" + language.term(channel.name, of: "movement").printable(limit: 40) + ")"
    return Figure(
      name: "angle", corner: [0, 0], size: [width, Self.top + Self.height + Self.strip + 30], letters: Self.letters,
      description: language("motion.curve") + name,
      content: .style(MotionFigureStyle.sheet)
        + .joined([
          grid(scale), ends(scale), plateaus(scale), raw(scale), line(scale), repeats(scale), rejected, times,
        ]), classes: width > 500 ? "wide" : "narrow")
  }

  /// Whether this is the angle of which the values are.
  private var isMeasured: Bool { channel.name.isEmpty || channel.name == result.movement.rawValue }

  private var scale: RoundScale {
    let values = (channel.raw + channel.filtered).filter(\.isFinite)
    let ends = isMeasured ? result.ends.compactMap(\.value).flatMap(\.ci95) : []
    // An interval far wider than the movement ends at the border.
    let (low, high) = ((values + [0]).min() ?? 0, (values + [0]).max() ?? 0)
    let all = values + ends.map { min(max($0, low - Self.widest), high + Self.widest) } + [0]
    return RoundScale((all.min() ?? 0)...(max(all.max() ?? 0, (all.min() ?? 0) + 1)), most: 7)
  }

  private func x(_ time: Double) -> Double { corner.x + plot.x * (time - start) / duration }

  private func y(_ degrees: Double, _ scale: RoundScale) -> Double {
    corner.y + plot.y * (scale.high - degrees) / (scale.high - scale.low)
  }

  private func grid(_ scale: RoundScale) -> Markup {
    .joined(
      scale.ticks.map { tick in
        let y = y(tick, scale)
        let style = abs(tick) < scale.step / 100 ? "m-zero" : "m-grid"
        return Shape.line([corner.x, y], [corner.x + plot.x, y], style)
          + Shape.label(language.number(tick, digits: scale.decimals) + "°", [corner.x - 5, y + 4], "end")
      })
  }

  /// Minimum and maximum with their intervals, named at the right.
  private func ends(_ scale: RoundScale) -> Markup {
    var labels: [(y: Double, title: String, value: String)] = []
    let lines = result.ends.compactMap { key, value -> Markup? in
      guard isMeasured, let value else { return nil }
      let low = min(y(value.ci95[0], scale), corner.y + plot.y)
      let high = max(y(value.ci95[1], scale), corner.y)
      let at = y(value.degrees, scale)
      labels.append((at, MotionQuantity.title(key, language), language.number(value.degrees, digits: 1) + "°"))
      return Shape.box([corner.x, high], [plot.x, low - high], "m-interval")
        + Shape.line([corner.x, at], [corner.x + plot.x, at], "m-end")
    }
    if labels.count == 2, labels[1].y - labels[0].y < 30 {
      let middle = (labels[0].y + labels[1].y) / 2
      (labels[0].y, labels[1].y) = (middle - 15, middle + 15)
    }
    let words = labels.map { label in
      Shape.label(label.title, [corner.x + plot.x + 5, label.y - 2], "start")
        + Shape.label(label.value, [corner.x + plot.x + 5, label.y + 12], "start m-strong")
    }
    return .joined(lines + words)
  }

  private func plateaus(_ scale: RoundScale) -> Markup {
    guard isMeasured else { return .empty }
    let most = 400
    return .joined(
      result.plateaus.prefix(most).map { plateau in
        let (from, to) = (x(plateau.fromS), x(plateau.toS))
        let half = max(result.filters.toleranceDegrees, 0.5)
        let (high, low) = (y(plateau.degrees + half, scale), y(plateau.degrees - half, scale))
        return Shape.box([from, high], [max(to - from, 1), low - high], "m-plateau")
          + Shape.line([from, y(plateau.degrees, scale)], [max(to, from + 1), y(plateau.degrees, scale)], "m-level")
      })
  }

  /// As many frames are drawn one by one; of more, the lowest and the highest of each part.
  private static let mostDots = 3000

  /// The frames before the filters: each of a short recording, the lowest and the highest of each half unit of a long one.
  private func raw(_ scale: RoundScale) -> Markup {
    let dots = Self.thinned(channel.raw, most: Self.mostDots).filter { channel.raw[$0].isFinite }
    let path = dots.map { "M\(Shape.number(x(curve.times[$0]))),\(Shape.number(y(channel.raw[$0], scale)))h.01" }
    return path.isEmpty ? .empty : .element("path", ["d": path.joined(), "class": "m-raw"])
  }

  /// The angle after the filters, broken where there is none.
  private func line(_ scale: RoundScale) -> Markup {
    let indices = Self.thinned(channel.filtered, most: Self.mostDots)
    let parts = curve.parts(of: channel.filtered, at: indices, gap: max(3.5 * curve.step, 1.5 * spacing))
    return .joined(
      parts.filter { $0.count > 1 }.map { part in
        let points = part.map { Vector2(x(curve.times[$0]), y(channel.filtered[$0], scale)) }
        return Shape.path(points, closed: false, "m-line")
      })
  }

  /// The time between frames of a thinned curve, in seconds.
  private var spacing: Double {
    curve.times.count > Self.mostDots ? 2 * duration / Double(Self.mostDots / 2) : 0
  }

  /// The places of values: all where there are few, else those of the lowest and the highest, and of one that is missing, of
  /// each of equal parts.
  static func thinned(_ values: [Double], most: Int) -> [Int] {
    guard values.count > most else { return Array(values.indices) }
    let parts = most / 2
    return (0..<parts).flatMap { part -> [Int] in
      let range = (part * values.count / parts)..<((part + 1) * values.count / parts)
      let finite = range.filter { values[$0].isFinite }
      let gap = range.first { !values[$0].isFinite }
      let ends = [finite.min { values[$0] < values[$1] }, finite.max { values[$0] < values[$1] }, gap]
      return Set(ends.compactMap(\.self)).sorted()
    }
  }

  /// The numbers of the repeats above, or below, their far ends.
  private func repeats(_ scale: RoundScale) -> Markup {
    guard isMeasured, result.repeats.count <= 40 else { return .empty }
    let middle = (scale.low + scale.high) / 2
    return .joined(
      result.repeats.enumerated().compactMap { number, one in
        guard let far = one.farDegrees, let frame = one.farFrame.flatMap(curve.index) else { return nil }
        let at = y(far, scale) + (far >= middle ? -8 : 18)
        return Shape.label("\(number + 1)", [x(curve.times[frame]), at], "m-strong")
      })
  }

  /// A strip below the plot with a mark for each stretch of frames that do not count.
  private var rejected: Markup {
    let foot = corner.y + plot.y + 3
    let width = max(1.2, plot.x / Double(max(curve.times.count, 1)))
    var (path, last) = ("", -Double.infinity)
    for index in curve.times.indices where curve.states[index] != "valid" && curve.states[index] != "outlier" {
      let x = x(curve.times[index])
      // Closer marks would cover each other.
      if x < last + 0.5 { continue }
      path += "M\(Shape.number(x)),\(Shape.number(foot))v\(Shape.number(Self.strip - 3))"
      last = x
    }
    guard !path.isEmpty else { return .empty }
    return .element(
      "path", ["d": path, "class": "m-rejected", "style": "stroke-width:\(Shape.number(min(width, 8)))"])
  }

  private var times: Markup {
    let foot = corner.y + plot.y + Self.strip
    let scale = RoundScale(0...duration, most: width > 500 ? 10 : 5)
    let ticks = scale.ticks.filter { $0 <= duration * 1.0001 }
    return Shape.line([corner.x, foot], [corner.x + plot.x, foot], "m-axis")
      + .joined(
        ticks.enumerated().map { index, tick in
          let x = corner.x + plot.x * tick / duration
          let unit = index == ticks.count - 1 ? " s" : ""
          return Shape.line([x, foot], [x, foot + 4], "m-axis")
            + Shape.label(language.number(tick, digits: scale.decimals) + unit, [x, foot + 17])
        })
  }
}

/// The style of drawings of motion. No colour says how good a value is.
enum MotionFigureStyle {
  static let sheet: StaticString = """
    .m-grid{stroke:#e3e8ee;stroke-width:1}.m-zero{stroke:#8f9bab;stroke-width:1}.m-axis{stroke:#4b5867;stroke-width:1}
    .m-raw{stroke:#8f9bab;stroke-width:2.2;stroke-linecap:round;fill:none}
    .m-line{stroke:#0b5c9e;stroke-width:1.6;fill:none;stroke-linejoin:round}
    .m-plateau{fill:#f6cfaa;fill-opacity:.75}.m-level{stroke:#b34700;stroke-width:2}
    .m-interval{fill:#dfe4ea;fill-opacity:.8}.m-end{stroke:#1d2733;stroke-width:1;stroke-dasharray:5 3}
    .m-rejected{stroke:#b3261e;fill:none}text.m-strong{font-weight:700}
    .m-bar{stroke:#1d2733;stroke-width:1.4}.m-full{fill:#0b5c9e;stroke:#ffffff;stroke-width:1}
    .m-open{fill:#ffffff;stroke:#0b5c9e;stroke-width:2}.m-trend{fill:none;stroke:#0b5c9e;stroke-width:1.4}
    """
}
