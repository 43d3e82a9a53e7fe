import Landmarks
import PointClouds

@testable import Analysis

/// A suite that measures test heads by their usual landmarks.
protocol TestHeadSuite {}

extension TestHeadSuite {
  var landmarks: HeadLandmarks { HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.0015) }

  /// A mesh measured, by default without intervals.
  func measure(_ mesh: Mesh, uncertainty: UncertaintyOptions? = nil) throws -> HeadMeasures {
    try HeadAnalysis.measure(mesh, landmarks: landmarks, uncertainty: uncertainty)
  }

  /// A measure's value, NaN where it is withheld.
  func value(_ measures: HeadMeasures, _ name: MeasureName) -> Double { measures[name].value ?? .nan }
}
