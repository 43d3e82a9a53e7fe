import Analysis
import Geometry
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

  /// An ellipse of 21 by 26; half-way along the flattened quarter it is nearer by 4 in either direction.
  @Test(arguments: [(FlattenedSide.leftPosterior, -1.0), (.rightPosterior, 1.0)])
  func theHeadIsAnEllipseWithADent(_ side: FlattenedSide, sign: Double) throws {
    let (quarter, head) = try shapes(side, level: 2)
    // Every 5° from the front to the left; the picture's y is down.
    for (number, point) in head.enumerated() {
      let direction = Matrix2D.direction(5 * Double(number))
      let isFlat = direction.y > 1e-9 && direction.x * sign > 1e-9
      // sin² of twice the angle is 4 x² y² of its direction.
      let dent = isFlat ? 16 * direction.x * direction.x * direction.y * direction.y : 0
      let expected = Vector2(direction.x * (21 - dent), direction.y * (26 - dent))
      #expect((point - expected).length < 0.01, "\(number)")
    }
    // The quarter from the back on to its side.
    for (number, point) in quarter.dropFirst().enumerated() {
      let place = sign < 0 ? 36 - number : 36 + number
      #expect((point - head[place % 72]).length < 0.01, "\(number)")
    }
    let figure = try #require(FlattenedSideDrawing(side: side, colour: 2, language: .english).figure)
    #expect(figure.size == [65, 62] && figure.corner == [sign < 0 ? -41 : -24, -33] && figure.letters == 18)
    #expect(figure.content.source.contains("<text x=\"\(sign < 0 ? "-32" : "32").00\" y=\"20.00\" class=\"side\">"))
    #expect(figure.content.source.contains("points=\"-4.00,-25.00 0.00,-31.00 4.00,-25.00\""))
  }
}

/// Directions in the picture, so many degrees from the front to the left.
private enum Matrix2D {
  static func direction(_ degrees: Double) -> Vector2 {
    // Turned by the matrix of a rotation in space.
    let turned = Matrix3.rotation([0, 0, -degrees * .pi / 180]) * Vector3(0, -1, 0)
    return [turned.x, turned.y]
  }
}
