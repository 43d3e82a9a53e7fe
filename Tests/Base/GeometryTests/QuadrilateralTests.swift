import Geometry
import Platform
import Testing

@Suite struct QuadrilateralTests {
  /// Against every pixel of an image that is no square, asked by itself; quadrilaterals reach beyond it on all sides.
  @Test(arguments: 1...200 as ClosedRange<UInt64>) func pixelsAreThoseInside(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (23, 14)
    let middle = Vector2(30 * random.uniform() - 4, 20 * random.uniform() - 3)
    // In the order of their angles about the middle, at one distance: convex.
    let (start, radius) = (random.uniform(), 2 + 12 * random.uniform())
    let corners = (0..<4).map { k -> Vector2 in
      let angle = 2 * Double.pi * ((Double(k) + 0.8 * random.uniform()) / 4 + start)
      return middle + radius * Vector2(cos(angle), sin(angle))
    }
    let found = Quadrilateral(corners).rows(width: width, height: height)
    var expected: [[Int]] = []
    for y in 0..<height {
      for x in 0..<width where isInside([Double(x), Double(y)], corners) { expected.append([x, y]) }
    }
    #expect(found.flatMap { row in row.columns.map { [$0, row.y] } } == expected, "seed \(seed)")
  }

  @Test func whatIsNoPlaceHasNoPixels() {
    #expect(Quadrilateral([[.nan, .nan], [1, 0], [1, 1], [0, .nan]]).rows(width: 5, height: 5).isEmpty)
    #expect(Quadrilateral([[0, 0], [.infinity, .infinity], [1, 1], [0, 1]]).rows(width: 5, height: 5).isEmpty)
  }

  /// Each side moves by its own distance, and stays parallel.
  @Test(arguments: 1...50 as ClosedRange<UInt64>) func sidesMoveOutwards(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Far from the origin, some of them smaller than a pixel.
    let size = seed.isMultiple(of: 3) ? 0.02 : 1
    var corners: [Vector2] = [[0, 0], [40, 0], [40, 25], [0, 25]].map {
      [900, -700] + ($0 + [5 * random.uniform(), 5 * random.uniform()]) * size
    }
    if seed.isMultiple(of: 2) { corners.reverse() }
    let distances = (0..<4).map { _ in 6 * random.uniform() - 2 }
    let grown = Quadrilateral(corners).grown(by: distances).corners
    let middle = corners.reduce(.zero, +) / 4
    for side in 0..<4 {
      let (a, b) = (corners[side], corners[(side + 1) % 4])
      let along = (b - a) / (b - a).length
      let inside = along.cross(middle - a) > 0 ? 1.0 : -1
      for moved in [grown[side], grown[(side + 1) % 4]] {
        #expect(abs(-inside * along.cross(moved - a) - distances[side]) < 1e-9, "seed \(seed), side \(side)")
      }
    }
  }

  /// A corner that two sides share in one line stays where it is.
  @Test func sidesThatRunIntoEachOtherKeepTheirCorner() {
    let corners: [Vector2] = [[0, 0], [10, 0], [20, 0.5], [10, 15]]
    let grown = Quadrilateral(corners).grown(by: [1, 1, 1, 1]).corners
    #expect(grown[1] == corners[1])
    #expect(grown[3] != corners[3])
  }

  private func isInside(_ p: Vector2, _ corners: [Vector2]) -> Bool {
    let sides = (0..<4).map { k in (corners[(k + 1) % 4] - corners[k]).cross(p - corners[k]) }
    return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
  }
}
