public import Diagnostics
public import PointClouds

/// Why a landmark does not belong to a surface.
public enum LandmarkPlacementError: FindingError, Equatable {
  /// A landmark lies on a vertex that was cut because it is damaged.
  case onDamage(Landmark)
  /// A landmark lies away from the surface; the distance, and how far it may lie away there, are in metres.
  case offSurface(Landmark, distance: Double, reach: Double)

  /// What is said of it.
  public var message: ErrorMessage {
    switch self {
    case .onDamage(let landmark): ErrorMessage(.landmarkOnDamage, at: Self.subject(landmark))
    case .offSurface(let landmark, let distance, let reach):
      ErrorMessage(
        .landmarkOffSurface, at: Self.subject(landmark),
        ["reach": .millimetres(reach, decimals: 1), "distance": .millimetres(distance, decimals: 1)])
    }
  }

  private static func subject(_ landmark: Landmark) -> FindingValue {
    .phrase("landmark", ["landmark": .text(landmark.rawValue)])
  }
  /// The same as a finding.
  public var finding: Finding {
    switch self {
    case .onDamage(let landmark): Finding(.landmarksOnDamage).about([landmark])
    case .offSurface(let landmark, let distance, let reach):
      Finding(
        .landmarksOffSurface,
        [
          "distance_mm": .millimetres(distance, decimals: 1), "reach_mm": .millimetres(reach, decimals: 1),
        ]
      ).about([landmark])
    }
  }
}

extension HeadSurface {
  /// The farthest that a landmark may lie from any surface, in metres.
  public static let landmarkReach = 0.010
  /// A landmark farther from the surface than this is mentioned, in metres.
  static let landmarkNote = 0.003

  /// Checks that landmarks which were picked on this surface lie on it.
  ///
  /// A landmark may lie as far off as the mesh explains: three of its deviations and the longest edge of the triangle below
  /// it, at most ``landmarkReach``; and that far off beside a rim, where it may lie over a hole, and where a program placed
  /// it below the surface of an ear.
  ///
  /// - Throws: ``LandmarkPlacementError/offSurface(_:distance:reach:)`` for one farther away,
  ///   ``LandmarkPlacementError/onDamage(_:)`` for one on a vertex that was cut.
  public func check(_ landmarks: HeadLandmarks) throws(LandmarkPlacementError) {
    for (landmark, estimate) in landmarks.estimates.sorted(by: { $0.key < $1.key }) {
      guard !damage.vertices.contains(estimate.position) else { throw .onDamage(landmark) }
      let nearest = nearest(to: estimate.position)
      let deviation = max(estimate.standardDeviation, PickedLandmarkOptions().clickDeviation)
      let isExplained = nearest.isRim || estimate.source == .automatic
      let reach = isExplained ? Self.landmarkReach : min(Self.landmarkReach, 3 * deviation + nearest.spacing)
      guard nearest.distance <= reach else { throw .offSurface(landmark, distance: nearest.distance, reach: reach) }
    }
  }

  /// Notes on landmarks that lie a little off the surface, though no program placed them.
  public func remarks(on landmarks: HeadLandmarks) -> [Finding] {
    landmarks.estimates.sorted { $0.key < $1.key }.compactMap { landmark, estimate in
      guard estimate.fault == nil, estimate.source != .automatic else { return nil }
      let distance = distance(to: estimate.position)
      guard distance > Self.landmarkNote else { return nil }
      return Finding(.landmarksBesideSurface, ["distance_mm": .millimetres(distance, decimals: 1)]).about([landmark])
    }
  }
}
