import Geometry
import Testing

@testable import PointClouds

@Suite struct KDTreeTests {
  @Test(arguments: [0, 1, 2, 8, 9, 10, 100, 3000], [1, 2] as [UInt64])
  func agreesWithBruteForce(count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Coarse coordinates make many equal distances and equal medians.
    let points = (0..<count).map { _ in
      (random.normal3() * 4).rounded(.down) / 4 + (seed == 1 ? random.normal3() : .zero)
    }
    let tree = KDTree(points)
    for _ in 0..<200 {
      let query = random.normal3() * 2
      let best = points.map { ($0 - query).length }.min()
      let found = tree.nearest(to: query)
      #expect(found?.distance == best)
      if let found { #expect((points[found.index] - query).length == found.distance) }
    }
  }

  @Test func passesOverPointsThatAreNotFinite() {
    let tree = KDTree([[.nan, 0, 0], [1, 0, 0], [.infinity, 0, 0]])
    #expect(tree.nearest(to: .zero)?.index == 1)
    #expect(tree.nearest(to: [.nan, 0, 0]) == nil)
  }
}
