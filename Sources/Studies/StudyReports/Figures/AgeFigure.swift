internal import Analysis
internal import Diagnostics
internal import Reports

/// The measure against age: a point a session, a line a child, and the fitted one.
struct AgeFigure {
  let data: StudyData
  let part: AgePart
  let language: Language

  var figure: Figure? {
    let children = AgeSession.children(AgeSession.all(data)).map { $0.map { SIMD2($0.age, $0.value) } }
    let points = children.flatMap { $0 }
    guard let low = points.map(\.x).min(), let high = points.map(\.x).max(), high > low,
      let first = part.value(at: low), let last = part.value(at: high)
    else { return nil }
    let line = [SIMD2(low, first), SIMD2(high, last)]
    let values = (points + line).map(\.y)
    let frame = PlotFrame(
      x: RoundScale(low...high, most: 8, steps: [1, 2, 3, 6, 12]),
      y: RoundScale((values.min() ?? 0)...(values.max() ?? 1), most: 6), language: language,
      titles: (
        language("study.axis_age"), data.measure.title(language) + ", " + data.measure.unit
      ))
    return Figure(
      name: "age", corner: [0, 0], size: PlotFrame.size, letters: 12,
      description: language(
        part.withinChildren.value == nil ? "study.figure_age_between" : "study.figure_age",
        ["measure": .text(data.measure.title(language))]),
      content: .style(PlotStyle.sheet) + frame.axes() + frame.lines(children, "plot-lines")
        + frame.dots(points, "plot-dots") + frame.lines([line], "plot-fit"))
  }
}
