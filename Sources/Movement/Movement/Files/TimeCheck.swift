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

/// The rows of a file that have lost their times, which are left out: 0 behind others, as video readers say of frames whose time
/// they don't know (OpenCV's issues 20550, 22141).
struct LostTimes {
  private var last: Double?
  private var kept = 0
  /// How many rows have lost their times.
  private(set) var count = 0
  /// How many of them stand behind all that have one: the others leave a gap, and are seen by that.
  private(set) var atEnd = 0

  /// The share of rows that may have lost their times, and how many may anyway.
  private static let (share, anyway) = (0.05, 3)

  /// Takes in a row's time in seconds; false where the row has lost it.
  mutating func accepts(_ time: Double?) -> Bool {
    if time == 0, let last, last > 0 {
      (count, atEnd) = (count + 1, atEnd + 1)
      return false
    }
    (last, kept, atEnd) = (time ?? last, kept + 1, 0)
    return true
  }

  /// Refuses a file in which too many rows have lost their times.
  func check(path: String, place: FindingValue) throws(MotionError) {
    guard count > Self.anyway, Double(count) > Self.share * Double(kept + count) else { return }
    try TimeCheck.check(0, after: last.map { [$0] } ?? [], path: path, place: place)
  }
}
