internal import Diagnostics

/// What every file's times must be: finite, and ascending.
enum TimeCheck {
  /// Refuses a time, in seconds, that is no number or not after the one before it.
  static func check(_ time: Double, after before: Double?, path: String, place: FindingValue) throws(MotionError) {
    guard time.isFinite, abs(time) <= MotionLimits.largest, before.map({ $0 < time }) ?? true else {
      throw .malformed(
        path: path, place: place, expected: .phrase("motion_ascending_time"), found: .exact(time, unit: "s"))
    }
  }
}
