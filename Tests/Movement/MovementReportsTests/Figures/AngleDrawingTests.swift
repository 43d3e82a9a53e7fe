import Diagnostics
import Foundation
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
    #expect(drawing.figure.description == Language.english("motion.curve"))
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
    #expect(styled("start").map(\.place.x) == [589, 589])
    #expect(styled("m-level").count == result.plateaus.count && result.plateaus.count >= 6)
    for (level, (box, plateau)) in zip(styled("m-level"), zip(styled("m-plateau"), result.plateaus)) {
      #expect(
        abs(level.points[0].x - x.place(plateau.fromS)) < 0.01 && abs(level.points[1].x - x.place(plateau.toS)) < 0.01)
      #expect(level.points.allSatisfy { abs($0.y - y.place(plateau.degrees)) < 0.05 })
      let half = max(result.filters.toleranceDegrees, 0.5)
      #expect(abs(box.place.y - y.place(plateau.degrees + half)) < 0.05)
      #expect(abs(box["height"] + 2 * half * y.slope) < 0.05)
      #expect(abs(box.place.x - x.place(plateau.fromS)) < 0.01)
      #expect(abs(box["width"] - (plateau.toS - plateau.fromS) * x.slope) < 0.02)
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
    #expect(styled("m-grid").count >= 2)
    for line in styled("m-zero") + styled("m-grid") { #expect(line.points.map(\.x) == [44, 584]) }
    #expect(styled("end").allSatisfy { $0.place.x == 39 })
    #expect(styled("m-rejected").isEmpty)
  }

  /// A rest of less than a unit of the drawing is drawn one wide.
  @Test func aShortRestIsSeen() throws {
    // 540 units for 5400 s.
    let shapes = try drawn(SimulatedKnee(), curve([(0, 0, "valid"), (5400, 100, "valid")])).shapes
    let boxes = shapes.filter { $0.style == "m-plateau" }
    #expect(boxes.count >= 6 && boxes.allSatisfy { $0["width"] == 1 })
    let levels = shapes.filter { $0.style == "m-level" }
    #expect(levels.count == boxes.count)
    for level in levels {
      #expect(abs(level.points[1].x - level.points[0].x - 1) < 0.011)
    }
  }

  /// A far end in the lower half of the scale has its number below it.
  @Test func numbersOfLowEndsStandBelowThem() throws {
    let (shapes, scale, measured) = try drawn(SimulatedKnee(near: 110, far: 50, step: 0, noise: 0.3))
    #expect(abs(scale.value(20) - 120) < 0.1 && abs(scale.value(210)) < 0.1)
    let numbers = shapes.filter { $0.style == "m-strong" }
    #expect(numbers.count == 3 && measured.result.repeats.count == 3)
    for (number, one) in zip(numbers, measured.result.repeats) {
      #expect(abs(number.place.y - 18 - scale.place(try #require(one.farDegrees))) < 0.05)
    }
  }

  /// An interval far wider than the movement ends at the border, some 30° beyond it.
  @Test func aWideIntervalEndsAtTheBorder() throws {
    let measured = try SimulatedKnee(far: 45, step: 0, noise: 0.3).measured().result
    var root = try #require(try JSONSerialization.jsonObject(with: measured.json()) as? [String: Any])
    var values = try #require(root["values"] as? [String: Any])
    for key in ["minimum", "maximum"] {
      var value = try #require(values[key] as? [String: Any])
      value["ci95"] = [-1000, 1000]
      values[key] = value
    }
    root["values"] = values
    let result = try MotionResult.checked([UInt8](JSONSerialization.data(withJSONObject: root)), file: "a")
    let curve = try curve([(0, -20, "valid"), (1, 50, "valid")])
    let drawing = AngleDrawing(result: result, curve: curve, channel: curve.channels[0], language: .english)
    let shapes = DrawnShape.all(in: drawing.figure.content.source)
    let ticks = shapes.filter { $0.style == "end" }.map(\.text)
    // From −50° to 80° in steps of 20°.
    #expect(ticks.first == Language.english.number(-60, digits: 0) + "°" && ticks.last == "80°")
    let boxes = shapes.filter { $0.style == "m-interval" }
    #expect(boxes.count == 2 && boxes.allSatisfy { $0.place.y == 20 && $0["height"] == 190 })
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

  private func drawn(
    _ knee: SimulatedKnee, _ curve: AngleCurve? = nil, width: Double = 660
  ) throws -> (shapes: [DrawnShape], scale: DrawnAxis, measured: MeasuredMotion) {
    let measured = try knee.measured()
    let curve = curve ?? measured.curve
    let drawing = AngleDrawing(
      result: measured.result, curve: curve, channel: curve.channels[0], language: .english, width: width)
    let shapes = DrawnShape.all(in: drawing.figure.content.source)
    let ticks = shapes.filter { $0.style == "end" }
    let number = { (text: String) in Double(text.dropLast().replacing("−", with: "-")) ?? .nan }
    let (first, last) = (try #require(ticks.first), try #require(ticks.last))
    return (
      shapes, DrawnAxis((number(first.text), first.place.y - 4), (number(last.text), last.place.y - 4)), measured
    )
  }

  private func curve(_ rows: [(Double, Double, String)]) throws -> AngleCurve {
    let lines = rows.enumerated().map { "\($0),\($1.0),\($1.1),\($1.1),\($1.2)" }
    let text = (["frame,time_s,angle_deg,filtered_deg,state"] + lines).joined(separator: "\n")
    return try #require(AngleCurve(csv: Array(text.utf8)))
  }

  /// Names of ends that are close stand 30 apart, about their middle; others where the ends are.
  @Test func namesOfEndsDoNotCoverEachOther() throws {
    // A movement of 40° on a scale of 400°, 190 high.
    let (shapes, scale, measured) = try drawn(
      SimulatedKnee(far: 35, step: 0, noise: 0.3), curve([(0, -180, "valid"), (1, 180, "valid")]))
    let ends = measured.result.ends.compactMap(\.value).map { scale.place($0.degrees) }
    try #require(ends.count == 2)
    #expect(ends[0] < ends[1] && ends[1] - ends[0] < 30)
    let values = shapes.filter { $0.style == "start m-strong" }.map(\.place.y)
    let titles = shapes.filter { $0.style == "start" }.map(\.place.y)
    let middle = (ends[0] + ends[1]) / 2
    try #require(values.count == 2 && titles.count == 2)
    #expect(abs(values[0] - (middle - 15 + 12)) < 0.05 && abs(values[1] - (middle + 15 + 12)) < 0.05)
    #expect(abs(titles[0] - (middle - 15 - 2)) < 0.05 && abs(titles[1] - (middle + 15 - 2)) < 0.05)
    let far = all.filter { $0.style == "start" }.map(\.place.y)
    for (title, end) in zip(far, self.measured.result.ends.compactMap(\.value)) {
      #expect(abs(title + 2 - y.place(end.degrees)) < 0.05)
    }
  }

  /// 13 s every 2 s on a wide drawing, every 5 s on a narrow one.
  @Test func aNarrowDrawingHasFewerTimes() throws {
    let labels = { (shapes: [DrawnShape]) in shapes.filter { $0.name == "text" && $0.place.y == 237 }.map(\.text) }
    #expect(labels(all) == ["0", "2", "4", "6", "8", "10", "12 s"])
    #expect(labels(try drawn(SimulatedKnee(), width: 340).shapes) == ["0", "5", "10 s"])
    let axis = try #require(all.first { $0.style == "m-axis" }).points
    #expect(axis.map(\.x) == [44, 584] && axis.allSatisfy { $0.y == 220 })
    let marks = all.filter { $0.style == "m-axis" }.dropFirst()
    #expect(marks.count == 7 && marks.allSatisfy { $0.points[0].y == 220 && $0.points[1].y == 224 })
  }

  /// 0° is always there.
  @Test func theScaleHoldsTheCurveAndZero() throws {
    let (_, scale, measured) = try drawn(
      SimulatedKnee(repeats: 0, near: 40), curve([(0, 40, "valid"), (1, 40, "valid")]))
    #expect(abs(scale.value(210)) < 0.05 && abs(scale.value(20) - 40) < 0.05)
    #expect(measured.result.ends.compactMap(\.value).isEmpty)
    // A flat curve at 0 has a scale of 1°.
    let flat = try drawn(SimulatedKnee(repeats: 0, near: 0), curve([(0, 0, "valid"), (1, 0, "valid")])).scale
    #expect(abs(flat.value(210)) < 0.01 && abs(flat.value(20) - 1) < 0.01)
  }

  /// Marks of frames that do not count are drawn each at its frame, but none within half a unit of the last.
  @Test func closeMarksAreDrawnOnce() throws {
    // 540 units for 4320 frames: eight of them a unit, so every fourth one is drawn.
    let many = try curve((0...4320).map { (Double($0) + 100, 10, "missing") })
    let shapes = try drawn(SimulatedKnee(), many).shapes
    let path = try #require(shapes.first { $0.style == "m-rejected" })
    let marks = try #require(path.attributes["d"]).matches(of: #/M(-?[0-9.]+),213(?:\.0+)?v7/#).compactMap {
      Double($0.1)
    }
    #expect(marks.count == 1081)
    #expect(marks.first == 44 && marks.last == 584)
    #expect(path.attributes["style"] == "stroke-width:1.20")
    let few = try curve((0..<10).map { (Double($0), 10, $0 == 5 ? "missing" : "valid") })
    let one = try #require(try drawn(SimulatedKnee(), few).shapes.first { $0.style == "m-rejected" })
    #expect(one.attributes["style"] == "stroke-width:8.00")
  }

  /// Of more than 3000 frames lowest and highest of each 0.2 s are drawn; the line is not broken by what is left out
  /// between them, but by more than 0.6 s without a frame.
  @Test func aLongCurveIsOneLine() throws {
    let long = try curve(
      (0..<9000).map { (frame: Int) -> (Double, Double, String) in
        (Double(frame) / 30 + (frame < 4500 ? 0 : 0.7), 50 + 40 * sin(Double(frame) / 50), "valid")
      })
    let lines = try drawn(SimulatedKnee(), long).shapes.filter { $0.style == "m-line" }.map(\.points.count)
    #expect(lines.count == 2 && lines.reduce(0, +) > 2000 && lines.reduce(0, +) <= 3000)
    // Three and a half steps without a frame break a short one.
    let gap = try curve([0, 0.1, 0.2, 0.54, 0.64].map { ($0, 1, "valid") })
    #expect(try drawn(SimulatedKnee(), gap).shapes.filter { $0.style == "m-line" }.count == 1)
    let wider = try curve([0, 0.1, 0.2, 0.56, 0.66].map { ($0, 1, "valid") })
    #expect(try drawn(SimulatedKnee(), wider).shapes.filter { $0.style == "m-line" }.count == 2)
  }

  /// Ends, rests and repeats are those of the movement that was measured; the other angles of a neck have none.
  @Test func otherAnglesOfANeckHaveTheirCurveAlone() throws {
    let measured = try SimulatedTurn().measured()
    for channel in measured.curve.channels {
      let drawing = AngleDrawing(result: measured.result, curve: measured.curve, channel: channel, language: .english)
      let shapes = DrawnShape.all(in: drawing.figure.content.source)
      let isMeasured = channel.name == "rotation"
      #expect(shapes.filter { $0.style == "m-end" }.count == (isMeasured ? 2 : 0), "\(channel.name)")
      #expect(shapes.contains { $0.style == "m-level" } == isMeasured)
      #expect(!shapes.filter { $0.style == "m-line" }.isEmpty)
      #expect(drawing.figure.description.hasSuffix(" (" + Language.english.term(channel.name, of: "movement") + ")"))
    }
  }
}
