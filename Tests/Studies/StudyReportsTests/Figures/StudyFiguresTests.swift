import Analysis
import Diagnostics
import Geometry
import Reports
import TestSupport
import Testing

@testable import Studies
@testable import StudyReports

/// What the figures of a study draw, and where: read back from the drawing by its own ticks.
@Suite struct StudyFiguresTests {
  private typealias Place = SIMD2<Double>

  private func shapes(_ figure: Figure, _ style: String? = nil) -> [DrawnShape] {
    DrawnShape.all(in: figure.content.source, style: style)
  }

  private func number(_ text: String) -> Double { Double(text.replacing("−", with: "-")) ?? .nan }

  /// The axes of a plot by the first and the last of their ticks.
  private func axes(_ figure: Figure) throws -> (x: DrawnAxis, y: DrawnAxis) {
    let (below, beside) = (shapes(figure, "tick").filter { $0.place.y == 269 }, shapes(figure, "tick end"))
    let (left, right) = (try #require(below.first), try #require(below.last))
    let (foot, top) = (try #require(beside.first), try #require(beside.last))
    let x = DrawnAxis((number(left.text), left.place.x), (number(right.text), right.place.x))
    let y = DrawnAxis((number(foot.text), foot.place.y - 4), (number(top.text), top.place.y - 4))
    #expect((left.place.x, right.place.x) == (56, 506) && (foot.place.y - 4, top.place.y - 4) == (252, 26))
    for tick in below { #expect(abs(tick.place.x - x.place(number(tick.text))) < 0.02) }
    for tick in beside { #expect(abs(tick.place.y - 4 - y.place(number(tick.text))) < 0.02 && tick.place.x == 50) }
    let rows = shapes(figure, "plot-grid").map(\.points)
    #expect(rows.map { $0[0].y } == beside.map { (($0.place.y - 4) * 100).rounded() / 100 })
    #expect(rows.allSatisfy { ($0[0].x, $0[1].x) == (56, 506) && $0[0].y == $0[1].y })
    // A tick of 4 below the plot at each number, and the axis from end to end.
    let lines = shapes(figure, "plot-axis").map(\.points)
    let ticks = lines.filter { $0[0].x == $0[1].x && $0[0].y == 252 }
    #expect(ticks.map { $0[0].x } == below.map(\.place.x) && ticks.allSatisfy { $0[1].y == 256 })
    #expect(lines.contains { $0[0] == [56, 252] && $0[1] == [506, 252] })
    // The words of the axes: in the middle below, and above on the left.
    #expect(shapes(figure, "tick").filter { $0.place == [281, 288] }.count == 1)
    #expect(shapes(figure, "tick start").map(\.place) == [[6, 14]])
    return (x, y)
  }

  /// The places of a path: those of its moves, and of its lines.
  private func places(_ figure: Figure, _ style: String) -> [Place] {
    shapes(figure, style).compactMap { $0.attributes["d"] }.joined().matches(of: #/[ML](-?[0-9.]+),(-?[0-9.]+)/#)
      .map { [Double($0.1)!, Double($0.2)!] }
  }

  private func expect(
    _ found: [Place], _ expected: [Place], _ axes: (x: DrawnAxis, y: DrawnAxis), within: Double = 0.02
  ) {
    #expect(found.count == expected.count)
    for (place, value) in zip(found, expected) {
      #expect(abs(place.x - axes.x.place(value.x)) < within && abs(place.y - axes.y.place(value.y)) < within)
      #expect(isInside(place), "\(place)")
    }
  }

  /// Whether a place lies within the plot.
  private func isInside(_ place: Place) -> Bool {
    (55.99...506.01).contains(place.x) && (25.99...252.01).contains(place.y)
  }

  @Test func barsAreAsLongAsTheirCounts() throws {
    let outcomes = [
      OutcomeCount(status: "complete", code: nil, scans: 40), .init(status: "failed", code: "a.b", scans: 10),
      .init(status: "failed", code: "a.c", scans: 1),
    ]
    let figure = OutcomesFigure(outcomes: outcomes, language: .english).figure
    let bars = shapes(figure).filter { $0.style.hasPrefix("plot-bar") }
    #expect(bars.map(\.style) == ["plot-bar", "plot-bar other", "plot-bar other"])
    #expect(bars.map { $0["width"] } == [210, 52.5, 5.25] && bars.map(\.place.x) == [250, 250, 250])
    #expect(bars.map(\.place.y) == [8, 32, 56] && bars.allSatisfy { $0["height"] == 18 })
    #expect(shapes(figure, "start").map(\.text) == ["40", "10", "1"])
    #expect(shapes(figure, "start").map(\.place) == [[466, 21], [308.5, 45], [261.25, 69]])
    #expect(shapes(figure, "end").map(\.place) == [[242, 21], [242, 45], [242, 69]])
    #expect(shapes(figure, "end")[1].text.hasSuffix(": a.b"))
    #expect(figure.size == [520, 88])
    // A count that is far smaller than the largest is still seen.
    let rare = OutcomesFigure(
      outcomes: [outcomes[2], .init(status: "complete", code: nil, scans: 9999)], language: .english)
    #expect(shapes(rare.figure, "plot-bar other")[0]["width"] == 1)
    #expect(shapes(rare.figure, "start").map(\.place.x) == [257, 466])
  }

  /// Ten bars at most; the reasons behind them are one.
  @Test(arguments: [10, 11, 14]) func manyReasonsAreOneBar(_ count: Int) {
    let outcomes = (0..<count).map { OutcomeCount(status: "failed", code: "a.\($0)", scans: 20 - $0) }
    let figure = OutcomesFigure(outcomes: outcomes, language: .english).figure
    let shown = shapes(figure, "start").map(\.text)
    #expect(shown.count == 10)
    #expect(shown.prefix(9) == (0..<9).map { "\(20 - $0)" }.prefix(9))
    #expect(Int(shown[9]) == (9..<count).map { 20 - $0 }.reduce(0, +))
    if count > 10 { #expect(shapes(figure, "end")[9].text.contains("\(count - 9)")) }
  }

  /// Each value is counted in the bar over it, and the bars of a CVAI stand on the levels of its scale.
  @Test func barsCountTheValuesUnderThem() throws {
    var random = SeededGenerator(seed: 21)
    let values = (0..<150).map { _ in Double.random(in: 0.3...13, using: &random) }
    let figure = try #require(
      HistogramFigure(values: values, measure: .cvai, scale: .choa, language: .english).figure)
    let axes = try axes(figure)
    let bars = shapes(figure, "plot-bar")
    var counted = 0
    for bar in bars {
      let (low, high) = (axes.x.value(bar.place.x), axes.x.value(bar.place.x + bar["width"]))
      let own = values.filter { low - 1e-3 <= $0 && $0 < high - 1e-3 }.count
      #expect(abs(axes.y.value(bar.place.y) - Double(own)) < 0.02, "\(low) \(high)")
      #expect(abs(bar.place.y + bar["height"] - 252) < 0.02)
      counted += own
    }
    #expect(counted == values.count && (14...30).contains(bars.count))
    #expect(figure.description.hasSuffix(": scans by value, over the levels of severity"))
    #expect(abs(axes.x.value(bars[0].place.x)) < 1e-3, "it begins at 0")
    let levels = shapes(figure).filter { $0.style.hasPrefix("level") }
    #expect(levels.map(\.style) == (1...5).map { "level\($0)" })
    for (level, from) in zip(levels, [0, 3.5, 6.25, 8.75, 11]) {
      #expect(abs(axes.x.value(level.place.x) - from) < 0.01)
      #expect((level.place.y, level["height"]) == (26, 226))
    }
    for (level, next) in zip(levels, levels.dropFirst()) {
      #expect(abs(level.place.x + level["width"] - next.place.x) < 0.02)
    }
    let names = shapes(figure, "tick").filter { $0.place.y == 22 }
    #expect(names.map(\.text) == ["level 1", "level 2", "level 3", "level 4", "level 5"])
    for (name, level) in zip(names, levels) { #expect(abs(name.place.x - level.place.x - level["width"] / 2) < 0.02) }
    // Without a scale it begins near the least value; a level in which nobody is has its number where it is narrow.
    let plain = try #require(
      HistogramFigure(values: [80, 85, 85.5], measure: .cranialIndex, scale: nil, language: .english).figure)
    #expect(shapes(plain).filter { $0.style.hasPrefix("level") }.isEmpty)
    #expect(plain.description.hasSuffix(": scans by value"))
    #expect(abs(try self.axes(plain).x.value(56) - 80) < 1e-6)
    #expect(HistogramFigure(values: [], measure: .cvai, scale: nil, language: .english).figure == nil)
    let wide = try #require(HistogramFigure(values: [60, 1], measure: .cvai, scale: .choa, language: .english).figure)
    #expect(shapes(wide, "tick").filter { $0.place.y == 22 }.map(\.text) == ["1", "2", "3", "4", "level 5"])
  }

  /// The least value is in the first bar and the largest in the last: 20 bars of a twentieth from 8 to 9.
  @Test func theEndsAreCountedToo() throws {
    let figure = try #require(
      HistogramFigure(values: [8, 8.4, 9], measure: .cranialIndex, scale: nil, language: .english).figure)
    let axes = try axes(figure)
    let bars = shapes(figure, "plot-bar")
    #expect(bars.count == 20)
    #expect(bars.indices.filter { bars[$0]["height"] > 0 } == [0, 8, 19])
    #expect(bars.indices.filter { abs(bars[$0]["height"] - 226) < 0.02 } == [0, 8, 19], "one each, which is the most")
    #expect(abs(axes.x.value(56) - 8) < 1e-9 && abs(axes.x.value(506) - 9) < 1e-9)
    // Over the levels of a scale it begins at 0, however large the least value is.
    let levels = try #require(
      HistogramFigure(values: [8, 8.4, 9], measure: .cvai, scale: .choa, language: .english).figure)
    #expect(abs(try self.axes(levels).x.value(shapes(levels, "plot-bar")[0].place.x)) < 1e-9)
    #expect(shapes(levels).filter { $0.style.hasPrefix("level") }.map(\.style) == (1...4).map { "level\($0)" })
  }

  /// Values that are all alike are one bar, and nothing is divided by their distance.
  @Test func valuesThatAreAllAlikeAreOneBar() throws {
    let figure = try #require(
      HistogramFigure(values: [85, 85, 85], measure: .cranialIndex, scale: nil, language: .english).figure)
    let bars = shapes(figure, "plot-bar")
    #expect(bars.count > 1)
    #expect(bars.filter { $0["height"] > 0 }.map { $0["height"] } == [226])
    #expect(bars.allSatisfy { isInside($0.place) && $0["width"] > 5 && $0["width"] < 100 })
  }

  /// Sessions of one mean, methods that differ by next to nothing and groups of one value have room all the same: a tenth.
  @Test func whatDoesNotVaryIsDrawn() throws {
    let records = [3.0, 5, 2, 6].enumerated().map { index, value in
      Records.scan("s\(index)", subject: index < 2 ? "a" : "b", cvai: value)
    }
    let repeated = StudySummary(records)
    let repeats = try #require(
      RepeatsFigure(data: repeated.data, part: repeated.repeatability, language: .english).figure)
    expect(places(repeats, "plot-dots"), [[4, -1], [4, 1], [4, -2], [4, 2]], try axes(repeats))
    #expect(places(repeats, "plot-dots").allSatisfy { abs($0.x - 56) < 0.02 })

    // Pairs of means from 5 to 5.02 that are at most 0.006 apart.
    let apart = [0.004, -0.006, 0.002, -0.002, 0.006, -0.004]
    let pairs = apart.enumerated().map { index, difference -> StudyRecord in
      let mean = 5 + 0.004 * Double(index)
      return Records.scan(
        "p\(index)", subject: "\(index)", cvai: mean + difference / 2, other: mean - difference / 2)
    }
    let part = try #require(StudySummary(pairs).agreements.first)
    let agreement = try #require(
      AgreementFigure(part: part, measure: .cvai, name: "agreement", language: .english).figure)
    let axes = try axes(agreement)
    let dots = places(agreement, "plot-dots") + places(agreement, "plot-out")
    #expect(dots.count == 6 && dots.allSatisfy(isInside))
    #expect(axes.y.value(26) - axes.y.value(252) >= 0.0999, "a tenth at least")
    // From below 0 a tenth up.
    #expect(axes.y.value(26) < 0.11)
    #expect(axes.x.value(506) - axes.x.value(56) >= 0.0999)

    let alike = ["one", "two"].flatMap { group in
      (0..<3).map { Records.scan("\(group)\($0)", subject: "\(group)\($0)", cohort: group, cvai: 5) }
    }
    let both = try #require(StudySummary(alike).groups)
    let groups = try #require(GroupsFigure(part: both, measure: .cvai, language: .english).figure)
    #expect(places(groups, "plot-dots").count == 6 && places(groups, "plot-dots").allSatisfy(isInside))
    #expect(shapes(groups, "plot-box").allSatisfy { isInside($0.place) })
  }

  @Test func pointsLieAtTheMeanOfBothMethods() {
    let point = AgreementPair.Point(scan: "a", child: "b", subject: "b", first: 7, second: 4)
    #expect(point.mean == 5.5)
    #expect(point.difference == 3)
  }

  /// Sessions of the means 4 and 10: each scan by its distance from them.
  @Test func repeatsStandAboutTheirMeans() throws {
    let records =
      [3.0, 5].map { Records.scan("a\($0)", subject: "a", cvai: $0) }
      + [8.0, 10, 12].map { Records.scan("b\($0)", subject: "b", cvai: $0) } + [
        Records.scan("c", subject: "c", cvai: 70)
      ]
    let summary = StudySummary(records)
    let figure = try #require(RepeatsFigure(data: summary.data, part: summary.repeatability, language: .english).figure)
    let axes = try axes(figure)
    expect(places(figure, "plot-dots"), [[4, -1], [4, 1], [10, -2], [10, 0], [10, 2]], axes)
    // Variance within: (2 + 8) / (1 + 2); 95 % lie within 1.96 deviations.
    let limit = 1.959964 * (10.0 / 3).squareRoot()
    let limits = shapes(figure, "plot-limit").map(\.points)
    #expect(limits.count == 2)
    for (line, value) in zip(limits, [limit, -limit]) {
      #expect(line.allSatisfy { abs($0.y - axes.y.place(value)) < 0.02 })
    }
    #expect(shapes(figure, "plot-fit")[0].points.allSatisfy { abs($0.y - axes.y.place(0)) < 0.02 })
    #expect(axes.y.value(26) >= 1.2 * limit && axes.y.value(252) <= -1.2 * limit)
    let words = shapes(figure, "end tick").filter { !$0.text.isEmpty }
    #expect(words.count == 1 && abs(words[0].place.y + 5 - axes.y.place(limit)) < 0.02 && words[0].place.x == 502)
  }

  /// Differences over means, with bias and limits and the bands of their intervals.
  @Test func agreementIsDrawnWhereItIs() throws {
    var random = SeededGenerator(seed: 3)
    let records = (0..<20).map { index -> StudyRecord in
      let value = 2 + Double(index) / 2
      return Records.scan(
        "s\(index)", subject: "\(index)", cvai: value + (index == 7 ? 5 : random.normal() / 2), other: value - 1)
    }
    let part = try #require(StudySummary(records).agreements.first)
    let limits = try #require(part.limits.value)
    let figure = try #require(
      AgreementFigure(part: part, measure: .cvai, name: "agreement", language: .english).figure)
    let axes = try axes(figure)
    let inside = part.points.filter { limits.lower.value...limits.upper.value ~= $0.difference }
    expect(places(figure, "plot-dots"), inside.map { [$0.mean, $0.difference] }, axes)
    expect(places(figure, "plot-out"), part.points.filter { $0.scan == "s7" }.map { [$0.mean, $0.difference] }, axes)
    #expect(inside.count == 19)
    let lines = shapes(figure, "plot-limit") + shapes(figure, "plot-fit")
    for (line, value) in zip(lines, [limits.lower.value, limits.upper.value, limits.bias.value]) {
      #expect(line.points.allSatisfy { abs($0.y - axes.y.place(value)) < 0.02 })
      #expect((line.points[0].x, line.points[1].x) == (56, 506))
    }
    let bands = shapes(figure, "plot-range")
    #expect(bands.count == 3)
    for (band, estimate) in zip(bands, [limits.lower, limits.bias, limits.upper]) {
      let ends = try #require(estimate.ci95)
      #expect(abs(band.place.y - axes.y.place(ends[1])) < 0.02)
      #expect(abs(band.place.y + band["height"] - axes.y.place(ends[0])) < 0.03)
      #expect((band.place.x, band["width"]) == (56, 450))
    }
    #expect(axes.y.value(252) <= limits.lower.ci95![0] && axes.y.value(26) >= limits.upper.ci95![1])
  }

  /// A line a child from session to session, and the fitted one.
  @Test func coursesStandOverTheirAges() throws {
    let records = (0..<12).flatMap { child -> [StudyRecord] in
      (0..<3).map { visit -> StudyRecord in
        let age = 3 + Double(child) / 2 + Double(2 * visit)
        let error = Double((child * 5 + visit * 3) % 7) / 100
        return Records.scan(
          "\(child) \(visit)", subject: "\(child)", session: "\(visit)", cohort: child < 5 ? "one" : "two", age: age,
          cvai: Double(5 + child - visit) + error)
      }
    }
    let summary = StudySummary(records)
    let figure = try #require(AgeFigure(data: summary.data, part: summary.age, language: .english).figure)
    #expect(figure.description.hasSuffix("the change within children"))
    let axes = try axes(figure)
    let change = try #require(summary.age.withinChildren.value)
    let line = places(figure, "plot-fit")
    #expect(abs(change.perMonth.value + 0.5) < 0.01)
    for (place, age) in zip(line, [3, 12.5]) {
      #expect(abs(place.x - axes.x.place(age)) < 0.02)
      let fitted = change.atMeanAge.value - 0.5 * (age - change.meanAgeMonths)
      #expect(abs(axes.y.value(place.y) - fitted) < 0.05)
    }
    for (group, children) in [("group1", 0..<5), ("group2", 5..<12)] {
      let own = records.filter { record in children.contains { "\($0)" == record.subject } }.map { record in
        Place(record.ageMonths ?? .nan, record.measures["cvai"]?.value ?? .nan)
      }
      let found = places(figure, "plot-lines \(group)")
      expect(found.sorted { ($0.x, $0.y) < ($1.x, $1.y) }, own.sorted { ($0.x, -$0.y) < ($1.x, -$1.y) }, axes)
      let path = shapes(figure, "plot-lines \(group)")[0].attributes["d"]!
      #expect(path.count { $0 == "M" } == children.count)
      #expect(places(figure, "plot-dots \(group)").count == 3 * children.count)
    }
    let names = shapes(figure).filter { $0.style.hasPrefix("tick group") }
    #expect(names.map(\.text) == ["one", "two"] && names.map(\.place) == [[206, 14], [301, 14]])
  }

  /// The line between children is that through the children's means.
  @Test func theLineBetweenChildrenGoesThroughTheirMeans() throws {
    let value = { (child: Int, scan: Int) -> Double in 4 + Double(child) / 4 + Double((child * 3 + scan) % 5) / 10 }
    var (records, means): ([StudyRecord], [Double]) = ([], [])
    for child in 0..<8 {
      for scan in 0..<3 {
        records.append(
          Records.scan("\(child) \(scan)", subject: "\(child)", age: Double(3 + child), cvai: value(child, scan)))
      }
      means.append((value(child, 0) + value(child, 1) + value(child, 2)) / 3)
    }
    let summary = StudySummary(records)
    let part = summary.age
    let figure = try #require(AgeFigure(data: summary.data, part: part, language: .english).figure)
    #expect(figure.description.hasSuffix("the difference between children"))
    // By the closed form of a line through equally spaced ages.
    let mean = means.reduce(0, +) / 8
    var slope = 0.0
    for child in 0..<8 { slope += (Double(child) - 3.5) * (means[child] - mean) / 42 }
    for age in [0.0, 3, 6.5, 12] {
      #expect(abs(try #require(part.value(at: age)) - (mean + slope * (age - 6.5))) < 1e-9)
    }
    #expect(AgePart(StudyData([], .cvai)).value(at: 3) == nil)
  }

  /// A box from quartile to quartile, whiskers to the ends, a dot a child.
  @Test func groupsHaveTheirQuartiles() throws {
    let groups: [(String, [Double])] = [("one", [2, 3, 5, 8, 13]), ("two", [4, 5, 6, 9])]
    let records = groups.flatMap { name, values -> [StudyRecord] in
      values.map { Records.scan("\(name) \($0)", subject: "\(name) \($0)", cohort: name, cvai: $0) }
    }
    let part = try #require(StudySummary(records).groups)
    let figure = try #require(GroupsFigure(part: part, measure: .cvai, language: .english).figure)
    let beside = shapes(figure, "tick end")
    let y = DrawnAxis(
      (number(beside[0].text), beside[0].place.y - 4), (number(beside.last!.text), beside.last!.place.y - 4))
    let boxes = shapes(figure, "plot-box")
    let quartiles = [(3.0, 5.0, 8.0, 2.0, 13.0), (4.75, 5.5, 6.75, 4, 9)]
    #expect(boxes.count == 2 && shapes(figure, "plot-fit").count == 2)
    let whiskers = shapes(figure, "plot-axis").map(\.points).filter { $0[0].x == $0[1].x }
    for (k, (lower, median, upper, least, most)) in quartiles.enumerated() {
      let middle = 56 + 450 * (Double(k) + 0.5) / 2
      #expect(abs(boxes[k].place.y - y.place(upper)) < 0.02)
      #expect(abs(boxes[k].place.y + boxes[k]["height"] - y.place(lower)) < 0.03)
      #expect(boxes[k].place.x == middle - 44 && boxes[k]["width"] == 32)
      let line = shapes(figure, "plot-fit")[k].points
      #expect(
        line.allSatisfy { abs($0.y - y.place(median)) < 0.02 } && (line[0].x, line[1].x) == (middle - 44, middle - 12))
      let (up, down) = (whiskers[2 * k], whiskers[2 * k + 1])
      #expect(abs(up[0].y - y.place(most)) < 0.02 && abs(up[1].y - y.place(upper)) < 0.02 && up[0].x == middle - 28)
      #expect(abs(down[0].y - y.place(lower)) < 0.02 && abs(down[1].y - y.place(least)) < 0.02)
      #expect(up[1].x == middle - 28 && down.allSatisfy { $0.x == middle - 28 })
    }
    let names = shapes(figure).filter { $0.place.y == 270 }
    #expect(names.map(\.text) == ["one (5)", "two (4)"] && names.map(\.place.x) == [168.5, 393.5])
    let dots = places(figure, "plot-dots")
    let values = [2.0, 3, 5, 8, 13, 4, 5, 6, 9]
    #expect(dots.count == values.count)
    for (dot, value) in zip(dots, values) { #expect(abs(dot.y - y.place(value)) < 0.02) }
    #expect(dots.allSatisfy(isInside))
    // Seven places 5 apart, of which each dot takes the fifth behind the last: 0, 5, 3, 1, 6.
    let aside: [Double] = [-15, 10, 0, -10, 15]
    #expect(dots.prefix(5).map { $0.x - 168.5 - 24 } == aside)
    #expect(dots.suffix(4).map { $0.x - 393.5 - 24 } == Array(aside.prefix(4)))
  }
}
