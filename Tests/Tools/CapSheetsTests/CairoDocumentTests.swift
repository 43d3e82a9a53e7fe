import Geometry
import Testing

@testable import CapSheets

/// What is drawn is where it should be.
@Suite struct CairoDocumentTests {
  /// Whether points lie all around a circle. Cairo's curves begin at its right end and meet at its left one; at the upper and
  /// the lower one they need not.
  private static func areAround(_ points: [Vector2], _ centre: Vector2, _ radius: Double) -> Bool {
    let offsets = points.map { ($0 - centre) / radius }
    let (xs, ys) = (offsets.map(\.x), offsets.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return false }
    return offsets.allSatisfy { abs($0.length - 1) < 0.005 } && left < -0.995 && right > 0.995 && top < -0.8
      && bottom > 0.8
  }

  @Test func discsAndCirclesAreWhole() throws {
    let document = CairoDocument(.svg, sizeMm: [90, 60], title: "a")
    document.disc([30, 20], radius: 6.9, shade: 0)
    document.disc([60, 40], radius: 7.5, shade: 1)
    document.circle([50, 25], radius: 12, width: 0.35)
    let page = DrawnPage(try document.finished())
    let discs = page.fills.filter { $0.parts.count == 1 && $0.parts[0].count > 4 }
    #expect(discs.map(\.isBlack) == [true, false])
    #expect(Self.areAround(try #require(discs.first).parts[0], [30, 20], 6.9))
    #expect(Self.areAround(try #require(discs.last).parts[0], [60, 40], 7.5))
    #expect(page.strokes.count == 1 && page.strokes[0].width == 0.35)
    #expect(Self.areAround(page.strokes[0].points, [50, 25], 12))
  }
}
