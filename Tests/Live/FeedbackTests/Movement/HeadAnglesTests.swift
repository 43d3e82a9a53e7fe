import Geometry
import Testing

@testable import Feedback

@Suite struct HeadAnglesTests {
  private let degree = Double.pi / 180

  /// The rotation of angles, as the definition composes it.
  private func rotation(_ angles: HeadAngles) -> Matrix3 {
    .rotation([-angles.flexion * degree, 0, 0]) * .rotation([0, angles.lateral * degree, 0])
      * .rotation([0, 0, -angles.rotation * degree])
  }

  /// Axes of the neutral head: x right, y anterior, z superior.
  @Test func eachAngleHasItsSign() {
    // The face, which is y, turned to the right: to x.
    let right = HeadAngles(Matrix3.rotation([0, 0, -40 * degree]))
    #expect(abs(right.rotation - 40) < 1e-9)
    #expect(abs(right.lateral) < 1e-9)
    #expect(abs(right.flexion) < 1e-9)
    #expect((Matrix3.rotation([0, 0, -40 * degree]) * Vector3(0, 1, 0)).x > 0)
    // The crown, which is z, leaned to the right.
    let leaned = HeadAngles(Matrix3.rotation([0, 40 * degree, 0]))
    #expect(abs(leaned.lateral - 40) < 1e-9)
    #expect((Matrix3.rotation([0, 40 * degree, 0]) * Vector3(0, 0, 1)).x > 0)
    // The face bent down.
    let bent = HeadAngles(Matrix3.rotation([-40 * degree, 0, 0]))
    #expect(abs(bent.flexion - 40) < 1e-9)
    #expect((Matrix3.rotation([-40 * degree, 0, 0]) * Vector3(0, 1, 0)).z < 0)
  }

  @Test func anglesOfARotationGiveItBack() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let angles = HeadAngles(
        flexion: 170 * (2 * random.uniform() - 1), lateral: 85 * (2 * random.uniform() - 1),
        rotation: 175 * (2 * random.uniform() - 1))
      let found = HeadAngles(rotation(angles))
      #expect(abs(found.flexion - angles.flexion) < 1e-9)
      #expect(abs(found.lateral - angles.lateral) < 1e-9)
      #expect(abs(found.rotation - angles.rotation) < 1e-9)
    }
  }

  @Test func theRotationIsThatOfTheDefinition() {
    let angles = HeadAngles(flexion: 12, lateral: 31, rotation: -55)
    let (found, expected) = (angles.neutralFromHead, rotation(angles))
    for axis in [Vector3(1, 0, 0), [0, 1, 0], [0, 0, 1]] { #expect((found * axis - expected * axis).length < 1e-12) }
    #expect([JointMovement.flexion, .lateral, .rotation].map { angles[$0] } == [12, 31, -55])
    #expect(angles[.abduction].isNaN && angles[.projection].isNaN)
  }

  /// A mirrored head has the other sides.
  @Test func aMirrorExchangesSides() {
    let mirror = Matrix3(columns: [-1, 0, 0], [0, 1, 0], [0, 0, 1])
    let turned = rotation(HeadAngles(flexion: 12, lateral: 31, rotation: -55))
    let found = HeadAngles(mirror * turned * mirror)
    #expect(abs(found.flexion - 12) < 1e-9)
    #expect(abs(found.lateral + 31) < 1e-9)
    #expect(abs(found.rotation - 55) < 1e-9)
  }

  /// What the torso's right leaves open is an error of flexion alone.
  @Test func aTurnAboutTheTorsosRightIsFlexion() {
    let angles = HeadAngles(flexion: 12, lateral: 31, rotation: -75)
    let found = HeadAngles(Matrix3.rotation([20 * degree, 0, 0]) * rotation(angles))
    #expect(abs(found.flexion + 8) < 1e-9)
    #expect(abs(found.lateral - 31) < 1e-9)
    #expect(abs(found.rotation + 75) < 1e-9)
  }
}
