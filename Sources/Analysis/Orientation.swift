import Geometry

/// Whether a head frame stands the right way up.
enum Orientation {
  /// True when clearly more of the head lies below the base plane than above it, within 150 mm of the origin.
  ///
  /// Exchanging the tragions turns Z over; nothing else tells, for every other length stays.
  static func isUpsideDown(_ surface: HeadSurface, _ frame: HeadFrame) -> Bool {
    let origin = frame.headFromScan.inverse * .zero
    let up = frame.headFromScan.rotation.rows.2
    let hits = RayCoverage(surface, centre: origin, directions: FibonacciSphere(count: 400).points)
    var (above, below) = (0.0, 0.0)
    for (direction, distance) in zip(hits.directions, hits.distances) {
      guard let distance, distance < 0.15 else { continue }
      if direction.dot(up) > 0 { above += distance } else { below += distance }
    }
    return below > 1.25 * above
  }
}
