import Foundation
import Geometry
import TestSupport
import Testing

@testable import PointClouds

/// Sets that are united, against labels that are painted over.
@Suite struct DisjointSetsTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func unitedSetsHaveOneRoot(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 60
    var (sets, labels) = (DisjointSets(count: count), Array(0..<count))
    for _ in 0..<50 {
      let (a, b) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      sets.join(a, b)
      let (old, new) = (max(labels[a], labels[b]), min(labels[a], labels[b]))
      for i in labels.indices where labels[i] == old { labels[i] = new }
      for i in labels.indices { #expect(sets.root(i) == labels[i], "seed \(seed)") }
    }
  }

  @Test func allOrNoneMayBeUnited() {
    var sets = DisjointSets(count: 1000)
    for i in 0..<1000 { #expect(sets.root(i) == i) }
    for i in stride(from: 998, through: 0, by: -1) { sets.join(i + 1, i) }
    for i in 0..<1000 { #expect(sets.root(i) == 0) }
  }

  /// Two cubes without shared vertices, one a speck; welded, each is one part.
  @Test func aSurfaceIsWeldedAndItsSpecksGo() throws {
    let (large, speck, near) = (
      Self.cube([0, 0, 0], 0.1), Self.cube([0.3, 0, 0], 0.005), Self.cube([0.11, 0, 0], 0.05)
    )
    let soup = large + speck + near
    let surface = try HeadSurface.cleaned(soup, Self.triangles(soup.count))
    #expect(surface.positions.count == 16)
    #expect(surface.triangles.count == 24)
    #expect(Set(surface.positions) == Set(large + near))
    // A part that is no speck but far from the head goes too, and is counted.
    let far = soup + Self.cube([0.4, 0, 0], 0.08)
    let other = try HeadSurface.cleaned(far, Self.triangles(far.count))
    #expect(other.positions.count == 16)
    #expect(other.partsLeftOut == surface.partsLeftOut + 1)
  }

  /// Triangles of which none shares a vertex.
  private static func triangles(_ vertices: Int) -> [SIMD3<Int32>] {
    stride(from: Int32(0), to: Int32(vertices), by: 3).map { first -> SIMD3<Int32> in
      SIMD3(first, first + 1, first + 2)
    }
  }

  /// The corners of twelve triangles around a cube, each on its own.
  private static func cube(_ low: Vector3, _ size: Double) -> [Vector3] {
    var corners: [Vector3] = []
    for axis in 0..<3 {
      for side in [0.0, 1] {
        var (a, b, c, d) = (Vector3.zero, Vector3.zero, Vector3.zero, Vector3.zero)
        (a[axis], b[axis], c[axis], d[axis]) = (side, side, side, side)
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3)
        (b[u], c[u], c[v], d[v]) = (1, 1, 1, 1)
        for corner in [a, b, c, a, c, d] { corners.append(low + corner * size) }
      }
    }
    return corners
  }
}

/// Heads of 70 mm beside other bodies.
@Suite struct SurfacePartsTests {
  static let head = WeldingTests.sphere(seam: nil)
  static let landmarks: [Vector3] = [[0, 0.07, 0], [-0.07, 0, 0], [0.07, 0, 0]]

  static func joined(_ meshes: [Mesh]) -> Mesh {
    meshes.reduce(into: Mesh()) { all, mesh in
      let first = Int32(all.positions.count)
      all.positions += mesh.positions
      all.triangles += mesh.triangles.map { $0 &+ first }
    }
  }

  static func ball(_ centre: Vector3, _ radius: Double) -> Mesh {
    var ball = head
    ball.positions = ball.positions.map { centre + $0 * (radius / 0.07) }
    return ball
  }

  /// A square in the plane at Y, so many metres wide.
  static func wall(y: Double, width: Double) -> Mesh {
    let n = 20
    let positions = (0...n).flatMap { i in
      (0...n).map { j in Vector3(width * (Double(i) / Double(n) - 0.5), y, width * (Double(j) / Double(n) - 0.5)) }
    }
    let at = { (i: Int, j: Int) in Int32(i * (n + 1) + j) }
    let triangles = (0..<n).flatMap { i in
      (0..<n).flatMap { j -> [SIMD3<Int32>] in
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
      }
    }
    return Mesh(positions: positions, triangles: triangles)
  }

  /// A wall behind that is larger, one so large that the head is a speck of it, a parent, a toy over the crown, a wall inside.
  @Test(arguments: [
    [wall(y: -0.2, width: 0.4)], [wall(y: -0.08, width: 1.5)], [ball([0.3, 0, -0.1], 0.15)], [ball([0, 0, 0.1], 0.02)],
    [ball([0, 0, 0.105], 0.03), wall(y: -0.3, width: 1)], [ball(.zero, 0.067)], [ball(.zero, 0.085)],
  ]) func thePartThatCarriesTheLandmarksIsTheHead(_ others: [Mesh]) throws {
    let alone = try HeadSurface(ofFile: Self.head, carrying: Self.landmarks)
    for meshes in [[Self.head] + others, others + [Self.head]] {
      let surface = try HeadSurface(ofFile: Self.joined(meshes), carrying: Self.landmarks)
      #expect(Set(surface.positions) == Set(alone.positions))
      #expect(surface.triangles.count == alone.triangles.count)
      #expect(surface.partsLeftOut == others.count)
      #expect(surface.partsFinding?.code == .surfaceParts)
    }
    #expect(alone.partsLeftOut == 0)
    #expect(alone.partsFinding == nil)
  }

  /// The area of a part does not depend on where it lies: a sheet of 0.2 m, and smaller ones a metre away. What has less than
  /// a twentieth of the area is a speck, which nobody is told of.
  @Test(arguments: [(0.19, 1), (0.046, 1), (0.043, 0)]) func partsAreRankedByTheirArea(_ width: Double, _ leftOut: Int)
    throws
  {
    var other = Self.wall(y: 0, width: width)
    other.positions = other.positions.map { $0 + [0.7, -0.6, 0.9] }
    let large = Self.wall(y: 0, width: 0.2)
    for meshes in [[large, other], [other, large]] {
      let mesh = Self.joined(meshes)
      let surface = try HeadSurface.cleaned(mesh.positions, mesh.triangles)
      #expect(Set(surface.positions) == Set(large.positions))
      #expect(surface.triangles.count == 800)
      #expect(surface.partsLeftOut == leftOut)
    }
  }

  @Test func withoutLandmarksTheLargestPartIsTheHead() throws {
    let mesh = Self.joined([Self.ball([0.3, 0, -0.1], 0.15), Self.head])
    #expect(try HeadSurface(ofFile: mesh).positions.contains { $0.x > 0.3 })
  }

  /// Parts of like size are counted, specks are not, however many; two hundred parts are as many as a scan may have.
  @Test func aSurfaceOfManyPartsIsNone() throws {
    // Squares of two triangles in a row, so far apart that none is near another.
    let squares = { (sizes: [Double]) -> Mesh in
      var mesh = Mesh()
      for (k, size) in sizes.enumerated() {
        let (first, corner) = (Int32(4 * k), Vector3(0.5 * Double(k), 0, 0))
        mesh.positions += [corner, corner + [size, 0, 0], corner + [size, size, 0], corner + [0, size, 0]]
        mesh.triangles += [[first, first + 1, first + 2], [first, first + 2, first + 3]]
      }
      return mesh
    }
    let parts = { (sizes: [Double], landmarks: [Vector3]) throws(SurfaceError) -> SurfaceParts in
      let mesh = squares(sizes)
      return try SurfaceParts(mesh.positions, mesh.triangles, carrying: landmarks)
    }
    #expect(try parts(Array(repeating: 0.1, count: 200), []).others.count == 199)
    #expect(throws: SurfaceError.shattered(parts: 201)) { try parts(Array(repeating: 0.1, count: 201), []) }
    // A hundredth of the area is a speck.
    #expect(try parts([0.1] + Array(repeating: 0.01, count: 300), []).others.isEmpty)
    // A small part that carries the landmarks has others of its size about it: of 200 parts beside it one is too many.
    let small = [0.2] + Array(repeating: 0.04, count: 199)
    #expect(try parts(small, [[0.51, 0.01, 0]]).others.count == 199)
    #expect(throws: SurfaceError.shattered(parts: 201)) { try parts(small + [0.04], [[0.51, 0.01, 0]]) }
  }

  /// A part goes on where the head ends, though two fifths of it lie over the head; of one that lies over it with three fifths
  /// nothing goes on.
  @Test(arguments: [(1046, 1494, true), (1294, 300, false)]) func whatIsMostlyBesideTheHeadIsOfIt(
    _ over: Int, _ behind: Int, _ isKept: Bool
  ) throws {
    let heights = { (t: SIMD3<Int32>) -> [Double] in [t.x, t.y, t.z].map { Self.head.positions[Int($0)].y } }
    let (low, high) = ({ (t: SIMD3<Int32>) in heights(t).min()! }, { (t: SIMD3<Int32>) in heights(t).max()! })
    var (front, back) = (Self.head, Self.head)
    front.triangles = Self.head.triangles.filter { low($0) >= 0.004 }
    // The back of a slightly larger head, and before it as many triangles over the front as are wanted.
    back.positions = back.positions.map { $0 * 1.02 }
    let before = Self.head.triangles.filter { low($0) > 0.008 }.sorted { low($0) < low($1) }
    let rest = Self.head.triangles.filter { high($0) <= -0.004 }.sorted { high($0) > high($1) }
    let between = Self.head.triangles.filter { high($0) > -0.004 && low($0) <= 0.008 }
    back.triangles = before.prefix(over) + between + rest.prefix(behind)
    let shift = Vector3(0.4, -0.25, 0.3)
    let mesh = Self.joined([front, back])
    let landmarks: [Vector3] = [[0, 0.07, 0], [0.04, 0.0574, 0], [-0.04, 0.0574, 0]]
    let parts = try SurfaceParts(
      mesh.positions.map { $0 + shift }, mesh.triangles, carrying: landmarks.map { $0 + shift })
    #expect(parts.head.count == front.triangles.count)
    #expect(parts.others.count == 1 && parts.near.count == 1)
    #expect(parts.continuing.count == (isKept ? 1 : 0))
  }

  /// Halves with a crack between them, wherever they lie.
  @Test(arguments: [Vector3.zero, [0.4, -0.25, 0.3]]) func piecesOfOneHeadStayTogether(_ shift: Vector3) throws {
    let halves = { (isFirst: Bool) in
      var half = Self.head
      half.positions = half.positions.map { $0 + shift }
      half.triangles = half.triangles.filter { t in
        let y = [t.x, t.y, t.z].map { half.positions[Int($0)].y - shift.y }
        return isFirst ? y.min()! >= 0.004 : y.max()! <= 0.001
      }
      return half
    }
    let surface = try HeadSurface(
      ofFile: Self.joined([halves(true), halves(false)]), carrying: Self.landmarks.map { $0 + shift })
    #expect(surface.partsLeftOut == 0)
    let counts = try [true, false].map { try HeadSurface(ofFile: halves($0)).triangles.count }
    #expect(3 * counts.min()! > Self.head.triangles.count && surface.triangles.count == counts[0] + counts[1])
  }
}

/// Seams that are not quite closed, and faces that are listed twice.
@Suite struct WeldingTests {
  /// A sphere of 70 mm in rings and spokes; the spoke at 0 may be there twice, so many metres apart.
  static func sphere(seam: Double?, rings: Int = 30, spokes: Int = 60) -> Mesh {
    let columns = seam == nil ? spokes : spokes + 1
    let positions = (0...rings).flatMap { i in
      (0..<columns).map { j -> Vector3 in
        let (polar, azimuth) = (Double.pi * Double(i) / Double(rings), 2 * Double.pi * Double(j) / Double(spokes))
        let shift = j == spokes ? (seam ?? 0) * (i % 2 == 0 ? 0.7 : -0.7) : 0
        return 0.07 * Vector3(sin(polar) * cos(azimuth), sin(polar) * sin(azimuth), cos(polar)) + [shift, 0, shift]
      }
    }
    let at = { (i: Int, j: Int) in Int32(i * columns + j % columns) }
    let triangles = (0..<rings).flatMap { i in
      (0..<spokes).flatMap { j -> [SIMD3<Int32>] in
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
      }
    }
    return Mesh(positions: positions, triangles: triangles)
  }

  private func isClosed(_ surface: HeadSurface) -> Bool {
    let edges = OpenEdges(surface.triangles, vertices: surface.positions.count)
    return surface.positions.indices.allSatisfy { edges.isClosed($0) }
  }

  /// Poles are many vertices in floating-point arithmetic, a fraction of a nanometre apart.
  @Test(arguments: [1e-7, 3e-6, 8e-6]) func aSeamIsClosed(_ width: Double) throws {
    let whole = try HeadSurface(ofFile: Self.sphere(seam: nil))
    let welded = try HeadSurface(ofFile: Self.sphere(seam: width))
    #expect(isClosed(whole))
    #expect(isClosed(welded))
    #expect(welded.positions.count == whole.positions.count)
    #expect(welded.triangles.count == whole.triangles.count)
    #expect(welded.damage == SurfaceDamage())
  }

  @Test func aGapStaysAGap() throws {
    #expect(try !isClosed(HeadSurface(ofFile: Self.sphere(seam: 1e-4))))
  }

  /// Edges a thousandth of a millimetre long, as marching cubes leave them, are no seam.
  @Test func shortEdgesInsideASurfaceStay() throws {
    var mesh = Self.sphere(seam: nil)
    let (a, b, c) = (mesh.triangles[600].x, mesh.triangles[600].y, mesh.triangles[600].z)
    let inside = (mesh.positions[Int(a)] * 3 + mesh.positions[Int(b)] * 3 + mesh.positions[Int(c)] * 4) / 10
    let first = Int32(mesh.positions.count)
    mesh.positions += [inside, inside + [1e-6, 0, 0], inside + [0, 1e-6, 0]]
    mesh.triangles[600] = [first, first + 1, first + 2]
    mesh.triangles += [
      [a, b, first], [b, first + 1, first], [b, c, first + 1], [c, first + 2, first + 1], [c, a, first + 2],
      [a, first, first + 2],
    ]
    let (surface, whole) = (try HeadSurface(ofFile: mesh), try HeadSurface(ofFile: Self.sphere(seam: nil)))
    #expect(isClosed(surface))
    #expect(surface.triangles.count == whole.triangles.count + 6)
  }

  /// As it is, turned, the other way round, and with corners of its own.
  @Test(arguments: [[0, 1, 2], [1, 2, 0], [1, 0, 2]]) func aFaceThatIsListedTwiceIsOne(_ order: [Int]) throws {
    var mesh = Self.sphere(seam: nil)
    let whole = try HeadSurface(ofFile: mesh)
    for index in [300, 301, 1500] {
      let t = mesh.triangles[index]
      mesh.triangles.append([t[order[0]], t[order[1]], t[order[2]]])
      let first = Int32(mesh.positions.count)
      mesh.positions += order.map { mesh.positions[Int(t[$0])] }
      mesh.triangles.append([first, first + 1, first + 2])
    }
    let surface = try HeadSurface(ofFile: mesh)
    #expect(surface.positions == whole.positions)
    #expect(surface.triangles == whole.triangles)
  }

  /// Against all pairs: each vertex is joined to an earlier one that stays and lies within a seam of it, where there is one.
  @Test func everySeamIsClosedAndNothingElse() throws {
    var random = SeededGenerator(seed: 46)
    let positions = (0..<1_800).map { _ in
      Vector3((0..<3).map { _ in Double.random(in: -150e-6...150e-6, using: &random) })
    }
    let triangles = (0..<Int32(600)).map { SIMD3<Int32>(3 * $0, 3 * $0 + 1, 3 * $0 + 2) }
    let index = try #require(Welding.seams(positions, triangles))
    var (kept, joined) = ([Int](), 0)
    for v in positions.indices {
      let near = kept.filter { (positions[$0] - positions[v]).length <= 1e-5 }
      #expect(near.isEmpty ? index[v] == v : near.contains(Int(index[v])), "vertex \(v)")
      if near.isEmpty { kept.append(v) } else { joined += 1 }
    }
    #expect(joined > 100 && kept.count > 1_000)
  }

  /// A triangle two of whose corners are joined has become an edge.
  @Test func joinedTrianglesHaveThreeCorners() {
    let index: [Int32] = [0, 1, 2, 0, 1, 2]
    let triangles: [SIMD3<Int32>] = [[0, 3, 1], [0, 1, 4], [0, 1, 3], [0, 4, 5], [3, 2, 1], [0, 3, 3]]
    #expect(Welding.joined(triangles, index) == [[0, 1, 2], [0, 2, 1]])
  }

  /// Any number of vertices in one place are joined one by one.
  @Test(.timeLimit(.minutes(1))) func manyVerticesInOnePlaceAreJoinedSoon() {
    let positions = (0..<300_000).map { Vector3(Double($0) * 1e-12, 0, 0) }
    let triangles = (0..<Int32(100_000)).map { SIMD3<Int32>(3 * $0, 3 * $0 + 1, 3 * $0 + 2) }
    let start = processorSeconds()
    #expect(Welding.seams(positions, triangles).map { Welding.joined(triangles, $0) } == [])
    #expect(processorSeconds() - start < 10)
  }
}
