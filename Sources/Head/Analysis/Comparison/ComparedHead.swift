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
  /// The relative standard deviation of the head's size by what lies between skin and surface: the cap's thickness, air and
  /// hair under it. The surface is that over the cap.
  public let coverDeviation: Double

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
    coverDeviation = Self.coverDeviation(results)
  }

  /// That of the first of the lengths all around the head that was measured; each has it in its budget.
  private static func coverDeviation(_ results: [MeasureName: MeasureResult]) -> Double {
    let measured = [MeasureName.circumference, .length, .width].lazy.compactMap { results[$0] }.first {
      $0.value != nil
    }
    guard let measured, let value = measured.value, value > 0 else { return 0 }
    let cover: Set<UncertaintySource> = [.capThickness, .stretch, .standOff, .hair]
    let effects = measured.budget.filter { cover.contains($0.source) }.map(\.effect)
    return effects.reduce(0) { $0 + $1 * $1 }.squareRoot() / value
  }
}
