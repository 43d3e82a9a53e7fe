internal import Feedback
internal import Geometry

/// A stretch of frames over which the angle has settled.
struct Plateau: Sendable, Equatable {
  /// The frames that its level is the mean of, in order.
  var frames: [Int]
  /// The mean of their values, in degrees.
  var level: Double
  /// The sum of the squared deviations from the mean.
  var squares: Double

  init(_ frames: [Int], _ values: [Double]) {
    self.frames = frames
    let level = frames.reduce(0) { $0 + values[$1] } / Double(frames.count)
    self.level = level
    squares = frames.reduce(0) { $0 + (values[$1] - level) * (values[$1] - level) }
  }

  var count: Int { frames.count }
  var first: Int { frames[0] }
  var last: Int { frames[frames.count - 1] }

  /// The frame in whose place the value is read: the one nearest the level, among equals the one nearest the middle.
  func frame(of smooth: [Double]) -> Int {
    let middle = frames[count / 2]
    return frames.min {
      let (a, b) = (abs(smooth[$0] - level), abs(smooth[$1] - level))
      return a != b ? a < b : abs($0 - middle) < abs($1 - middle)
    }!
  }
}

/// Finds where the angle has settled within a repeat, by the detector that settles the readings of a scan.
///
/// The detector says that the angle stayed near where it came to rest. What it lets in of the movement before and after
/// would pull the mean inwards, so both ends are cut back to where the angle no longer moves.
struct PlateauFinder {
  private let signal: MotionSignal
  private let rules: MotionRules.Repeats
  let noise: RestNoise
  /// How far the angle may go while it settles, in degrees, or as a share where that is more.
  let tolerance: Double

  init(_ signal: MotionSignal, _ rules: MotionRules.Repeats) {
    (self.signal, self.rules, noise) = (signal, rules, RestNoise(signal, atMost: rules.mostSlow / rules.noiseMultiple))
    tolerance = max(rules.least, rules.noiseMultiple * noise.smoothDeviation)
  }

  /// The plateaus, in order.
  func plateaus() -> [Plateau] {
    var found: [Plateau] = []
    for chunk in signal.chunks {
      for run in runs(chunk) {
        guard let core = trimmed(resting(run)) else { continue }
        let plateau = Plateau(core, signal.values)
        if let last = found.last, isSame(last, plateau) {
          found[found.count - 1] = Plateau(last.frames + plateau.frames, signal.values)
        } else {
          found.append(plateau)
        }
      }
    }
    return found
  }

  /// The frames in which the angle rests, with what wanders slowly within its tolerance: a plateau cuts that off.
  func restingFrames() -> [Int] { signal.chunks.flatMap { runs($0).flatMap(resting) } }

  /// The stretches over which the detector has the angle settled.
  private func runs(_ chunk: [Int]) -> [[Int]] {
    // A little less, since times are rounded.
    var settling = Settling(leniency: rules.leniency, seconds: rules.seconds - 1e-6, least: tolerance)
    var (runs, run, isSettled): ([[Int]], [Int], Bool) = ([], [], false)
    for frame in chunk {
      let before = settling.restingSince
      let settled = settling.add(signal.smooth[frame], at: signal.times[frame]) != nil
      if settling.restingSince != before, before != nil {
        if isSettled { runs.append(run) }
        (run, isSettled) = ([], false)
      }
      run.append(frame)
      isSettled = isSettled || (settled && run.count >= rules.leastFrames)
    }
    return isSettled ? runs + [run] : runs
  }

  /// The longest part of a run over which the angle does not move faster than noise makes it seem.
  private func resting(_ run: [Int]) -> [Int] {
    let half = max(1, Int((Self.slopeSeconds / signal.step).rounded()))
    let n = Double(2 * half + 1)
    let deviation = noise.deviation * (12 / (n * (n * n - 1))).squareRoot() / signal.step
    let limit = max(rules.speed, Self.slopeDeviations * deviation)
    var (best, current): ([Int], [Int]) = ([], [])
    for i in run.indices {
      let window = run[max(0, i - half)...min(run.count - 1, i + half)]
      if abs(LineFit(window, signal.times, signal.values).slope) <= limit {
        current.append(run[i])
      } else {
        current = []
      }
      if current.count > best.count { best = current }
    }
    return best
  }

  /// Half of the time over which a speed is taken, in seconds.
  private static let slopeSeconds = 0.1
  /// How many deviations of its noise a speed may reach.
  private static let slopeDeviations = 3.0

  /// A stretch without those frames at its ends whose mean differs from that of the rest; nil where too little is left.
  private func trimmed(_ frames: [Int]) -> [Int]? {
    let least = max(rules.leastFrames, Int((0.5 * rules.seconds / signal.step).rounded()))
    guard frames.count >= least else { return nil }
    let alike = ((1 + noise.correlation) / (1 - noise.correlation)).squareRoot()
    let single = max(noise.deviation, Self.leastNoise) * alike
    // Sums from the start, so that every mean of a part is one difference.
    var sums = [0.0]
    for frame in frames { sums.append(sums.last! + signal.values[frame]) }
    var (low, high) = (0, frames.count)
    let differs = { (part: Range<Int>, rest: Range<Int>) in
      let mean = { (range: Range<Int>) in (sums[range.upperBound] - sums[range.lowerBound]) / Double(range.count) }
      let deviation = single * (1 / Double(part.count) + 1 / Double(rest.count)).squareRoot()
      return abs(mean(part) - mean(rest)) / deviation
    }
    while high - low > least {
      let longest = max(1, (high - low) / 3)
      var (left, right) = (0.0, 0.0)
      // In long plateaus by larger steps, so that the time grows with their length and not with its square.
      for size in stride(from: min(3, longest), through: longest, by: max(3, longest / Self.trimSizes)) {
        left = max(left, differs(low..<(low + size), (low + size)..<high))
        right = max(right, differs((high - size)..<high, low..<(high - size)))
      }
      guard max(left, right) > Self.trimDeviations else { break }
      if left >= right { low += 1 } else { high -= 1 }
    }
    return Array(frames[low..<high])
  }

  /// How many deviations an end may differ from the rest.
  private static let trimDeviations = 2.5
  /// How many lengths of an end are asked at most.
  private static let trimSizes = 40
  /// The least noise of a frame, in degrees, below which ends are not told from the rest.
  private static let leastNoise = 0.1

  /// Whether two plateaus are one that an unsteady moment has parted.
  private func isSame(_ a: Plateau, _ b: Plateau) -> Bool {
    guard abs(a.level - b.level) <= tolerance, signal.times[b.first] - signal.times[a.last] <= rules.seconds else {
      return false
    }
    return (a.last...b.first).allSatisfy { frame in
      let value = signal.smooth[frame]
      return !value.isFinite || abs(value - (a.level + b.level) / 2) <= 1.5 * tolerance
    }
  }
}
