import Diagnostics
import Foundation
import Movement
import TestSupport
import Testing

@testable import MovementReports

/// One value over several results: where its points and intervals stand.
@Suite struct HistoryDrawingTests {
  private func point(
    _ label: String, _ day: Double?, _ value: (Double, Double, Double)?, isAlike: Bool = true
  ) throws -> HistoryDrawing.Point {
    let value = try value.map { value in
      try JSONDecoder().decode(
        MotionValue.self,
        from: Data(
          """
          {"degrees": \(value.0), "ci95": [\(value.1), \(value.2)], "plateaus": 1, "frames": ["a"], "covers": ["noise"]}
          """.utf8))
    }
    return .init(label: label, day: day, value: value, isAlike: isAlike)
  }

  private func shapes(_ points: [HistoryDrawing.Point]) throws -> [DrawnShape] {
    let figure = try #require(HistoryDrawing(key: "range", points: points, language: .english).figure)
    return DrawnShape.all(in: figure.content.source)
  }

  private func axis(_ shapes: [DrawnShape]) throws -> DrawnAxis {
    let ticks = shapes.filter { $0.style == "end" }
    let number = { (text: String) in Double(text.dropLast().replacing("−", with: "-")) ?? .nan }
    let (first, last) = (try #require(ticks.first), try #require(ticks.last))
    let axis = DrawnAxis((number(first.text), first.place.y - 4.5), (number(last.text), last.place.y - 4.5))
    for tick in ticks { #expect(abs(tick.place.y - 4.5 - axis.place(number(tick.text))) < 0.02 && tick.place.x == 50) }
    let rows = shapes.filter { $0.style == "m-grid" }.map(\.points)
    #expect(rows.map { $0[0].y } == ticks.map { (($0.place.y - 4.5) * 100).rounded() / 100 })
    #expect(rows.allSatisfy { ($0[0].x, $0[1].x) == (54, 232) && $0[0].y == $0[1].y })
    return axis
  }

  @Test func valuesStandOverTheirDays() throws {
    let values = [(110.0, 105.0, 116.0), (118, 114, 121), (131, 127, 133)]
    let shapes = try shapes(
      [
        point("A", 100, values[0]), point("B", 110, values[1], isAlike: false), point("C", 130, nil),
        point("D", 140, values[2]),
      ])
    let axis = try axis(shapes)
    let styled = { (style: String) in shapes.filter { $0.style == style } }
    // Of 146 units for 40 days.
    let xs = [70.0, 70 + 36.5, 70 + 109.5, 216]
    #expect(styled("m-strong").map(\.text) == ["A", "B", "C", "D"])
    #expect(styled("m-strong").map(\.place) == xs.map { [$0, 128] })
    let discs = styled("m-full") + styled("m-open")
    for (disc, visit) in zip(discs, [(0, 110.0), (3, 131), (1, 118)]) {
      #expect(abs(disc.place.x - xs[visit.0]) < 0.01 && abs(disc.place.y - axis.place(visit.1)) < 0.01)
    }
    #expect(styled("m-full").count == 2 && styled("m-open").count == 1)
    let bars = styled("m-bar").map(\.points)
    #expect(bars.count == 9)
    for (k, value) in values.enumerated() {
      #expect(abs(bars[3 * k][0].y - axis.place(value.1)) < 0.01 && abs(bars[3 * k][1].y - axis.place(value.2)) < 0.01)
      #expect(bars[3 * k + 1].allSatisfy { abs($0.y - axis.place(value.1)) < 0.01 })
      #expect(bars[3 * k + 2].allSatisfy { abs($0.y - axis.place(value.2)) < 0.01 })
      #expect(bars[3 * k + 1][1].x - bars[3 * k + 1][0].x == 8 && bars[3 * k + 2][1].x - bars[3 * k + 2][0].x == 8)
    }
    // Only results that were measured alike are joined.
    let trend = try #require(styled("m-trend").first).points
    #expect(trend.map(\.x) == [70, 216])
    #expect(abs(trend[0].y - axis.place(110)) < 0.01 && abs(trend[1].y - axis.place(131)) < 0.01)
    #expect(shapes.filter { $0.text == "–" }.map(\.place) == [[179.5, 104]])
    #expect(styled("m-axis").map { $0.points[0] } == xs.map { [$0, 110] })
    #expect(styled("m-axis").allSatisfy { $0.points[1].y == 114 })
  }

  /// Results of one day stand side by side, the last ones pushed back from the border.
  @Test func resultsOfOneDayStandSideBySide() throws {
    let value = (100.0, 95.0, 105.0)
    let xs = { (points: [HistoryDrawing.Point]) in
      try shapes(points).filter { $0.style == "m-strong" }.map(\.place.x)
    }
    #expect(
      try xs([point("A", 0, value), point("B", 0, value), point("C", 9, value), point("D", 9, value)]) == [
        70, 84, 202, 216,
      ])
    #expect(try xs([point("A", nil, value), point("B", 3, value), point("C", 9, value)]) == [70, 143, 216])
    #expect(try xs([point("A", 5, value)]) == [143])
    let many = try xs((0..<21).map { try point("\($0)", 0, value) })
    #expect(many.count == 21 && zip(many, many.dropFirst()).allSatisfy { abs($1 - $0 - 7.3) < 0.011 })
  }

  /// One value without an interval has a scale of a degree.
  @Test func oneValueHasAScaleOfADegree() throws {
    let ticks = try shapes([point("A", 0, (100, 100, 100))]).filter { $0.style == "end" }
    let numbers = ticks.compactMap { Double($0.text.dropLast()) }
    #expect(numbers.count > 2 && numbers.min() == 100 && numbers.max() == 101)
  }

  /// An interval far wider than the values ends at the border of the drawing; a result without a value has none.
  @Test func aWideIntervalEndsAtTheBorder() throws {
    let shapes = try shapes([point("A", 0, (20, -160, 200)), point("B", 1, (30, 28, 31))])
    let axis = try axis(shapes)
    #expect(axis.value(110) <= 20 - 45 && axis.value(110) > -60 && axis.value(12) >= 30 + 45 && axis.value(12) < 110)
    let bar = shapes.filter { $0.style == "m-bar" }[0].points
    #expect((bar[0].y, bar[1].y) == (110, 12))
    #expect(HistoryDrawing(key: "range", points: [try point("A", 0, nil)], language: .english).figure == nil)
  }
}
