internal import Diagnostics
internal import Geometry

extension MotionResult.Source {
  /// Where the angles of frames come from.
  init(
    _ format: LandmarkFormat, dimensions: Int, points: LandmarkSequence.PointKind? = nil,
    confidence: ConfidenceScale? = nil, times: [Double]
  ) {
    self.init(
      format: format, dimensions: dimensions, points: points, confidence: confidence, frames: times.count,
      rate: SamplingGrid.step(of: times).map { rounded(1 / $0, 3) },
      durationS: rounded((times.last ?? 0) - (times.first ?? 0), 3))
  }
}

extension MotionResult.Gates {
  init(_ counts: FrameCounts) {
    self.init(
      all: counts.all, valid: counts.valid, validShare: rounded(counts.share, 3),
      rejected: Dictionary(uniqueKeysWithValues: counts.rejected.map { ($0.key.rawValue, $0.value) }))
  }
}

extension MotionResult.Filters {
  init(_ signal: MotionSignal, _ range: RangeOfMotion?) {
    self.init(
      kind: signal.filtering.rawValue, outliers: signal.outliers.count,
      longestGapS: rounded(signal.longestGap, 3),
      noiseDegrees: rounded(range?.noise.deviation ?? signal.noise, 3),
      correlation: rounded(range?.noise.correlation ?? 0, 3),
      toleranceDegrees: rounded(range?.tolerance ?? 0, 3))
  }
}

extension MotionResult.Repeat {
  /// - Parameter frame: the frame in which a plateau is to be seen.
  init(_ one: RangeOfMotion.Repeat, frame: (Movement.Plateau) -> String) {
    self.init(
      farDegrees: one.far.map { rounded($0.level, 3) }, nearDegrees: one.near.map { rounded($0.level, 3) },
      farFrame: one.far.map(frame), nearFrame: one.near.map(frame), isComplete: one.isComplete)
  }
}

extension MotionResult.Plateau {
  init(_ plateau: Movement.Plateau, times: [Double]) {
    self.init(
      degrees: rounded(plateau.level, 3), fromS: times[plateau.first], toS: times[plateau.last],
      frames: plateau.count)
  }
}

extension MotionResult.Held {
  init(_ held: HeldValue, times: [Double]) {
    self.init(degrees: rounded(held.degrees, 3), fromS: times[held.first], toS: times[held.last])
  }
}
