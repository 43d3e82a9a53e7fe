import Geometry
import Landmarks
import PointClouds

/// Whether a head frame stands the right way up.
enum Orientation {
  /// True when what lies above the base plane is the underside of a head.
  ///
  /// Exchanging the tragions turns Z over; every length stays, so only the surface tells. The vault lies farther from the
  /// ears than face and nape do, and an open underside may not be there at all. A scan that shows neither passes.
  static func isUpsideDown(
    _ surface: HeadSurface, _ frame: HeadFrame, _ options: FrameCheckConstants = FrameCheckConstants()
  ) -> Bool {
    let side = VaultSide(
      surface, origin: frame.headFromScan.inverse * .zero, up: frame.headFromScan.rotation.rows.2, reach: options.reach)
    if side.both > options.comparable { return side.ratio < options.underside }
    return side.above < options.nothing && side.below > options.vault
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
}
