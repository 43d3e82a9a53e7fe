import Geometry
import Testing

@testable import Analysis

@Suite struct ObliqueReflectionTests {
  /// A sheet's image has the image of its normal: across the images of its tangents, and turned over in a mirror.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func aNormalStaysOne(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let plane = Plane(normal: random.direction(), offset: 0.01 * random.normal())
    let tangent = plane.normal.cross(random.direction())
    let reflection = ObliqueReflection(plane: plane, direction: plane.normal + tangent * 0.3)
    let (place, normal) = (random.normal3(), random.direction())
    let image = reflection.image(ofNormal: normal)
    #expect(abs(image.length - 1) < 1e-12, "seed \(seed)")
    for along in [normal.cross(random.direction()), normal.cross(random.direction())] {
      let moved = reflection.image(of: place + along) - reflection.image(of: place)
      #expect(abs(image.dot(moved)) < 1e-12, "seed \(seed)")
    }
    let mirror = ObliqueReflection(across: plane)
    #expect((mirror.image(ofNormal: plane.normal) + plane.normal).length < 1e-12, "seed \(seed)")
  }
  /// A tilted plane turns about the foot of the perpendicular from the origin, which a shift moves along the old normal.
  @Test(arguments: [0, 0.004, -0.007]) func aPlaneTurnsAboutItsFoot(shift: Double) {
    let plane = Plane(normal: Vector3(3, -1, 2).normalized, offset: 0.03)
    let reflection = ObliqueReflection(across: plane)
    let moved = reflection.moved(by: [shift, 0.3, -0.2, 0.1, -0.05], axes: reflection.axes(up: [0, 0, 1]))
    let foot = plane.normal * (0.03 + shift)
    #expect(abs(moved.plane.normal.dot(foot) - moved.plane.offset) < 1e-12)
    #expect(abs(moved.plane.normal.length - 1) < 1e-12)
    // The square of the tangent is that of both turns.
    let cosine = moved.plane.normal.dot(plane.normal)
    #expect(abs(1 / (cosine * cosine) - 1 - 0.13) < 1e-12)
    #expect(abs(moved.direction.dot(moved.plane.normal) - 1) < 1e-12)
  }
}
