import Analysis
import Diagnostics
import Geometry
internal import Platform

/// How many of the cap's markers had been seen, over time.
struct ProgressDrawing {
  let markers: ScanResult.Markers
  let duration: Double
  let language: Language

  private let size = Vector2(310, 130)
  /// What is left free around the curve for the numbers.
  private let left = 34.0, right = 16.0, above = 12.0, below = 24.0

  private var steps: [Vector2] {
    markers.progress.filter { $0.count == 2 && $0.allSatisfy(\.isFinite) }.map { [$0[0], $0[1]] }
  }

  private var counts: Axis { Axis(upTo: max(Double(markers.expected ?? 0), Double(markers.seen), 1), ticks: 4) }
  private var times: Axis { Axis(upTo: max(duration, steps.last?.x ?? 0, 1e-3), ticks: 5) }

  private func place(_ time: Double, _ count: Double) -> Vector2 {
    [
      left + (size.x - left - right) * min(max(time / times.end, 0), 1),
      size.y - below - (size.y - above - below) * min(max(count / counts.end, 0), 1),
    ]
  }

  /// The drawing.
  var figure: Figure {
    Figure(
      name: "progress", corner: [0, 0], size: size, letters: 13, description: language("drawing.progress"),
      content: grid + curve)
  }

  private var grid: Markup {
    let rows = counts.ticks.map { count -> Markup in
      let start = place(0, count)
      return Shape.line(start, place(times.end, count), "progress-grid")
        + Shape.label(counts.label(count, language), start - [6, -4], "tick end")
    }
    let columns = times.ticks.map { time -> Markup in
      let foot = place(time, 0)
      let isLast = time == times.ticks.last
      let text = times.label(time, language) + (isLast ? "\u{A0}s" : "")
      return Shape.line(foot, foot + [0, 4], "progress-grid")
        + Shape.label(text, foot + [isLast ? 12 : 0, 17], isLast ? "tick end" : "tick")
    }
    let expected = markers.expected.map { count in
      Shape.line(place(0, Double(count)), place(times.end, Double(count)), "limit")
    }
    return .joined(rows + columns) + (expected ?? .empty)
  }

  /// A staircase: the count holds until the next step.
  private var curve: Markup {
    var points: [Vector2] = []
    for step in steps {
      if let last = points.last { points.append([place(step.x, 0).x, last.y]) }
      points.append(place(step.x, step.y))
    }
    if let last = points.last, let step = steps.last { points.append([place(max(duration, step.x), 0).x, last.y]) }
    return points.isEmpty ? .empty : Shape.path(points, closed: false, "curve")
  }
}

/// An axis from 0 with ticks at round numbers: 1, 2 or 5 times a power of ten apart.
struct Axis {
  /// The distance of the ticks, and the axis' end: the first of them at or beyond all values.
  let step, end: Double

  /// An axis that reaches a positive value with about as many ticks.
  init(upTo most: Double, ticks: Int) {
    let rough = most / Double(ticks)
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * (1 - 1e-9) } ?? rough
    (self.step, end) = (step, (most / step - 1e-9).rounded(.up) * step)
  }

  /// The places of the ticks.
  var ticks: [Double] { (0...Int((end / step).rounded())).map { Double($0) * step } }

  /// A tick's number with as many decimals as the distance of the ticks needs.
  func label(_ value: Double, _ language: Language) -> String {
    language.number(value, digits: max(0, -Int(log10(step).rounded(.down))))
  }
}
