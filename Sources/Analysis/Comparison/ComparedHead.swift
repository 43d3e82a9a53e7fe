import Geometry
import Landmarks
import PointClouds

/// One of two scans that are compared.
public struct ComparedHead: Sendable {
  /// Its surface in metres, in its own head frame.
  public let surface: HeadSurface
  /// Its landmarks in the same frame.
  public let landmarks: HeadLandmarks
  /// What was measured on it.
  public let results: [MeasureName: MeasureResult]
  /// The height of the section that was measured, in metres over the base plane; nil where there is none.
  public let level: Double?
  /// The widest gap of the section that a straight line closes, in metres.
  public let bridgedGap: Double
  /// The relative standard deviation of the scan's scale.
  public let scaleDeviation: Double

  /// A scan from its parts.
  ///
  /// - Parameters:
  ///   - surface: in the frame of the landmarks.
  ///   - frame: the head frame of the landmarks.
  public init(
    _ surface: HeadSurface, landmarks: HeadLandmarks, frame: HeadFrame, results: [MeasureName: MeasureResult],
    level: Double?, bridgedGap: Double,
    scaleDeviation: Double = 0
  ) {
    self.surface = HeadSurface(
      positions: surface.positions.map { frame.headFromScan * $0 }, triangles: surface.triangles)
    self.landmarks = landmarks.transformed(by: frame.headFromScan)
    (self.results, self.level, self.bridgedGap) = (results, level, bridgedGap)
    self.scaleDeviation = scaleDeviation
  }
}
