public import Files
public import Landmarks
public import Markers
public import PointClouds
public import Tracking

/// How a recording is reconstructed: the stages' options, each by its name.
public struct ReconstructionOptions: Sendable, Equatable {
  /// How the head is tracked.
  ///
  /// Evidence: Docs/evaluation/tracking.md (Without a cap) compares both.
  public var method = TrackingMethod.markers
  /// When landmarks are searched for on the surface.
  ///
  /// Evidence: a choice: nobody waits for what was clicked.
  public var landmarkFinding = LandmarkFinding.whereMissing
  /// The edge of a voxel of the fused surface in metres.
  ///
  /// Evidence: Docs/decisions/fusion.md (Voxels of 1.25 mm, truncation 3 mm).
  public var voxelSize = 0.00125
  /// Which markers are taken for the cap's.
  public var markers = MarkerOptions()
  /// How markers become a map, poses and a calibration.
  public var tracking = TrackingOptions()
  /// Where the head is looked for.
  public var region = RegionOptions()
  /// How views are fused.
  public var fusion = FusionRules()
  /// Which parts of a volume become a mesh.
  public var meshing = MeshExtraction()
  /// How a view is registered against a surface.
  public var registration = RegistrationOptions()
  /// Slips of the whole cap.
  public var slips = SlipOptions()
  /// Landmarks that were picked, are on the cap, or are found.
  public var landmarks = LandmarkOptions()
  /// The possible error of the surface.
  public var surfaceError = SurfaceErrorOptions()

  /// The defaults.
  public init() {}
}

/// How slips of the whole cap are found and taken back.
public struct SlipOptions: OptionTable {
  /// The least slip: how far it moves the head's surface, root mean square, metres; about 0.6°.
  ///
  /// Evidence: sound scans show up to 0.5 mm, and more only where it is less certain; Docs/evaluation/slips.md (Slips of the whole cap).
  public var leastSize = 0.00055
  /// Its least significance: χ² with six degrees of freedom.
  ///
  /// Evidence: Docs/evaluation/slips.md (Slips of the whole cap): at most 62 in sound scans, at least 180 at 1°.
  public var leastSignificance = 90.0

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<SlipOptions>] = [
    .number("least_size_m", \.leastSize, 1e-5...0.02),
    .number("least_significance", \.leastSignificance, 0...10_000),
  ]
}

/// The errors of the surface's radius and scale, for the intervals of the measures.
public struct SurfaceErrorOptions: OptionTable {
  /// The error that both halves of a scan share, standard deviation of the radius at one place, metres.
  ///
  /// Evidence: simulated scans, Docs/methods/uncertainty.md.
  public var shared = 0.00006
  /// The standard deviation where a scan is too short for a closure, metres.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var withoutClosure = 0.001
  /// The relative standard deviation of a focal length that was not estimated.
  ///
  /// Evidence: factories' focal lengths against calibrated ones on good devices, Docs/methods/uncertainty.md.
  public var focal = 0.004
  /// How far the cloth may be stretched at the crown, as a share of its length; anything from nothing to this is as likely.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var stretch = 0.05

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<SurfaceErrorOptions>] = [
    .number("shared_m", \.shared, 0...0.02),
    .number("without_closure_m", \.withoutClosure, 0...0.02),
    .number("focal", \.focal, 0...0.5),
    .number("stretch", \.stretch, 0...0.5),
  ]
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
