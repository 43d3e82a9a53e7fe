import Analysis
import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Reports

/// What a chart over the visits draws, and where.
@Suite struct TrendChartTests {
  private static let comparison = Result { try HeadChangeTests.comparison() }
  private static let result = Result { ScanResult(try SampleResult.measures()) }

  /// Visits with a CVAI each, and its changes; intervals of ±1 around values and changes.
  private func chart(
    _ values: [Double?], dates: [String?], detected: Bool? = true, trend: Trend = .cvai, language: Language = .english
  ) throws -> (shapes: [DrawnShape], markup: String) {
    let (comparison, own) = (try Self.comparison.get(), try Self.result.get())
    let sample = try #require(own.measures["cvai"])
    let visits = zip(values, dates).map { value, date in
      var measure = sample
      (measure.value, measure.ci95, measure.signed) = (
        value, value.map { [$0 - 1, $0 + 1] }, value.map { Estimate(-$0, ci95: -$0 - 1 ... -$0 + 1) }
      )
      return Visit(name: "", flattened: nil, date: date, measures: ["cvai": measure])
    }
    let changes = HeadChange.pairs(visits.count).map { a, b in
      var change = ScanChange(comparison)
      guard let from = values[a], let to = values[b] else {
        change.changes["cvai"]?.change = nil
        return change
      }
      var cvai = ScanChange.Change(a: from, b: to, change: to - from, unit: "%")
      (cvai.detected, cvai.smallestDetectable, cvai.ci95) = (detected, 1, [to - from - 1.5, to - from + 0.5])
      change.changes["cvai"] = cvai
      return change
    }
    let result = HeadChange(
      visits, order: dates.contains(nil) ? .given : .date, comparisons: changes, choices: own.protocol)
    let axis = VisitAxis(result.visits, order: result.order)
    let markup = TrendChart(
      trend: trend, result: result, axis: axis, context: TrendContext(trend, result, axis, among: .init()),
      language: language
    ).markup.source
    return (DrawnShape.all(in: markup), markup)
  }

  private func values(_ shapes: [DrawnShape]) throws -> DrawnAxis {
    let labels = shapes.filter { $0.style == "end" }
    let (a, b) = (try #require(labels.first), try #require(labels.last))
    let number = { (text: String) in Double(text.replacing("−", with: "-")) ?? .nan }
    return DrawnAxis((number(a.text), a.place.y - 4.5), (number(b.text), b.place.y - 4.5))
  }

  @Test func valuesStandOverTheirDays() throws {
    let (shapes, _) = try chart([9.1, nil, 5.2, 6], dates: ["2026-03-01", "2026-03-08", "2026-03-29", "2026-04-12"])
    let styled = { (style: String) in shapes.filter { $0.style == style } }
    let axis = try values(shapes)
    // From zero, since an asymmetry is one from zero; to the first round number over the last interval.
    #expect(styled("end").map(\.text) == ["0", "5", "10", "15"])
    #expect((axis.place(0), axis.place(15)) == (88, 12))
    let lines = styled("grid") + styled("zero")
    #expect(lines.count == 4 && styled("end").allSatisfy { $0.place.x == lines[0].points[0].x - 4 })
    let line = try #require(styled("line").first).points
    #expect(line.count == 3)
    let lettered = styled("letter")
    #expect(lettered.map(\.text) == ["A", "B", "C", "D"] && lettered.allSatisfy { $0.place.y == 104 })
    let xs = lettered.map(\.place.x)
    #expect((xs[0], xs[3]) == (58, 58 + 162))
    #expect(abs(xs[1] - (58 + 162.0 / 6)) < 0.01 && abs(xs[2] - (58 + 162.0 * 4 / 6)) < 0.01)
    for (point, visit) in zip(line, [(0, 9.1), (2, 5.2), (3, 6)]) {
      #expect(abs(point.x - xs[visit.0]) < 0.01 && abs(point.y - axis.place(visit.1)) < 0.01)
    }
    let bars = styled("bar").map(\.points)
    #expect(bars.count == 9)
    for (k, visit) in [(0, 9.1), (2, 5.2), (3, 6)].enumerated() {
      let (whole, low, high) = (bars[3 * k], bars[3 * k + 1], bars[3 * k + 2])
      #expect(abs(whole[0].y - axis.place(visit.1 - 1)) < 0.01 && abs(whole[1].y - axis.place(visit.1 + 1)) < 0.01)
      #expect(low.allSatisfy { abs($0.y - axis.place(visit.1 - 1)) < 0.01 })
      #expect(high.allSatisfy { abs($0.y - axis.place(visit.1 + 1)) < 0.01 })
      #expect(abs(low[1].x - low[0].x - 8) < 0.01 && abs(high[1].x + high[0].x - 2 * xs[visit.0]) < 0.02)
    }
    let missing = try #require(styled("missing").first)
    #expect(styled("missing").count == 1 && missing.place == [(xs[1] * 100).rounded() / 100, 82])
    // The ticks of weeks.
    #expect(styled("quiet").map(\.text) == ["0", "1", "2", "3", "4", "5", "6"])
    for tick in styled("quiet") {
      #expect(abs(tick.place.x - (58 + 162 * Double(tick.text)! / 6)) < 0.01 && tick.place.y == 124)
    }
    #expect(styled("start quiet").map(\.text) == ["weeks"] && styled("start quiet")[0].place == [0, 124])
    #expect(shapes.first { $0.name == "figcaption" }?.text == "CVAI, %")
    // A tick for each visit, one for each week, and their axis.
    let marks = styled("tick").map(\.points)
    #expect(marks.count == 4 + 7 + 1)
    for (mark, x) in zip(marks, xs) { #expect(mark == [[x, 88], [x, 92]]) }
    for (mark, week) in zip(marks.dropFirst(4), styled("quiet")) {
      #expect(mark == [[week.place.x, 108], [week.place.x, 112]])
    }
    #expect(marks.last == [[58, 108], [220, 108]])
    #expect(styled("grid").map { $0.points[0].y } == styled("end").map { $0.place.y - 4.5 })
    #expect(styled("grid").allSatisfy { ($0.points[0].x, $0.points[1].x) == (46, 232) })
  }

  /// Where the value may lie by error alone, from the interval of its change: here −1.5 to +0.5 about the change.
  @Test func bandsAreWhatErrorAloneExplains() throws {
    let (shapes, _) = try chart([9, 5], dates: ["2026-03-01", "2026-03-29"])
    let axis = try values(shapes)
    let band = try #require(shapes.first { $0.style == "band" })
    #expect(shapes.filter { $0.style == "band" }.count == 1)
    #expect(abs(band.place.y - axis.place(9 + 1.5)) < 0.01)
    #expect(abs(band["height"] - (axis.place(9 - 0.5) - axis.place(9 + 1.5))) < 0.02)
    #expect(band["width"] == 16 && band.place.x == 220 - 8)
    let base = try #require(shapes.first { $0.style == "base" }).points
    #expect((base[0].x, base[1].x) == (58, 232) && base.allSatisfy { abs($0.y - axis.place(9)) < 0.01 })
  }

  /// A triangle points where a change goes; an open disc is none.
  @Test func signsTellAChange() throws {
    for (values, detected, up) in [([5.0, 9], true, true as Bool?), ([9, 5], true, false), ([9, 5], false, nil)] {
      let (shapes, _) = try chart(values, dates: [nil, nil], detected: detected)
      let axis = try self.values(shapes)
      let first = try #require(shapes.first { $0.style == "full" })
      #expect(first.name == "circle" && first["r"] == 4.5)
      #expect((first.place - [58, axis.place(values[0])]).length < 0.01)
      if let up {
        let triangle = try #require(shapes.first { $0.name == "polygon" && $0.style == "full" }).points
        let tip = Vector2(220, axis.place(values[1]) + (up ? -6.5 : 6.5))
        #expect((triangle[0] - tip).length < 0.01)
        #expect(triangle[1].x == 226 && triangle[2].x == 214)
        #expect(abs(triangle[1].y - triangle[2].y) < 1e-9 && abs(triangle[1].y - tip.y - (up ? 11 : -11)) < 0.01)
      } else {
        let disc = try #require(shapes.first { $0.style == "open" })
        #expect((disc.place - [220, axis.place(values[1])]).length < 0.01)
      }
    }
  }

  /// Without dates there is no axis of time, and the drawing is lower.
  @Test func visitsWithoutDatesStandInTheirOrder() throws {
    let (shapes, markup) = try chart([9, 5, 4], dates: [nil, nil, nil])
    #expect(markup.contains("viewBox=\"0 0 244.00 116.00\""))
    #expect(shapes.filter { $0.style == "letter" }.map(\.place.x) == [58, 139, 220])
    #expect(!shapes.contains { $0.style == "start quiet" || $0.style == "quiet" })
    #expect(try chart([9, 5], dates: ["2026-03-01", "2026-03-02"]).markup.contains("viewBox=\"0 0 244.00 136.00\""))
  }

  /// With its side, zero has a line of its own, and the words stand where nothing is drawn.
  @Test func aSignedValueIsDrawnFromZero() throws {
    let (shapes, _) = try chart([9, -4], dates: [nil, nil], trend: Trend(name: .cvai, isSigned: true))
    let axis = try values(shapes)
    let zero = try #require(shapes.first { $0.style == "zero" }).points
    #expect(shapes.filter { $0.style == "zero" }.count == 1 && zero.allSatisfy { abs($0.y - axis.place(0)) < 0.01 })
    let line = try #require(shapes.first { $0.style == "line" }).points
    #expect(abs(axis.value(line[0].y) + 9) < 0.01 && abs(axis.value(line[1].y) - 4) < 0.01)
    // −10 to 5 and a quarter of it on either side.
    #expect(axis.value(12) >= 5 + 0.25 * 15 && axis.value(88) <= -10 - 0.25 * 15)
    #expect(shapes.filter { $0.style == "end" }.map(\.text) == ["−15", "−10", "−5", "0", "5", "10"])
    #expect(shapes.filter { $0.style == "end quiet" }.map(\.place) == [[232, 23], [232, 84]])
  }

  /// A scale with sides reaches 1 to either side at least: here from 0.5 to 2.5, and a quarter of 2.5. One without begins at 0.
  @Test func scalesReachAsFarAsTheyMust() throws {
    let signed = Trend(name: .cvai, isSigned: true)
    for (value, trend, labels) in [
      (-1.5, signed, ["−1", "0", "1", "2", "3", "4"]), (1.5, signed, ["−4", "−3", "−2", "−1", "0", "1"]),
      (3, Trend.cvai, ["0", "1", "2", "3", "4", "5"]),
    ] {
      let (shapes, _) = try chart([value, value], dates: [nil, nil], trend: trend)
      #expect(shapes.filter { $0.style == "end" }.map(\.text) == labels, "\(value)")
    }
  }

  @Test func withoutAValueASentenceStandsThere() throws {
    let (shapes, _) = try chart([nil, nil], dates: [nil, nil])
    #expect(shapes.contains { $0.style == "withheld" } && !shapes.contains { $0.name == "svg" })
  }

  /// The borders within the chart have the number of the level above them; the lines of norms their z, at their ages.
  @Test func whatStandsBehindTheValues() throws {
    let own = try Self.result.get()
    let change = HeadChange(
      [2.0, 6].map { age in
        var visit = Visit(name: "", flattened: nil, measures: own.measures)
        (visit.ageMonths, visit.sex, visit.severities) = (age, "male", own.severities)
        return visit
      }, order: .given, comparisons: [ScanChange(try Self.comparison.get())],
      choices: .init(try MeasurementProtocol.find("greatest-circumference")))
    let axis = VisitAxis(change.visits, order: change.order, ages: [2, 6])
    let norms = NormTable.builtIn[0]
    let others = OtherChildren(norms: norms, references: [try ReferenceGroup.find("nam-2021")])
    for name in [MeasureName.circumference, .cvai, .cranialIndex] {
      let trend = Trend(name: name, isSigned: false)
      let context = TrendContext(trend, change, axis, among: others)
      let shapes = DrawnShape.all(
        in: TrendChart(trend: trend, result: change, axis: axis, context: context, language: .english).markup.source)
      let values = try values(shapes)
      let ages = DrawnAxis((2, 58), (6, 220))
      let curves = shapes.filter { $0.style == "norm" }.map(\.points)
      #expect(curves.count == context.curves.count && (name == .circumference) == (curves.count == 3))
      for (curve, told) in zip(curves, context.curves) {
        for (point, norm) in zip(curve, told.points) {
          #expect(abs(point.x - ages.place(norm.x)) < 0.01 && abs(point.y - values.place(norm.y)) < 0.02)
        }
      }
      let words = shapes.filter { $0.style == "end quiet" }
      if name == .circumference {
        #expect(words.map(\.text) == ["−2", "0", "+2"])
        // Below the lowest line, above the others.
        for (word, (curve, aside)) in zip(words, zip(curves, [13.0, -3, -3])) {
          #expect((word.place - curve.last! - [-2, aside]).length < 0.02)
        }
        #expect(words[0].place.y > curves[0].last!.y && words[2].place.y < curves[2].last!.y)
      }
      // Only an asymmetry is read from zero.
      #expect((values.value(88) > 1) == (name != .cvai))
      let borders = shapes.filter { $0.style == "border" }.map(\.points)
      if name == .cvai {
        #expect(!borders.isEmpty && borders.count == words.count)
        for (line, word) in zip(borders, words) {
          let border = SeverityScale.choa.borders[Int(word.text)! - 2].value
          #expect(
            line.allSatisfy { abs($0.y - values.place(border)) < 0.01 } && abs(word.place.y - line[0].y + 2) < 0.01)
          #expect((line[0].x, line[1].x, word.place.x) == (46, 232, 230))
        }
      }
      let groups = zip(shapes.filter { $0.style == "cross" }, shapes.filter { $0.style == "group" })
      #expect(Array(groups).count == context.groups.count && (name == .cranialIndex) == !context.groups.isEmpty)
      for ((line, number), group) in zip(groups, context.groups) {
        let (from, to) = (ages.place(group.ages.lowerBound), ages.place(group.ages.upperBound))
        #expect(line.points.allSatisfy { abs($0.y - values.place(group.value)) < 0.02 })
        #expect(abs(line.points[0].x - from) < 0.01 && abs(line.points[1].x - to) < 0.01)
        #expect(number.text == "\(group.number)" && abs(number.place.x - (from + to) / 2) < 0.01)
        #expect(abs(number.place.y - line.points[0].y + 4) < 0.01)
      }
    }
  }

  /// A group of one age, or of a few months on a long axis, is a bar of 8.
  @Test func aGroupOfFewMonthsIsAShortBar() throws {
    let own = try Self.result.get()
    let change = HeadChange(
      [2.0, 60].map { age in
        var visit = Visit(name: "", flattened: nil, measures: own.measures)
        (visit.ageMonths, visit.sex) = (age, "male")
        return visit
      }, order: .given, comparisons: [ScanChange(try Self.comparison.get())], choices: own.protocol)
    let axis = VisitAxis(change.visits, order: change.order, ages: [2, 60])
    let trend = Trend(name: .cranialIndex, isSigned: false)
    let others = OtherChildren(references: try ["nam-2021", "liu-2022"].map { try ReferenceGroup.find($0) })
    let context = TrendContext(trend, change, axis, among: others)
    let shapes = DrawnShape.all(
      in: TrendChart(trend: trend, result: change, axis: axis, context: context, language: .english).markup.source)
    let bars = shapes.filter { $0.style == "cross" }
    #expect(bars.count == context.groups.count)
    var widths: Set<String> = []
    for (bar, group) in zip(bars, context.groups) {
      // The axis runs from 0 to 60 months.
      let (from, to) = (58 + 162 * group.ages.lowerBound / 60, 58 + 162 * group.ages.upperBound / 60)
      let (middle, half) = ((from + to) / 2, max(4, (to - from) / 2))
      #expect(abs(bar.points[0].x - middle + half) < 0.01 && abs(bar.points[1].x - middle - half) < 0.01)
      widths.insert(to == from ? "none" : half > 4 ? "wide" : "narrow")
    }
    #expect(widths.isSuperset(of: ["none", "narrow"]))
  }
}
