import Diagnostics
public import Files
import Geometry
import Landmarks
public import Markers
import PointClouds
import Tracking

extension HeadLandmarks {
  /// How far a marker's middle lies from the landmark that it is said to stand on, along each axis, metres. Assumed.
  private static let capPlacement = 0.002
  /// How far above and below a marker's middle the surface is looked for, metres. Assumed.
  private static let capReach = 0.008

  /// The landmarks that markers of the cap stand on, in the scan frame: below the marker's middle along its normal, on
  /// the surface, and there below the cloth.
  package init(_ cap: Cap, _ map: MarkerMap, on mesh: Mesh) {
    var estimates: [Landmark: LandmarkEstimate] = [:]
    for (name, id) in cap.landmarks {
      guard let landmark = Landmark(rawValue: name) else { continue }
      guard let marker = map.markers[id], marker.normal.isFinite else {
        estimates[landmark] = LandmarkEstimate(
          position: .zero, standardDeviation: 0, evidence: 0, source: .cap,
          rejection: Finding(.landmarksCapMarker, ["id": .count(id)], ids: [id]))
        continue
      }
      // The middle of the corners lies below that of a bulging marker; the surface says where the print is.
      let above = marker.centre + marker.normal * Self.capReach
      let hit = mesh.firstHit(origin: above, direction: -marker.normal, limit: 2 * Self.capReach)
      let print = hit.map { above - marker.normal * $0 } ?? marker.centre
      let corner = RobustStatistics.median(marker.cornerSigmas)
      estimates[landmark] = LandmarkEstimate(
        position: print - marker.normal * cap.thickness,
        standardDeviation: (corner * corner + Self.capPlacement * Self.capPlacement).squareRoot(),
        evidence: marker.sightings, source: .cap)
    }
    self.init(estimates)
  }
}

extension Cap {
  /// Refuses roles that no landmark has.
  public func checkRoles(file: String) throws(FileError) {
    let names = Landmark.allCases.map(\.rawValue)
    for name in landmarks.keys.sorted() where !names.contains(name) {
      throw FileKind.cap.fault(
        in: file, at: .text("`landmarks`"), expected: .oneOf(names), found: .text("`\(name)`"))
    }
  }
}
