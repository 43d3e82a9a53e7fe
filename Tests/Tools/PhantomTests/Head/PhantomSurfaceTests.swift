import Geometry
import Platform
import Testing
import Workers

@testable import Phantom

@Suite struct PhantomSurfaceTests {
  @Test func raysEndOnTheHead() throws {
    let head = try PhantomHead(HeadShape())
    let surface = PhantomSurface(head, cells: 320, workers: Workers(count: 2))
    var generator = SeededGenerator(seed: 21)
    var hits = 0
    for _ in 0..<2000 {
      let eye = generator.direction() * 0.35
      let target = generator.direction() * (0.09 * generator.uniform())
      let ray = Ray(origin: eye, direction: (target - eye).normalized)
      guard let distance = surface.distance(along: ray) else { continue }
      hits += 1
      let p = ray.at(distance)
      #expect(abs(p.length - head.radius(toward: p.normalized)) < 0.000_03, "seed 21, eye \(eye)")
      let exact = head.normal(toward: p.normalized)
      if p.z > 0.03 { #expect(surface.normal(at: p).dot(exact) > 0.999) }
    }
    #expect(hits > 1500)
  }

  /// How far inside the cap's edge a point lies, between the corners of the table, as the head itself has it.
  @Test func theTableKnowsTheCapsEdge() throws {
    let head = try PhantomHead(HeadShape())
    let surface = PhantomSurface(head, cells: 192, workers: Workers(count: 2))
    var generator = SeededGenerator(seed: 23)
    surface.details.withSampler { details in
      for _ in 0..<1000 {
        let u = generator.direction()
        #expect(abs(details.sample(u * 0.07).capDepth - head.capDepth(toward: u)) < 0.0004, "seed 23, \(u)")
      }
    }
  }

  @Test func aCapsulesNormalPointsAwayFromItsAxis() {
    let capsule = Capsule(start: [0.1, 0, 0], end: [0.1, 0, 0.2], radius: 0.03)
    let cases: [(Vector3, Vector3)] = [
      ([0.13, 0, 0.05], [1, 0, 0]), ([0.1, -0.03, 0.2], [0, -1, 0]), ([0.1, 0, 0.23], [0, 0, 1]),
      ([0.1, 0, -0.03], [0, 0, -1]), ([0.1, 0.018, 0.224], [0, 0.6, 0.8]),
    ]
    for (point, normal) in cases {
      #expect((capsule.normal(at: point) - normal).length < 1e-12)
    }
    let turned = capsule.moved(by: RigidTransform(rotation: .rotation([0, .pi / 2, 0]), translation: [1, 2, 3]))
    // A quarter of a turn about y takes z to x and x to −z.
    #expect((turned.start - Vector3(1, 2, 2.9)).length < 1e-12 && (turned.end - Vector3(1.2, 2, 2.9)).length < 1e-12)
    #expect(turned.radius == 0.03)
  }

  @Test func theFirstIntersectionIsFound() throws {
    let head = try PhantomHead(HeadShape())
    let surface = PhantomSurface(head, cells: 192, workers: Workers(count: 2))
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<300 {
      let eye = generator.direction() * 0.3
      let ray = Ray(origin: eye, direction: (generator.direction() * 0.06 - eye).normalized)
      let distance = surface.distance(along: ray)
      let marched = stride(from: 0.15, to: 0.45, by: 0.0001).first { t in
        ray.at(t).length < head.radius(toward: ray.at(t).normalized) - 0.0002
      }
      if let marched {
        let found = try #require(distance, "seed 22, eye \(eye)")
        #expect(found < marched + 0.0005, "seed 22, eye \(eye)")
      }
    }
  }

  @Test func aRayPastTheHeadMisses() throws {
    let surface = PhantomSurface(try PhantomHead(HeadShape()), cells: 64, workers: Workers(count: 1))
    #expect(surface.distance(along: Ray(origin: [0, 0.3, 0.3], direction: [0, -1, 0])) == nil)
    #expect(surface.distance(along: Ray(origin: [0, 0.3, 0], direction: [0, 1, 0])) == nil)
    #expect(surface.distance(along: Ray(origin: .zero, direction: [0, 1, 0])) == nil)
  }
}

/// Tables of directions, against what they are made of.
@Suite struct CubeMapTests {
  private let workers = Workers(count: 1)

  private static func onCube(_ u: Vector3) -> Vector3 { u / max(abs(u.x), abs(u.y), abs(u.z)) }

  private func directions(_ seed: UInt64) -> [Vector3] {
    var generator = SeededGenerator(seed: seed)
    return (0..<500).map { _ in generator.direction() }
  }

  /// What is linear on the cube's faces is the same between the corners of its cells.
  @Test(arguments: [1, 4, 7]) func whatIsLinearOnTheCubeIsExactBetweenCorners(cells: Int) {
    let height = { @Sendable (p: Vector3) in 2 + 0.3 * p.x - 0.2 * p.y + 0.5 * p.z }
    let single = CubeMap(cells: cells, workers: workers) { Float(height(Self.onCube($0))) }
    let quadruple = CubeMap(cells: cells, workers: workers) { u -> SIMD4<Float> in
      SIMD4(SIMD3<Float>(Self.onCube(u)), Float(height(Self.onCube(u))))
    }
    #expect(single.cells == cells)
    for u in directions(81) {
      let exact = height(Self.onCube(u))
      #expect(abs(single.sample(u * 0.3) - exact) < 1e-6, "seed 81, \(u)")
      let (normal, depth) = quadruple.withSampler { $0.sample(u * 0.3) }
      #expect((normal - u).length < 1e-6 && abs(depth - exact) < 1e-6, "seed 81, \(u)")
    }
  }

  /// The nearest corner lies no farther than half a cell along both axes of the face.
  @Test(arguments: [1, 8]) func theNearestCornerIsFound(cells: Int) {
    let corners = CubeMap(cells: cells, workers: workers) { $0 }
    for u in directions(82) {
      let off = Self.onCube(corners.nearest(u * 3)) - Self.onCube(u)
      #expect(max(abs(off.x), abs(off.y), abs(off.z)) <= 1 / Double(cells) + 1e-12, "seed 82, \(u)")
    }
  }

  @Test func theLargestOfSomeCornersIsFound() {
    let value = { @Sendable (u: Vector3) in Float(sin(31 * u.x + 17 * u.y - 23 * u.z)) }
    let map = CubeMap(cells: 6, workers: workers, value)
    for face in 0..<6 {
      for (columns, rows) in [(0...6, 2...3), (1...4, 0...5), (5...6, 6...6), (3...3, 1...2)] {
        let values = rows.flatMap { row in columns.map { value(map.direction(face: face, column: $0, row: row)) } }
        #expect(map.largest(face: face, columns: columns, rows: rows) == values.max(), "\(face) \(columns) \(rows)")
      }
    }
  }
}

@Suite struct IcosphereTests {
  /// Edges of the icosahedron are 4 / √(10 + 2 √5) of its radius.
  @Test func theIcosahedronIsRegular() {
    let sphere = Icosphere(subdivisions: 0)
    #expect(sphere.directions.count == 12 && sphere.triangles.count == 20)
    for t in sphere.triangles {
      let corners = [t.x, t.y, t.z].map { sphere.directions[Int($0)] }
      for k in 0..<3 { #expect(abs((corners[k] - corners[(k + 1) % 3]).length - 1.051462224) < 1e-9, "\(t)") }
    }
  }
}

extension PhantomSurface {
  /// The distance along one ray to the surface, nil where it misses.
  func distance(along ray: Ray) -> Double? {
    distances(RayFan(origin: ray.origin, directions: [ray.direction])).first { $0.isFinite }
  }
}

/// What surfaces reflect, at places where the sines of their textures are 0 or 1.
@Suite struct MaterialTests {
  private func check(_ material: Material, _ place: Vector3, _ colour: SIMD3<Double>, _ factor: Double) {
    let found = SIMD3<Double>(material.albedo(at: place))
    #expect((found - colour * factor).length < 1e-6, "\(material) at \(place): \(found)")
  }

  private static let skin: SIMD3<Double> = [0.56, 0.34, 0.25]
  private static let face: SIMD3<Double> = [0.62, 0.39, 0.30]
  private static let shirt: SIMD3<Double> = [0.50, 0.24, 0.11]

  /// Waves of 210 and 180 (and 140 along z) a metre, the first of which bends by 2 sin(95 z).
  @Test func skinAndShirtAreMottled() {
    let quarter = Double.pi / 2
    // The first sine alone is 1, then both, then one of them −1.
    for (material, colour, depth, scale) in [
      (Material.skin, Self.skin, 0.05, 1.0), (.face, Self.face, 0.04, 1), (.shirt, Self.shirt, 0.10, 0.6),
    ] {
      check(material, [quarter / 210 / scale, 0, 0], colour, 1)
      check(material, Vector3(quarter / 210, quarter / 180, 0) / scale, colour, 1 + depth)
      check(material, Vector3(quarter / 210, -quarter / 180, 0) / scale, colour, 1 - depth)
      let z = quarter / 140
      check(material, Vector3((quarter - 2 * sin(95 * z)) / 210, 0, z) / scale, colour, 1 + depth)
    }
  }

  @Test func clothAndWhiteInkAreWoven() {
    let wave = Double.pi / 2 / 2600
    for (material, colour) in [
      (Material.cloth, SIMD3(0.50, 0.54, 0.55)), (.whiteInk, SIMD3(0.80, 0.81, 0.80)),
    ] {
      check(material, .zero, colour, 1)
      check(material, [wave, wave, 0], colour, 1.02)
      check(material, [wave, -wave, 0], colour, 0.98)
      check(material, [wave - 0.0004, wave + 0.0004, 0.001], colour, 1.02)
    }
    check(.blackInk, [0.1, 0.2, 0.3], [0.028, 0.028, 0.030], 1)
  }

  /// Paint between two tints, and a wave of an eighth over it.
  @Test func wallsArePainted() {
    let quarter = Double.pi / 2
    check(.room, .zero, [0.32, 0.35, 0.33], 1)
    check(.room, [quarter / 1.4, 0, 0], [0.24, 0.31, 0.32], 1)
    check(.room, [-quarter / 1.4, 0, 0], [0.40, 0.39, 0.34], 1)
    for (y, sign) in [(0.1, 1.0), (-0.05, -1)] {
      let place = Vector3((quarter - 5 * y) / 16, y, (sign * quarter - 7 * y) / 13)
      let tint = 0.5 + 0.5 * sin(1.4 * place.x + 1.1 * place.z)
      let paint = SIMD3(0.40, 0.39, 0.34) * (1 - tint) + SIMD3(0.24, 0.31, 0.32) * tint
      check(.room, place, paint, 1 + sign * 0.12)
    }
  }

  /// 0.38 from all around, 0.42 from the lamp and 0.24 from the camera, each by the cosine.
  @Test func lightComesFromLampCameraAndAllAround() {
    let lamp = Vector3(0, 0, 1), view = Vector3(0, 1, 0)
    let cases: [(Vector3, Double)] = [
      ([1, 0, 0], 0.38), ([0, -1, 0], 0.38), ([0, 0, 1], 0.80), ([0, 1, 0], 0.62),
      ([0, 0.6, 0.8], 0.38 + 0.336 + 0.144),
      ([0, -0.6, 0.8], 0.38 + 0.336),
    ]
    for (normal, sum) in cases {
      let hit = PhantomScene.Hit(distance: 1, point: .zero, normal: normal, material: .blackInk, texturePoint: .zero)
      let light = SIMD3<Double>(hit.light(lamp: lamp, view: view))
      #expect((light - SIMD3(0.028, 0.028, 0.030) * sum).length < 1e-7, "\(normal)")
    }
  }
}
