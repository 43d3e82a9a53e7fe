import Geometry
public import Analysis
public import Landmarks
public import PointClouds

/// What the observers' deviations do to the measures of a head, by drawing its landmarks anew.
public struct LandmarkEffect: Sendable, Equatable {
  /// The standard deviation of each measure among readings by one observer, and among readings by any; in the unit of the
  /// measure.
  public let intra, inter: [MeasureName: Double]

  /// The effect on one head.
  ///
  /// The engine of the intervals is used, with landmarks as its only source of error: each landmark is drawn with its total
  /// deviation spread evenly over the three axes. A cap stays on.
  /// - Parameters:
  ///   - landmarks: where they lie on the surface.
  ///   - analysis: the protocol and the options.
  /// - Throws: as `HeadAnalysis.measure`.
  public init(
    of study: ObserverStudy, on surface: HeadSurface, landmarks: HeadLandmarks, _ analysis: HeadAnalysis
  ) throws {
    intra = try Self.deviations(study, surface, landmarks, analysis, \.intra)
    inter = try Self.deviations(study, surface, landmarks, analysis, \.inter)
  }

  private static func deviations(
    _ study: ObserverStudy, _ surface: HeadSurface, _ landmarks: HeadLandmarks, _ analysis: HeadAnalysis,
    _ kind: KeyPath<Agreement, Deviation?>
  ) throws -> [MeasureName: Double] {
    var estimates: [Landmark: LandmarkEstimate] = [:]
    for landmark in Landmark.required {
      guard let position = landmarks[landmark],
        let deviation = study.landmarks.first(where: { $0.landmark == landmark })?.agreement[keyPath: kind]
      else { return [:] }
      estimates[landmark] = LandmarkEstimate(
        position: position, standardDeviation: deviation.total / 3.0.squareRoot())
    }
    var analysis = analysis
    let intervals = analysis.options.intervals
    analysis.cap = nil
    analysis.uncertainty = .landmarksAlone(intervals)
    let measures = try analysis.measure(surface, landmarks: HeadLandmarks(estimates))
    return ObservedMeasures.compared.reduce(into: [:]) { deviations, name in
      // The upper end is that of the side of the asymmetry, also where the interval is folded at zero.
      guard let value = measures[name].value, let interval = measures[name].ci95 else { return }
      deviations[name] = (interval.upperBound - value) / Estimate.normalReach
    }
  }
}
