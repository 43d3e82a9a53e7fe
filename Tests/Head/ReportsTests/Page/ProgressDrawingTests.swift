import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Reports

/// The curve of markers over time, and the axes of drawings.
@Suite struct ProgressDrawingTests {
  private func shapes(_ steps: [[Double]], expected: Int?, seen: Int, duration: Double, _ style: String) -> [DrawnShape]
  {
    let markers = ScanResult.Markers(
      expected: expected, seen: seen, coverage: nil, missing: [], rejected: [], progress: steps)
    let drawing = ProgressDrawing(markers: markers, duration: duration, language: .english)
    return DrawnShape.all(in: drawing.figure.content.source, style: style)
  }

  /// Each count holds until the next step, and the last one to the end.
  @Test func theCurveIsAStaircaseOnItsAxes() throws {
    let steps = [[0, 9], [0.5, 14], [4, 36], [8, 44.0]]
    let at = { (style: String) in shapes(steps, expected: 46, seen: 44, duration: 9.5, style) }
    let rows = at("tick end").filter { !$0.text.hasSuffix("s") }
    #expect(rows.map(\.text) == ["0", "20", "40", "60"])
    let columns = at("tick") + at("tick end").filter { $0.text.hasSuffix("s") }
    #expect(columns.map(\.text) == ["0", "2", "4", "6", "8", "10\u{A0}s"])
    // Labels stand 4 below their lines, and beside and below the axes.
    let counts = DrawnAxis((0, rows[0].place.y - 4), (60, rows[3].place.y - 4))
    let times = DrawnAxis((0, columns[0].place.x), (8, columns[4].place.x))
    #expect((counts.place(0), counts.place(60)) == (106, 12))
    #expect((times.place(0), times.place(10)) == (34, 294))
    #expect(rows.allSatisfy { $0.place.x == 28 } && columns.allSatisfy { $0.place.y == 123 })
    #expect(columns[5].place.x == 294 + 12)
    let expected: [Vector2] = [[0, 9], [0.5, 9], [0.5, 14], [4, 14], [4, 36], [8, 36], [8, 44], [9.5, 44]]
    let curve = try #require(at("curve").first).points
    #expect(curve.count == expected.count)
    for (point, step) in zip(curve, expected) {
      #expect(abs(point.x - times.place(step.x)) < 0.01 && abs(point.y - counts.place(step.y)) < 0.01)
    }
    let limit = try #require(at("limit").first).points
    #expect(limit.allSatisfy { abs($0.y - counts.place(46)) < 0.01 })
    #expect((limit[0].x, limit[1].x) == (34, 294))
    let lines = at("progress-grid").map(\.points)
    #expect(lines.count == 10)
    #expect(lines.prefix(4).map { $0[0].y } == [0, 20, 40, 60].map { (counts.place($0) * 100).rounded() / 100 })
    #expect(lines.suffix(6).allSatisfy { $0[0].x == $0[1].x && ($0[0].y, $0[1].y) == (106, 110) })
  }

  @Test func withoutAPlanOrStepsThereIsNoLine() {
    #expect(shapes([[0, 3]], expected: nil, seen: 3, duration: 1, "limit").isEmpty)
    #expect(shapes([], expected: 4, seen: 0, duration: 1, "curve").isEmpty)
    #expect(shapes([[1], [.nan, 2], [1, 2, 3]], expected: 4, seen: 0, duration: 1, "curve").isEmpty)
    // What lies beside the axes is drawn at their ends: 4 markers of which 100 were seen, before the start.
    let beside = shapes([[-1, -2], [1, 100]], expected: 4, seen: 4, duration: 2, "curve")[0].points
    #expect(beside[0] == [34, 106] && beside[2].y == 12)
    // Half a second without a step is the whole axis.
    #expect(shapes([], expected: 4, seen: 0, duration: 0.5, "tick end").last?.text == "0.5\u{A0}s")
    // Without any marker the axis reaches 1.
    #expect(shapes([], expected: nil, seen: 0, duration: 1, "tick end").filter { !$0.text.hasSuffix("s") }.count == 3)
    // Steps may last longer than what is stated of the recording.
    #expect(shapes([[0, 1], [30, 2]], expected: 4, seen: 2, duration: 1, "curve")[0].points.last?.x == 294)
  }

  /// Ticks 1, 2 or 5 times a power of ten apart, the last one the first at or beyond the value.
  @Test func ticksAreRound() {
    for (most, ticks, step, end) in [
      (46.0, 4, 20.0, 60.0), (40, 4, 10, 40), (41, 4, 20, 60), (9.5, 5, 2, 10), (10, 5, 2, 10), (1, 4, 0.5, 1),
      (0.3, 5, 0.1, 0.3), (700, 4, 200, 800), (0.003, 4, 0.001, 0.003), (26, 5, 10, 30), (24, 5, 5, 25),
    ] {
      let axis = Axis(upTo: most, ticks: ticks)
      #expect(abs(axis.step - step) < 1e-12 && abs(axis.end - end) < 1e-12, "\(most) \(axis)")
      #expect(axis.ticks.count == Int((end / step).rounded()) + 1)
      #expect(abs(axis.ticks.last! - end) < 1e-12 && axis.ticks[0] == 0)
    }
    #expect(Axis(upTo: 0.003, ticks: 4).label(0.002, .english) == "0.002")
    #expect(Axis(upTo: 46, ticks: 4).label(20, .english) == "20")
    #expect(Axis(upTo: 1, ticks: 4).label(0.5, .english) == "0.5")
  }

  /// A scale holds its range between round numbers with at most so many steps, and the next smaller step would need more.
  @Test func scalesHoldTheirRanges() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      let low = Double.random(in: -50...50, using: &random)
      let high = low + pow(10, Double.random(in: -3...3, using: &random))
      let most = Int.random(in: 3...8, using: &random)
      let scale = RoundScale(low...high, most: most)
      let context = "\(low)...\(high), \(most): \(scale)"
      let slack = 2e-9 * scale.step
      #expect(scale.low <= low + slack && scale.high >= high - slack, "\(context)")
      #expect(low - scale.low < scale.step && scale.high - high < scale.step, "\(context)")
      #expect(scale.ticks.count - 1 <= most, "\(context)")
      #expect(abs(scale.ticks.last! - scale.high) < slack, "\(context)")
      let digit = scale.step / pow(10, (log10(scale.step) + 1e-9).rounded(.down))
      #expect([1, 2, 5].contains { abs(digit - $0) < 1e-9 }, "\(context)")
      #expect(abs((scale.low / scale.step).rounded() - scale.low / scale.step) < 1e-6, "\(context)")
      let smaller = abs(digit - 5) < 1e-6 ? scale.step / 2.5 : scale.step / 2
      let needed = (high / smaller).rounded(.up) - (low / smaller).rounded(.down)
      #expect(needed > Double(most), "\(context)")
      // Ticks are told apart by their decimals.
      let shift = pow(10, Double(scale.decimals))
      #expect(abs((scale.step * shift).rounded() - scale.step * shift) < 1e-6 && scale.decimals >= 0, "\(context)")
      let coarser = scale.step * shift / 10
      #expect(scale.decimals == 0 || abs(coarser.rounded() - coarser) > 1e-6, "\(context)")
    }
    #expect(RoundScale(0...24, most: 5, steps: [6, 12]).step == 6)
    #expect(RoundScale(3...3, most: 5).high > 2.9)
  }
}
