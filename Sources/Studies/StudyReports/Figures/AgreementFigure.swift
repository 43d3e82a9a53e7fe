internal import Analysis
internal import Diagnostics
internal import Reports

/// The difference of two protocols or observers against their mean, with bias and limits (Bland & Altman 1986).
struct AgreementFigure {
  let part: AgreementPart
  let measure: MeasureName
  let name: String
  let language: Language

  var figure: Figure? {
    guard let limits = part.limits.value, let low = part.points.map(\.mean).min(),
      let high = part.points.map(\.mean).max()
    else { return nil }
    let ends =
      part.points.map(\.difference)
      + [limits.lower, limits.upper, limits.bias].flatMap { [$0.value] + ($0.ci95 ?? []) } + [0]
    let frame = PlotFrame(
      x: RoundScale(low...max(high, low + 0.1), most: 8),
      y: RoundScale((ends.min() ?? -1)...max(ends.max() ?? 1, (ends.min() ?? -1) + 0.1), most: 7), language: language,
      titles: (
        language("study.axis_mean", ["unit": .text(measure.unit)]),
        language("study.axis_difference", ["unit": .text(measure.unit)])
      ))
    let bands = [limits.lower, limits.bias, limits.upper].map { estimate -> Markup in
      guard let ends = estimate.ci95, ends.count == 2 else { return .empty }
      let (top, foot) = (frame.place(y: ends[1]), frame.place(y: ends[0]))
      return Shape.box([PlotFrame.left, top], [PlotFrame.right - PlotFrame.left, foot - top], "plot-range")
    }
    let text = { (value: Double) in language.number(value, digits: 2) }
    let lines =
      frame.level(limits.lower.value, "plot-limit", text(limits.lower.value))
      + frame.level(limits.bias.value, "plot-fit", text(limits.bias.value))
      + frame.level(limits.upper.value, "plot-limit", text(limits.upper.value))
    let isApart = { (point: AgreementPair.Point) in
      point.difference < limits.lower.value || point.difference > limits.upper.value
    }
    let place = { (point: AgreementPair.Point) in SIMD2(point.mean, point.difference) }
    return Figure(
      name: name, corner: [0, 0], size: PlotFrame.size, letters: 12,
      description: language(
        "study.figure_agreement",
        part.names(language)),
      content: .style(PlotStyle.sheet) + .joined(bands) + frame.axes() + lines
        + frame.dots(part.points.filter { !isApart($0) }.map(place), "plot-dots")
        + frame.dots(part.points.filter(isApart).map(place), "plot-out"))
  }
}
