import Geometry
import Testing

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
