import Analysis
import Testing

@testable import Reports

/// The small head with its flattened side.
@Suite struct FlattenedSideDrawingTests {
  /// The points of the coloured quarter, and of the head, by the drawing's middle.
  private func shapes(_ side: FlattenedSide, level: Int) throws -> (quarter: [SIMD2<Double>], head: [SIMD2<Double>]) {
    let figure = try #require(FlattenedSideDrawing(side: side, colour: level, language: .english).figure)
    let source = figure.content.source
    let points = { (style: String) -> [SIMD2<Double>] in
      source.split(separator: "<").filter { $0.contains("class=\"\(style)\"") }.max { $0.count < $1.count }
        .map { $0.matches(of: /(-?[0-9.]+),(-?[0-9.]+)/).map { [Double($0.1)!, Double($0.2)!] } } ?? []
    }
    #expect(source.contains(">L<") == (side == .leftPosterior))
    #expect(source.contains(">R<") == (side == .rightPosterior))
    return (points("small-part level\(level)"), points("small-head"))
  }

  /// As in the section: from above, the forehead up, so that the subject's left is on the left.
  @Test(arguments: [(FlattenedSide.leftPosterior, -1.0), (.rightPosterior, 1.0)])
  func theFlattenedQuarterIsColouredAndNearer(_ side: FlattenedSide, sign: Double) throws {
    let (quarter, head) = try shapes(side, level: 3)
    #expect(quarter.count == 20 && quarter[0] == [0, 0])
    #expect(quarter.allSatisfy { $0.x * sign > -0.01 && $0.y > -0.01 })
    #expect(head.count == 72)
    let reach = { (x: Double, y: Double) in
      head.filter { $0.x * x > 1 && $0.y * y > 1 }.map { ($0 * $0).sum() }.reduce(0, +)
    }
    #expect(reach(sign, 1) < 0.85 * reach(-sign, 1))
    #expect(abs(reach(sign, -1) - reach(-sign, -1)) < 1, "the forehead is alike")
  }

  @Test func withoutAKnownSideThereIsNone() {
    for side in [FlattenedSide.none, .unknown] {
      #expect(FlattenedSideDrawing(side: side, colour: 1, language: .english).figure == nil)
    }
  }
}
