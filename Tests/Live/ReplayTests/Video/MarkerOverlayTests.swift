import Drawing
import Geometry
import Testing

@testable import Replay

/// How a marker is drawn: each look on a canvas beside what it should be, line by line.
@Suite struct MarkerOverlayTests {
  private func canvas(_ draw: (inout Canvas) throws -> Void) throws -> [UInt8] {
    var canvas = Canvas(width: 130, height: 90, Paint(90, 90, 90))
    try draw(&canvas)
    return canvas.image.pixels
  }

  @Test func theSideIsTheMeanOfFour() {
    // 30, 40, 50 and 0; then 60, 25, 60, 25.
    #expect(Quad.side([[0, 0], [30, 0], [30, 40], [0, 0]]) == 30)
    #expect(Quad.side(DrawnScene.box(7, 9, 67, 34)) == 42.5)
  }

  /// A rectangle's mean side is 36 or just less: from there on lines are thicker by one.
  @Test(arguments: [(62.0, 4), (61, 3)]) func aMarkerThatLinksHasAThickLine(_ right: Double, _ width: Int) throws {
    let corners = DrawnScene.box(12, 14, right, 36)
    let drawn = try canvas { try $0.quad(corners, .shared) }
    let expected = try canvas {
      try $0.line(corners, closed: true, width: width + 3, .black)
      try $0.line(corners, closed: true, width: width, .skyBlue)
    }
    #expect(drawn == expected)
  }

  @Test func aStrayHasAThinLine() throws {
    let corners = DrawnScene.box(12, 14, 72, 50)
    let drawn = try canvas { try $0.quad(corners, .stray) }
    let expected = try canvas {
      try $0.line(corners, closed: true, width: 4, .black)
      try $0.line(corners, closed: true, width: 1, .gray)
    }
    #expect(drawn == expected)
  }

  /// The ends of the dashes of a side from a place to another one.
  private func dashes(_ from: Double, _ to: Double, _ count: Int) -> [(Double, Double)] {
    let part = (to - from) / Double(2 * count - 1)
    return (0..<count).map { (from + part * Double(2 * $0), from + part * Double(2 * $0 + 1)) }
  }

  /// The mean side of 80 × 24 is 52, so dashes are about 13 long: 4 with 3 gaps on the long sides, one on the short ones. Of
  /// 100 × 100 they are at most 14 long: 4. Of 20 × 20 at least 6 (with 2 a side), and finer.
  @Test(arguments: [(80.0, 24.0, 4, 1, 3), (80, 80, 3, 3, 3), (100, 70, 4, 3, 3), (20, 20, 2, 2, 2)])
  func anotherMarkerHasADashedLine(
    _ width: Double, _ height: Double, _ across: Int, _ down: Int, _ line: Int
  ) throws {
    let (left, top, right, bottom) = (10.0, 8.0, 10 + width, 8 + height)
    let drawn = try canvas { try $0.quad(DrawnScene.box(left, top, right, bottom), .other) }
    let expected = try canvas { canvas in
      let sides: [[[Vector2]]] = [
        dashes(left, right, across).map { [[$0.0, top], [$0.1, top]] },
        dashes(top, bottom, down).map { [[right, $0.0], [right, $0.1]] },
        dashes(right, left, across).map { [[$0.0, bottom], [$0.1, bottom]] },
        dashes(bottom, top, down).map { [[left, $0.0], [left, $0.1]] },
      ]
      for dash in sides.joined() {
        try canvas.line(dash, width: line + 3, .black)
        try canvas.line(dash, width: line, .orange)
      }
    }
    #expect(drawn == expected)
  }

  @Test func aMarkerWithoutDepthIsCrossed() throws {
    let corners: [Vector2] = [[12, 14], [80, 20], [76, 61], [9, 50]]
    let drawn = try canvas { try $0.quad(corners, .stray, crossed: true) }
    let expected = try canvas {
      try $0.quad(corners, .stray)
      for ends: [Vector2] in [[[12, 14], [76, 61]], [[80, 20], [9, 50]]] {
        try $0.line(ends, width: 5, .black)
        try $0.line(ends, width: 2, .gray)
      }
    }
    #expect(drawn == expected)
  }

  /// A white number, dark two pixels beside it and one pixel aslant, its middle at the place: capitals are 0.72 of the size.
  @Test func aLabelIsReadOnAnyGround() throws {
    let typeface = try Typeface.installed()
    let half = Double(try typeface.width(of: "47", size: 25)) / 2
    let drawn = try canvas { try $0.label("47", at: [60.2, 41.2], size: 25, typeface) }
    let expected = try canvas { canvas in
      let (x, y) = (60.2 - half, 50.2)
      for at: Vector2 in [
        [x - 2, y], [x + 2, y], [x, y - 2], [x, y + 2], [x - 1, y - 1], [x + 1, y - 1], [x - 1, y + 1], [x + 1, y + 1],
      ] { try canvas.text("47", at: at, size: 25, typeface, .black) }
      try canvas.text("47", at: [x, y], size: 25, typeface, .white)
    }
    #expect(drawn == expected)
  }
}
