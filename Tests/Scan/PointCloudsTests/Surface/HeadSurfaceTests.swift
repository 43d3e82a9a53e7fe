import Geometry
import Testing

@testable import PointClouds

/// Places on a checked surface, and what directions meet it, against all of its triangles.
@Suite struct HeadSurfaceTests {
  private static let side = 10

  /// A height field without symmetry, away from the origin: ten rows of ten vertices.
  private static let field: Mesh = {
    var mesh = SearchSamples.bumps(side)
    mesh.positions = mesh.positions.map { $0 + [0.3, -0.2, 0.5] }
    return mesh
  }()

  private static func longestEdge(_ triangle: Triangle) -> Double {
    let (a, b, c) = (triangle.a, triangle.b, triangle.c)
    return max((b - a).length, max((c - b).length, (a - c).length))
  }

  /// Whether vertices of the field, one or the two ends of an edge, lie on its border together.
  private static func isBorder(_ vertices: [Int]) -> Bool {
    let last = side - 1
    let (columns, rows) = (Set(vertices.map { $0 % side }), Set(vertices.map { $0 / side }))
    return columns == [0] || columns == [last] || rows == [0] || rows == [last]
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func theNearestPlaceIsThatOfAllTriangles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let surface = HeadSurface(positions: Self.field.positions, triangles: Self.field.triangles)
    let triangles = SearchSamples.triangles(Self.field)
    var (rims, insides) = (0, 0)
    for _ in 0..<60 {
      let query = Self.field.positions[Int(random.uniform() * 100)] + random.normal3() * 0.02
      let all = triangles.map { (query - $0.closestPoint(to: query)).length }
      let least = all.min()!
      let found = surface.nearest(to: query)
      #expect(abs(found.distance - least) < 1e-12, "seed \(seed)")
      #expect(surface.distance(to: query) == found.distance, "seed \(seed)")
      // On an edge or at a corner several triangles are as near.
      let nearest = triangles.indices.filter { all[$0] < least + 1e-12 }
      let spacings = nearest.map { Self.longestEdge(triangles[$0]) }
      #expect(spacings.contains { abs($0 - found.spacing) < 1e-12 }, "seed \(seed)")
      let weights = triangles[nearest[0]].closest(to: query)
      let corners = (0..<3).filter { weights[$0] > 0 }.map { Int(Self.field.triangles[nearest[0]][$0]) }
      let isRim = corners.count < 3 && Self.isBorder(corners)
      #expect(found.isRim == isRim, "seed \(seed), \(corners)")
      if isRim { rims += 1 } else { insides += 1 }
    }
    #expect(rims > 5 && insides > 5, "seed \(seed): \(rims), \(insides)")
    let nothing = HeadSurface(positions: [], triangles: []).nearest(to: .zero)
    #expect(nothing.distance == .infinity && nothing.spacing == 0 && !nothing.isRim)
  }

  /// Triangles of any shape: the nearest corner may be far from the first one.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func theNearestPlaceOfAnyTrianglesIsFound(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let mesh = SearchSamples.soup(25, &random)
    let surface = HeadSurface(positions: mesh.positions, triangles: mesh.triangles)
    let triangles = SearchSamples.triangles(mesh)
    for _ in 0..<40 {
      let query = random.normal3() * 0.25
      let least = triangles.map { (query - $0.closestPoint(to: query)).length }.min()!
      #expect(abs(surface.distance(to: query) - least) < 1e-12, "seed \(seed)")
    }
  }

  /// The heights of a cone's directions are those between the cosines of its axis's angle from the pole less and plus its own.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func directionsOfAConeAreThoseOfItsHeights(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let directions = FibonacciSphere(count: 301).points
    let coverage = RayCoverage(HeadSurface(positions: [], triangles: []), centre: .zero, directions: directions)
    for _ in 0..<50 {
      let (axis, half) = (Double.pi * random.uniform(), 1.5 * random.uniform())
      let (high, low) = (cosine(max(0, axis - half)), cosine(min(Double.pi, axis + half)))
      let expected = directions.indices.filter { directions[$0].z <= high + 1e-7 && directions[$0].z >= low - 1e-7 }
      let found = coverage.indices(cosine(axis), cosine(half - Double.pi / 2), cosine(half))
      #expect(Array(found) == expected, "seed \(seed), \(axis), \(half)")
    }
    #expect(coverage.indices(0.3, 1, -1) == 0..<301)
  }

  /// Two balls within each other, open below, and a sheet close to the centre, for which every direction is tried.
  @Test(arguments: [30, 301]) func theFarthestPlaceInEveryDirectionIsFound(_ count: Int) {
    let ball = WeldingTests.sphere(seam: nil, rings: 8, spokes: 13)
    var (large, small) = (ball, ball)
    large.triangles.removeAll { t in [t.x, t.y, t.z].contains { ball.positions[Int($0)].z < -0.03 } }
    small.positions = small.positions.map { $0 * 0.5 + [0.01, 0.005, -0.004] }
    let sheet = Mesh(
      positions: [[-0.2, -0.2, 0.009], [0.3, -0.1, 0.004], [0, 0.25, 0.006]], triangles: [[0, 1, 2]])
    let mesh = SurfacePartsTests.joined([large, small, sheet])
    let surface = HeadSurface(positions: mesh.positions.map { $0 + [0.4, 0.1, -0.3] }, triangles: mesh.triangles)
    let centre = Vector3(0.402, 0.099, -0.303)
    let directions = FibonacciSphere(count: count).points
    let coverage = RayCoverage(surface, centre: centre, directions: directions)
    let triangles = surface.triangles.map { t in
      let (a, b, c) = surface.corners(t)
      return Triangle(a: a - centre, b: b - centre, c: c - centre)
    }
    for (direction, found) in zip(directions, coverage.distances) {
      let hits = triangles.compactMap { $0.hit(.zero, direction, margin: Triangle.crack)?.distance }
      #expect(found == hits.max(), "\(direction)")
    }
    #expect(coverage.directions == directions)
    let open = HeadSurface(positions: surface.positions, triangles: Array(surface.triangles.prefix(60)))
    let some = RayCoverage(open, centre: centre, directions: directions).distances
    #expect(some.contains { $0 == nil } && some.contains { $0 != nil })
  }

  /// A vertex with a weight of zero was not observed: the six triangles about it go. Where no vertex was, none is left out.
  @Test func whatWasNotObservedIsLeftOut() throws {
    var mesh = Self.field
    #expect(try HeadSurface(mesh).triangles.count == 162)
    mesh.weights = Array(repeating: 1, count: 100)
    #expect(try HeadSurface(mesh).triangles.count == 162)
    mesh.weights[44] = 0
    let surface = try HeadSurface(mesh)
    #expect(surface.triangles.count == 156)
    #expect(surface.positions.count == 99 && !surface.positions.contains(mesh.positions[44]))
    mesh.weights = Array(repeating: 0, count: 100)
    #expect(try HeadSurface(mesh).triangles.count == 162)
    // In another program's file the number may mean anything.
    mesh.weights[44] = 1
    #expect(try HeadSurface(ofFile: mesh).triangles.count == 162)
    #expect(throws: SurfaceError.noFaces) { try HeadSurface(mesh) }
  }

  @Test func whatIsNoSurfaceIsRefused() throws {
    let mesh = Self.field
    let refused = { (change: (inout Mesh) -> Void) -> [SurfaceError?] in
      var bad = mesh
      change(&bad)
      let made: [() throws -> HeadSurface] = [{ try HeadSurface(bad) }, { try HeadSurface(ofFile: bad) }]
      return made.map { make in
        do {
          _ = try make()
          return nil
        } catch { return error as? SurfaceError }
      }
    }
    #expect(refused { $0 = Mesh() } == [.empty, .empty])
    #expect(refused { $0.triangles = [] } == [.noFaces, .noFaces])
    #expect(refused { $0.positions[55].y = .nan } == [.notFinite(vertex: 55), .notFinite(vertex: 55)])
    for index in [-1, 100] as [Int32] {
      #expect(refused { $0.triangles[7].z = index } == [.indexOutOfRange(triangle: 7), .indexOutOfRange(triangle: 7)])
    }
    #expect(refused { $0.triangles[7].z = 99 }[0] == nil)
    // A vertex that no triangle uses may be anything.
    #expect(refused { $0.positions.append([.nan, 0, 0]) } == [nil, nil])
  }
}
