package import Geometry

/// A speed or a time of a neck, as tables list it.
package struct PaceRow: Sendable, Equatable {
  /// What it is: a term of `motion_pace`.
  package let key: String
  /// The value with its interval, which the time without a frame that counts does not have.
  package let estimate: Estimate
  /// `°/s` or `s`, and how many decimals are printed.
  package let unit: String, decimals: Int

  /// The key of the time without a frame that counts.
  package static let unseen = "time_unseen"
}

extension MotionResult {
  /// The speeds and times of a neck, in the order of tables. Results of before there were intervals have none here: their
  /// speeds were defined otherwise.
  package var pace: [PaceRow] {
    let speeds = speed.map { speed in
      [("mean_speed", speed.meanDegS, speed.meanCi95), ("peak_speed", speed.peakDegS, speed.peakCi95)]
    }
    let times = timeToSideS.map { time in
      [
        ("time_left", time.left, time.leftCi95), ("time_middle", time.middle, time.middleCi95),
        ("time_right", time.right, time.rightCi95),
      ]
    }
    let known = [(speeds, "°/s", 0), (times, "s", 1)].flatMap { values, unit, decimals in
      (values ?? []).filter { $0.2 != nil }
        .map {
          PaceRow(key: $0.0, estimate: .init($0.1, ci95: ClosedRange(ends: $0.2)), unit: unit, decimals: decimals)
        }
    }
    let unseen = timeToSideS?.unseen.map {
      PaceRow(key: PaceRow.unseen, estimate: .init($0, ci95: nil), unit: "s", decimals: 1)
    }
    return known + [unseen].compactMap(\.self)
  }
}
