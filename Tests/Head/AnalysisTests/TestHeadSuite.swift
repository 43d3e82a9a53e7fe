import Landmarks
import PointClouds

@testable import Analysis

/// A suite that measures test heads by their usual landmarks.
protocol TestHeadSuite {}

extension TestHeadSuite {
  var landmarks: HeadLandmarks { HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.0015) }

  /// A mesh measured, by default without intervals.
  func measure(_ mesh: Mesh, uncertainty: UncertaintyOptions? = nil) throws -> HeadMeasures {
    try TestHeads.measure(mesh, landmarks: landmarks, uncertainty: uncertainty)
  }

  /// A measure's value, NaN where it is withheld.
  func value(_ measures: HeadMeasures, _ name: MeasureName) -> Double { measures[name].value ?? .nan }
}

extension HeadAnalysis {
  /// The analysis of a head of closed form: that it shows no face is known, and need not be found out, which takes longer than
  /// to measure it. Nor is its midline looked for but in a strip by the sellion, too small to tell it.
  var faceless: HeadAnalysis {
    var analysis = self
    analysis.found = HeadLandmarks([:])
    (analysis.options.symmetry.below, analysis.options.symmetry.behind) = (0.1, -0.9)
    return analysis
  }
}

extension TestHeads {
  /// What is measured on a head of closed form without a cap; see ``HeadAnalysis/faceless``.
  static func measure(
    _ surface: HeadSurface, landmarks: HeadLandmarks, choices: MeasurementProtocol = .standard,
    uncertainty: UncertaintyOptions? = UncertaintyOptions()
  ) throws -> HeadMeasures {
    try HeadAnalysis(choices: choices, uncertainty: uncertainty).faceless.measure(surface, landmarks: landmarks)
  }

  /// The same of a mesh.
  static func measure(
    _ mesh: Mesh, landmarks: HeadLandmarks, choices: MeasurementProtocol = .standard,
    uncertainty: UncertaintyOptions? = UncertaintyOptions()
  ) throws -> HeadMeasures {
    try measure(HeadSurface(mesh), landmarks: landmarks, choices: choices, uncertainty: uncertainty)
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
