import Analysis
import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Reports

/// The sections of two heads over each other, and how far one lies outside the other.
@Suite struct SectionOverlayTests {
  private let overlay: SectionOverlay
  private let pages: [[DrawnShape]]

  init() throws {
    overlay = try #require(SectionOverlay([try HeadChangeTests.comparison()], labels: ["A", "B"]))
    pages = overlay.drawings.map { DrawnShape.all(in: $0.source) }
  }

  /// Both outlines about one origin, once as they are and once at one size, which lets them meet.
  @Test func outlinesLieAboutOneOrigin() throws {
    for (isOneSize, shapes) in zip([false, true], pages) {
      let words = shapes.filter { ["front", "back", "L", "R"].contains($0.text) }
      #expect(words.map(\.text) == ["front", "back", "L", "R"])
      let origin = words[0].place.x
      let outlines = shapes.filter { $0.name == "polygon" }.map(\.points)
      #expect(outlines.count == 2)
      // The middle of the ears lies in the middle of the grid's line that is crossed at 0.
      let columns = shapes.filter { $0.name == "line" && $0.style.hasPrefix("grid") }.map(\.points)
      #expect(columns.contains { $0[0].x == origin && $0[1].x == origin })
      for (outline, drawn) in zip(overlay.outlines, outlines) {
        let scale = isOneSize ? 1 / outline.growth : 1
        let points = outline.section.outline[0]
        #expect(points.count == drawn.count)
        let shift = drawn[0] - Vector2(1000 * scale * points[0].x, -1000 * scale * points[0].y)
        #expect(abs(shift.x - origin) < 0.01)
        for (point, place) in zip(points, drawn) {
          #expect((place - shift - Vector2(1000 * scale * point.x, -1000 * scale * point.y)).length < 0.02)
        }
      }
      let reach = outlines.map { $0.map(\.y).max()! - $0.map(\.y).min()! }
      #expect(abs(reach[1] / reach[0] - (isOneSize ? 1 : 1.02)) < 1e-3)
      // Front is up, the sides stand left and right of all.
      let all = outlines.joined()
      #expect(words[0].place.y < all.map(\.y).min()! && words[1].place.y > all.map(\.y).max()!)
      #expect(words[2].place.x < all.map(\.x).min()! && words[3].place.x > all.map(\.x).max()!)
      #expect(words[2].place.y == words[3].place.y)
      let (lines, strong) = (columns.filter { $0[0].x == $0[1].x }, shapes.filter { $0.style == "grid coarse" })
      #expect(zip(lines, lines.dropFirst()).allSatisfy { abs($1[0].x - $0[0].x - 10) < 0.01 })
      for line in strong.map(\.points) where line[0].x == line[1].x {
        #expect(abs((line[0].x - origin).remainder(dividingBy: 50)) < 0.01)
      }
      #expect(strong.count >= 6)
    }
    #expect(pages[1].contains { $0.text == "B at the size of A (÷ 1.020)" })
  }

  /// A head 2 % larger about the middle of the ears lies 2 % of the radius farther out, and nowhere at one size.
  @Test func theDifferenceIsDrawnByItsDirection() throws {
    let shapes = pages[2]
    let ticks = shapes.filter { $0.style == "end" }
    let number = { (text: String) in Double(text.replacing("−", with: "-").replacing("+", with: "")) ?? .nan }
    let values = DrawnAxis(
      (number(ticks[0].text), ticks[0].place.y - 2.8), (number(ticks[1].text), ticks[1].place.y - 2.8))
    for tick in ticks { #expect(abs(tick.place.y - 2.8 - values.place(number(tick.text))) < 0.02) }
    #expect(ticks.contains { $0.text.hasPrefix("+") } && ticks.contains { $0.text == "0" || $0.text == "0.0" })
    let curves = shapes.filter { $0.name == "polyline" }
    #expect(curves.map(\.style) == ["b", "shape"] && curves.allSatisfy { $0.points.count == 361 })
    let names = shapes.filter { ["back", "left", "front", "right"].contains($0.text) }
    #expect(names.map(\.text) == ["back", "left", "front", "right", "back"])
    let angles = DrawnAxis((-180, names[0].place.x), (180, names[4].place.x))
    for (name, degrees) in zip(names, [-180.0, -90, 0, 90, 180]) {
      #expect(abs(name.place.x - angles.place(degrees)) < 0.01)
    }
    let before = overlay.outlines[0].section
    let middle = Vector2(0, (before.extent(along: [0, 1]) - before.extent(along: [0, -1])) / 2)
    for (k, point) in curves[0].points.enumerated() {
      let angle = Double(k - 180) * .pi / 180
      #expect(abs(angles.value(point.x) - Double(k - 180)) < 0.05)
      // The larger head's middle lies 2 % of `middle` farther forward.
      let hit = try #require(before.hit(from: middle / 1.02, direction: [sin(angle), cos(angle)]))
      let own = try #require(before.hit(from: middle, direction: [sin(angle), cos(angle)]))
      let outside = 1000 * ((hit * 1.02 - middle).length - (own - middle).length)
      #expect(abs(values.value(point.y) - outside) < 0.02, "\(k)")
    }
    for point in curves[1].points { #expect(abs(values.value(point.y)) < 0.02) }
    let zero = try #require(shapes.first { $0.style == "zero" }).points
    #expect(abs(values.value(zero[0].y)) < 0.01 && zero[0].y == zero[1].y)
  }

  /// The visits between wait to be chosen, in styles of their own.
  @Test func visitsBetweenAreDrawnToo() throws {
    let comparison = try HeadChangeTests.comparison()
    let overlay = try #require(SectionOverlay([comparison, comparison, comparison], labels: ["A", "B", "C", "D"]))
    #expect(overlay.outlines.map(\.label) == ["A", "B", "C", "D"] && overlay.between == ["B", "C"])
    #expect(overlay.outlines.map(\.style) == ["a", "between style0 B", "between style1 C", "b"])
    let many = try #require(
      SectionOverlay(Array(repeating: comparison, count: 7), labels: ["A", "B", "C", "D", "E", "F", "G", "H"]))
    #expect(many.outlines.suffix(3).map(\.style) == ["between style0 F", "between style1 G", "b"])
    #expect(overlay.outlines[0].growth == 1 && abs(overlay.outlines[1].growth - 1.02) < 1e-3)
    #expect(DrawnShape.all(in: overlay.drawings[0].source).filter { $0.name == "polygon" }.count == 4)
    #expect(DrawnShape.all(in: overlay.svg).filter { $0.name == "polygon" }.count == 4)
    #expect(SectionOverlay([comparison], labels: ["A"]) == nil && SectionOverlay([], labels: ["A"]) == nil)
  }

  /// The width and height of a drawing.
  private func size(_ shapes: [DrawnShape]) throws -> Vector2 {
    let box = try #require(shapes.first { $0.name == "svg" }?.attributes["viewBox"]).split(separator: " ")
    #expect(box.prefix(2) == ["0", "0"] || box.prefix(2) == ["0.00", "0.00"])
    return [try #require(Double(box[2])), try #require(Double(box[3]))]
  }

  /// The grid has whole lines 4 to 14 mm beyond all outlines, and room for words around it.
  @Test func wordsStandAroundTheGrid() throws {
    let size = try size(pages[0])
    #expect(try self.size(pages[1]) == size && self.size(pages[2]) == size)
    // At the bottom 14 for the key, at the top 16 for the title.
    let (panelHeight, bottom) = (size.y - 30, size.y - 14)
    for (shapes, title) in zip(pages, ["At their own sizes", "B at the size of A (÷ 1.020)"]) {
      let lines = shapes.filter { $0.name == "line" && $0.style.hasPrefix("grid") }.map(\.points)
      let columns = lines.filter { $0[0].x == $0[1].x }, rows = lines.filter { $0[0].y == $0[1].y }
      #expect(columns.allSatisfy { $0[0].y == 26 && $0[1].y == bottom - 10 })
      #expect(rows.allSatisfy { $0[0].x == 12 && $0[1].x == size.x - 12 })
      #expect((columns.first?[0].x, columns.last?[0].x) == (12, size.x - 12))
      #expect((rows.first?[0].y, rows.last?[0].y) == (26, bottom - 10))
      // Both drawings have the grid of the larger outlines.
      let outlines = pages.prefix(2).flatMap { $0.filter { $0.name == "polygon" }.flatMap(\.points) }
      for room in [
        outlines.map(\.x).min()! - 12, size.x - 12 - outlines.map(\.x).max()!, outlines.map(\.y).min()! - 26,
        bottom - 10 - outlines.map(\.y).max()!,
      ] {
        #expect((3.99..<14.01).contains(room), "\(room)")
      }
      #expect(shapes.filter { $0.style == "title" }.map(\.text) == [title])
      #expect(shapes.filter { $0.style == "title" }.map(\.place) == [[size.x / 2, 12]])
      let words = shapes.filter { ["front", "back", "L", "R"].contains($0.text) }.map(\.place)
      #expect((words[0].y, words[1].y) == (23, bottom - 2))
      #expect(words[0].x == words[1].x)
      #expect(words[2] == [5, 16 + panelHeight / 2] && words[3] == [size.x - 5, 16 + panelHeight / 2])
      // The key: each line with its letter, then how wide the grid is.
      let start = size.x / 2 - 54, y = size.y - 6
      let keys = shapes.filter { $0.name == "line" && $0.style == "outline" }.map(\.points)
      #expect(keys == [[[start, y], [start + 14, y]], [[start + 32, y], [start + 46, y]]])
      let names = shapes.filter { ["A", "B", "grid 10 mm"].contains($0.text) }
      #expect(names.map(\.text) == ["A", "B", "grid 10 mm"])
      for (name, x) in zip(names, [start + 20, start + 52, start + 64]) {
        #expect((name.place - [x, y + 2.8]).length < 0.01)
      }
      let ground = try #require(shapes.first { $0.style == "ground" })
      #expect(ground.place == [0, 0] && ground["width"] == size.x && ground["height"] == size.y)
    }
  }

  /// The scale holds what lies outside and what lies inside, and half a millimetre to either side where nothing does.
  @Test func theScaleHoldsTheDifference() throws {
    let (one, other) = (overlay.outlines[0].section, overlay.outlines[1].section)
    let names: [String: FindingValue] = ["a": .text("A"), "b": .text("B")]
    let drawn = { (before: Section, after: Section, growth: Double) in
      let drawing = SectionDifference(
        before: before, after: after, growth: growth, names: names, language: .english, width: 300, height: 200)
      return DrawnShape.all(in: drawing.markup(at: .zero).source)
    }
    for (before, after, growth) in [(one, other, 1.02), (other, one, 1 / 1.02), (one, one, 1)] {
      let curves = drawn(before, after, growth).filter { $0.name == "polyline" }.flatMap(\.points)
      #expect(curves.count == 722 && curves.allSatisfy { (20...150).contains($0.y) }, "\(growth)")
    }
    // In steps of 0.2 mm.
    let ticks = drawn(one, one, 1).filter { $0.style == "end" }.map(\.text)
    #expect(ticks.first == Language.english.number(-0.6, digits: 1) && ticks.last == "+0.6")
  }

  /// The difference fills its drawing but for numbers, names and the key.
  @Test func theDifferenceHasItsKey() throws {
    let (shapes, size) = (pages[2], try size(pages[2]))
    let titles = shapes.filter { $0.style == "title" }
    #expect(titles.map(\.text) == ["B outside A, mm"] && titles[0].place == [size.x / 2, 12])
    let ticks = shapes.filter { $0.style == "end" }
    #expect(ticks.allSatisfy { $0.place.x == 28 })
    #expect(abs(ticks[0].place.y - (size.y - 50 + 2.8)) < 0.01 && abs(ticks[ticks.count - 1].place.y - 22.8) < 0.01)
    let names = shapes.filter { ["back", "left", "front", "right"].contains($0.text) }
    #expect((names[0].place.x, names[4].place.x) == (30, size.x - 18))
    for (name, below) in zip(names, [11.5, 20, 11.5, 20, 11.5]) {
      #expect(abs(name.place.y - (size.y - 50 + below)) < 0.01)
    }
    // Lines across at each value, up and down at each direction.
    let lines = shapes.filter { $0.name == "line" && ["zero", "grid coarse"].contains($0.style) }.map(\.points)
    #expect(lines.count == ticks.count + 5)
    for (line, tick) in zip(lines, ticks) {
      #expect(line.allSatisfy { abs($0.y - tick.place.y + 2.8) < 0.01 } && line[0].x == 30 && line[1].x == size.x - 18)
    }
    for (line, name) in zip(lines.dropFirst(ticks.count), names) {
      #expect(line.allSatisfy { abs($0.x - name.place.x) < 0.01 } && line[0].y == size.y - 50 && line[1].y == 20)
    }
    for (style, text, below) in [("b", "own sizes", 0.0), ("shape", "at one size", 11)] {
      let line = try #require(shapes.first { $0.name == "line" && $0.style == style }).points
      let y = size.y - 16 + below - 2.8
      #expect((line[0] - [30, y]).length < 0.01 && (line[1] - [44, y]).length < 0.01)
      #expect(shapes.first { $0.text == text }?.place == [48, size.y - 16 + below])
    }
  }

  /// The file has both drawings side by side, and below them the difference over the width of both.
  @Test func theFileHasAllDrawings() throws {
    let shapes = DrawnShape.all(in: overlay.svg)
    let (panel, whole) = (try size(pages[0]), try size(shapes))
    #expect(whole.x == 2 * panel.x && abs(whole.y - (panel.y + 0.6 * panel.x)) < 0.01)
    let titles = shapes.filter { $0.style == "title" }
    #expect(titles.map(\.text) == ["At their own sizes", "B at the size of A (÷ 1.020)", "B outside A, mm"])
    #expect(titles.map(\.place) == [[panel.x / 2, 12], [1.5 * panel.x, 12], [panel.x, panel.y + 12]])
    let drawn = shapes.filter { $0.name == "polygon" }.map(\.points)
    let apart = pages.prefix(2).flatMap { $0.filter { $0.name == "polygon" }.map(\.points) }
    #expect(drawn.count == 4 && apart.count == 4)
    for (number, (line, own)) in zip(drawn, apart).enumerated() {
      let shift = Vector2(number < 2 ? 0 : panel.x, 0)
      #expect(zip(line, own).allSatisfy { ($0 - $1 - shift).length < 0.02 })
    }
    let grid = try #require(shapes.first { $0.text == "grid 10 mm" })
    #expect((grid.place - [panel.x + 10, panel.y - 6 + 2.8]).length < 0.01)
    let key = try #require(shapes.first { $0.text == "at one size" })
    #expect((key.place - [48, whole.y - 5]).length < 0.02)
  }
}
