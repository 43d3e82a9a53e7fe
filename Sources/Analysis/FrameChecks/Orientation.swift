import Geometry
import PointClouds

/// Whether a head frame stands the right way up.
enum Orientation {
  /// True when what lies above the base plane is the underside of a head.
  ///
  /// Exchanging the tragions turns Z over; every length stays, so only the surface tells. Within 30° of straight up and
  /// straight down, and within reach, the vault lies farther from the ears than a closed underside does, and an open
  /// underside isn't there at all. A scan that shows neither passes.
  static func isUpsideDown(
    _ surface: HeadSurface, _ frame: HeadFrame, _ options: FrameCheckOptions = FrameCheckOptions()
  ) -> Bool {
    let origin = frame.headFromScan.inverse * .zero
    let up = frame.headFromScan.rotation.rows.2
    let hits = RayCoverage(surface, centre: origin, directions: FibonacciSphere(count: 800).points)
    let above = cap(hits, about: up, within: options.reach)
    let below = cap(hits, about: -up, within: options.reach)
    if above.seen < options.nothing { return below.seen > options.vault }
    return min(above.seen, below.seen) > options.comparable && above.distance < options.underside * below.distance
  }

  /// True when the faces look at the middle of the ears rather than away from it, by their area.
  static func looksInwards(_ surface: HeadSurface, _ frame: HeadFrame) -> Bool {
    let origin = frame.headFromScan.inverse * .zero
    let outward = surface.triangles.reduce(0.0) { sum, triangle in
      let (a, b, c) = surface.corners(triangle)
      return sum + (b - a).cross(c - a).dot(((a + b + c) / 3 - origin).normalized)
    }
    return outward < 0
  }

  /// The share of directions within 30° of an axis that meet the surface, and their mean distance in metres.
  private static func cap(
    _ hits: RayCoverage, about axis: Vector3, within reach: Double
  ) -> (seen: Double, distance: Double) {
    let inside = zip(hits.directions, hits.distances).filter { $0.0.dot(axis) > 0.75.squareRoot() }
    let distances = inside.compactMap(\.1).filter { $0 < reach }
    return (Double(distances.count) / Double(max(inside.count, 1)), RobustStatistics.mean(distances))
  }
}
