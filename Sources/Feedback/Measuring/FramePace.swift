import Geometry

/// The usual time between two frames, by the latest of them.
struct FramePace: Sendable {
  private var last: Double?
  private var intervals: [Double] = []

  /// Over how many frames.
  private static let memory = 15

  /// Takes in the time of a frame, in seconds.
  mutating func add(_ time: Double) {
    if let last, time > last {
      intervals.append(time - last)
      if intervals.count > Self.memory { intervals.removeFirst() }
    }
    last = time
  }

  /// The median time between two frames, in seconds; 0 before the second.
  var step: Double { intervals.isEmpty ? 0 : RobustStatistics.median(intervals) }
}
