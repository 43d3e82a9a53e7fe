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

  /// What is odd about the times.
  var findings: [Finding] {
    var findings: [Finding] = []
    if dropped.gaps > 0 {
      let text =
        "about \(dropped.frames) frames are missing in \(dropped.gaps) gaps, the largest of "
        + "\(Text.fixed(largestGap.seconds, 3)) s after frame \(largestGap.frame)"
      findings.append(Finding(.droppedFrames, count: dropped.frames, text))
    }
    if offset.max > RecordedFrame.synchronous {
      let text =
        "colour and depth were not taken together: median \(Text.milliseconds(offset.median)), at most "
        + Text.milliseconds(offset.max)
      findings.append(Finding(.notSynchronised, count: 1, text))
    }
    return findings
  }
}
