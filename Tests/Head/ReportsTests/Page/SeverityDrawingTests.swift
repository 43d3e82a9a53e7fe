import Analysis
import TestSupport
import Testing

@testable import Reports

/// Where the levels, the value and its interval stand on a scale.
@Suite struct SeverityDrawingTests {
  private func shapes(_ drawing: SeverityDrawing, _ style: String? = nil) -> [DrawnShape] {
    DrawnShape.all(in: drawing.figure.content.source, style: style)
  }

  /// The axis through the first two borders, whose values the ticks say.
  private func axis(_ drawing: SeverityDrawing) throws -> DrawnAxis {
    let ticks = shapes(drawing, "tick")
    let (a, b) = (try #require(ticks.first), try #require(ticks.last))
    return DrawnAxis((try #require(Double(a.text)), a.place.x), (try #require(Double(b.text)), b.place.x))
  }

  @Test(arguments: [640.0, 330]) func everythingStandsOnOneAxis(width: Double) throws {
    let drawing = SeverityDrawing(
      scale: .choa, value: 7.31, interval: [5.9, 8.8], language: .english, width: width)
    let axis = try axis(drawing)
    #expect(shapes(drawing, "tick").map(\.text) == ["0", "3.50", "6.25", "8.75", "11"])
    #expect(shapes(drawing, "tick end").map(\.text) == ["%"])
    #expect(shapes(drawing, "tick end")[0].place == [width - 10, 72])
    #expect(shapes(drawing, "needle").map { [$0.points[0].y, $0.points[1].y] } == [[20, 34], [54, 60]])
    #expect(shapes(drawing, "range").map { [$0.points[0].y, $0.points[1].y] } == [[26, 26], [22, 30], [22, 30]])
    for tick in shapes(drawing, "tick") {
      #expect(abs(tick.place.x - axis.place(try #require(Double(tick.text)))) < 0.02)
      #expect(tick.place.y == 72)
    }
    // From edge to edge, the last level a third as wide as the others together.
    let bands = shapes(drawing).filter { $0.style.hasPrefix("level") }
    #expect(bands.map(\.style) == ["level1", "level2", "level3 own", "level4", "level5"])
    for (band, values) in zip(bands, [(0, 3.5), (3.5, 6.25), (6.25, 8.75), (8.75, 11), (11, 14.85)]) {
      #expect(abs(band.place.x - axis.place(values.0)) < 0.02)
      #expect(abs(band["width"] - axis.slope * (values.1 - values.0)) < 0.02)
      #expect((band.place.y, band["height"]) == (32, 24))
    }
    #expect(bands[0].place.x == 10)
    #expect(abs(bands[4].place.x + bands[4]["width"] - (width - 10)) < 0.02)
    let frame = try #require(shapes(drawing, "frame").first)
    #expect((frame.place, frame["width"]) == (bands[2].place, bands[2]["width"]))
    #expect(shapes(drawing, "needle").flatMap(\.points).allSatisfy { abs($0.x - axis.place(7.31)) < 0.02 })
    let range = shapes(drawing, "range")
    #expect(range.count == 3)
    for (line, values) in zip(range, [(5.9, 8.8), (5.9, 5.9), (8.8, 8.8)]) {
      #expect(abs(line.points[0].x - axis.place(values.0)) < 0.02)
      #expect(abs(line.points[1].x - axis.place(values.1)) < 0.02)
    }
    let value = try #require(shapes(drawing, "value").first)
    #expect(value.text == "CVAI 7.31\u{A0}%")
    #expect(abs(value.place.x - axis.place(7.31)) < 0.02 && value.place.y == 14)
    #expect(drawing.figure.size == [width, 80] && drawing.figure.classes == (width == 330 ? "narrow" : "wide"))
  }

  /// The name of each level in the middle of its band; its number where it has no room.
  @Test func levelsAreNamedInTheirBands() throws {
    for (width, names) in [
      (640.0, ["level 1", "level 2", "level 3", "level 4", "level 5"]),
      (330, ["level 1", "level 2", "level 3", "4", "level 5"]),
    ] {
      let drawing = SeverityDrawing(scale: .choa, value: nil, interval: nil, language: .english, width: width)
      let labels = shapes(drawing, "band")
      #expect(labels.map(\.text) == names)
      for (label, band) in zip(labels, shapes(drawing).filter { $0.style.hasPrefix("level") }) {
        #expect(abs(label.place.x - band.place.x - band["width"] / 2) < 0.02 && label.place.y == 48)
      }
    }
  }

  /// A name of the scale's source has room for 7 a letter, or its number stands there, or the number alone.
  @Test func levelsHaveTheNamesOfTheirSource() throws {
    let scale = try #require(SeverityScale.builtIn.first { $0.name == "cranial-therapy-centers" })
    // Borders at 5, 10 and 15: at 200, bands of 44 and a last one of 47; "level 3" takes 49.
    for (width, names) in [
      (640.0, ["normal", "mild", "moderate", "severe"]), (200, ["normal", "mild", "3", "severe"]),
    ] {
      let drawing = SeverityDrawing(scale: scale, value: nil, interval: nil, language: .english, width: width)
      #expect(shapes(drawing, "band").map(\.text) == names)
    }
    #expect(
      SeverityDrawing(scale: scale, value: nil, interval: nil, language: .english, width: 499).figure.classes
        == "narrow")
    #expect(
      SeverityDrawing(scale: scale, value: nil, interval: nil, language: .english, width: 500).figure.classes == "wide")
  }

  @Test func aWithheldValueHasNoNeedle() {
    let drawing = SeverityDrawing(scale: .choa, value: nil, interval: [1, 2], language: .english)
    #expect(shapes(drawing, "value").map(\.text) == ["withheld"])
    #expect(shapes(drawing, "value")[0].place == [320, 18])
    #expect(shapes(drawing, "needle").isEmpty && shapes(drawing, "range").isEmpty && shapes(drawing, "frame").isEmpty)
  }

  /// A value beyond the borders widens the scale, so that the whole interval is seen, and its text stays within the drawing.
  @Test func aLargeValueWidensTheScale() throws {
    let drawing = SeverityDrawing(scale: .choa, value: 40, interval: [38, 50], language: .english)
    let axis = try axis(drawing)
    #expect(abs(axis.value(630) - 50 * 1.08) < 0.05)
    #expect(abs(axis.value(10)) < 0.01)
    #expect(abs(shapes(drawing, "needle")[0].points[0].x - axis.place(40)) < 0.02)
    let alone = SeverityDrawing(scale: .choa, value: 40, interval: nil, language: .english)
    #expect(abs(try self.axis(alone).value(630) - 40 * 1.08) < 0.05)
    #expect(shapes(alone, "range").isEmpty)
    let narrow = SeverityDrawing(scale: .choa, value: 40, interval: nil, language: .english, width: 330)
    #expect(abs(shapes(narrow, "value")[0].place.x - (330 - 4.6 * Double("CVAI 40.00 %".count))) < 0.02)
    let low = SeverityDrawing(scale: .choa, value: 0.01, interval: nil, language: .english)
    #expect(abs(shapes(low, "value")[0].place.x - 4.6 * Double("CVAI 0.01 %".count)) < 0.02)
  }

  /// A scale far from 0 begins below its first border: as far as the others span, or below the interval.
  @Test func aScaleFarFromZeroBeginsNearItsBorders() throws {
    let scale = SeverityScale(name: "widths", measure: .cranialIndex, borders: [.init(80), .init(93), .init(100)])
    let plain = SeverityDrawing(scale: scale, value: 85, interval: [84, 86], language: .english)
    #expect(abs(Double(shapes(plain, "tick")[0].text)! - 60) < 0.01)
    #expect(abs(try axis(plain).value(630) - (100 + 0.35 * 40)) < 0.05)
    let low = SeverityDrawing(scale: scale, value: 50, interval: [45, 55], language: .english)
    #expect(shapes(low, "tick")[0].text == "44")
    let single = SeverityScale(name: "one", measure: .cranialIndex, borders: [.init(90)])
    #expect(shapes(.init(scale: single, value: 89, interval: nil, language: .english), "tick")[0].text == "81")
    let near = SeverityScale(name: "near", measure: .cranialIndex, borders: [.init(40), .init(90)])
    #expect(shapes(.init(scale: near, value: 50, interval: nil, language: .english), "tick")[0].text == "0")
  }
}
