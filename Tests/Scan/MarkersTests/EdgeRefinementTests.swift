import Geometry
import Images
import Recordings
import Testing

@testable import Markers

@Suite struct EdgeRefinementTests {
  /// Corners that start up to a pixel off come back; a corner's own rounding by the blur does not draw them inwards.
  @Test(arguments: [(0.15, 0.0), (0.2, 0.5), (0.25, -0.8), (0.22, 0.9)])
  func findsTheCornersOfABlurredMarker(distance: Double, turn: Double) throws {
    var scene = PrintedScene(distance: distance, turn: turn)
    scene.radius = 0.065
    let image = scene.render().0.blurred
    var random = SeededGenerator(seed: 11)
    let middle = scene.pixels.reduce(.zero, +) / 4
    let started = scene.pixels.map { $0 + Vector2(random.normal(), random.normal()) * 0.4 }
    let refined = EdgeRefinement.refined(started, in: image, cells: scene.dictionary.cells)
    let offsets = zip(refined, scene.pixels).map { $0 - $1 }
    #expect(RobustStatistics.rms(offsets.map(\.length)) < 0.12, "\(offsets)")
    let inward = zip(offsets, scene.pixels).map { $0.dot((middle - $1) / (middle - $1).length) }
    #expect(abs(RobustStatistics.mean(inward)) < 0.06, "\(inward)")
  }

  @Test func leavesCornersWhereThereIsNoEdge() {
    let flat = GrayImage(width: 40, height: 40, pixels: Array(repeating: 90, count: 1600))
    let corners: [Vector2] = [[10, 10], [30, 10], [30, 30], [10, 30]]
    #expect(EdgeRefinement.refined(corners, in: flat, cells: 4) == corners)
    let outside: [Vector2] = [[-5, -5], [45, -5], [45, 45], [-5, 45]]
    #expect(EdgeRefinement.refined(outside, in: flat, cells: 4) == outside)
  }
}
