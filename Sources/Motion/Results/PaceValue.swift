/// A speed or a time of a neck, as tables list it.
package struct PaceValue: Sendable, Equatable {
  /// What it is: a term of `motion_pace`.
  package let key: String
  /// The value, and its interval of 95 %; nil in results of before there were intervals, and for the time that nothing tells.
  package let value: Double, ci95: [Double]?
  /// `°/s` or `s`, and how many decimals are printed.
  package let unit: String, decimals: Int
}

extension MotionResult {
  /// The speeds and times of a neck, in the order of tables.
  package var pace: [PaceValue] {
    let speeds = speed.map { speed in
      [("mean_speed", speed.meanDegS, speed.meanCi95), ("peak_speed", speed.peakDegS, speed.peakCi95)]
    }
    let times = timeToSideS.map { time in
      [
        ("time_left", time.left, time.leftCi95), ("time_middle", time.middle, time.middleCi95),
        ("time_right", time.right, time.rightCi95),
      ] + (time.unseen.map { [("time_unseen", $0, nil)] } ?? [])
    }
    return (speeds ?? []).map { PaceValue(key: $0.0, value: $0.1, ci95: $0.2, unit: "°/s", decimals: 0) }
      + (times ?? []).map { PaceValue(key: $0.0, value: $0.1, ci95: $0.2, unit: "s", decimals: 1) }
  }
}
