import Diagnostics
import Geometry
import Movement
import TestSupport
import Testing

@testable import MovementReports

/// The curve of a movement: what lies where.
@Suite struct AngleDrawingTests {
  private let measured: MeasuredMotion
  private let drawing: AngleDrawing
  private let all: [DrawnShape]
  private let x, y: DrawnAxis

  init() throws {
    measured = try SimulatedKnee(noise: 0.3).measured()
    drawing = AngleDrawing(
      result: measured.result, curve: measured.curve, channel: measured.curve.channels[0], language: .english)
    all = DrawnShape.all(in: drawing.figure.content.source)
    let ticks = all.filter { $0.style == "end" }
    let number = { (text: String) in Double(text.dropLast().replacing("−", with: "-")) ?? .nan }
    y = DrawnAxis((number(ticks[0].text), ticks[0].place.y - 4), (number(ticks[1].text), ticks[1].place.y - 4))
    x = DrawnAxis((0, 44), (measured.times.last! - measured.times[0], 584))
  }

  private func styled(_ style: String) -> [DrawnShape] { all.filter { $0.style == style } }

  @Test func theCurveIsThatOfTheAngle() throws {
    let filtered = drawing.channel.filtered
    let line = styled("m-line").flatMap(\.points)
    #expect(line.count == filtered.count)
    for (i, point) in line.enumerated() {
      #expect(abs(point.x - x.place(measured.times[i] - measured.times[0])) < 0.01)
      #expect(abs(point.y - y.place(filtered[i])) < 0.05)
    }
    let dots = styled("m-raw")[0].attributes["d"]!.matches(of: #/M(-?[0-9.]+),(-?[0-9.]+)/#)
    #expect(dots.count == drawing.channel.raw.count)
    for (i, dot) in dots.enumerated() {
      #expect(abs(Double(dot.1)! - x.place(measured.times[i] - measured.times[0])) < 0.01)
      #expect(abs(Double(dot.2)! - y.place(drawing.channel.raw[i])) < 0.05)
    }
    #expect(drawing.figure.size == [660, 250] && drawing.figure.classes == "wide")
  }

  @Test func endsAndRestsAreMarked() throws {
    let result = measured.result
    let ends = result.ends.compactMap(\.value)
    #expect(ends.count == 2)
    for (line, box, end) in zip(styled("m-end"), zip(styled("m-interval"), ends)).map({ ($0, $1.0, $1.1) }) {
      #expect(line.points.allSatisfy { abs($0.y - y.place(end.degrees)) < 0.05 })
      #expect((line.points[0].x, line.points[1].x) == (44, 584))
      #expect(abs(box.place.y - y.place(end.ci95[1])) < 0.05)
      #expect(abs(box.place.y + box["height"] - y.place(end.ci95[0])) < 0.05)
      #expect((box.place.x, box["width"]) == (44, 540))
    }
    let values = styled("start m-strong")
    for (value, end) in zip(values, ends) {
      #expect(abs(value.place.y - 12 - y.place(end.degrees)) < 0.05 && value.place.x == 589)
      #expect(abs(Double(value.text.dropLast().replacing("−", with: "-"))! - end.degrees) <= 0.05)
    }
    #expect(styled("m-level").count == result.plateaus.count && result.plateaus.count >= 6)
    for (level, (box, plateau)) in zip(styled("m-level"), zip(styled("m-plateau"), result.plateaus)) {
      #expect(
        abs(level.points[0].x - x.place(plateau.fromS)) < 0.01 && abs(level.points[1].x - x.place(plateau.toS)) < 0.01)
      #expect(level.points.allSatisfy { abs($0.y - y.place(plateau.degrees)) < 0.05 })
      let half = max(result.filters.toleranceDegrees, 0.5)
      #expect(abs(box.place.y - y.place(plateau.degrees + half)) < 0.05)
      #expect(abs(box["height"] + 2 * half * y.slope) < 0.05)
    }
    // The numbers of the repeats over their far ends.
    let numbers = styled("m-strong")
    #expect(numbers.map(\.text) == result.repeats.indices.map { "\($0 + 1)" } && numbers.count == 3)
    for (number, one) in zip(numbers, result.repeats) {
      #expect(abs(number.place.y + 8 - y.place(try #require(one.farDegrees))) < 0.05)
    }
  }

  @Test func timeRunsAlongTheFoot() {
    let ticks = all.filter { $0.name == "text" && $0.place.y == 237 }
    #expect(ticks.count >= 5)
    for (k, tick) in ticks.enumerated() {
      let isLast = k == ticks.count - 1
      #expect(tick.text.hasSuffix(" s") == isLast)
      let seconds = Double(isLast ? String(tick.text.dropLast(2)) : tick.text) ?? .nan
      #expect(abs(tick.place.x - x.place(seconds)) < 0.02)
    }
    #expect(styled("m-zero").count == 1 && abs(styled("m-zero")[0].points[0].y - y.place(0)) < 0.02)
    #expect(styled("m-rejected").isEmpty)
  }

  /// The strip below the plot has a mark for each stretch of frames that do not count.
  @Test func framesThatDoNotCountAreMarked() throws {
    let rows = measured.times.indices.map { frame in
      let state = (100..<110).contains(frame) ? "missing" : frame == 50 ? "outlier" : "valid"
      return "\(frame),\(measured.times[frame]),\(state),1,1"
    }
    let text = (["frame,time_s,state,angle_deg,filtered_deg"] + rows).joined(separator: "\n")
    let curve = try #require(AngleCurve(csv: Array(text.utf8)))
    let drawing = AngleDrawing(
      result: measured.result, curve: curve, channel: curve.channels[0], language: .english, width: 420)
    let shapes = DrawnShape.all(in: drawing.figure.content.source)
    let path = try #require(shapes.first { $0.style == "m-rejected" }?.attributes["d"])
    let marks = path.matches(of: #/M(-?[0-9.]+),(-?[0-9.]+)v7/#).compactMap { Double($0.1) }
    let narrow = DrawnAxis((0, 44), (measured.times.last! - measured.times[0], 344))
    #expect(marks.count == 10)
    for (mark, frame) in zip(marks, 100...) {
      #expect(abs(mark - narrow.place(measured.times[frame] - measured.times[0])) < 0.01)
    }
    #expect(drawing.figure.classes == "narrow")
  }
}
