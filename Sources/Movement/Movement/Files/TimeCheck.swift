internal import Diagnostics

/// What every file's times must be: finite, ascending, and those of one recording.
enum TimeCheck {
  /// What rounding may take from the shortest step, as a share: seconds since 1970 have 2·10⁻⁷ s between two numbers.
  private static let rounding = 0.01
  private static let least = (1 - rounding) * MotionLimits.shortestStep

  /// Refuses a time, in seconds, that is no number, not after the last of the times before it by a camera's shortest step, or
  /// too long after the first.
  static func check(_ time: Double, after times: [Double], path: String, place: FindingValue) throws(MotionError) {
    guard time.isFinite, abs(time) <= MotionLimits.latest, times.last.map({ time - $0 >= least }) ?? true,
      times.first.map({ time - $0 <= MotionLimits.longest }) ?? true
    else {
      throw .malformed(
        path: path, place: place,
        expected: .phrase(
          "motion_ascending_time",
          [
            "least": .exact(MotionLimits.shortestStep, unit: "s"), "limit": .exact(MotionLimits.longest, unit: "s"),
          ]),
        found: .exact(time, unit: "s"))
    }
  }
}
