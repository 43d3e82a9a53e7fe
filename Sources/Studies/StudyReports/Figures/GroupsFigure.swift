internal import Analysis
internal import Diagnostics
internal import Reports
internal import Statistics

/// The children's values by group: a point a child beside its group's box of quartiles.
struct GroupsFigure {
  let part: GroupsPart
  let measure: MeasureName
  let language: Language

  var figure: Figure? {
    let values = part.groups.flatMap { $0.children.map(\.value) }
    guard part.groups.count > 1, let low = values.min(), let high = values.max() else { return nil }
    let frame = PlotFrame(
      x: RoundScale(0...Double(part.groups.count), most: 20),
      y: RoundScale(low...max(high, low + 0.1), most: 6), language: language,
      titles: ("", measure.title(language) + ", " + measure.unit))
    let width = (PlotFrame.right - PlotFrame.left) / Double(part.groups.count)
    let columns = part.groups.enumerated().map { index, group in
      let left = PlotFrame.left + (Double(index) + 0.5) * width
      let name = "\(group.name.printable(limit: 24)) (\(group.subjects))"
      return box(group, left - 44, frame) + dots(group, left + 24, frame)
        + Shape.label(name, [left, PlotFrame.foot + 18])
    }
    return Figure(
      name: "groups", corner: [0, 0], size: PlotFrame.size, letters: 12,
      description: language("study.figure_groups", ["measure": .text(measure.title(language))]),
      content: .style(PlotStyle.sheet) + frame.axes(xIsNumber: false) + .joined(columns))
  }

  /// Quartiles as a box, the median in it, and the least and the largest value.
  private func box(_ group: GroupsPart.Group, _ x: Double, _ frame: PlotFrame) -> Markup {
    guard let sample = try? Summary(group.children.map(\.value)) else { return .empty }
    let y = frame.place(y:)
    let (top, foot) = (y(sample.upperQuartile), y(sample.lowerQuartile))
    return Shape.line([x + 16, y(sample.maximum)], [x + 16, top], "plot-axis")
      + Shape.line([x + 16, foot], [x + 16, y(sample.minimum)], "plot-axis")
      + Shape.box([x, top], [32, foot - top], "plot-box")
      + Shape.line([x, y(sample.median)], [x + 32, y(sample.median)], "plot-fit")
  }

  /// The children side by side over a narrow strip, in turn, so that equal values stay apart.
  private func dots(_ group: GroupsPart.Group, _ x: Double, _ frame: PlotFrame) -> Markup {
    let points = group.children.map(\.value).sorted().enumerated().map { index, value -> String in
      let at = SIMD2(x + Double(index * 5 % 7) * 5 - 15, frame.place(y: value))
      return "M\(Shape.number(at.x)),\(Shape.number(at.y))h0"
    }
    return .element("path", ["d": points.joined(), "class": "plot-dots"])
  }
}
