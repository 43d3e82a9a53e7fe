internal import Diagnostics

/// What every file's times must be: finite, ascending, and those of one recording.
enum TimeCheck {
  /// Refuses a time, in seconds, that is no number, not after the last of the times before it, or too long after the first.
  static func check(_ time: Double, after times: [Double], path: String, place: FindingValue) throws(MotionError) {
    guard time.isFinite, abs(time) <= MotionLimits.latest, times.last.map({ $0 < time }) ?? true,
      times.first.map({ time - $0 <= MotionLimits.longest }) ?? true
    else {
      throw .malformed(
        path: path, place: place,
        expected: .phrase("motion_ascending_time", ["limit": .exact(MotionLimits.longest, unit: "s")]),
        found: .exact(time, unit: "s"))
    }
  }
}
