import Diagnostics
import Foundation
import Geometry
@testable import Landmarks
@testable import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// Meshes with single wrong numbers, as a flipped bit leaves them.
@Suite struct SurfaceDamageTests: TestHeadSuite {
  /// A vertex at the right end of the section, which lies at about 24 mm.
  static func vertex(_ mesh: Mesh, near point: Vector3) -> Int {
    mesh.positions.indices.min { (mesh.positions[$0] - point).length < (mesh.positions[$1] - point).length }!
  }

  /// Flattened at the right back, smooth everywhere.
  static let head = TestHeads.closed(rings: 120, spokes: 360) { d in
    let away = d - Vector3(0.5, -0.83, 0.25)
    return d * Vector3(0.06, 0.075, d.z > 0 ? 0.08 : 0.05) * (1 - 0.05 * exp(-away.dot(away) / 0.25))
  }
  static let outer = vertex(head, near: [0.06, 0, 0.024])
  /// What is measured on the head without damage.
  static let whole = Result { try SurfaceDamageTests().measured(head) }

  func measured(_ mesh: Mesh) throws -> HeadMeasures {
    try HeadAnalysis(uncertainty: nil).faceless.measure(HeadSurface(ofFile: mesh), landmarks: landmarks)
  }

  /// Outwards, inwards, to the other side, along the surface and out of any room; metres.
  @Test(
    arguments: [
      [0.0006, 0, 0], [0.003, 0, 0], [-0.003, 0, 0], [-0.12, 0, 0], [0, 0.05, 0], [10, 0, 0], [0, 1e30, 0],
      [-1e200, 0, 0],
    ] as [Vector3]) func aVertexOffTheSurfaceIsCut(_ shift: Vector3) throws
  {
    var mesh = Self.head
    mesh.positions[Self.outer] += shift
    let surface = try HeadSurface(ofFile: mesh)
    #expect(surface.damage == SurfaceDamage(vertices: [mesh.positions[Self.outer]], triangles: 0))
    let (whole, mended) = (try Self.whole.get(), try measured(mesh))
    #expect(mended.remarks == [Finding(.surfaceDamaged, ["vertices": .count(1)])])
    for name in MeasureName.allCases where name.basis == .section {
      let (a, b) = (try #require(whole[name].value), try #require(mended[name].value))
      #expect(abs(a - b) < 0.05, "\(name): \(a) and \(b)")
    }
  }

  @Test func aSoundMeshIsLeftAlone() throws {
    for mesh in [
      Self.head, TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 20, spokes: 40), TestHeads.cylinder(0.06, 0.075),
      TestHeads.cutting(Self.head) { $0.z < -0.02 || ($0 - [0.05, 0.03, 0.03]).length < 0.01 },
    ] {
      let (plain, file) = (try HeadSurface(mesh), try HeadSurface(ofFile: mesh))
      #expect(file.damage == SurfaceDamage())
      #expect(file.damage.finding == nil)
      #expect(file.positions == plain.positions)
      #expect(file.triangles == plain.triangles)
    }
  }

  /// Closed at the neck by a flat lid, whose rim is sharp: in a plane of its own, by a fan, and as a shell of 3 mm.
  @Test(arguments: [30, 120]) func aSharpRimIsNoDamage(rings: Int) throws {
    let cut = { (d: Vector3) in d.z > -0.4 ? d : d * (-0.4 / d.z) }
    let half = Vector3(0.06, 0.075, 0.08)
    let lid = TestHeads.closed(rings: rings, spokes: 3 * rings) { cut($0) * half }
    var fan = TestHeads.cutting(TestHeads.closed(rings: rings, spokes: 3 * rings) { $0 * half }) { $0.z < -0.03 }
    let rims = Hole.rims(of: try HeadSurface(fan))
    // Numbers of a surface without unused vertices; the fan's middle is one more.
    fan = Mesh(positions: try HeadSurface(fan).positions, triangles: try HeadSurface(fan).triangles)
    let rim = try #require(rims.first)
    let middle = Int32(fan.positions.count)
    let inner = Mesh(positions: fan.positions.map { $0 * 0.96 }, triangles: fan.triangles.map { [$0.x, $0.z, $0.y] })
    var shell = Mesh(
      positions: fan.positions + inner.positions, triangles: fan.triangles + inner.triangles.map { $0 &+ middle })
    for (a, b) in zip(rim, rim.dropFirst() + rim.prefix(1)) {
      shell.triangles += [[b, a, a + middle], [b, a + middle, b + middle]]
    }
    fan.positions.append(rim.reduce(.zero) { $0 + fan.positions[Int($1)] } / Double(rim.count))
    fan.triangles += zip(rim, rim.dropFirst() + rim.prefix(1)).map { [$1, $0, middle] }
    for mesh in [lid, fan, shell] {
      #expect(try HeadSurface(ofFile: mesh).damage == SurfaceDamage())
      #expect(try Hole.all(of: HeadSurface(ofFile: mesh)).isEmpty)
    }
  }

  /// The corner of an eye: two vertices side by side in a fold, and all others smooth.
  @Test func aFoldIsNoDamageAndASpikeBesideItIs() throws {
    var mesh = Self.head
    let fold = Self.vertex(mesh, near: [0.03, 0.065, 0.01])
    for v in [fold, fold + 1] { mesh.positions[v] *= 0.98 }
    #expect(try HeadSurface(ofFile: mesh).damage == SurfaceDamage())
    mesh.positions[fold] *= 0.95
    #expect(try HeadSurface(ofFile: mesh).damage.vertices == [mesh.positions[fold]])
  }

  /// In MeshLab `quality` is any number: distance, curvature.
  @Test func anotherProgramsQualityLeavesNothingOut() throws {
    var mesh = Self.head
    mesh.weights = mesh.positions.map { Float($0.x) }
    let (plain, weighed) = (try HeadSurface(ofFile: Self.head), try HeadSurface(ofFile: mesh))
    #expect(weighed.positions == plain.positions)
    #expect(weighed.triangles == plain.triangles)
  }

  @Test(arguments: [0.0001, 0.0003, 0.0005], [1, 2] as [UInt64]) func noiseIsNoDamage(_ sigma: Double, seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    var mesh = Self.head
    for i in mesh.positions.indices { mesh.positions[i] += random.normal3() * sigma }
    #expect(try HeadSurface(ofFile: mesh).damage.count == 0)
    mesh.positions[Self.outer] += [0.02, 0, 0]
    #expect(try HeadSurface(ofFile: mesh).damage.vertices.count == 1)
  }

  /// The corner is another vertex, near or far, or one of the triangle's own as in an STL file.
  @Test(arguments: [[0, 0.074, 0.024], [0.055, 0.02, 0.03], nil] as [Vector3?]) func aWrongCornerIsCut(
    _ place: Vector3?
  ) throws {
    var mesh = Self.head
    let triangle = try #require(mesh.triangles.firstIndex { $0.x == Int32(Self.outer) })
    if let place {
      mesh.triangles[triangle].x = Int32(Self.vertex(mesh, near: place))
    } else {
      mesh.triangles[triangle].x = Int32(mesh.positions.count)
      mesh.positions.append(mesh.positions[Self.outer] + [0.009, 0, 0])
    }
    #expect(try HeadSurface(ofFile: mesh).damage == SurfaceDamage(vertices: [], triangles: 1))
    let (whole, mended) = (try Self.whole.get(), try measured(mesh))
    #expect(mended.remarks == [Finding(.surfaceDamaged, ["triangles": .count(1)])])
    for name in [MeasureName.width, .length, .circumference, .cvai] {
      #expect(abs(whole[name].value! - mended[name].value!) < 0.05, "\(name)")
    }
  }

  @Test func muchDamageIsRefused() throws {
    var mesh = Self.head
    for i in stride(from: 4000, to: 39_000, by: 700) { mesh.positions[i] *= 1.05 }
    #expect(throws: SurfaceError.damaged(50, of: mesh.positions.count)) { try HeadSurface(ofFile: mesh) }
    #expect(SurfaceError.damaged(50, of: 21_000).problem.contains("50 damaged places among 21000 vertices"))
  }

  @Test func noLandmarkLiesOnDamage() throws {
    var mesh = Self.head
    mesh.positions[Self.outer] += [0.004, 0, 0]
    let surface = try HeadSurface(ofFile: mesh)
    let picked = HeadLandmarks([.tragionRight: mesh.positions[Self.outer]], standardDeviation: 0.001)
    #expect(throws: LandmarkPlacementError.onDamage(.tragionRight)) { try surface.check(picked) }
    let beside = HeadLandmarks([.tragionRight: Self.head.positions[Self.outer]], standardDeviation: 0.001)
    #expect(throws: Never.self) { try surface.check(beside) }
  }

  /// Thousands of loose triangles are no surface.
  @Test(.timeLimit(.minutes(1))) func manyPartsEndSoon() throws {
    var mesh = Mesh()
    for k in 0..<20_000 as Range<Int32> {
      let at = Vector3(0.02 * Double(k % 27), 0.02 * Double(k / 27 % 27), 0.02 * Double(k / 729))
      mesh.positions += [at, at + [0.005, 0, 0], at + [0, 0.005, 0]]
      mesh.triangles.append([3 * k, 3 * k + 1, 3 * k + 2])
    }
    let start = processorSeconds()
    #expect(throws: SurfaceError.shattered(parts: 20_000)) { try HeadSurface(mesh) }
    #expect(processorSeconds() - start < 5)
  }

  /// Thousands of triangles at one edge, all of which the plane meets in one node.
  @Test(.timeLimit(.minutes(1))) func manyTrianglesAtOneEdgeAreCutSoon() {
    let count = 20_000
    let ends: [Vector3] = [[0, 0, -0.1], [0, 0, 0.1]]
    let rim = (0..<count).map { i -> Vector3 in
      let angle = 2 * Double.pi * Double(i) / Double(count)
      return [0.06 * cos(angle), 0.06 * sin(angle), 0.2]
    }
    let book = HeadSurface(
      positions: ends + rim, triangles: (0..<Int32(count)).map { [0, 1, $0 + 2] })
    let start = processorSeconds()
    let lines = PlaneCut.lines(of: CutSurface(book), headFromScan: .identity, level: 0)
    // Two triangles make one line through the edge.
    #expect(lines.count == count / 2)
    #expect(lines.allSatisfy { !$0.isClosed && $0.points.count == 3 })
    #expect(processorSeconds() - start < 2)
  }
}
