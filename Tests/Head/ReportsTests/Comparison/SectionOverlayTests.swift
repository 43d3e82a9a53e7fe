import Analysis
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
    #expect(overlay.outlines[0].growth == 1 && abs(overlay.outlines[1].growth - 1.02) < 1e-3)
    #expect(DrawnShape.all(in: overlay.drawings[0].source).filter { $0.name == "polygon" }.count == 4)
    #expect(DrawnShape.all(in: overlay.svg).filter { $0.name == "polygon" }.count == 4)
    #expect(SectionOverlay([comparison], labels: ["A"]) == nil && SectionOverlay([], labels: ["A"]) == nil)
  }
}
