internal import Geometry

/// Times laid on a grid of equal steps, so that a missing frame is a gap and filters know their rate.
struct SamplingGrid: Sendable, Equatable {
  /// The time of the first place and the time between two, in seconds.
  let start, step: Double
  /// How many places there are.
  let count: Int
  /// The place of each frame.
  let places: [Int]

  /// How far a time may lie from its place, as a share of a step. Timestamps of phones vary by a few milliseconds in 33.
  private static let tolerance = 0.3
  /// How many places there may be for each frame; more would be a file of single frames.
  private static let sparsest = 20

  /// The grid of ascending times; nil where they lie on none.
  init?(_ times: [Double]) {
    guard let start = times.first, let step = Self.step(of: times) else { return nil }
    var places: [Int] = [0]
    places.reserveCapacity(times.count)
    // From frame to frame, so that a rate that is known a little wrongly does not add up.
    for (before, time) in zip(times, times.dropFirst()) {
      let steps = (time - before) / step
      guard steps < Double(Self.sparsest * times.count), abs(steps - steps.rounded()) <= Self.tolerance,
        steps.rounded() >= 1
      else { return nil }
      places.append(places.last! + Int(steps.rounded()))
    }
    guard places.last! < Self.sparsest * times.count else { return nil }
    (self.start, self.places, count) = (start, places, places.last! + 1)
    self.step = (times.last! - start) / Double(places.last!)
  }

  /// The most frames that a gap may lack; beyond it, it does not matter how many.
  private static let longestGap = 1e6

  /// How many frames are not there between the first and the last, by the usual time between two.
  static func absent(in times: [Double]) -> Int {
    guard let step = step(of: times) else { return 0 }
    return zip(times, times.dropFirst()).reduce(0) { sum, pair in
      sum + Int(min(longestGap, max(0, ((pair.1 - pair.0) / step).rounded() - 1)))
    }
  }

  /// The median time between two frames, in seconds, of no less than any camera's; nil where there are not two.
  static func step(of times: [Double]) -> Double? {
    guard times.count > 1 else { return nil }
    let step = RobustStatistics.median(zip(times.dropFirst(), times).map { $0 - $1 })
    // Recordings check no more than that times ascend, and how many frames a second has is a size of memory.
    return step > 0 && step.isFinite ? max(step, MotionLimits.shortestStep) : nil
  }
}
