import Analysis
import Geometry
import Testing

@testable import ScanPipeline

/// How far a cap is expected to reach below its markers.
@Suite struct CapMarginTests {
  @Test func isHalfTheDistanceBetweenNeighbours() {
    let grid = (0..<5).flatMap { i in (0..<5).map { Vector3(0.03 * Double(i), 0.03 * Double($0), 0) } }
    #expect(abs(CapLayer.margin(grid) - 0.015) < 1e-12)
    // Markers that were never seen leave the others where they are.
    #expect(abs(CapLayer.margin(Array(grid.dropLast(7))) - 0.015) < 1e-12)
  }

  @Test func isAFewMillimetresWhereMarkersTellNothing() {
    #expect(CapLayer.margin([]) == 0.005)
    #expect(CapLayer.margin([[0, 0, 0]]) == 0.005)
    #expect(CapLayer.margin([[0, 0, 0], [0.004, 0, 0]]) == 0.005)
  }
}
