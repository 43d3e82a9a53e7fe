import Geometry
import Testing

@testable import PointClouds

/// Boxes around points, and the hierarchy of them around triangles.
@Suite struct BVHTests {
  private static func box(_ points: [Vector3]) -> Box {
    var box = Box()
    for point in points { box.include(point) }
    return box
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>) func distanceIsThatOfTheNearestPlaceInTheBox(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let points = (0..<4).map { _ in random.normal3() }
    let box = Self.box(points)
    for _ in 0..<100 {
      let query = random.normal3() * 2
      let nearest = Vector3(
        min(max(query.x, box.low.x), box.high.x), min(max(query.y, box.low.y), box.high.y),
        min(max(query.z, box.low.z), box.high.z))
      #expect(abs(box.squaredDistance(to: query) - (query - nearest).dot(query - nearest)) < 1e-12, "seed \(seed)")
    }
    for point in points { #expect(box.squaredDistance(to: point) == 0) }
    let size = box.high - box.low
    #expect(size[box.longestAxis] == size.max(), "seed \(seed)")
  }

  /// Against steps along the ray.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func aRayEntersWhereItsFirstPlaceLiesInTheBox(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let box = Self.box([random.normal3() * 0.5, random.normal3() * 0.5, random.normal3() * 0.5])
    for k in 0..<60 {
      let origin = random.normal3()
      var direction = random.direction()
      if k % 4 == 0 { direction[k / 4 % 3] = 0 }
      let inverse = Vector3(1 / direction.x, 1 / direction.y, 1 / direction.z)
      let steps = (0...4000).map { Double($0) / 1000 }
      let first = steps.first { box.squaredDistance(to: origin + direction * $0) == 0 }
      let entry = box.entry(origin, inverseDirection: inverse, limit: 4)
      if let first {
        #expect(entry.map { $0 <= first && $0 > first - 0.0011 } ?? false, "seed \(seed), ray \(k)")
        #expect(first < 0.01 || box.entry(origin, inverseDirection: inverse, limit: first - 0.002) == nil)
      } else if let entry {
        // What the steps missed is a corner that the ray only just cuts.
        #expect(box.squaredDistance(to: origin + direction * (entry + 1e-9)) < 1e-6, "seed \(seed), ray \(k)")
      }
    }
  }

  /// Every triangle lies in one leaf and in all boxes above it.
  @Test(arguments: [0, 1, 4, 5, 9, 700], [1, 2] as [UInt64]) func everyTriangleLiesInItsBoxes(
    count: Int, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let mesh = count == 0 ? Mesh() : SearchSamples.soup(count, &random)
    let tree = BVH(mesh)
    #expect(tree.numbers.sorted() == Array(0..<Int32(count)))
    #expect(tree.triangles.count == count)
    guard count > 0 else {
      #expect(tree.nodes.isEmpty)
      return
    }
    let all = SearchSamples.triangles(mesh)
    for (place, number) in tree.numbers.enumerated() {
      let (a, b) = (tree.triangles[place], all[Int(number)])
      #expect(a.a == b.a)
      #expect(a.b == b.b)
      #expect(a.c == b.c)
    }
    // Halves are parted at the median of the triangles' centres along the axis where these lie farthest apart; of equal places
    // the triangle's number decides.
    let centres = all.map { ($0.a + $0.b + $0.c) / 3 }
    let isBefore = { (a: Int, b: Int, axis: Int) -> Bool in
      (centres[a][axis], a) < (centres[b][axis], b)
    }
    for (number, node) in tree.nodes.enumerated() where node.count == 0 {
      let halves = [number + 1, Int(node.other)].map { Self.leaves(tree, $0).map { Int(tree.numbers[$0]) } }
      let box = Self.box((halves[0] + halves[1]).map { centres[$0] })
      let axis = box.longestAxis
      let last = halves[0].max { isBefore($0, $1, axis) }!
      let first = halves[1].min { isBefore($0, $1, axis) }!
      #expect(isBefore(last, first, axis), "seed \(seed), node \(number)")
      #expect(halves[1].count - halves[0].count == (halves[0].count + halves[1].count) % 2)
    }
    var seen = [Int](repeating: 0, count: count)
    var depth = 0
    func visit(_ node: Int, _ level: Int) {
      depth = max(depth, level)
      let (box, part) = (tree.nodes[node].box, Self.leaves(tree, node))
      for place in part {
        let triangle = tree.triangles[place]
        for corner in [triangle.a, triangle.b, triangle.c] { #expect(box.squaredDistance(to: corner) == 0) }
      }
      if tree.nodes[node].count > 0 {
        for place in part { seen[place] += 1 }
        #expect(part.count <= 4)
      } else {
        visit(node + 1, level + 1)
        visit(Int(tree.nodes[node].other), level + 1)
      }
    }
    visit(0, 0)
    #expect(seen.allSatisfy { $0 == 1 })
    #expect(depth <= 8, "halves of 700 triangles are leaves after eight levels")
  }

  /// The triangles below a node.
  private static func leaves(_ tree: BVH, _ node: Int) -> [Int] {
    let own = tree.nodes[node]
    if own.count > 0 { return Array(Int(own.first)..<Int(own.first + own.count)) }
    return leaves(tree, node + 1) + leaves(tree, Int(own.other))
  }

  /// Triangles in one place are parted by their numbers.
  @Test func equalPlacesKeepTheirOrder() {
    var mesh = Mesh(positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    mesh.triangles = Array(repeating: [0, 1, 2], count: 8)
    let tree = BVH(mesh)
    #expect(tree.nodes.count == 3)
    #expect(Set(tree.numbers.prefix(4)) == [0, 1, 2, 3])
  }
}
