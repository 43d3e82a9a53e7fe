import Analysis
import Geometry
import Landmarks
import Markers
import PointClouds
import Recordings
import Tracking

/// A reconstructed and measured recording.
public struct Scan: Sendable {
  /// The recording.
  public let recording: Recording
  /// The cap.
  public let cap: Cap
  /// Poses, marker map and calibration in the scan frame.
  public let tracking: Tracking
  /// The surface in the scan frame.
  public let mesh: Mesh
  /// What the surface shows of the landmarks, scan frame; nil where it was not looked for.
  public let found: AutomaticLandmarks?
  /// What was measured.
  public let measures: HeadMeasures
  /// Coverage of the surface above the base plane; nil where there is no surface or no head frame.
  public let coverage: SurfaceCoverage?
  /// Rims of the surface.
  public let holes: [Hole]
  /// The ids seen so far, over time.
  public let markerCoverage: MarkerCoverage
  /// How valid the depth was.
  public let depthValidity: DepthValidity
  /// Whether the data can carry a measurement.
  public let fitness: ScanFitness
  /// Remarks that withhold nothing.
  public let notes: [String]
  /// The digest of each input.
  let digests: [String: String]
  let options: ScanOptions

  /// The head frame where the landmarks carry one, else the scan frame: the frame of everything that is written.
  public var outputFromScan: RigidTransform { measures.frame?.headFromScan ?? .identity }
}
