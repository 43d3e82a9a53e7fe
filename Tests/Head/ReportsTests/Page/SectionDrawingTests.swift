import Analysis
import Foundation
import Geometry
import Landmarks
import TestSupport
import Testing

@testable import Reports

/// The section on its grid: what lies where, in millimetres.
@Suite struct SectionDrawingTests {
  private let section: SectionFile
  private let result: ScanResult
  private let all: [DrawnShape]
  private let figure: Figure

  init() throws {
    let measures = try SampleResult.measures()
    section = try #require(SectionFile(measures))
    result = ScanResult(measures)
    let landmarks: [Landmark: Vector2] = [.sellion: [0, 103], .tragionLeft: [-58, 0], .tragionRight: [58, 1.5]]
    figure = SectionDrawing(section: section, result: result, landmarks: landmarks, language: .english).figure
    all = DrawnShape.all(in: figure.content.source)
  }

  private func shapes(_ style: String) -> [DrawnShape] { all.filter { $0.style == style } }

  /// Millimetres of the head, Y forward, are drawn as they are, Y up.
  @Test func theOutlineLiesWhereTheHeadIs() throws {
    let outline = try #require(shapes("outline").first)
    #expect(outline.name == "polygon" && section.closed)
    #expect(outline.points.count == section.outlineMm[0].count)
    for (drawn, point) in zip(outline.points, section.outlineMm[0]) {
      #expect(abs(drawn.x - point[0]) < 0.006 && abs(drawn.y + point[1]) < 0.006)
    }
    for (style, diagonal, name) in [
      ("left", section.leftFront, MeasureName.diagonalLeftFront), ("right", section.rightFront, .diagonalRightFront),
    ] {
      let diagonal = try #require(diagonal)
      let line = try #require(shapes("diagonal \(style)").first).points
      let ends = [diagonal.frontMm, diagonal.backMm].map { Vector2($0[0], -$0[1]) }
      #expect((line[0] - ends[0]).length < 0.01 && (line[1] - ends[1]).length < 0.01)
      #expect(shapes("dot \(style)").map(\.place) == line)
      // Its length stands 7 mm beyond its front end, some way to its side.
      let label = try #require(shapes("label \(style)").first)
      let value = try #require(result.measures[name.rawValue]?.value)
      #expect(abs(Double(label.text)! - value) <= 0.05)
      let outward = (ends[0] - ends[1]) / (ends[0] - ends[1]).length * 7
      let expected = ends[0] + outward + Vector2(style == "left" ? -5 : 5, 0)
      #expect((label.place - expected).length < 0.02)
      #expect(ends[0].y < ends[1].y && (ends[0].x < 0) == (style == "left"))
    }
    let centre = try #require(section.centreMm)
    #expect(abs(shapes("centre")[0].place.x - centre[0]) < 0.01 && abs(shapes("centre")[0].place.y + centre[1]) < 0.01)
  }

  /// Lines of the grid every 10 mm, those of 50 mm are stronger and have their number; the whole outline lies within, with
  /// 12 to 22 mm around the outline and the landmarks.
  @Test func theGridIsOneOfMillimetres() throws {
    let lines = (shapes("grid") + shapes("grid coarse")).map(\.points)
    let columns = lines.filter { $0[0].x == $0[1].x }.map { $0[0].x }.sorted()
    let rows = lines.filter { $0[0].y == $0[1].y }.map { $0[0].y }.sorted()
    for (places, drawn) in [
      (columns, section.outlineMm[0].map { $0[0] } + [-58, 58]), (rows, section.outlineMm[0].map { -$0[1] } + [-103]),
    ] {
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 == 10 })
      #expect(places.allSatisfy { $0.remainder(dividingBy: 10) == 0 })
      #expect((12..<22).contains(drawn.min()! - places.first!), "\(drawn.min()!) \(places.first!)")
      #expect((12..<22).contains(places.last! - drawn.max()!), "\(drawn.max()!) \(places.last!)")
    }
    for line in lines {
      if line[0].x == line[1].x { #expect((line[0].y, line[1].y) == (rows.first!, rows.last!)) }
      if line[0].y == line[1].y { #expect((line[0].x, line[1].x) == (columns.first!, columns.last!)) }
    }
    for line in shapes("grid coarse").map(\.points) {
      #expect((line[0].x == line[1].x ? line[0].x : line[0].y).remainder(dividingBy: 50) == 0)
    }
    for line in shapes("grid").map(\.points) {
      #expect((line[0].x == line[1].x ? line[0].x : line[0].y).remainder(dividingBy: 50) != 0)
    }
    let below = shapes("tick")
    #expect(below.map { $0.place.x } == columns.filter { $0.remainder(dividingBy: 50) == 0 })
    #expect(
      below.allSatisfy { Double($0.text.replacing("−", with: "-"))! == $0.place.x && $0.place.y == rows.last! + 8 })
    let beside = shapes("tick end").filter { $0.text != "mm" }
    #expect(beside.map { $0.place.y - 2.3 } == rows.filter { $0.remainder(dividingBy: 50) == 0 })
    #expect(beside.allSatisfy { -Double($0.text.replacing("−", with: "-"))! == $0.place.y - 2.3 })
    #expect(beside.allSatisfy { $0.place.x == columns.first! - 2 })
    #expect(all.filter { $0.text == "mm" }.map(\.place) == [[columns.first! - 2, rows.last! + 8]])
    let discs = shapes("centre") + shapes("dot left") + shapes("dot right") + shapes("landmark")
    #expect(discs.map { $0["r"] } == [1.6, 1.5, 1.5, 1.5, 1.5, 1.8, 1.8, 1.8])
    // What is drawn lies within the picture.
    let (low, high) = (figure.corner, figure.corner + figure.size)
    #expect(low == [columns.first! - 20, rows.first! - 11] && high == [columns.last! + 12, rows.last! + 20])
    #expect(abs(figure.letters - 0.042 * figure.size.x) < 1e-9)
    let words = all.filter { ["front", "back", "L", "R"].contains($0.text) }
    #expect(words.map(\.text) == ["front", "back", "L", "R"])
    let middle = (rows.first! + rows.last!) / 2
    #expect(
      words.map(\.place) == [
        [0, rows.first! - 3], [0, rows.last! + 16.5], [columns.first! - 13, middle], [columns.last! + 5, middle],
      ])
  }

  /// Every 30° a ray from the centre ends where the grid does.
  @Test func raysEndAtTheGrid() throws {
    let rays = shapes("ray").map(\.points)
    let centre = try #require(shapes("centre").first?.place)
    let (low, high) = (figure.corner + [20, 11], figure.corner + figure.size - [12, 20])
    #expect(rays.count == 12)
    for (k, ray) in rays.enumerated() {
      #expect(ray[0] == centre)
      let way = ray[1] - ray[0]
      let degrees = atan2(way.x, -way.y) * 180 / .pi
      #expect(abs((degrees - 30 * Double(k)).remainder(dividingBy: 360)) < 0.02)
      let room = [ray[1].x - low.x, high.x - ray[1].x, ray[1].y - low.y, high.y - ray[1].y]
      #expect(abs(room.min()!) < 0.01, "\(k): \(room)")
    }
  }

  @Test func landmarksAreNamedBesideTheirDots() {
    let dots = shapes("landmark").map(\.place)
    #expect(dots == [[0, -103], [-58, 0], [58, -1.5]])
    let names = all.filter { $0.style.hasPrefix("small") }
    #expect(names.map(\.text) == ["sellion", "tragion", "tragion"])
    #expect(names.map(\.style) == ["small start", "small start", "small end"])
    #expect(names.map(\.place) == [[2, -94.5], [-54, 2.4], [54, 0.9]])
    let midline = shapes("midline")[0].points
    let ys = section.outlineMm[0].map { -$0[1] } + [-103]
    #expect(midline.allSatisfy { $0.x == 0 })
    #expect(abs(midline[0].y - ys.min()! + 6) < 0.01 && abs(midline[1].y - ys.max()! - 6) < 0.01)
  }

  /// An open outline is drawn open, with its gap between the ends.
  @Test func aGapIsDrawn() throws {
    let measures = try SampleResult.measured(without: { $0.y < -0.06 && abs($0.z - 0.027) < 0.012 })
    let section = try #require(SectionFile(measures))
    let figure = SectionDrawing(section: section, result: ScanResult(measures), landmarks: [:], language: .english)
      .figure
    let drawn = DrawnShape.all(in: figure.content.source)
    #expect(drawn.filter { $0.style == "outline" }.allSatisfy { $0.name == "polyline" })
    let gaps = drawn.filter { $0.style == "gap" }.map(\.points)
    #expect(gaps.count == section.gapsMm.count && !gaps.isEmpty)
    for (gap, ends) in zip(gaps, section.gapsMm) {
      for (drawn, end) in zip(gap, ends) { #expect(abs(drawn.x - end[0]) < 0.006 && abs(drawn.y + end[1]) < 0.006) }
    }
    #expect(drawn.filter { $0.style == "landmark" }.isEmpty)
  }
}
