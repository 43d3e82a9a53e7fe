public import Analysis
public import Files
public import Reconstruction

/// The options of all stages, each stage under its name: what a file of options can set.
public struct StageOptions: OptionTable {
  /// From the recording to poses and surface.
  public var reconstruction = ReconstructionOptions()
  /// The measures.
  public var analysis = AnalysisOptions()
  /// How scans of one head are compared.
  public var comparison = ComparisonOptions()
  /// What a scan must be to be measured.
  public var quality = QualityOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<StageOptions>] = [
    .choice("method", \.reconstruction.method),
    .choice("landmark_finding", \.reconstruction.landmarkFinding),
    .number("voxel_size_m", \.reconstruction.voxelSize, 0.00075...0.002),
    group("markers", \.reconstruction.markers),
    group("tracking", \.reconstruction.tracking),
    group("region", \.reconstruction.region),
    group("fusion", \.reconstruction.fusion),
    group("slips", \.reconstruction.slips),
    group("landmarks", \.reconstruction.landmarks),
    group("surface_error", \.reconstruction.surfaceError),
    group("analysis", \.analysis),
    group("comparison", \.comparison),
    group("quality", \.quality),
  ]
}
