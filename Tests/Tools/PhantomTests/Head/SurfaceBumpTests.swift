import Geometry
import Platform
import Testing

@testable import Phantom

/// A bump on the unit sphere, against its closed form along its own axes.
@Suite struct SurfaceBumpTests {
  /// Where the point x standard deviations across and y along lies, in the plane that touches the sphere at the bump.
  private func direction(_ axis: Vector3, _ across: Vector3, _ along: Vector3, _ x: Double, _ y: Double) -> Vector3 {
    (axis + across * x + along * y).normalized
  }

  @Test(arguments: [0, 0.4, -1.2]) func itFallsAlongItsAxes(lean: Double) {
    // On the equator at 30° sideways is up to one side, upright is Z.
    let axis = Vector3(cos(0.5), sin(0.5), 0)
    let (level, upright) = (Vector3(-sin(0.5), cos(0.5), 0), Vector3(0, 0, 1))
    let (across, along) = (
      level * cos(lean) + upright * sin(lean), upright * cos(lean) - level * sin(lean)
    )
    for isFlat in [false, true] {
      let bump = SurfaceBump(at: axis * 3, amplitude: 0.004, widths: [0.2, 0.5], lean: lean, flatTop: isFlat)
      #expect(abs(bump.rise(axis) - 0.004) < 1e-15)
      for (x, y) in [(1.0, 0.0), (0, 1), (0.5, -0.7), (-2, 0.3), (1.5, 1.5)] {
        let square = x * x + y * y
        let expected = 0.004 * exp(-(isFlat ? square * square : square) / 2)
        #expect(abs(bump.rise(direction(axis, across, along, 0.2 * x, 0.5 * y)) - expected) < 1e-12, "\(x) \(y)")
      }
      // Nothing on the far side, nor far beyond it.
      #expect(bump.rise(-axis) == 0 && bump.rise(direction(axis, across, along, 2, 0)) == 0)
      #expect(bump.rise(direction(axis, across, along, 0.2 * 2.7, 0)) > 0)
    }
  }
}
