import Diagnostics
import Geometry
import Testing

@testable import PointClouds

/// What is cut from a mesh because its file is damaged, and what is not.
@Suite struct SurfaceDamageTests {
  /// An octahedron, each triangle parted in four as often as said, on a sphere of 80 mm: 4,098 vertices about 4 mm apart after
  /// five times.
  private static func sphere(_ times: Int = 5) -> Mesh {
    var positions: [Vector3] = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    var triangles: [SIMD3<Int32>] = [
      [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [1, 0, 5], [2, 1, 5], [3, 2, 5], [0, 3, 5],
    ]
    for _ in 0..<times {
      var middles: [SIMD2<Int32>: Int32] = [:]
      let middle = { (a: Int32, b: Int32) -> Int32 in
        let key = SIMD2(min(a, b), max(a, b))
        if let known = middles[key] { return known }
        positions.append(((positions[Int(a)] + positions[Int(b)]) / 2).normalized)
        middles[key] = Int32(positions.count - 1)
        return Int32(positions.count - 1)
      }
      triangles = triangles.flatMap { t -> [SIMD3<Int32>] in
        let (ab, bc, ca) = (middle(t.x, t.y), middle(t.y, t.z), middle(t.z, t.x))
        return [[t.x, ab, ca], [ab, t.y, bc], [ca, bc, t.z], [ab, bc, ca]]
      }
    }
    return Mesh(positions: positions.map { $0 * 0.08 }, triangles: triangles)
  }

  private static let whole = sphere()

  /// The neighbours of a vertex.
  private static func ring(_ v: Int32, of mesh: Mesh = whole) -> Set<Int32> {
    Set(mesh.triangles.filter { $0.x == v || $0.y == v || $0.z == v }.flatMap { [$0.x, $0.y, $0.z] }).subtracting([v])
  }

  /// So many vertices with six neighbours, none near another.
  private static func apart(_ count: Int) -> [Int32] {
    var chosen: [Int32] = []
    for v in 6..<Int32(whole.positions.count) where chosen.count < count {
      let place = whole.positions[Int(v)]
      if chosen.allSatisfy({ (whole.positions[Int($0)] - place).length > 0.025 }), ring(v).count == 6 {
        chosen.append(v)
      }
    }
    return chosen
  }

  /// The spread of a vertex's neighbours about their mean, metres.
  private static func radius(_ v: Int32) -> Double {
    let places = ring(v).map { whole.positions[Int($0)] }
    let mean = places.reduce(Vector3.zero, +) / Double(places.count)
    return (places.reduce(0) { $0 + ($1 - mean).dot($1 - mean) } / Double(places.count)).squareRoot()
  }

  @Test func aSoundSurfaceKeepsEverything() throws {
    var random = SeededGenerator(seed: 4)
    var noisy = Self.whole
    noisy.positions = noisy.positions.map { $0 + random.normal3() * 0.0001 }
    for mesh in [Self.whole, noisy] {
      let surface = try HeadSurface(ofFile: mesh)
      #expect(surface.damage == SurfaceDamage())
      #expect(surface.damage.finding == nil)
      #expect(surface.positions.count == 4098)
      #expect(surface.triangles.count == 8192)
    }
  }

  /// A vertex that stands out by more than 0.22 radii of its ring goes, with what touches it, to either side; one that stands
  /// out by less stays. What counts is 7/6 of the height, since each neighbour's own changes by a sixth to the other side.
  @Test(arguments: [1.3, -1.3, 0.6, -0.6]) func aVertexThatStandsOutAloneGoes(_ times: Double) throws {
    var mesh = Self.whole
    let v = Self.apart(1)[0]
    let radius = Self.radius(v)
    #expect(radius > 0.003 && radius < 0.006)
    let place = mesh.positions[Int(v)] + mesh.positions[Int(v)].normalized * (times * 0.22 * radius)
    mesh.positions[Int(v)] = place
    let surface = try HeadSurface(ofFile: mesh)
    #expect(surface.damage.vertices == (abs(times) > 1 ? [place] : []))
    #expect(surface.damage.triangles == 0)
    #expect(surface.positions.count == (abs(times) > 1 ? 4097 : 4098))
    #expect(surface.triangles.count == (abs(times) > 1 ? 8186 : 8192))
  }

  /// A fold goes on from vertex to vertex, and eyes and ears are sharp in many places.
  @Test func whatDoesNotStandAloneStays() throws {
    var fold = Self.whole
    for i in fold.positions.indices where abs(fold.positions[i].z) < 1e-9 { fold.positions[i] *= 1.03 }
    #expect(try HeadSurface(ofFile: fold).damage == SurfaceDamage())
    var rough = Self.whole
    var random = SeededGenerator(seed: 8)
    for i in rough.positions.indices where rough.positions[i].z > 0.05 {
      rough.positions[i] *= 1 + 0.012 * random.normal()
    }
    #expect(try HeadSurface(ofFile: rough).damage.vertices.count < 3)
  }

  /// One that was moved along the surface lies outside its ring, and far from all of it.
  @Test func aVertexBesideItsRingGoes() throws {
    var mesh = Self.whole
    let v = Self.apart(1)[0]
    let aside = mesh.positions[Int(v)].cross([0.3, 0.5, -0.7]).normalized
    mesh.positions[Int(v)] += aside * 0.03
    let surface = try HeadSurface(ofFile: mesh)
    #expect(surface.damage.vertices == [mesh.positions[Int(v)]])
    #expect(surface.positions.count == 4097)
  }

  /// Twice the ring's radius aside, it lies outside it, but a neighbour is as near as any: nothing tells that it is wrong.
  @Test func aVertexNearANeighbourStays() throws {
    var mesh = Self.whole
    let v = Self.apart(1)[0]
    let aside = mesh.positions[Int(v)].cross([0.3, 0.5, -0.7]).normalized
    mesh.positions[Int(v)] += aside * (2 * Self.radius(v))
    #expect(try HeadSurface(ofFile: mesh).damage == SurfaceDamage())
  }

  /// Coarse triangles beside a hole are none that span it, though they are longer than 10 mm.
  @Test func coarseTrianglesAreNotLong() throws {
    var mesh = Self.sphere(3)
    mesh.triangles = mesh.triangles.filter { t in (0..<3).allSatisfy { mesh.positions[Int(t[$0])].z < 0.055 } }
    let t = mesh.triangles[0]
    #expect((mesh.positions[Int(t.x)] - mesh.positions[Int(t.y)]).length > 0.01)
    #expect(try HeadSurface(ofFile: mesh).damage == SurfaceDamage())
  }

  /// A triangle with a wrong corner ends where the others are complete, beside the hole that it left.
  @Test func aTriangleWithAWrongCornerGoes() throws {
    for corner in 0..<3 {
      var mesh = Self.whole
      let t = mesh.triangles[1000]
      let other = Self.apart(40).first { (mesh.positions[Int($0)] - mesh.positions[Int(t.x)]).length > 0.05 }!
      mesh.triangles[1000][corner] = other
      let surface = try HeadSurface(ofFile: mesh)
      #expect(surface.damage.triangles == 1)
      #expect(surface.damage.vertices.isEmpty)
      #expect(surface.triangles.count == 8191)
      #expect(surface.positions.count == 4098)
    }
  }

  /// A triangle across a hole is none of the surface where its edges are far longer than others; a lid that closes the hole is one.
  @Test func aLongTriangleGoesAndALidStays() throws {
    var open = Self.whole
    open.triangles = open.triangles.filter { t in (0..<3).allSatisfy { open.positions[Int(t[$0])].z < 0.055 } }
    var rims: [SIMD2<Int32>: Int] = [:]
    for t in open.triangles {
      for k in 0..<3 { rims[SIMD2(min(t[k], t[(k + 1) % 3]), max(t[k], t[(k + 1) % 3])), default: 0] += 1 }
    }
    let rim = Set(rims.filter { $0.value == 1 }.flatMap { [$0.key.x, $0.key.y] })
    let angle = { (v: Int32) in open.positions[Int(v)].x }
    let byPlace = rim.sorted { angle($0) < angle($1) }
    let ends = (byPlace.first!, byPlace.last!, rim.max { open.positions[Int($0)].y < open.positions[Int($1)].y }!)
    let sound = try HeadSurface(ofFile: open)
    #expect(sound.damage == SurfaceDamage())
    var crossed = open
    crossed.triangles.append(SIMD3(ends.0, ends.1, ends.2))
    let surface = try HeadSurface(ofFile: crossed)
    #expect(surface.damage.triangles == 1)
    #expect(surface.damage.vertices.isEmpty)
    #expect(surface.triangles.count == sound.triangles.count)
    // The same hole closed by a fan about its middle.
    var lid = open
    lid.positions.append([0, 0, 0.055])
    let middle = Int32(lid.positions.count - 1)
    for edge in rims where edge.value == 1 { lid.triangles.append(SIMD3(edge.key.x, edge.key.y, middle)) }
    let closed = try HeadSurface(ofFile: lid)
    #expect(closed.damage == SurfaceDamage())
    #expect(closed.triangles.count == sound.triangles.count + rims.count { $0.value == 1 })
  }

  /// A mesh of so many vertices is mended at 20 places and refused with one more.
  @Test func tooMuchDamageIsRefused() throws {
    let places = Self.apart(21)
    #expect(places.count == 21)
    for count in [20, 21] {
      var mesh = Self.whole
      for v in places.prefix(count) { mesh.positions[Int(v)] *= 1.03 }
      if count == 20 {
        #expect(try HeadSurface(ofFile: mesh).damage.vertices.count == 20)
      } else {
        #expect(throws: SurfaceError.damaged(21, of: 4098)) { try HeadSurface(ofFile: mesh) }
      }
    }
    #expect(SurfaceDamage.most(of: 19_999) == 20)
    #expect(SurfaceDamage.most(of: 60_500) == 60)
  }

  /// Beyond 100 m of the middle no scanner sees anything, along any axis.
  @Test(arguments: 0..<3) func whatNoScannerReachesIsBeyond(_ axis: Int) {
    var positions = Self.whole.positions.map { $0 + [500, -300, 40] }
    positions[70][axis] += 101
    positions[80][axis] -= 101
    positions[90][axis] += 99
    positions[100][axis] = .nan
    #expect(SurfaceDamage.beyondReach(positions) == [70, 80])
  }

  @Test func whatWasCutIsSaid() throws {
    var damage = SurfaceDamage()
    damage.vertices = [.zero]
    #expect(damage.finding != nil)
    damage.vertices = [.zero, .zero, .zero]
    #expect(try #require(damage.finding).values.keys.sorted() == ["vertices"])
    damage.triangles = 2
    #expect(damage.count == 5)
    let both = try #require(damage.finding).text()
    #expect(both.contains("3") && both.contains("2"), Comment(rawValue: both))
    damage.vertices = []
    #expect(try #require(damage.finding).values.keys.sorted() == ["triangles"])
  }
}
