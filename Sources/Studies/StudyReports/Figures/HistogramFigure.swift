internal import Analysis
internal import Diagnostics
internal import Platform
internal import Reports

/// How often each value of the measure occurs, over the levels of its scale of severity where it has one.
struct HistogramFigure {
  let values: [Double]
  let measure: MeasureName
  let scale: SeverityScale?
  let language: Language

  var figure: Figure? {
    guard let least = values.min(), let most = values.max() else { return nil }
    let start = scale == nil ? least : min(0, least)
    let bins = RoundScale(start...max(most, start + 1e-6), most: 30)
    var counts = [Int](repeating: 0, count: max(1, bins.ticks.count - 1))
    for value in values {
      counts[min(counts.count - 1, max(0, Int(((value - bins.low) / bins.step).rounded(.down))))] += 1
    }
    let frame = PlotFrame(
      x: RoundScale(bins.low...bins.high, most: 10), y: RoundScale(0...Double(counts.max() ?? 1), most: 5),
      language: language,
      titles: (measure.title(language) + ", " + measure.unit, language("study.axis_scans")))
    let bars = counts.enumerated().map { index, count in
      let low = bins.low + Double(index) * bins.step
      let (left, right) = (frame.place(x: low), frame.place(x: low + bins.step))
      let top = frame.place(y: Double(count))
      return Shape.box([left, top], [right - left, PlotFrame.foot - top], "plot-bar")
    }
    return Figure(
      name: "histogram", corner: [0, 0], size: PlotFrame.size, letters: 12,
      description: language(
        scale == nil ? "study.figure_histogram" : "study.figure_histogram_levels",
        ["measure": .text(measure.title(language))]),
      content: .style(PlotStyle.sheet) + bands(frame) + frame.axes() + .joined(bars))
  }

  /// The levels behind the bars, with their numbers.
  private func bands(_ frame: PlotFrame) -> Markup {
    guard let scale else { return .empty }
    let borders = scale.borders.map(\.value).filter { frame.x.low < $0 && $0 < frame.x.high }
    let edges = [frame.x.low] + borders + [frame.x.high]
    let pieces = zip(edges, edges.dropFirst()).map { low, high in
      let level = scale.level(of: (low + high) / 2)
      let (left, right) = (frame.place(x: low), frame.place(x: high))
      let word = language("drawing.level", ["level": .count(level)])
      let name = 7 * Double(word.count) < right - left ? word : "\(level)"
      return Shape.box([left, PlotFrame.top], [right - left, PlotFrame.foot - PlotFrame.top], "level\(min(level, 5))")
        + Shape.label(name, [(left + right) / 2, PlotFrame.top - 4], "tick")
    }
    return .joined(pieces)
  }
}
