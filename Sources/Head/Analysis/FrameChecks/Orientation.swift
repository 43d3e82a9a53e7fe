import Geometry
import Landmarks
import PointClouds

/// Whether a head frame stands the right way up.
enum Orientation {
  /// Surface that lies within this of the middle of the ears counts, metres.
  ///
  /// Evidence: assumed: farther off is what holds the head; no measurement behind it.
  private static let reach = 0.15
  /// With a smaller share of surface above the base plane, nothing is taken to be there.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let nothing = 0.1
  /// With nothing above, this share below is a vault.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let vault = 0.8
  /// With this share of directions that meet the surface on both sides, their distances are compared.
  ///
  /// Evidence: Docs/methods/head-frame.md (What is refused).
  private static let comparable = 0.1
  /// A vault is farther from the ears than an underside: the ratio of their distances below which the head is upside down.
  ///
  /// Evidence: Docs/methods/head-frame.md (What is refused).
  private static let underside = 0.98

  /// True when what lies above the base plane is the underside of a head.
  ///
  /// Exchanging the tragions turns Z over; every length stays, so only the surface tells. The vault lies farther from the
  /// ears than face and nape do, and an open underside may not be there at all. A scan that shows neither passes.
  static func isUpsideDown(_ surface: HeadSurface, _ frame: HeadFrame) -> Bool {
    let side = VaultSide(
      surface, origin: frame.headFromScan.inverse * .zero, up: frame.headFromScan.rotation.rows.2, reach: reach)
    if side.both > comparable { return side.ratio < underside }
    return side.above < nothing && side.below > vault
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
