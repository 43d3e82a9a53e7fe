internal import Geometry

extension MotionResult.Source {
  /// Where the angles of frames come from.
  init(
    _ format: LandmarkFormat, dimensions: Int, points: LandmarkSequence.PointKind? = nil,
    confidence: ConfidenceScale? = nil, times: [Double]
  ) {
    self.init(
      format: format, dimensions: dimensions, points: points, confidence: confidence, frames: times.count,
      rate: SamplingGrid.step(of: times).map { MotionValue.cut(1 / $0) },
      durationS: MotionValue.cut((times.last ?? 0) - (times.first ?? 0)))
  }
}

extension MotionResult.Gates {
  init(_ counts: FrameCounts) {
    self.init(
      all: counts.all, valid: counts.valid, validShare: MotionValue.cut(counts.share),
      rejected: Dictionary(uniqueKeysWithValues: counts.rejected.map { ($0.key.rawValue, $0.value) }))
  }
}

extension MotionResult.Filters {
  init(_ signal: MotionSignal, _ range: RangeOfMotion?) {
    self.init(
      kind: signal.filtering.rawValue, outliers: signal.outliers.count,
      longestGapS: MotionValue.cut(signal.longestGap),
      noiseDegrees: MotionValue.cut(range?.noise.deviation ?? signal.noise),
      correlation: MotionValue.cut(range?.noise.correlation ?? 0),
      toleranceDegrees: MotionValue.cut(range?.tolerance ?? 0))
  }
}

extension MotionResult.Repeat {
  /// - Parameter frame: the frame in which a plateau is to be seen.
  init(_ one: RangeOfMotion.Repeat, frame: (Movement.Plateau) -> String) {
    self.init(
      farDegrees: one.far.map { MotionValue.cut($0.level) }, nearDegrees: one.near.map { MotionValue.cut($0.level) },
      farFrame: one.far.map(frame), nearFrame: one.near.map(frame), isComplete: one.isComplete)
  }
}

extension MotionResult.Plateau {
  init(_ plateau: Movement.Plateau, times: [Double]) {
    self.init(
      degrees: MotionValue.cut(plateau.level), fromS: times[plateau.first], toS: times[plateau.last],
      frames: plateau.count)
  }
}

extension MotionResult.Held {
  init(_ held: HeldValue, times: [Double]) {
    self.init(degrees: MotionValue.cut(held.degrees), fromS: times[held.first], toS: times[held.last])
  }
}
