internal import Analysis
internal import Diagnostics
internal import Reports

/// Each scan of a session against the session's mean: whether the error grows with the measure.
struct RepeatsFigure {
  let data: StudyData
  let part: RepeatPart
  let language: Language

  var figure: Figure? {
    guard let error = part.error.value else { return nil }
    let points = data.sessions.filter { $0.count > 1 }.flatMap { scans -> [SIMD2<Double>] in
      let mean = scans.reduce(0) { $0 + $1.value } / Double(scans.count)
      return scans.map { [mean, $0.value - mean] }
    }
    let limit = 1.96 * error.withinSd.value
    let reach = max(limit * 1.2, points.map { abs($0.y) }.max() ?? 1)
    guard let low = points.map(\.x).min(), let high = points.map(\.x).max() else { return nil }
    let unit = data.measure.unit
    let frame = PlotFrame(
      x: RoundScale(low...max(high, low + 0.1), most: 8), y: RoundScale(-reach...reach, most: 6), language: language,
      titles: (
        language("study.axis_session_mean", ["unit": .text(unit)]),
        language("study.axis_deviation", ["unit": .text(unit)])
      ))
    let lines =
      frame.level(0, "plot-fit", "") + frame.level(limit, "plot-limit", language("study.within_limit"))
      + frame.level(-limit, "plot-limit", "")
    return Figure(
      name: "repeats", corner: [0, 0], size: PlotFrame.size, letters: 12, description: language("study.figure_repeats"),
      content: .style(PlotStyle.sheet) + frame.axes() + lines + frame.dots(points, "plot-dots"))
  }
}
