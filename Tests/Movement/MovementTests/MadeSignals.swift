@testable import Movement

extension MotionSignal {
  /// Angles at even times, as they are, however many frames there are a second.
  static func unfiltered(_ values: [Double], rate: Double = 10) -> MotionSignal {
    MotionSignal(values, times: values.indices.map { Double($0) / rate }, .made(leastRate: 1000))
  }
}

extension MotionRules.Repeats {
  /// The standard rules but for some of them.
  static func made(
    seconds: Double = 0.3, least: Double = 2, movement: Double = 10, speed: Double = 15
  ) -> MotionRules.Repeats {
    let standard = MotionRules.standard.repeats
    return MotionRules.Repeats(
      seconds: seconds, leastFrames: standard.leastFrames, leniency: standard.leniency, least: least,
      noiseMultiple: standard.noiseMultiple, mostSlow: standard.mostSlow, movement: movement,
      movementShare: standard.movementShare, speed: speed, sameEnd: standard.sameEnd)
  }
}

extension MotionRules.Filters {
  /// The standard rules but for some of them.
  static func made(leastRate: Double? = nil, leastChunk: Int? = nil) -> MotionRules.Filters {
    let standard = MotionRules.standard.filters
    return MotionRules.Filters(
      leastRate: leastRate ?? standard.leastRate, hampelWindow: standard.hampelWindow,
      hampelDeviations: standard.hampelDeviations, hampelLeast: standard.hampelLeast, cutoff: standard.cutoff,
      longestGap: standard.longestGap, leastChunk: leastChunk ?? standard.leastChunk)
  }
}
