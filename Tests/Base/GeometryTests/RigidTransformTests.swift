import Geometry
import Testing

@Suite struct RigidFitTests {
  @Test(arguments: 0..<20 as Range<UInt64>) func recoversAKnownMotion(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let points = (0..<12).map { _ in random.normal3() }
    let fitted = try #require(RigidTransform.fit(points, onto: points.map { motion * $0 }))
    for p in points { #expect((fitted * p - motion * p).length < 1e-9) }
  }

  @Test func refusesPointsOnALine() {
    let points = (0..<5).map { Vector3(Double($0), 2 * Double($0), 0) }
    #expect(RigidTransform.fit(points, onto: points) == nil)
  }
}

@Suite struct RigidTransformPowerTests {
  private func random(_ seed: UInt64) -> RigidTransform {
    var random = SeededGenerator(seed: seed)
    return RigidTransform(rotation: .rotation(random.normal3() * 0.5), translation: random.normal3())
  }

  private func distance(_ a: RigidTransform, _ b: RigidTransform) -> Double {
    [Vector3(0, 0, 0), [1, 0, 0], [0, 1, 0]].map { (a * $0 - b * $0).length }.max()!
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func aThirdThreeTimesIsTheWhole(seed: UInt64) {
    let motion = random(seed)
    let third = motion.power(1.0 / 3)
    #expect(distance(third * third * third, motion) < 1e-12, "seed \(seed)")
    #expect(distance(motion.power(-1), motion.inverse) < 1e-12, "seed \(seed)")
    #expect(distance(motion.power(0), .identity) < 1e-12, "seed \(seed)")
  }

  @Test func aTurnAboutAnAxisStaysOnItsCircle() {
    let centre = Vector3(0.3, 0, 0)
    let turn = Matrix3.rotation([0, 0, 0.4])
    let motion = RigidTransform(rotation: turn, translation: centre - turn * centre)
    let half = motion.power(0.5)
    #expect((half * centre - centre).length < 1e-15)
    #expect(abs((half * Vector3.zero - centre).length - 0.3) < 1e-15)
  }

  @Test func aShiftIsShared() {
    let shift = RigidTransform(rotation: .identity, translation: [1, 2, 3])
    #expect(shift.power(0.25).translation == [0.25, 0.5, 0.75])
  }
}
