import Geometry
import Testing

@testable import PointClouds

@Suite struct PosePriorTests {
  private static func random(_ seed: Int) -> (RigidTransform, RigidTransform, Vector3) {
    var random = SeededGenerator(seed: UInt64(seed))
    let a = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3() * 0.3)
    let b = a.retracted(rotation: random.normal3() * 0.3, translation: random.normal3() * 0.02)
    return (a, b, random.normal3() * 0.1)
  }

  @Test(arguments: 0..<10) func motionsUndoThemselves(seed: Int) {
    let (a, b, pivot) = Self.random(seed)
    let moved = a.moved(by: a.motion(to: b, about: pivot), about: pivot)
    #expect((moved.translation - b.translation).length < 1e-12)
    #expect((moved.rotation.transpose * b.rotation).rotationVector.length < 1e-7)
  }

  @Test(arguments: 0..<10) func informationIsTheSameAboutAnyPivot(seed: Int) {
    let (a, _, pivot) = Self.random(seed)
    var random = SeededGenerator(seed: UInt64(seed + 100))
    var equations = MotionEquations()
    for _ in 0..<30 { equations.add(at: random.normal3() * 0.05, along: random.direction(), residual: 0, weight: 1) }
    // A small motion about one pivot, told about another, costs as much.
    let (w, t) = (random.normal3() * 1e-6, random.normal3() * 1e-6)
    let moved = a.moved(by: [w.x, w.y, w.z, t.x, t.y, t.z, 0, 0], about: .zero)
    let (near, far) = (a.motion(to: moved, about: .zero), a.motion(to: moved, about: pivot))
    let cost = (near * (equations.matrix * near)).sum()
    let other = (far * (equations.matrix.shifted(by: pivot) * far)).sum()
    #expect(abs(cost - other) < 1e-4 * cost)
  }

  @Test func cornersOfAMarkerGiveItsPose() throws {
    let (a, _, place) = Self.random(3)
    let places = [Vector3(-8, 8, 0), [8, 8, 0], [8, -8, 0], [-8, -8, 0]].map { $0 * 0.001 + place }
    let seen = places.map { a.inverse * $0 + Vector3(0, 0, 0) }
    let prior = try #require(
      PosePrior(seen: seen, places: places, sigmas: Array(repeating: (across: 0.0002, along: 0.001), count: 4)))
    #expect((prior.pose.translation - a.translation).length < 1e-9)
    // Translation is known to half of what a corner is, across; rotation by depth across the marker is known worse.
    let eigen = prior.information.eigen(radius: 0.008)
    let deviations = eigen.values.map { 1 / $0.squareRoot() }
    #expect(abs(deviations.min()! - 0.0001) < 0.00002)
    #expect(deviations.max()! < 0.002)
    #expect(PosePrior(seen: [], places: [], sigmas: []) == nil)
  }

  @Test func twoPriorsMeetByTheirWeights() {
    let a = RigidTransform(rotation: .identity, translation: [0.001, 0, 0])
    let b = RigidTransform(rotation: .identity, translation: [0.004, 0, 0])
    let one = PosePrior(pose: a, pivot: [0.1, 0.2, 0], rotationSigma: 0.01, translationSigma: 0.001)
    let two = PosePrior(pose: b, pivot: [0.1, 0.2, 0], rotationSigma: 0.01, translationSigma: 0.0005)
    let both = one.combined(with: two)
    #expect((both.pose.translation - [0.0034, 0, 0]).length < 1e-9)
    #expect(abs(both.information.rows[3][3] - 5e6) < 1)
  }
}
