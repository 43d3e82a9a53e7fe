internal import Geometry
internal import Analysis
public import Diagnostics
internal import Platform
public import Reports
internal import Statistics

/// The figures of a study's summary, those that its data carry.
struct StudyFigures {
  let summary: StudySummary
  let language: Language

  private var data: StudyData { summary.data }

  var outcomes: Figure? {
    summary.outcomes.isEmpty ? nil : OutcomesFigure(outcomes: summary.outcomes, language: language).figure
  }
  var histogram: Figure? {
    HistogramFigure(
      values: data.measured.map(\.value), measure: data.measure, scale: scale, language: language
    ).figure
  }
  var repeats: Figure? { RepeatsFigure(data: data, part: summary.repeatability, language: language).figure }
  var age: Figure? { AgeFigure(data: data, part: summary.age, language: language).figure }
  var groups: Figure? {
    summary.groups.flatMap { GroupsFigure(part: $0, measure: data.measure, language: language).figure }
  }

  /// The figures of agreement, one for each pair of methods in the summary.
  func agreement(_ index: Int) -> Figure? {
    AgreementFigure(
      part: summary.agreements[index], measure: data.measure,
      name: index == 0 ? "agreement" : "agreement-\(index + 1)", language: language
    ).figure
  }

  var all: [Figure] {
    let agreements = summary.agreements.indices.map(agreement)
    return ([outcomes, histogram, repeats] + agreements + [age, groups]).compactMap(\.self)
  }

  /// The scale by which the scans were graded, where it is one, known here and of this measure: the levels of any other would
  /// not be theirs.
  private var scale: SeverityScale? {
    guard summary.severity.count == 1, let graded = summary.severity.first else { return nil }
    return SeverityScale.builtIn.first { $0.name == graded.scale && $0.measure == data.measure }
  }
}

extension StudySummary {
  /// The width of figures on paper.
  private static let millimetres = 160.0

  /// The figures that the data carry, as files.
  public func figures(_ language: Language) -> [FigureFile] {
    StudyFigures(summary: self, language: language).all.map { FigureFile($0, millimetres: Self.millimetres) }
  }

  /// One of them.
  ///
  /// - Throws: ``StudyReportError/noFigure(name:known:)``.
  public func figure(_ name: String, _ language: Language) throws(StudyReportError) -> FigureFile {
    let figures = figures(language)
    guard let figure = figures.first(where: { $0.name == name }) else {
      throw .noFigure(name: name, known: figures.map(\.name))
    }
    return figure
  }
}

/// How many scans ended in each way, a bar a reason.
struct OutcomesFigure {
  let outcomes: [OutcomeCount]
  let language: Language

  /// The most bars; the reasons behind them are one bar.
  private static let most = 10
  private static let (left, right, row) = (250.0, 460.0, 24.0)

  var figure: Figure {
    let bars = self.bars
    let largest = Double(bars.map(\.scans).max() ?? 1)
    let content = bars.enumerated().map { index, bar in
      let y = 8 + Double(index) * Self.row
      let width = (Self.right - Self.left) * Double(bar.scans) / largest
      return Shape.box([Self.left, y], [max(1, width), Self.row - 6], bar.isComplete ? "plot-bar" : "plot-bar other")
        + Shape.label(bar.name, [Self.left - 8, y + 13], "end")
        + Shape.label("\(bar.scans)", [Self.left + max(1, width) + 6, y + 13], "start")
    }
    return Figure(
      name: "outcomes", corner: [0, 0], size: [PlotFrame.size.x, 16 + Double(bars.count) * Self.row], letters: 12,
      description: language("study.figure_outcomes"), content: .style(PlotStyle.sheet) + .joined(content))
  }

  private var bars: [(name: String, scans: Int, isComplete: Bool)] {
    let all = outcomes.map { count in
      let status = language.term(count.status, of: "outcome")
      let name = count.code.map { "\(status): \($0)" } ?? status
      return (name: name.printable(limit: 34), scans: count.scans, isComplete: count.status == "complete")
    }
    guard all.count > Self.most else { return all }
    let rest = all.dropFirst(Self.most - 1)
    return all.prefix(Self.most - 1)
      + [(language("study.other_reasons", ["count": .count(rest.count)]), rest.reduce(0) { $0 + $1.scans }, false)]
  }
}

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
      return Shape.box(
        [left, PlotFrame.top], [right - left, PlotFrame.foot - PlotFrame.top], "level\(scale.colour(ofLevel: level))")
        + Shape.label(name, [(left + right) / 2, PlotFrame.top - 4], "tick")
    }
    return .joined(pieces)
  }
}

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
    let limit = Estimate.normalReach * error.withinSd.value
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

/// The measure against age: a point a session, a line a child, and the fitted one.
struct AgeFigure {
  let data: StudyData
  let part: AgePart
  let language: Language

  var figure: Figure? {
    let courses = AgeSession.children(AgeSession.all(data))
    let points = courses.flatMap(Self.points)
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
      content: .style(PlotStyle.sheet) + frame.axes() + lines(of: courses, frame) + frame.lines([line], "plot-fit"))
  }

  /// So many groups have a colour of their own.
  private static let most = 4

  private static func points(_ course: [AgeSession]) -> [SIMD2<Double>] { course.map { [$0.age, $0.value] } }

  /// A line and dots a child, in the colour of its group where the study has a few, with the groups' names.
  private func lines(of courses: [[AgeSession]], _ frame: PlotFrame) -> Markup {
    let found = Set(courses.compactMap { $0.first?.cohort }).sorted()
    let groups = (2...Self.most).contains(found.count) ? found : []
    let byGroup = Dictionary(grouping: courses) { course in
      course.first?.cohort.flatMap { groups.contains($0) ? $0 : nil }
    }
    let colours = (groups + [nil]).enumerated().map { index, group in
      let own = (byGroup[group] ?? []).map(Self.points)
      let colour = group == nil ? "" : " group\(index + 1)"
      let name = group.map { Shape.label($0.printable(limit: 14), key(index), "tick" + colour) }
      return (
        lines: frame.lines(own, "plot-lines" + colour),
        dots: frame.dots(Array(own.joined()), "plot-dots" + colour) + (name ?? .empty)
      )
    }
    return .joined(colours.map(\.lines)) + .joined(colours.map(\.dots))
  }

  /// Where the name of a group stands: side by side above the plot, right of the axis' title.
  private func key(_ index: Int) -> SIMD2<Double> { [PlotFrame.left + 150 + 95 * Double(index), 14] }
}

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

/// Why a study has not what is asked for.
public enum StudyReportError: UserFacingError, Equatable {
  /// The study has no figure of that name, or its scans can't carry it.
  case noFigure(name: String, known: [String])

  public var message: ErrorMessage {
    switch self {
    case .noFigure(let name, let known):
      ErrorMessage(
        .studyNoFigure, at: "--figure", nil,
        ["name": .quoted(name), "known": known.isEmpty ? .phrase("none") : .names(known)])
    }
  }
}
