public import Diagnostics
public import PointClouds

/// Why a landmark does not belong to a surface.
public enum LandmarkPlacementError: FindingError, Equatable {
  /// A landmark lies on a vertex that was cut because it is damaged.
  case onDamage(Landmark)
  /// A landmark lies away from the surface; the distance is in metres.
  case offSurface(Landmark, distance: Double)

  /// What is said of it.
  public var message: ErrorMessage {
    switch self {
    case .onDamage(let landmark): ErrorMessage(.landmarkOnDamage, at: Self.subject(landmark))
    case .offSurface(let landmark, let distance):
      ErrorMessage(
        .landmarkOffSurface, at: Self.subject(landmark),
        ["reach": .millimetres(HeadSurface.landmarkReach), "distance": .millimetres(distance, decimals: 1)])
    }
  }

  private static func subject(_ landmark: Landmark) -> FindingValue {
    .phrase("landmark", ["landmark": .text(landmark.rawValue)])
  }
  /// The same as a finding.
  public var finding: Finding {
    switch self {
    case .onDamage(let landmark): Finding(.landmarksOnDamage).about([landmark])
    case .offSurface(let landmark, let distance):
      Finding(
        .landmarksOffSurface,
        [
          "distance_mm": .millimetres(distance, decimals: 1), "reach_mm": .millimetres(HeadSurface.landmarkReach),
        ]
      ).about([landmark])
    }
  }
}

extension HeadSurface {
  /// The farthest that a landmark may lie from the surface, in metres.
  public static let landmarkReach = 0.010

  /// Checks that landmarks which were picked on this surface lie on it.
  ///
  /// - Throws: ``LandmarkPlacementError/offSurface(_:distance:)`` for one farther than ``landmarkReach``,
  ///   ``LandmarkPlacementError/onDamage(_:)`` for one on a vertex that was cut.
  public func check(_ landmarks: HeadLandmarks) throws(LandmarkPlacementError) {
    for (landmark, estimate) in landmarks.estimates.sorted(by: { $0.key < $1.key }) {
      guard !damage.vertices.contains(estimate.position) else { throw .onDamage(landmark) }
      let distance = distance(to: estimate.position)
      guard distance <= Self.landmarkReach else { throw .offSurface(landmark, distance: distance) }
    }
  }
}
