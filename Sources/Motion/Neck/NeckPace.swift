internal import Geometry

/// How fast a neck moves, and how long it is turned to either side.
struct NeckPace: Sendable, Equatable {
  /// From one settled end to the next: the median of the mean speeds and of the greatest ones, in degrees a second; nil
  /// without two ends.
  let mean, peak: Double?
  /// Seconds to the left, near neutral and to the right.
  let left, middle, right: Double

  /// - Parameters:
  ///   - ends: the settled ends, in order of time.
  ///   - movement: the least distance of two ends that a movement lies between, in degrees.
  ///   - least: from which angle on the head is turned to a side, in degrees.
  init(_ signal: MotionSignal, ends: [Plateau], movement: Double, least: Double) {
    var (means, peaks) = ([Double](), [Double]())
    for (from, to) in zip(ends, ends.dropFirst()) where abs(to.level - from.level) >= movement {
      let frames = Array(from.last...to.first).filter { signal.smooth[$0].isFinite }
      guard let first = frames.first, let last = frames.last, last > first else { continue }
      let speeds = zip(frames, frames.dropFirst()).map {
        abs(signal.smooth[$1] - signal.smooth[$0]) / (signal.times[$1] - signal.times[$0])
      }
      // Over the time from end to end, gaps and all.
      means.append(abs(to.level - from.level) / (signal.times[last] - signal.times[first]))
      if let greatest = speeds.max() { peaks.append(greatest) }
    }
    mean = means.isEmpty ? nil : RobustStatistics.median(means)
    peak = peaks.isEmpty ? nil : RobustStatistics.median(peaks)
    var seconds = [0.0, 0, 0]
    for chunk in signal.chunks {
      for frame in chunk {
        let angle = signal.smooth[frame]
        seconds[angle < -least ? 0 : angle > least ? 2 : 1] += signal.step
      }
    }
    (left, middle, right) = (seconds[0], seconds[1], seconds[2])
  }
}
