import Geometry
import Platform
import PointClouds
import Testing

@testable import Phantom

@Suite struct PhantomHeadTests {
  @Test func landmarksLieOnTheSurface() throws {
    let head = try PhantomHead(HeadShape(shear: 0.05, seed: 7))
    for landmark in PhantomLandmark.allCases {
      let p = head.position(of: landmark)
      #expect(abs(p.length - head.radius(toward: p.normalized)) < 1e-12, "\(landmark)")
      #expect(head.capDepth(toward: p.normalized) < 0, "\(landmark) is bare")
    }
  }

  @Test func landmarksAreWhereAnatomyHasThem() throws {
    let head = try PhantomHead(HeadShape())
    let sellion = head.position(of: .sellion)
    let nose = head.position(of: .noseTip)
    #expect(sellion.x == 0)
    #expect(nose.x == 0)
    #expect(nose.y > sellion.y + 0.008)
    #expect(nose.z < sellion.z - 0.01)
    #expect(head.position(of: .tragionRight).x > 0.05)
    #expect(head.position(of: .tragionLeft).x < -0.05)
    // On a head that is not sheared, at the place of a nominal head in millimetres.
    for side in HeadSide.allCases {
      let straight = try PhantomHead(HeadShape(flatSide: side, shear: 0))
      for (landmark, x) in [(PhantomLandmark.tragionLeft, -57.0), (.tragionRight, 57)] {
        let place = straight.position(of: landmark).normalized
        #expect((place - Vector3(x, 2, -27).normalized).length < 1e-12, "\(landmark), \(side)")
      }
    }
  }

  @Test func sellionIsTheDeepestAndNoseTipTheForemostPointNearby() throws {
    let head = try PhantomHead(HeadShape(seed: 3))
    for (landmark, sign) in [(PhantomLandmark.sellion, 1.0), (.noseTip, -1.0)] {
      let p = head.position(of: landmark)
      for step in [-0.03, -0.01, -0.001, 0.001, 0.01, 0.03] {
        let neighbour = head.point(toward: p.normalized + Vector3(0, 0, step))
        #expect(sign * (neighbour.y - p.y) > 0, "\(landmark) at \(step)")
      }
    }
  }

  @Test func flatteningTheOtherSideMirrorsTheShape() throws {
    let shape = HeadShape(flattening: 0.010, bossing: 0.004, shear: 0.06, seed: 11, capFolds: 0.0006)
    var other = shape
    other.flatSide = .right
    let (left, right) = (try PhantomHead(shape), try PhantomHead(other))
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let u = generator.direction()
      #expect(left.radius(toward: u) == right.radius(toward: [-u.x, u.y, u.z]))
    }
    let (a, b) = (left.position(of: .tragionLeft), right.position(of: .tragionRight))
    #expect((a - Vector3(-b.x, b.y, b.z)).length < 1e-12)
  }

  @Test func flatteningPressesTheNamedSideIn() throws {
    let head = try PhantomHead(HeadShape(flattening: 0.010, flatSide: .left, bossing: 0, shear: 0, roughness: 0))
    let left = head.radius(toward: Vector3(-0.55, -0.83, 0.1).normalized)
    let right = head.radius(toward: Vector3(0.55, -0.83, 0.1).normalized)
    #expect(right - left > 0.008)
    #expect(right - left < 0.0105)
  }

  @Test func theEarOfTheFlattenedSideIsForward() throws {
    let head = try PhantomHead(HeadShape(flatSide: .right, shear: 0.05))
    #expect(head.position(of: .tragionRight).y - head.position(of: .tragionLeft).y > 0.004)
  }

  @Test func theCapStandsOffAlongTheNormal() throws {
    let bare = HeadShape(roughness: 0, capThickness: 0)
    var capped = bare
    capped.capThickness = 0.002
    let (a, b) = (try PhantomHead(bare), try PhantomHead(capped))
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let u = generator.direction()
      let depth = a.capDepth(toward: u)
      let raised = (b.point(toward: u) - a.point(toward: u)).dot(a.normal(toward: u))
      if depth > 0.01 { #expect(abs(raised - 0.002) < 0.0001, "\(u)") }
      if depth < 0 { #expect(raised == 0, "\(u)") }
    }
  }

  @Test func theSurfaceHasNoSteps() throws {
    let head = try PhantomHead(HeadShape(flattening: 0.02, bossing: 0.01, capFolds: 0.0005))
    var generator = SeededGenerator(seed: 14)
    for _ in 0..<20_000 {
      let u = generator.direction()
      let v = (u + u.anyOrthogonal * 1e-5).normalized
      #expect(abs(head.radius(toward: u) - head.radius(toward: v)) < 5e-6, "seed 14, \(u)")
    }
  }

  /// Six waves of 45 to 105 mm on a head of 66 mm, whose root mean square is half the stated roughness.
  @Test func roughnessIsSixWaves() {
    #expect(Wave.random(HeadShape(roughness: 0)).isEmpty)
    let heads = (0..<200 as Range<UInt64>).map { Wave.random(HeadShape(roughness: 0.0012, seed: $0)) }
    for waves in heads {
      #expect(waves.count == 6)
      // The mean of a squared cosine is a half.
      let square = waves.reduce(0) { $0 + $1.amplitude * $1.amplitude / 2 }
      #expect(abs(square - 0.0006 * 0.0006) < 1e-15)
    }
    let (lengths, phases) = (heads.flatMap { $0.map(\.vector.length) }, heads.flatMap { $0.map(\.phase) })
    #expect(lengths.min()! >= 4 - 1e-9 && lengths.min()! < 4.05 && lengths.max()! <= 9 + 1e-9 && lengths.max()! > 8.95)
    #expect(phases.min()! >= 0 && phases.min()! < 0.1 && phases.max()! < 2 * .pi && phases.max()! > 6.2)
    let wave = heads[0][0]
    let u = wave.vector.normalized
    // A quarter of a turn from the crest lies a zero, half a turn away the trough.
    for (turn, height) in [(0.0, 1.0), (0.25, 0), (0.5, -1), (1, 1)] {
      let place = u * ((2 * .pi * turn - wave.phase) / wave.vector.length)
      #expect(abs(wave.height(place) - height * wave.amplitude) < 1e-15)
    }
  }

  /// Left to right, front to back and chin to crown, without a deformity. Ears, brow and chin are elsewhere.
  @Test(arguments: [(0.118, 0.141, 0.160), (0.140, 0.180, 0.190)])
  func theHeadIsAsLargeAsStated(width: Double, length: Double, height: Double) throws {
    let head = try PhantomHead(
      HeadShape(
        width: width, length: length, height: height, flattening: 0, bossing: 0, shear: 0, roughness: 0, capThickness: 0
      ))
    for side in [-1.0, 1] { #expect(abs(head.radius(toward: [side, 0, 0]) - width / 2) < 0.0002) }
    #expect(abs(head.radius(toward: [0, -1, 0]) - length / 2) < 0.0002)
    #expect(abs(head.radius(toward: [0, 0, 1]) - 0.425 * height) < 0.0002)
    // The forehead, of the cranium, between brow and crown.
    let u = Vector3(0, cos(0.7), sin(0.7))
    let ellipse = 1 / Vector3(0, u.y / (length / 2), u.z / (0.425 * height)).length
    #expect(abs(head.radius(toward: u) - ellipse) < 0.0004)
    // The face ends 0.575 of the height below the middle; the chin adds a few millimetres.
    let lowest = Icosphere(subdivisions: 4).directions.map { head.point(toward: $0).z }.min()!
    #expect((-0.575 * height - 0.006 ... -0.575 * height + 0.002).contains(lowest), "\(lowest)")
    // The cheeks lie on the face's own ellipsoid, 3 mm higher in their middle.
    let cheek = head.point(toward: Vector3(27 * width / 118, 54 * length / 141, -46 * height / 160).normalized)
    let centre = Vector3(0, 0.156 * length, -0.25 * height)
    let onFace = ((cheek - centre) / Vector3(0.375 * width, 0.312 * length, 0.325 * height)).length
    #expect((1.0...1.2).contains(onFace), "\(onFace)")
  }

  /// The forehead bulges where the back is pressed in; shear moves each point by so much per metre sideways.
  @Test func deformitiesAreAsLargeAsStated() throws {
    var shape = HeadShape(flattening: 0, bossing: 0, shear: 0, roughness: 0, capThickness: 0)
    let plain = try PhantomHead(shape)
    (shape.flattening, shape.bossing) = (0.008, 0.005)
    let bent = try PhantomHead(shape)
    for (u, rise) in [(Vector3(-0.57, -0.80, 0.15), -0.008), ([-0.50, 0.84, 0.25], 0.005)] {
      #expect(abs(bent.radius(toward: u.normalized) - plain.radius(toward: u.normalized) - rise) < 0.0002)
      // Nothing of it reaches the other side.
      let mirrored = Vector3(-u.x, u.y, u.z).normalized
      #expect(abs(bent.radius(toward: mirrored) - plain.radius(toward: mirrored)) < 1e-5)
    }
    (shape.flattening, shape.bossing, shape.shear) = (0, 0, 0.1)
    let sheared = try PhantomHead(shape)
    for u in Icosphere(subdivisions: 2).directions {
      let point = plain.point(toward: u)
      let moved = Vector3(point.x, point.y - 0.1 * point.x, point.z)
      #expect(abs(sheared.radius(toward: moved.normalized) - moved.length) < 1e-12)
      #expect((sheared.directionFromOriginal(u) - moved.normalized).length < 1e-12)
    }
  }

  @Test func everyNumberOfAHeadHasItsLimits() throws {
    let limits: [(WritableKeyPath<HeadShape, Double>, Double, Double)] = [
      (\.width, 0.080, 0.180), (\.length, 0.100, 0.220), (\.height, 0.110, 0.240), (\.flattening, 0, 0.025),
      (\.bossing, 0, 0.015), (\.shear, -0.2, 0.2), (\.roughness, 0, 0.003), (\.capThickness, 0, 0.005),
      (\.capFolds, 0, 0.003),
    ]
    for (number, (path, low, high)) in limits.enumerated() {
      for (value, isGood) in [(low + 1e-6, true), (high - 1e-6, true), (low - 1e-5, false), (high + 1e-5, false)] {
        var shape = HeadShape()
        shape[keyPath: path] = value
        #expect(((try? shape.validate()) != nil) == isGood, "number \(number): \(value)")
      }
    }
  }

  @Test func theMeshIsClosedAndFacesOutwards() throws {
    let head = try PhantomHead(HeadShape())
    let mesh = head.mesh(subdivisions: 4)
    #expect(mesh.positions.count == 2562)
    #expect(mesh.triangles.count == 5120)
    var edges: [SIMD2<Int32>: Int] = [:]
    var volume = 0.0
    for t in mesh.triangles {
      for edge in [SIMD2(t.x, t.y), SIMD2(t.y, t.z), SIMD2(t.z, t.x)] { edges[edge, default: 0] += 1 }
      let (a, b, c) = (mesh.positions[Int(t.x)], mesh.positions[Int(t.y)], mesh.positions[Int(t.z)])
      volume += a.dot(b.cross(c)) / 6
      let normal = (b - a).cross(c - a)
      #expect(normal.dot(a + b + c) > 0)
      #expect(abs(Vector3(mesh.normals[Int(t.x)]).length - 1) < 1e-6)
    }
    #expect(edges.allSatisfy { $0.value == 1 && edges[SIMD2($0.key.y, $0.key.x)] == 1 })
    #expect(volume > 0.0009)
    #expect(volume < 0.0020)
  }

  @Test(arguments: [
    HeadShape(width: 0.5), HeadShape(length: .nan), HeadShape(flattening: -0.001), HeadShape(shear: .infinity),
    HeadShape(capThickness: 0.01), HeadShape(capFolds: -1),
  ])
  func impossibleHeadsAreRefused(_ shape: HeadShape) {
    #expect(throws: PhantomError.self) { try PhantomHead(shape) }
  }
}
