import Geometry
import Landmarks
import Platform
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

/// Whether sellion and tragions have been exchanged in a cycle: that keeps the base plane and its upper side, and
/// turns the head frame by a third of a turn about an axis beside the head's middle.
enum LandmarkOrder {
  /// A section less asymmetric than this is never taken for mixed up, metres.
  ///
  /// Evidence: assumed: no head's is twice as much; no measurement behind it.
  private static let suspicious = 0.008
  /// Landmarks are mixed up when another order leaves less than this share of the asymmetry.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let remaining = 0.5

  /// True when the section would be much less asymmetric with the landmarks exchanged by one or two places of the
  /// cycle.
  ///
  /// - Parameters:
  ///   - surface: in the head frame of the landmarks.
  ///   - level: the height of the section in metres.
  static func isMixedUp(
    _ surface: HeadSurface, _ landmarks: HeadLandmarks, level: Double, _ choices: MeasurementProtocol
  ) -> Bool {
    let places = Landmark.required.compactMap { landmarks[$0] }
    guard places.count == 3 else { return false }
    let asymmetries = (0..<3).map { turn -> Double? in
      let frame = try? HeadFrame(
        sellion: places[turn], tragionLeft: places[(turn + 1) % 3], tragionRight: places[(turn + 2) % 3],
        apAxis: choices.apAxis.ofLandmarks)
      return frame.flatMap { frame in
        asymmetry(
          Section(of: surface, headFromScan: frame.headFromScan, level: level, bridgedGap: choices.bridgedGap))
      }
    }
    guard let own = asymmetries[0], own > suspicious else { return false }
    return asymmetries.dropFirst().contains { $0.map { $0 < remaining * own } ?? false }
  }

  /// The root mean square difference of a closed section's radii about the ears' middle, left against right, in metres.
  private static func asymmetry(_ section: Section) -> Double? {
    guard section.isClosed else { return nil }
    let differences = stride(from: 10.0, to: 180, by: 10).compactMap { degrees -> Double? in
      let angle = degrees * .pi / 180
      let right = section.hit(from: .zero, direction: [sin(angle), cos(angle)])?.length
      let left = section.hit(from: .zero, direction: [-sin(angle), cos(angle)])?.length
      return right.flatMap { right in left.map { right - $0 } }
    }
    return differences.count == 17 ? RobustStatistics.rms(differences) : nil
  }
}
