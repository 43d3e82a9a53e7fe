import Geometry
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
  }

  @Test func sellionIsTheDeepestAndNoseTipTheForemostPointNearby() throws {
    let head = try PhantomHead(HeadShape(seed: 3))
    for (landmark, sign) in [(PhantomLandmark.sellion, 1.0), (.noseTip, -1.0)] {
      let p = head.position(of: landmark)
      for step in [-0.03, -0.01, 0.01, 0.03] {
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
