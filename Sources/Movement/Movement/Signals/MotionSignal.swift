internal import Geometry
internal import Platform

/// The angle over time after the gates and the filters, frame by frame.
struct MotionSignal: Sendable, Equatable {
  /// When each frame was taken, in seconds.
  let times: [Double]
  /// The angle without outliers, in degrees; NaN where there is none.
  let values: [Double]
  /// The angle, smoothed; the same where nothing is filtered.
  let smooth: [Double]
  /// The frames of each unbroken stretch, in order; frames between two of a stretch may be missing.
  let chunks: [[Int]]
  /// The frames whose value was replaced as an outlier.
  let outliers: [Int]
  /// The longest gap between two frames that count, beyond the usual time between two, in seconds.
  let longestGap: Double
  /// What was done against noise.
  let filtering: Filtering
  /// The deviation of the noise of single values, and of what the filter leaves of it, in degrees; from the second
  /// differences of the values, which no movement reaches and no outlier either.
  let noise, smoothNoise: Double
  /// The usual time between two frames, in seconds.
  let step: Double

  /// What was done against noise.
  enum Filtering: String, Sendable, Codable {
    case filtered
    /// There are too few frames a second.
    case lowRate = "low_rate"
    /// The times lie on no grid.
    case unevenTimes = "uneven_times"
  }

  /// The signal of angles, NaN where a frame does not count.
  init(_ degrees: [Double], times: [Double], _ rules: MotionRules.Filters) {
    let usual = SamplingGrid.step(of: times) ?? 1
    let grid = SamplingGrid(times)
    let step = grid?.step ?? usual
    let isFast = 1 / step >= rules.leastRate * (1 - Self.tolerance)
    let filtering: Filtering = !isFast ? .lowRate : grid == nil ? .unevenTimes : .filtered
    let valid = degrees.indices.filter { degrees[$0].isFinite }
    let (runs, longest) = Self.runs(valid, times, step, rules.longestGap)
    let least = filtering == .filtered ? rules.leastChunk : 1
    let chunks = runs.filter { $0.count >= least }
    var values = [Double](repeating: .nan, count: degrees.count)
    var smooth = values
    var outliers: [Int] = []
    let noise = Self.noise(chunks.map { $0.map { degrees[$0] } })
    // Of seven values the median deviation varies much: what is within the noise of all frames is no outlier.
    let hampel = Hampel(
      window: rules.hampelWindow, deviations: rules.hampelDeviations,
      least: max(rules.hampelLeast, Self.outlierDeviations * noise))
    let filter = Butterworth(cutoff: rules.cutoff, rate: 1 / step)
    for chunk in chunks {
      let raw = chunk.map { degrees[$0] }
      guard filtering == .filtered, let grid else {
        for (frame, value) in zip(chunk, raw) { (values[frame], smooth[frame]) = (value, value) }
        continue
      }
      let (clean, replaced) = hampel.filtered(raw)
      outliers += replaced.map { chunk[$0] }
      let places = chunk.map { grid.places[$0] - grid.places[chunk[0]] }
      let even = filter.filtered(Self.filled(clean, at: places))
      for (i, frame) in chunk.enumerated() { (values[frame], smooth[frame]) = (clean[i], even[places[i]]) }
    }
    self.noise = noise
    smoothNoise = filtering == .filtered ? filter.noiseGain * noise : noise
    (self.times, self.values, self.smooth, self.chunks, self.outliers) = (times, values, smooth, chunks, outliers)
    longestGap = longest
    (self.filtering, self.step) = (filtering, step)
  }

  /// What rounding may take from a rate, as a share: 15 frames/s by whole milliseconds are 14.93.
  private static let tolerance = 0.01

  /// How many deviations of the noise an outlier is away at least.
  private static let outlierDeviations = 4.0

  /// The frames that count, in all stretches.
  var frames: [Int] { chunks.flatMap(\.self) }

  /// Stretches of frames with no gap longer than a limit, and the longest gap. The usual time between two frames is none.
  static func runs(
    _ valid: [Int], _ times: [Double], _ step: Double, _ limit: Double
  ) -> (runs: [[Int]], longest: Double) {
    var (runs, longest): ([[Int]], Double) = ([], 0)
    for frame in valid {
      let gap = runs.last?.last.map { times[frame] - times[$0] - step }
      if let gap, gap > 0.5 * step { longest = max(longest, gap) }
      // Half a step more, so that rounded times don't turn a gap of the limit into a longer one.
      if let gap, gap <= max(limit, 0.5 * step) + 1e-9 {
        runs[runs.count - 1].append(frame)
      } else {
        runs.append([frame])
      }
    }
    return (runs, longest)
  }

  /// Values at places of a grid, the first at 0, with straight lines over what lies between.
  static func filled(_ values: [Double], at places: [Int]) -> [Double] {
    var even: [Double] = []
    for (i, place) in places.enumerated() {
      let count = place - even.count
      if count > 0, let last = even.last {
        for k in 1...count { even.append(last + (values[i] - last) * Double(k) / Double(count + 1)) }
      }
      even.append(values[i])
    }
    return even
  }

  private static func noise(_ chunks: [[Double]]) -> Double {
    var second: [Double] = []
    for values in chunks where values.count > 2 {
      for i in 1..<(values.count - 1) { second.append(abs(values[i - 1] - 2 * values[i] + values[i + 1])) }
    }
    return second.isEmpty ? 0 : RobustStatistics.madToSigma * RobustStatistics.median(second) / 6.0.squareRoot()
  }
}

/// Hampel's filter: a value far from the median of its neighbours is replaced by it.
struct Hampel: Sendable {
  /// Frames of the window; odd.
  let window: Int
  /// Deviations (from the median absolute deviation) from which on a value is an outlier.
  let deviations: Double
  /// The least distance of an outlier from the median, in the values' unit: where all neighbours are alike, any difference
  /// would be many deviations.
  let least: Double

  /// The values without outliers, and the places of these. At the ends the window is cut.
  func filtered(_ values: [Double]) -> (values: [Double], outliers: [Int]) {
    var (result, outliers) = (values, [Int]())
    let half = window / 2
    for i in values.indices {
      let near = Array(values[max(0, i - half)...min(values.count - 1, i + half)])
      let median = RobustStatistics.median(near)
      let distance = abs(values[i] - median)
      guard distance > least else { continue }
      let sigma = RobustStatistics.madToSigma * RobustStatistics.median(near.map { abs($0 - median) })
      guard distance > deviations * sigma else { continue }
      result[i] = median
      outliers.append(i)
    }
    return (result, outliers)
  }
}

/// A low pass of Butterworth's kind, second order, run forwards and backwards: fourth order without delay.
///
/// Two passes halve the power twice at the frequency of one; so it is designed for a higher one, by 1 / (√2 − 1)^¼ = 1.2465
/// before the bilinear transform (Winter 2009, *Biomechanics and Motor Control of Human Movement*, section 2.2.4.4; Robertson
/// & Dowling 2003, *J. Electromyogr. Kinesiol.* 13:569), and half of the power passes at the cutoff in all.
struct Butterworth: Sendable {
  private let b0, b1, b2, a1, a2: Double

  /// The filter of a cutoff below half of the rate, both in hertz.
  init(cutoff: Double, rate: Double) {
    let w = tan(.pi * cutoff / rate) / pow(2.0.squareRoot() - 1, 0.25)
    let k = 1 + 2.0.squareRoot() * w + w * w
    b0 = w * w / k
    (b1, b2) = (2 * b0, b0)
    a1 = 2 * (w * w - 1) / k
    a2 = (1 - 2.0.squareRoot() * w + w * w) / k
  }

  /// How many values are put on at either end, mirrored through the end; as SciPy's `filtfilt` does. In short stretches they
  /// are all that there are but the end itself.
  private static let padding = 9

  /// The values, smoothed; a single one is unchanged.
  func filtered(_ values: [Double]) -> [Double] {
    let n = min(Self.padding, values.count - 1)
    guard n > 0 else { return values }
    let (first, last) = (values[0], values[values.count - 1])
    let padded =
      (1...n).reversed().map { 2 * first - values[$0] } + values
      + (1...n).map { 2 * last - values[values.count - 1 - $0] }
    let forth = pass(padded)
    let back = pass(forth.reversed())
    return Array(back.reversed()[n..<(n + values.count)])
  }

  /// One pass, from the state in which the first value has stood for ever.
  private func pass(_ values: [Double]) -> [Double] {
    var z2 = (b2 - a2) * values[0]
    var z1 = (b1 - a1) * values[0] + z2
    return values.map { x in
      let y = b0 * x + z1
      z1 = b1 * x - a1 * y + z2
      z2 = b2 * x - a2 * y
      return y
    }
  }

  /// What it leaves of the standard deviation of noise that is independent from value to value.
  var noiseGain: Double {
    var impulse = [Double](repeating: 0, count: 401)
    impulse[200] = 1
    return filtered(impulse).reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}
