import Foundation
import Geometry
import TestSupport
import Testing

@testable import Reports

/// The outline as radius over angle.
@Suite struct RadiiDrawingTests {
  /// The points of each path of a style in the drawing of a section without the radii at some angles.
  private func paths(_ style: String, without lost: Set<Int>) throws -> [Int] {
    let text = String(decoding: try #require(SectionFile(SampleResult.measures())).json(), as: UTF8.self)
    let parted = text.replacing(/\{"ci95":[^{}]*?"degrees":(-?[0-9]+),[^{}]*?\},?/) { match in
      lost.contains(Int(match.1)!) ? "" : String(match.0)
    }
    #expect((parted == text) == lost.isEmpty)
    let section = try #require(SectionFile.read(Data(parted.utf8)))
    #expect(section.radii?.count == 72 - lost.count)
    let source = try #require(RadiiDrawing(section, .english)).figure.content.source
    return source.split(separator: "<").filter { $0.contains("class=\"\(style)\"") }
      .map { $0.matches(of: /-?[0-9.]+,-?[0-9.]+/).count }
  }

  @Test func aWholeOutlineIsOneCurveASide() throws {
    #expect(try paths("diagonal left", without: []) == [37])
    #expect(try paths("diagonal right", without: []) == [37])
    #expect(try paths("band left", without: []) == [74])
  }

  /// Nothing is drawn where nobody saw the outline.
  @Test func aGapPartsCurveAndBand() throws {
    #expect(try paths("diagonal left", without: [-60, -65, -120]) == [12, 10, 12])
    #expect(try paths("band left", without: [-60, -65, -120]) == [24, 20, 24])
    #expect(try paths("diagonal right", without: [-60, -65, -120]) == [37])
    #expect(try paths("diagonal right", without: [0, 5]) == [35])
  }

  /// The sample's section with other radii.
  private func section(_ radii: [[String: Any]]) throws -> SectionFile {
    let bytes = try #require(SectionFile(SampleResult.measures())).json()
    var root = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    root["radii"] = radii
    return try #require(SectionFile.read(try JSONSerialization.data(withJSONObject: root)))
  }

  /// 390 for 180°, and as much height as lies between 12 and 172 for whole tens of millimetres.
  @Test func radiiStandOverTheirAngles() throws {
    let radii = try section([
      ["degrees": 0, "mm": 74.5, "ci95": [73.0, 76.0]], ["degrees": 5, "mm": 71.0, "ci95": [70.5, 72.5]],
      ["degrees": -5, "mm": 66.0, "ci95": [65.0, 67.5]], ["degrees": -10, "mm": 62.5, "ci95": [61.0, 63.0]],
      ["degrees": 180, "mm": 85.0, "ci95": [84.0, 88.5]], ["degrees": 175, "mm": 80.0],
    ])
    let figure = try #require(RadiiDrawing(radii, .english)).figure
    #expect(figure.size == [460, 210] && figure.corner == [0, 0])
    let shapes = DrawnShape.all(in: figure.content.source)
    let styled = { (style: String) in shapes.filter { $0.style == style } }
    // From 61 to 88.5: the scale reaches from 60 to 90.
    let angles = DrawnAxis((0, 54), (180, 444)), lengths = DrawnAxis((60, 172), (90, 12))
    #expect(styled("tick").map(\.text) == ["0°", "30°", "60°", "90°", "120°", "150°", "180°"])
    for (tick, degrees) in zip(styled("tick"), stride(from: 0.0, through: 180, by: 30)) {
      #expect(abs(tick.place.x - angles.place(degrees)) < 0.01 && tick.place.y == 188)
    }
    let rows = styled("tick end")
    #expect(rows.map(\.text) == ["60", "70", "80", "90\u{A0}mm"] && rows.allSatisfy { $0.place.x == 49 })
    for (row, (length, below)) in zip(rows, [(60.0, 4.0), (70, 4), (80, 4), (90, 10)]) {
      #expect(abs(row.place.y - lengths.place(length) - below) < 0.01)
    }
    let lines = styled("progress-grid").map(\.points)
    #expect(lines.count == 4 + 7)
    for (line, length) in zip(lines, [60.0, 70, 80, 90]) {
      #expect(line.allSatisfy { abs($0.y - lengths.place(length)) < 0.01 } && line[0].x == 54 && line[1].x == 444)
    }
    for line in lines.dropFirst(4) { #expect(line[0].x == line[1].x && line[0].y == 172 && line[1].y == 176) }

    let isAt = { (points: [Vector2], told: [(Double, Double)]) -> Bool in
      points.count == told.count
        && zip(points, told).allSatisfy {
          abs($0.x - angles.place($1.0)) < 0.01 && abs($0.y - lengths.place($1.1)) < 0.01
        }
    }
    let (left, right) = (styled("diagonal left").map(\.points), styled("diagonal right").map(\.points))
    #expect(left.count == 2 && right.count == 2)
    #expect(isAt(left[0], [(0, 74.5), (5, 66), (10, 62.5)]) && isAt(left[1], [(180, 85)]))
    #expect(isAt(right[0], [(0, 74.5), (5, 71)]) && isAt(right[1], [(175, 80), (180, 85)]))
    // Along the lower ends and back along the upper ones; without an interval there is no band.
    let bands = styled("band right")
    #expect(bands.count == 2 && bands.allSatisfy { $0.name == "polygon" })
    #expect(isAt(bands[0].points, [(0, 73), (5, 70.5), (5, 72.5), (0, 76)]))
    #expect(isAt(bands[1].points, [(180, 84), (180, 88.5)]))
    #expect(isAt(styled("band left")[0].points, [(0, 73), (5, 65), (10, 61), (10, 63), (5, 67.5), (0, 76)]))
    let words = styled("start") + styled("end") + styled("left end") + styled("right start")
    #expect(words.map(\.text) == ["front", "back", "left", "right"])
    #expect(words.map(\.place) == [[54, 205], [444, 205], [222, 205], [238, 205]])
  }

  /// Equal radii still have a scale; what can be no outline of a head is not drawn.
  @Test func whatIsNoOutlineIsNotDrawn() throws {
    let equal = try section([["degrees": 0, "mm": 70.0], ["degrees": 5, "mm": 70.0]])
    let ticks = DrawnShape.all(in: try #require(RadiiDrawing(equal, .english)).figure.content.source, style: "tick end")
    #expect(ticks.map(\.text) == ["70", "80\u{A0}mm"])
    let drawing = { (lengths: [Double]) throws -> RadiiDrawing? in
      RadiiDrawing(try section(lengths.map { ["degrees": 5, "mm": $0] }), .english)
    }
    #expect(try drawing([1, 500]) != nil)
    for strange in [[70], [0.9, 70], [70, 500.5], Array(repeating: 70.0, count: 721)] {
      #expect(try drawing(strange) == nil, "\(strange.count)")
    }
    #expect(try drawing(Array(repeating: 70, count: 720)) != nil && RadiiDrawing(nil, .english) == nil)
  }
}
