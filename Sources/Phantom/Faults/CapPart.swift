import Geometry

/// A part of the cap that slides over the rest: some neighbouring markers. The cloth is as thick everywhere, so the surface
/// stays what it is.
struct CapPart: Sendable {
  /// The markers on it.
  let ids: Set<Int>
  /// The axis through the origin about which it slides: its middle moves down and sideways alike.
  let axis: Vector3
  /// The distance of its middle from the origin, metres.
  private let radius: Double

  /// The part of `count` markers nearest to one.
  init(_ markers: [PrintedMarker], around middle: PrintedMarker, count: Int) {
    let centre = middle.pose.translation
    let near = markers.sorted {
      (($0.pose.translation - centre).length, $0.id) < (($1.pose.translation - centre).length, $1.id)
    }.prefix(count)
    ids = Set(near.map(\.id))
    let place = near.reduce(Vector3.zero) { $0 + $1.pose.translation } / Double(max(1, near.count))
    let out = place.normalized
    let sideways = Vector3(0, 0, 1).cross(out).normalized
    let down = out.cross(sideways) * -1
    axis = out.cross((down + sideways).normalized).normalized
    radius = place.length
  }

  /// The angle by which a shift of its middle in metres turns it, radians.
  func turn(of shift: Double) -> Double { shift / radius }
}
