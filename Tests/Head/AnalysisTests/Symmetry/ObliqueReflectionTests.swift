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
}
