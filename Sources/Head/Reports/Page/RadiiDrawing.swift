import Analysis
import Diagnostics
import Geometry

/// The outline as radius over angle: the left side and the right over the same angles from the front, with their intervals.
struct RadiiDrawing {
  let radii: [SectionFile.Radius]
  let language: Language

  private let size = Vector2(460, 210)
  /// What is left free around the curves for the numbers.
  private let left = 54.0, right = 16.0, above = 12.0, below = 38.0
  /// Between ticks, in degrees and in millimetres.
  private static let angleStep = 30, radiusStep = 10.0
  /// The ends of the axis of radii, millimetres.
  private let range: ClosedRange<Double>

  /// Nil where no outline has so few or so long radii.
  init?(_ section: SectionFile?, _ language: Language) {
    guard let radii = section?.radii, radii.count > 1, radii.count <= 720, radii.allSatisfy({ 1...500 ~= $0.mm }) else {
      return nil
    }
    (self.radii, self.language) = (radii, language)
    let (ends, step) = (radii.flatMap { [$0.mm] + ($0.ci95 ?? []) }, Self.radiusStep)
    let low = ((ends.min() ?? 0) / step).rounded(.down) * step
    range = low...max(low + step, ((ends.max() ?? 0) / step).rounded(.up) * step)
  }

  private func place(_ degrees: Int, _ mm: Double) -> Vector2 {
    let share = (mm - range.lowerBound) / (range.upperBound - range.lowerBound)
    return [
      left + (size.x - left - right) * Double(degrees) / 180, size.y - below - (size.y - above - below) * share,
    ]
  }

  /// The drawing.
  var figure: Figure {
    Figure(
      name: "radii", corner: [0, 0], size: size, letters: 11, description: language("drawing.radii"),
      content: grid + side("left", -1) + side("right", 1) + words)
  }

  private var grid: Markup {
    let rows = stride(from: range.lowerBound, through: range.upperBound, by: Self.radiusStep).map { mm -> Markup in
      let isLast = mm + Self.radiusStep > range.upperBound
      return Shape.line(place(0, mm), place(180, mm), "progress-grid")
        + Shape.label(
          language.number(mm, digits: 0) + (isLast ? "\u{A0}mm" : ""), place(0, mm) - [5, isLast ? -10 : -4], "tick end"
        )
    }
    let columns = stride(from: 0, through: 180, by: Self.angleStep).map { degrees -> Markup in
      let foot = place(degrees, range.lowerBound)
      return Shape.line(foot, foot + [0, 4], "progress-grid") + Shape.label("\(degrees)°", foot + [0, 16], "tick")
    }
    return .joined(rows + columns)
  }

  /// The radii of a side from the front to the back, on the band of their intervals.
  private func side(_ name: String, _ sign: Int) -> Markup {
    let own = radii.filter { $0.degrees == 0 || $0.degrees == 180 || $0.degrees.signum() == sign }
      .sorted { abs($0.degrees) < abs($1.degrees) }
    let bands = Self.runs(own.filter { $0.ci95 != nil }).map { run -> Markup in
      let edge = { (end: Int) in run.map { place(abs($0.degrees), $0.ci95?[end] ?? .nan) } }
      return Shape.path(edge(0) + edge(1).reversed(), closed: true, "band \(name)")
    }
    let curves = Self.runs(own).map { run in
      Shape.path(run.map { place(abs($0.degrees), $0.mm) }, closed: false, "diagonal \(name)")
    }
    return .joined(bands + curves)
  }

  /// Radii in their order, parted where one is missing: nobody saw the outline there.
  private static func runs(_ radii: [SectionFile.Radius]) -> [[SectionFile.Radius]] {
    radii.reduce(into: []) { runs, radius in
      if let last = runs.last?.last, abs(radius.degrees) - abs(last.degrees) <= OutlineRadii.step {
        runs[runs.count - 1].append(radius)
      } else {
        runs.append([radius])
      }
    }
  }

  private var words: Markup {
    let foot = size.y - 5
    return Shape.label(language("drawing.front"), [left, foot], "start")
      + Shape.label(language("drawing.back"), [size.x - right, foot], "end")
      + Shape.label(language("drawing.radii_left"), [size.x / 2 - 8, foot], "left end")
      + Shape.label(language("drawing.radii_right"), [size.x / 2 + 8, foot], "right start")
  }
}
