import Geometry
import Landmarks
import Platform
import PointClouds

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
