import Foundation
import Geometry
import Recordings
import Testing

@testable import Markers

@Suite struct CornerDepthTests {
  /// On a head, at any slant, the corner's depth is right but for what a window of ± 0.2 sides leaves out: 0.05 mm / cos².
  @Test(arguments: [0.0, 0.4, 0.7, 0.9]) func meetsTheCornersOfABentMarker(turn: Double) throws {
    var scene = PrintedScene(distance: 0.2, turn: turn)
    scene.radius = 0.065
    let depth = scene.registered(scene.render().1)
    for (index, corner) in scene.corners.enumerated() {
      let found = try #require(CornerDepth(of: index, in: scene.pixels, depth: depth))
      let facing = cos(turn + 0.17)
      #expect(abs(1 / found.inverse - corner.z) < 0.0001 / (facing * facing), "\(index) at \(turn)")
    }
  }

  /// The deviation it states is that of its errors.
  @Test func knowsItsNoise() throws {
    let scene = PrintedScene(distance: 0.2, turn: 0.5)
    let clean = scene.render().1
    var random = SeededGenerator(seed: 4)
    var scores: [Double] = []
    for _ in 0..<40 {
      var noisy = clean
      noisy.pixels = clean.pixels.map { $0 + Float(0.0004 * random.normal()) }
      for (index, corner) in scene.corners.enumerated() {
        let found = try #require(CornerDepth(of: index, in: scene.pixels, depth: scene.registered(noisy)))
        scores.append((found.inverse - 1 / corner.z) / found.sigma)
      }
    }
    #expect((0.75...1.35).contains(RobustStatistics.rms(scores)), "\(RobustStatistics.rms(scores))")
  }

  @Test func refusesHolesAndJumps() {
    let scene = PrintedScene(distance: 0.2)
    var depth = scene.render().1
    let corner = scene.pixels[0]
    for y in 0..<depth.height {
      for x in 0..<depth.width where Double(x) < corner.x + 1 { depth.pixels[y * depth.width + x] = .nan }
    }
    #expect(CornerDepth(of: 0, in: scene.pixels, depth: scene.registered(depth)) == nil)
    #expect(
      CornerDepth(of: 0, in: [[1, 1], [1.2, 1], [1.2, 1.2], [1, 1.2]], depth: scene.registered(depth)) == nil)
  }
}
