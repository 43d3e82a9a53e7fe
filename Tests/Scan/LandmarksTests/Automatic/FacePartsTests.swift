import Diagnostics
import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Landmarks

/// The parts of the search for a face, each against its closed form.
@Suite struct FacePartsTests {

  @Test(arguments: 1...5 as ClosedRange<UInt64>) func aPoseTurnsWithItsLandmarks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    // The sellion as far above the tragions as it is with the Frankfurt plane level.
    let level = Matrix3.rotation([FacePose.sellionAbove * .pi / 180, 0, 0])
    let pose = FacePose(
      sellion: motion * (level * Vector3(0, 0.09, 0)), tragionLeft: motion * Vector3(-0.06, 0, 0),
      tragionRight: motion * Vector3(0.06, 0, 0))
    let axes: [Vector3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for (found, axis) in zip([pose.right, pose.forward, pose.up], axes) {
      #expect((found - motion.rotation * axis).length < 1e-12, "seed \(seed)")
    }
  }

  @Test func pitchesAddUp() {
    let pose = FacePose(
      sellion: [0.001, 0.09, 0.02], tragionLeft: [-0.06, 0.001, 0], tragionRight: [0.061, 0, 0.002])
    let (twice, once) = (pose.pitched(by: 4).pitched(by: 7), pose.pitched(by: 11))
    #expect((twice.forward - once.forward).length < 1e-12)
    #expect((twice.up - once.up).length < 1e-12)
    #expect(abs(pose.forward.dot(once.forward) - Matrix3.rotation([11 * .pi / 180, 0, 0]).c1.y) < 1e-12)
    #expect((once.right.cross(once.forward) - once.up).length < 1e-12)
  }

  // A plane z = 0.2 x − 0.1 y + 1 mm, of which some places can be left out.
  private static func map(without keeps: (Vector2) -> Bool = { _ in false }) -> HeightMap {
    let (n, step) = (80, 0.0005)
    let place = { (i: Int, j: Int) in Vector2(Double(i - n) * step, Double(j - n) * step) + 0.00017 }
    var mesh = Mesh()
    for j in 0...(2 * n) {
      for i in 0...(2 * n) {
        let p = place(i, j)
        mesh.positions.append([p.x, p.y, height(p)])
        guard i < 2 * n, j < 2 * n, !keeps(p + 0.5 * step) else { continue }
        let a = Int32(j * (2 * n + 1) + i)
        let up = a + Int32(2 * n + 1)
        mesh.triangles += [[a, a + 1, up + 1], [a, up + 1, up]]
      }
    }
    return HeightMap(
      HeadSurface(positions: mesh.positions, triangles: mesh.triangles), origin: .zero, across: [1, 0, 0],
      along: [0, 1, 0], towards: [0, 0, 1],
      extent: [0.020, 0.015], step: 0.001)
  }

  /// A map shows what rays from the viewer meet first, and nothing that lies deep below.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func aMapShowsWhatRaysMeet(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let mesh = AnalyticFace().mesh()
    let towards = random.normal3().normalized
    let across = towards.cross([0.3, 0.5, -0.2]).normalized
    let origin = random.normal3() * 0.02 + towards * 0.05
    let map = HeightMap(
      try HeadSurface(mesh), origin: origin, across: across, along: towards.cross(across), towards: towards,
      extent: [0.05, 0.03], step: 0.004)
    let caster = MeshRaycaster(mesh)
    for row in 0..<map.height {
      for column in 0..<map.width {
        let p = map.place(column, row)
        let eye = origin + across * p.x + towards.cross(across) * p.y + towards * 0.12
        let met = caster.firstHit(origin: eye, direction: -towards, limit: 0.18).map { 0.12 - $0.distance }
        #expect(met.map { abs($0 - map[column, row]) < 1e-9 } ?? map[column, row].isNaN, "seed \(seed)")
      }
    }
  }

  private static func height(_ p: Vector2) -> Double { 0.2 * p.x - 0.1 * p.y + 0.001 }

  @Test func aPlaneSeenStraightOnKeepsItsHeights() {
    let map = Self.map()
    #expect(map.width == 41)
    #expect(map.height == 31)
    #expect(map.heights.allSatisfy { $0.isFinite })
    for place in [Vector2(0, 0), [0.0123, -0.0077], [-0.02, 0.015]] {
      #expect(abs(map.height(at: place) - Self.height(place)) < 1e-9)
      #expect((map.point(at: place) - Vector3(place.x, place.y, Self.height(place))).length < 1e-9)
    }
    #expect(map.height(at: [0.021, 0]).isNaN && map[41, 0].isNaN && map[0, -1].isNaN)
    // A symmetric kernel leaves a plane as it is, away from the border.
    let smooth = map.smoothed(0.0018)
    #expect(abs(smooth.height(at: [0.004, 0.003]) - Self.height([0.004, 0.003])) < 1e-9)
  }

  @Test func holesAreCountedAndClosed() {
    let hole = { (p: Vector2) in (p - Vector2(0.003, -0.002)).length < 0.0035 }
    let map = Self.map(without: hole)
    let missing = map.heights.count { $0.isNaN }
    #expect(missing > 20)
    #expect(missing < 60)
    let all = Double(map.width * map.height)
    #expect(map.scanned(columns: 0...40, rows: 0...30) == (all - Double(missing)) / all)
    #expect(map.coverage(about: .zero, radius: 1) == (all - Double(missing)) / all)
    #expect(map.coverage(about: [0.003, -0.002], radius: 0.002) == 0)
    // Too large a hole stays; a smaller one takes the membrane over its rim, on a plane the plane itself.
    let area = Double(missing) * map.step * map.step
    #expect(map.filled(upTo: 0.9 * area).heights.count { $0.isNaN } == missing)
    let filled = map.filled(upTo: 1.1 * area)
    for row in 0..<map.height {
      for column in 0..<map.width {
        #expect(abs(filled[column, row] - Self.height(map.place(column, row))) < 1e-6)
      }
    }
  }

  /// Between four places of the grid a height is bilinear, up to the last row and column: against the four of a surface that
  /// is bent in both directions.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func heightsBetweenPlacesAreBilinear(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let mesh = AnalyticFace().mesh()
    let map = HeightMap(
      try HeadSurface(mesh), origin: [0.002, 0, 0.05], across: [1, 0, 0], along: [0, 1, 0], towards: [0, 0, 1],
      extent: [0.024, 0.016], step: 0.004)
    #expect(map.width == 13)
    #expect(map.height == 9)
    for k in 0..<200 {
      // Among them places in the last column, the last row, and at the corner itself.
      let column = k % 3 == 0 ? 11 + random.uniform() : 12 * random.uniform()
      let at = k == 0 ? Vector2(12, 8) : Vector2(column, 8 * random.uniform())
      let (i, j) = (min(11, Int(at.x)), min(7, Int(at.y)))
      let (s, t) = (at.x - Double(i), at.y - Double(j))
      let corners = [(0, 0, (1 - s) * (1 - t)), (1, 0, s * (1 - t)), (0, 1, (1 - s) * t), (1, 1, s * t)]
      let expected = corners.reduce(0.0) { $0 + $1.2 * map.heights[(j + $1.1) * 13 + i + $1.0] }
      let place = Vector2((at.x - 6) * 0.004, (at.y - 4) * 0.004)
      #expect(abs(map.height(at: place) - expected) < 1e-9, "seed \(seed): \(at)")
    }
  }

  /// Three angles are those of a face where the two from the nose differ least: in every order.
  @Test func theNoseLiesMostEvenlyBetweenTheOtherTwo() {
    for (a, b, ears) in [
      (70.0, 80.0, 120.0), (80, 70, 120), (95, 115, 118), (95, 115, 92), (100, 100, 100), (60, 90, 130),
    ] {
      let differences = [abs(a - b), abs(ears - a), abs(ears - b)]
      let isFace = differences[0] == differences.min()
      #expect(FaceCandidate.skew(a, b, ears: ears) == (isFace ? differences[0] : .infinity), "\(a) \(b) \(ears)")
    }
  }

  /// Of many protrusions the highest are looked at: knobs of half a nose's height do not hide nose and ears.
  @Test func theHighestOfManyProtrusionsAreTheFace() throws {
    let face = AnalyticFace()
    var mesh = face.mesh()
    let parts = [face.tip, [-0.062, -0.012, -0.020], [0.062, -0.012, -0.020]].map(\.normalized)
    let away = { (a: Vector3, b: Vector3) in acos(min(1, a.dot(b))) * 180 / .pi }
    let knobs = FibonacciSphere(count: 110).points.filter { knob in parts.allSatisfy { away($0, knob) > 24 } }
    #expect(knobs.count > 60)
    for i in mesh.positions.indices {
      let direction = mesh.positions[i].normalized
      let near = knobs.map { away($0, direction) }.min()!
      mesh.positions[i] += direction * (0.005 * exp(-near * near / (2 * 16)))
    }
    let shape = try #require(RadialShape(try HeadSurface(mesh), MeshRaycaster(mesh)))
    let best = try #require(FaceCandidate.all(on: shape, up: [0, 0, 1]).first)
    #expect((best.nose - face.tip).length < 0.012)
    #expect(best.earLeft.x < -0.05 && best.earRight.x > 0.05)
  }

  @Test func noseAndEarsAreTheLikeliestFace() throws {
    let face = AnalyticFace()
    let mesh = face.mesh()
    let shape = try #require(RadialShape(try HeadSurface(mesh), MeshRaycaster(mesh)))
    let best = try #require(FaceCandidate.all(on: shape, up: nil).first)
    #expect((best.nose - face.tip).length < 0.012)
    #expect(best.earLeft.x < -0.05)
    #expect(best.earRight.x > 0.05)
    #expect(best.height > FaceCandidate.leastProtrusion)
    // A head that is told to stand upside down has its ears exchanged; one on its side has no face.
    let upside = try #require(FaceCandidate.all(on: shape, up: [0, 0, -1]).first)
    #expect(upside.earLeft == best.earRight)
    #expect(upside.earRight == best.earLeft)
    #expect(upside.nose == best.nose)
    let parts = { (face: FaceCandidate) in Set([face.nose, face.earLeft, face.earRight]) }
    #expect(FaceCandidate.all(on: shape, up: [1, 0, 0]).allSatisfy { parts($0) != parts(best) })
  }

  /// The smooth head follows the hands, so a nose between them rises less over it; not over the ring about it.
  @Test func aNoseBetweenHandsStandsOut() throws {
    var face = AnalyticFace()
    face.grip = 0.012
    let mesh = face.mesh()
    let shape = try #require(RadialShape(try HeadSurface(mesh), MeshRaycaster(mesh)))
    let found = try #require(
      FaceCandidate.all(on: shape, up: [0, 0, 1]).first { ($0.nose - face.tip).length < 0.012 && $0.earRight.y < 0 })
    #expect(found.height > 0.006, "\(found.height)")
  }
}
