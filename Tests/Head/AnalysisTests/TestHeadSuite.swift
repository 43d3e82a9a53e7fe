import Landmarks
import PointClouds

@testable import Analysis

/// A suite that measures test heads by their usual landmarks.
protocol TestHeadSuite {}

extension TestHeadSuite {
  var landmarks: HeadLandmarks { HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.0015) }

  /// A mesh measured, by default without intervals.
  func measure(_ mesh: Mesh, uncertainty: UncertaintyOptions? = nil) throws -> HeadMeasures {
    try HeadAnalysis(uncertainty: uncertainty).faceless.measure(HeadSurface(mesh), landmarks: landmarks)
  }

  /// A measure's value, NaN where it is withheld.
  func value(_ measures: HeadMeasures, _ name: MeasureName) -> Double { measures[name].value ?? .nan }
}

extension HeadAnalysis {
  /// The analysis of a head of closed form: that it shows no face is known, and need not be found out, which takes longer than
  /// to measure it.
  var faceless: HeadAnalysis {
    var analysis = self
    analysis.found = HeadLandmarks([:])
    return analysis
  }
}

extension UncertaintyOptions {
  /// What is assumed of a mesh of another scanner, carried by this many draws.
  init(draws: Int, surface: SurfaceDeviations? = nil) {
    self.init(surface: surface)
    intervals.draws = draws
  }

  /// Landmarks that scatter by the deviations that they have, carried by this many draws, and no other source.
  static func landmarksAlone(draws: Int) -> UncertaintyOptions {
    var alone = landmarksAlone()
    alone.intervals.draws = draws
    return alone
  }
}
