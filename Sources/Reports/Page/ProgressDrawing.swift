import Analysis
import Diagnostics
import Geometry

/// How many of the cap's markers had been seen, over time.
struct ProgressDrawing {
  let markers: ScanResult.Markers
  let duration: Double
  let language: Language

  private let size = Vector2(640, 170)

  private var steps: [Vector2] {
    markers.progress.filter { $0.count == 2 }.map { [$0[0], $0[1]] }
  }

  private var most: Double { max(Double(markers.expected ?? markers.seen), 1) }
  private var end: Double { max(duration, steps.last?.x ?? 0, 1e-3) }

  private func place(_ time: Double, _ count: Double) -> Vector2 {
    [44 + (size.x - 74) * min(max(time / end, 0), 1), size.y - 34 - (size.y - 56) * min(max(count / most, 0), 1)]
  }

  var markup: Markup {
    .element(
      "svg",
      [
        "viewBox": "0 0 640 170", "class": "progress", "role": "img", "aria-label": language("drawing.progress"),
      ], grid, curve)
  }

  private var grid: Markup {
    let lines = [0, 0.5, 1].map { share -> Markup in
      let left = place(0, share * most)
      return Shape.line(left, place(end, share * most), "grid")
        + Shape.label(NumberText.number(share * most, digits: 0), left - [6, -4], "tick end")
    }
    let times = [0, 0.25, 0.5, 0.75, 1].map { share in
      Shape.label(
        NumberText.number(share * end, digits: end < 20 ? 1 : 0) + " s", place(share * end, 0) + [0, 18], "tick")
    }
    return .joined(lines + times)
  }

  /// A staircase: the count holds until the next step.
  private var curve: Markup {
    var points: [Vector2] = []
    for step in steps {
      if let last = points.last { points.append([place(step.x, 0).x, last.y]) }
      points.append(place(step.x, step.y))
    }
    if let last = points.last { points.append([place(end, 0).x, last.y]) }
    return points.isEmpty ? .empty : Shape.path(points, closed: false, "curve")
  }
}
