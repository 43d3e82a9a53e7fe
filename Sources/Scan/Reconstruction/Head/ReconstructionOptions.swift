public import Landmarks
public import Markers
public import PointClouds
public import Tracking

/// How a recording is reconstructed: the stages' options, each by its name.
public struct ReconstructionOptions: Sendable, Equatable {
  /// How the head is tracked.
  ///
  /// Evidence: Docs/evaluation/tracking.md (Without a cap) compares both.
  public var tracking = TrackingMethod.markers
  /// When landmarks are searched for on the surface.
  ///
  /// Evidence: a choice: nobody waits for what was clicked.
  public var landmarkFinding = LandmarkFinding.whereMissing
  /// The edge of a voxel of the fused surface in metres.
  ///
  /// Evidence: Docs/decisions/fusion.md (Voxels of 1.25 mm, truncation 3 mm).
  public var voxelSize = 0.00125
  /// Detection, corners and screening of markers.
  public var markers = MarkerOptions()
  /// Marker map, poses and self-calibration.
  public var tracker = TrackingOptions()
  /// Where the head is looked for.
  public var region = RegionOptions()
  /// How views are fused.
  public var fusion = FusionRules()
  /// Which parts of a volume become a mesh.
  public var meshing = MeshExtraction()
  /// The passes over the frames that fuse them.
  public var passes = FusionPassConstants()
  /// How a view is registered against a surface.
  public var registration = RegistrationOptions()
  /// Frames without a pose.
  public var recovery = RecoveryConstants()
  /// Tracking without markers.
  public var markerless = MarkerlessConstants()
  /// Slips of the whole cap.
  public var slips = SlipOptions()
  /// Landmarks that were picked, are on the cap, or are found.
  public var landmarks = LandmarkOptions()
  /// The surface on which landmarks are looked for.
  public var faceSearch = FaceSearchConstants()
  /// The possible error of the surface.
  public var surfaceError = SurfaceErrorOptions()

  /// The defaults.
  public init() {}
}

/// How the head is tracked.
public enum TrackingMethod: String, Sendable, CaseIterable {
  /// By the cap's markers, and by the surface where they can't be read.
  case markers
  /// By the surface alone, without any cap.
  case dense
}

/// When landmarks are searched for on a recording's surface.
public enum LandmarkFinding: String, Sendable, CaseIterable {
  /// Not at all.
  case never
  /// Where a landmark of the head frame was neither picked nor is on the cap, or rests on one click.
  case whereMissing = "where_missing"
  /// Also beside those that were given, to be shown.
  case always
}

extension Cap {
  /// The cap that stands in for that of a scan without one.
  public static let unknown = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_50")!, markerSize: 0.016, ids: nil, thickness: 0)
}
