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
    #expect((prior.pivot - place).length < 1e-12)
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

  /// Whichever of two priors comes first, their middle is the same, and as certain, told about either pivot.
  @Test(arguments: 0..<5) func priorsAreCombinedInAnyOrder(seed: Int) {
    let (a, _, pivot) = Self.random(seed)
    var random = SeededGenerator(seed: UInt64(seed + 50))
    let b = a.moved(by: [1e-4, -2e-4, 1.5e-4, 2e-5, -1e-5, 3e-5, 0, 0], about: pivot)
    let priors = [(a, pivot), (b, pivot + random.normal3() * 0.1)].map { pose, pivot in
      var equations = MotionEquations()
      for _ in 0..<30 {
        equations.add(at: random.normal3() * 0.05, along: random.direction(), residual: 0, weight: 1e6)
      }
      return PosePrior(pose: pose, pivot: pivot, information: equations.matrix)
    }
    let (one, other) = (priors[0].combined(with: priors[1]), priors[1].combined(with: priors[0]))
    #expect(one.pivot == priors[1].pivot && other.pivot == priors[0].pivot)
    let difference = one.pose.motion(to: other.pose, about: pivot)
    // Products of two angles of 0.2 mrad are neglected: over 0.3 m they make 10 nm.
    #expect((difference * difference).sum().squareRoot() < 3e-7, "\(difference)")
    let shifted = one.information.shifted(by: other.pivot - one.pivot)
    for i in 0..<6 {
      for j in 0..<6 { #expect(abs(shifted.rows[i][j] - other.information.rows[i][j]) < 1e-6 * 3e7, "\(i), \(j)") }
    }
    #expect(a.motion(to: one.pose, about: pivot).max() > 1e-6, "it lies between")
  }
}

/// Normal equations, against their definition.
@Suite struct MotionEquationsTests {
  private static func rows(_ count: Int, _ random: inout SeededGenerator) -> [(Vector3, Vector3, Double, Double)] {
    (0..<count).map { _ in
      (random.normal3() * 0.05, random.direction(), random.normal() * 1e-3, 0.5 + 2 * random.uniform())
    }
  }

  /// What solves them leaves each residual's weighted product with every unknown at zero.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func theSolutionIsThatOfLeastSquares(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = Self.rows(30, &random)
    var equations = MotionEquations()
    for (point, n, residual, weight) in rows { equations.add(at: point, along: n, residual: residual, weight: weight) }
    let x = try #require(equations.solution)
    var gradient = SIMD8<Double>.zero
    for (point, n, residual, weight) in rows {
      let turn = point.cross(n)
      let row = SIMD8<Double>(turn.x, turn.y, turn.z, n.x, n.y, n.z, 0, 0)
      gradient += row * (weight * ((row * x).sum() + residual))
    }
    #expect((gradient * gradient).sum().squareRoot() < 1e-10, "seed \(seed)")
    #expect((x * x).sum() > 0)
    #expect(abs(equations.weight - rows.reduce(0) { $0 + $1.3 }) < 1e-12)
  }

  /// Scaled equations are those of scaled weights.
  @Test func scaledEquationsHaveScaledWeights() {
    var random = SeededGenerator(seed: 9)
    let (first, second) = (Self.rows(7, &random), Self.rows(9, &random))
    var (one, other, all) = (MotionEquations(), MotionEquations(), MotionEquations())
    for (point, n, residual, weight) in first {
      one.add(at: point, along: n, residual: residual, weight: weight)
      all.add(at: point, along: n, residual: residual, weight: weight)
    }
    for (point, n, residual, weight) in second {
      other.add(at: point, along: n, residual: residual, weight: weight)
      all.add(at: point, along: n, residual: residual, weight: 0.25 * weight)
    }
    one.add(other, scaled: 0.25)
    for i in 0..<6 {
      #expect(abs(one.right[i] - all.right[i]) < 1e-12)
      for j in 0..<6 { #expect(abs(one.matrix.rows[i][j] - all.matrix.rows[i][j]) < 1e-12) }
    }
    #expect(abs(one.weight - all.weight) < 1e-12)
  }

  /// A direction that nothing determines stays at rest.
  @Test func whatIsNotDeterminedRests() throws {
    var equations = MotionEquations()
    #expect(equations.solution == nil)
    equations.add(at: .zero, along: [0, 0, 1], residual: 0.002, weight: 3)
    let x = try #require(equations.solution)
    #expect(abs(x[5] + 0.002) < 1e-12)
    for k in [0, 1, 2, 3, 4] { #expect(abs(x[k]) < 1e-12) }
  }
}
