internal import Geometry
internal import Platform

/// The frames in which a value repeats the one before to the last digit though noise never lets it: a program has filled a gap
/// with the last value, as Pose2Sim and Sports2D do by default (`fill_large_gaps_with = last_value`).
///
/// Values that are free of noise, as those of a simulation or of drawn pictures, repeat at every rest, and coarse ones by
/// chance. So the noise is told from reversals: values that go to and fro from frame to frame, which no movement does, looked
/// for where it is slow. By it and by the last digit follows how likely a repeat is by chance, and so from how many in a row on
/// it is none. A single repeat never counts: videos have doubled frames, and one of them moves no plateau.
struct FrozenValues {
  /// True for the frames that repeat a value; the first of equal ones is not among them.
  let frames: [Bool]

  /// The fewest reversals that tell the noise: a movement of which few frames were taken turns within one, too.
  private static let fewestReversals = 8
  /// The least share of reversals among the slower half of movements from frame to frame: noise has up to two thirds, a
  /// movement turns a few times a second at most.
  private static let leastReversals = 0.15
  /// Noise below this share of the size is none: 0.03°, a thirtieth of a pixel of a leg of 62. Bodies sway more than that.
  private static let leastNoise = 5e-4
  /// So many tell the noise of any file.
  private static let mostPairs = 100_000
  /// How unlikely by chance repeats in a row must be.
  private static let chance = 1e-9
  /// The fewest repeats in a row.
  private static let leastRun = 2

  /// - Parameters:
  ///   - series: values of the same kind over time, NaN where there is none; all of one length.
  ///   - dimensions: how many of their components tell something.
  ///   - size: that of what they belong to, in their unit: the length of a limb, a radian.
  ///   - times: when each frame was taken, in seconds.
  init(_ series: [[Vector3]], dimensions: Int, size: Double, times: [Double]) {
    var frames = [Bool](repeating: false, count: series.first?.count ?? 0)
    if let least = Self.leastRun(series, dimensions, noise: Self.leastNoise * size) {
      // What never moves at all was not filled in behind something that was seen.
      for values in series where Self.moves(values) {
        Self.mark(values, least, in: &frames)
      }
    }
    if let step = SamplingGrid.step(of: times) {
      for values in series {
        let silent = SilentRests(
          values, dimensions: dimensions, size: size, least: Self.leastNoise * size, step: step
        ).frames
        for i in frames.indices where silent[i] { frames[i] = true }
      }
    }
    self.frames = frames
  }

  /// Whether there is more than one value.
  private static func moves(_ values: [Vector3]) -> Bool {
    let first = values.first { $0.isFinite }
    return values.contains { $0.isFinite && $0 != first }
  }

  /// From how many repeats in a row on they are no chance; nil where that can't be told.
  static func leastRun(_ series: [[Vector3]], _ dimensions: Int, noise: Double) -> Int? {
    var pairs: [(longer: Double, second: Double, isReversal: Bool)] = []
    for values in series where values.count > 2 {
      var before = Vector3.zero
      for i in 1..<values.count {
        let move = values[i] - values[i - 1]
        guard move.isFinite, move != .zero else {
          before = .zero
          continue
        }
        if before != .zero, pairs.count < mostPairs {
          pairs.append((max(move.length, before.length), (move - before).length, move.dot(before) < 0))
        }
        before = move
      }
    }
    guard !pairs.isEmpty else { return nil }
    let usual = RobustStatistics.median(pairs.map(\.longer))
    let slow = pairs.filter { $0.longer <= usual }
    let reversals = slow.filter(\.isReversal).map(\.second)
    guard reversals.count >= fewestReversals, Double(reversals.count) >= leastReversals * Double(slow.count) else {
      return nil
    }
    // A second difference of noise has √6 of its deviation, in each dimension; a difference of two frames lies within the last
    // digit of 0 with the digit over 2 √π deviations.
    let deviation = RobustStatistics.median(reversals) / (6 * Double(dimensions)).squareRoot()
    guard deviation > noise else { return nil }
    let digit = series.map { SilentRests.lastDigit($0, dimensions) }.min() ?? .infinity
    let single = digit / (2 * Double.pi.squareRoot() * deviation)
    guard single < 1 else { return nil }
    let repeats = log(chance) / (Double(dimensions) * log(single))
    return repeats < Double(series[0].count) ? max(leastRun, Int(repeats.rounded(.up))) : nil
  }

  static func mark(_ values: [Vector3], _ least: Int, in frames: inout [Bool]) {
    var first = 0
    for i in values.indices.dropFirst() where values[i] != values[i - 1] || !values[i].isFinite {
      if i - 1 - first >= least { for frame in (first + 1)..<i { frames[frame] = true } }
      first = i
    }
    let last = values.count - 1
    if last - first >= least { for frame in (first + 1)...last { frames[frame] = true } }
  }
}
