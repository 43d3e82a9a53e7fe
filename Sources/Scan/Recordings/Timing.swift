internal import Diagnostics
import Geometry

/// How a recording's frames lie in time.
struct Timing {
  /// From the first to the last colour image, in seconds.
  let duration: Double
  /// The median interval of the colour images in seconds; NaN for one frame.
  let interval: Double
  /// The largest interval in seconds, 0 for one frame, and the frame before it.
  let largestGap: (seconds: Double, frame: Int)
  /// Frames that seem to be missing in intervals of more than one and a half times the median, and such intervals.
  let dropped: (frames: Int, gaps: Int)
  /// Median and largest distance of colour and depth in seconds.
  let offset: (median: Double, max: Double)

  /// Of at least one frame.
  init(_ frames: [RecordedFrame]) {
    duration = frames[frames.count - 1].time - frames[0].time
    let intervals = zip(frames.dropFirst(), frames).map { $0.time - $1.time }
    let median = RobustStatistics.median(intervals)
    interval = median
    let largest = intervals.indices.max { intervals[$0] < intervals[$1] }
    largestGap = largest.map { (intervals[$0], $0) } ?? (0, 0)
    let gaps = intervals.filter { $0 > 1.5 * median }
    dropped = (gaps.reduce(0) { $0 + Int(min(($1 / median).rounded(), 1e9)) - 1 }, gaps.count)
    let offsets = frames.map { abs($0.depthTime - $0.time) }
    offset = (RobustStatistics.median(offsets), offsets.max() ?? 0)
  }

  /// What is odd about the times; gaps are not, where as many images are known to be missing.
  func findings(missing: Int = 0) -> [Finding] {
    var findings: [Finding] = []
    if interval > 0, FrameRate.possible(1 / interval) == nil {
      findings.append(Finding(.recordingImpossibleRate, ["rate": .number(1 / interval, decimals: 2)]))
    }
    if dropped.frames > missing {
      findings.append(
        Finding(
          .recordingDroppedFrames,
          [
            "count": .count(dropped.frames), "gaps": .count(dropped.gaps),
            "gap_s": .number(largestGap.seconds, decimals: 3, unit: "s"), "frame": .count(largestGap.frame),
          ]))
    }
    if offset.max > RecordedFrame.synchronous {
      findings.append(
        Finding(
          .recordingNotSynchronised,
          [
            "median_ms": .number(offset.median * 1000, decimals: 1, unit: "ms"),
            "most_ms": .number(offset.max * 1000, decimals: 1, unit: "ms"),
          ]))
    }
    return findings
  }
}

extension Recording {
  /// How many frames would be lost or get another depth image if images were paired by their times alone.
  public var unpairedByTime: Int {
    let pairs = Association.pairs(frames.map(\.time), frames.map(\.depthTime))
    return frames.count - pairs.count { $0 == $1 }
  }
}
