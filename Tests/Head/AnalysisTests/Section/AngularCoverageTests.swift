import Foundation
import Geometry
import Testing

@testable import Analysis

/// Where an outline was seen, in quarters of a degree from the right, anticlockwise.
@Suite struct AngularCoverageTests {
  private static func at(_ degrees: Double, _ radius: Double = 0.07) -> Vector2 {
    [radius * cos(degrees * .pi / 180), radius * sin(degrees * .pi / 180)]
  }

  /// Of points in one direction the farthest counts, wherever the line comes to it.
  @Test func theFartherPointOfADirectionCounts() {
    let (near, far): (Vector2, Vector2) = ([0.05, 0.0001], [0.06, 0.0001])
    for piece in [[far, near], [near, far, near]] {
      let farthest = AngularCoverage([piece]).farthest
      #expect(farthest[0] == far)
      #expect(farthest.count { $0 != nil } == 1)
    }
  }

  /// A stretch fills the directions between its ends, the short way round, also past the right.
  @Test(arguments: [
    (10.1, 20.1), (20.1, 10.1), (-5.1, 5.1), (5.1, -5.1), (175.1, 185.1), (10.1, 160.1), (160.1, 10.1),
  ])
  func aStretchFillsItsDirections(from: Double, to: Double) {
    let farthest = AngularCoverage([[Self.at(from), Self.at(to)]]).farthest
    let (low, high) = (Int((min(from, to) * 4).rounded(.down)), Int((max(from, to) * 4).rounded(.down)))
    for bin in 0..<AngularCoverage.count {
      let isBetween = (low...high).contains { ($0 + AngularCoverage.count) % AngularCoverage.count == bin }
      #expect((farthest[bin] != nil) == isBetween, "\(bin)")
    }
    // On the chord, whose middle is nearest to the centre.
    let nearest = 0.07 * cos((to - from) / 2 * .pi / 180)
    for point in farthest.compactMap({ $0 }) { #expect(point.length > nearest - 1e-9 && point.length < 0.070001) }
  }

  /// Between neighbouring directions nothing is missing, however far apart their points lie; between others it is.
  @Test(arguments: [(5, 6, 1), (5, 7, 2)]) func neighboursHaveNoGapBetweenThem(one: Int, other: Int, count: Int) {
    let pieces = [(one, 0.05), (other, 0.07)].map { bin, radius -> [Vector2] in
      let point = Self.at((Double(bin) + 0.5) / 4, radius)
      return [point, point]
    }
    #expect(AngularCoverage(pieces).gaps(wider: 0.001).count == count)
  }

  @Test func gapsAreThoseWiderThanTheLimit() {
    // 355° of a circle: from 10° to 5°, the ends 6.1 mm apart.
    let piece = stride(from: 10.1, through: 365.1, by: 0.5).map { Self.at($0) }
    let coverage = AngularCoverage([piece])
    let gaps = coverage.gaps(wider: 0.005)
    #expect(gaps.count == 1)
    #expect(abs((gaps.first?.width ?? 0) - 0.14 * sin(2.5 * .pi / 180)) < 0.0004)
    #expect(coverage.gaps(wider: 0.0065).isEmpty)
    #expect(AngularCoverage([]).gaps(wider: 0.001).isEmpty)
    // One direction alone has nothing beside it.
    #expect(AngularCoverage([[[0.05, 0.0001], [0.06, 0.0001]]]).gaps(wider: 0.001).count == 1)
  }
}
