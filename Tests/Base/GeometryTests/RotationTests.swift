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
