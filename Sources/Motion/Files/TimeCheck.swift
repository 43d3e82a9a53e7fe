internal import Diagnostics

/// What every file's times must be: finite, ascending, and those of one recording.
enum TimeCheck {
  /// What rounding may take from the shortest step, as a share: seconds since 1970 have 2·10⁻⁷ s between two numbers.
  private static let rounding = 0.01
  private static let least = (1 - rounding) * MotionLimits.shortestStep

  /// Whether a row has lost its time: 0 behind others, as video readers say of frames whose time they don't know (OpenCV's issues
  /// 20550, 22141). Such a row is left out.
  static func isLost(_ time: Double?, after times: [Double]) -> Bool {
    guard let time, let last = times.last else { return false }
    return time == 0 && last > 0
  }

  /// The share of rows that may have lost their times, and how many may anyway.
  private static let (lostShare, lostAnyway) = (0.05, 3)

  /// Refuses a file in which too many rows have lost their times.
  static func checkLost(_ count: Int, after times: [Double], path: String, place: FindingValue) throws(MotionError) {
    guard count > lostAnyway, Double(count) > lostShare * Double(times.count + count) else { return }
    try check(0, after: times, path: path, place: place)
  }

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
