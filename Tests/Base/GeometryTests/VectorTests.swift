import Geometry
import Testing

@Suite struct RotationTests {
  @Test(arguments: 0..<50 as Range<UInt64>) func retractionIsTheInverseOfTheRotationVector(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let w = random.direction() * (random.uniform() * 3.1)
    #expect((Matrix3.rotation(w).rotationVector - w).length < 1e-9)
  }

  @Test func tinyAnglesKeepTheirDigits() {
    let w = Vector3(1e-7, -2e-8, 3e-9)
    #expect((Matrix3.rotation(w).rotationVector - w).length < 1e-15)
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func quaternionsRoundTripAndRotationsStayOrthonormal(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let r = Matrix3.rotation(random.normal3() * 2)
    let q = Matrix3(quaternion: r.quaternion)
    for (a, b) in [(r.c0, q.c0), (r.c1, q.c1), (r.c2, q.c2)] { #expect((a - b).length < 1e-12) }
    #expect(abs(r.determinant - 1) < 1e-12)
    #expect(((r * r.transpose).c0 - [1, 0, 0]).length < 1e-12)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func aTransformTimesItsInverseMovesNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let t = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let p = random.normal3()
    #expect((t.inverse * (t * p) - p).length < 1e-12)
    #expect(((t * t.inverse) * p - p).length < 1e-12)
  }
}

@Suite struct CardanAnglesTests {
  @Test(arguments: 1...30) func theyAreTheTurnsOfTheirRotation(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<20 {
      let angles = CardanAngles(
        x: 6 * random.uniform() - 3, y: 3 * random.uniform() - 1.5, z: 6 * random.uniform() - 3)
      let back = CardanAngles(angles.rotation)
      #expect(abs(back.x - angles.x) < 1e-9, "seed \(seed)")
      #expect(abs(back.y - angles.y) < 1e-9, "seed \(seed)")
      #expect(abs(back.z - angles.z) < 1e-9, "seed \(seed)")
    }
  }

  /// Rx(x) · Ry(y) · Rz(z), written out.
  @Test func theOrderIsXThenYThenZ() {
    let r = CardanAngles(x: 0, y: 0.3, z: 0.4).rotation
    #expect(abs(r.c2.x - 0.29552020666133955) < 1e-12, "z leans to x by y")
    #expect(abs(r.c2.y) < 1e-12, "z leans to x by y")
    #expect(abs(CardanAngles(.rotation([0, 0, 1.2])).z - 1.2) < 1e-12)
    #expect(abs(CardanAngles(.rotation([0.7, 0, 0])).x - 0.7) < 1e-12)
  }
}
