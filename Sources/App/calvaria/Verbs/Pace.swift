import Foundation

/// Keeps a replay to the recording's pace.
struct Pace {
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now

  /// Waits for a frame's time, in seconds since the first.
  func wait(for time: Double) {
    let ahead = clock.now.duration(to: start + .seconds(time)).inSeconds
    if ahead > 0 { Thread.sleep(forTimeInterval: ahead) }
  }
}
