import Geometry

/// The usual time between two frames, by the latest of them.
package struct FramePace: Sendable {
  private var last: Double?
  private var intervals: [Double] = []

  /// Over how many frames.
  private static let memory = 15
  /// Times are sums of steps, so a duration may lack so many seconds.
  static let rounding = 1e-6

  /// Before the first frame.
  package init() {}

  /// Takes in the time of a frame, in seconds.
  package mutating func add(_ time: Double) {
    if let last, time > last {
      intervals.append(time - last)
      if intervals.count > Self.memory { intervals.removeFirst() }
    }
    last = time
  }

  /// The median time between two frames, in seconds; 0 before the second.
  var step: Double { intervals.isEmpty ? 0 : RobustStatistics.median(intervals) }

  /// How long something may be missing in frames before it has paused, in seconds: never less than one and a half steps.
  ///
  /// - Parameter least: how long it may be missing in any case.
  package func longestGap(_ least: Double) -> Double { max(least, 1.5 * step) + Self.rounding }
}
