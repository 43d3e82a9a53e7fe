package import Geometry
package import PointClouds

/// Which side of a plane through nose and ears the vault of a head lies on.
///
/// Seen from between the ears, the vault lies farther away than face and nape do. So every direction above the plane is
/// compared with its mirror image below: whatever leans, and wherever the scan ends, leans and ends for both.
package struct VaultSide {
  /// The shares of directions above and below the plane that meet the surface, and of those that do so on both sides.
  package let above, below, both: Double
  /// How much farther away the surface lies above the plane than below: the median over directions that meet it on both
  /// sides; NaN where none does.
  package let ratio: Double

  /// Directions nearer to the plane than this, as a sine, meet the same part of the head on both sides: 15°.
  private static let lowest = 0.26

  /// Surface that lies within this of the middle of the ears tells which side of them is up, metres. Assumed: farther
  /// off is what holds the head.
  static let usualReach = 0.15

  /// Looks at a surface from a point between the ears.
  ///
  /// - Parameters:
  ///   - up: what is taken for up, a unit vector across the plane.
  ///   - reach: surface farther away than this is no head's, metres.
  package init(_ surface: HeadSurface, origin: Vector3, up: Vector3, reach: Double) {
    let side = up.cross(abs(up.x) < 0.7 ? [1, 0, 0] : [0, 1, 0]).normalized
    let rotation = Matrix3(rows: side, up.cross(side), up)
    let upright = surface.positions.map { rotation * ($0 - origin) }
    let sphere = FibonacciSphere(count: 800).points
    let distances = [upright, upright.map { $0 * [1, 1, -1] }].map { positions in
      let hits = RayCoverage(
        HeadSurface(positions: positions, triangles: surface.triangles), centre: .zero, directions: sphere)
      return zip(sphere, hits.distances).filter { $0.0.z > Self.lowest }.map { $0.1.flatMap { $0 < reach ? $0 : nil } }
    }
    let ratios = zip(distances[0], distances[1]).compactMap { above, below in
      above.flatMap { above in below.map { above / $0 } }
    }
    let count = Double(distances[0].count)
    (above, below) = (
      Double(distances[0].count { $0 != nil }) / count, Double(distances[1].count { $0 != nil }) / count
    )
    both = Double(ratios.count) / count
    ratio = ratios.isEmpty ? .nan : RobustStatistics.median(ratios)
  }
}
