import Geometry
public import Markers

/// The distances between markers that are seen together, over time.
///
/// They need no pose, so a pose that follows the part can't hide a change: where a part of the cap slides over the
/// rest, frames that mostly show that part get poses that move with it, but its distances to the rest change in all
/// frames.
struct PairDistances {
  /// A moment and what changes at it.
  struct Change {
    /// It lies just before one of these frames; there are no sightings between them.
    let frames: ClosedRange<Int>
    /// How many pairs change by more than ``PairDistances/leastChange``.
    let pairs: Int
  }

  private struct Series {
    var pair: Pair
    var frames: [Int] = []
    var distances: [Double] = []
  }

  private struct Pair: Hashable {
    let first, second: Int

    /// True for one marker among some and one that is not.
    func crosses(_ ids: Set<Int>) -> Bool { ids.contains(first) != ids.contains(second) }
  }

  private let series: [Series]
  private let frameCount: Int

  /// The fewest sightings of a pair on either side. Assumed.
  private static let fewestSightingsOfPair = 4
  /// Distances are clamped to this far from the pair's median, metres: a wrong corner must not outvote the others.
  /// Assumed.
  private static let farthest = 0.006
  /// The least standard deviation of a distance, metres: views from one side share the depth's error. Assumed.
  private static let leastSigma = 0.0005
  /// The least change of a pair's distance, metres. Chosen on the phantoms of Docs/evaluation/slips.md (Slides of a
  /// part).
  private static let leastChange = 0.0012
  /// The least change in standard deviations of the difference of its means. Chosen on the phantoms of
  /// Docs/evaluation/slips.md (Slides of a part).
  private static let leastSignificance = 4.0
  /// Moments that explain this share of what the likeliest explains are nearly as likely. Chosen on a part that was out of
  /// sight for 3 s (Docs/evaluation/faults.md, 8 of 30 markers by 2 mm): 0.92 on all of them, 0.86 beyond.
  private static let nearlyMost = 0.9
  /// A distance of a pair that is so far from the pair's usual one is another, metres. See Docs/methods/slips.md (Two
  /// heads): at most one pair of 228 in sound scans.
  private static let splitDistance = 0.003
  /// The share of a pair's sightings that must show another distance. See Docs/methods/slips.md (Two heads): at most one pair
  /// of 228 in sound scans.
  private static let splitSightings = 0.1
  /// Fewer triples of markers with more than one distance between all of them tell nothing, each counted from its
  /// three. Assumed.
  private static let fewestSplit = 9

  /// The distances in all frames, with depth and images corrected.
  init(_ frames: [FrameObservations], _ calibration: SelfCalibration) {
    frameCount = frames.count
    var series: [Pair: Series] = [:]
    for (index, frame) in frames.enumerated() where frame.markers.count > 1 {
      let centres = frame.markers.compactMap { marker in
        calibration.corners(of: marker, frame.cameras).map { (marker.id, $0.reduce(.zero, +) / 4) }
      }.sorted { $0.0 < $1.0 }
      for i in centres.indices {
        for j in centres[(i + 1)...].indices {
          let pair = Pair(first: centres[i].0, second: centres[j].0)
          series[pair, default: Series(pair: pair)].frames.append(index)
          series[pair]!.distances.append((centres[i].1 - centres[j].1).length)
        }
      }
    }
    self.series = series.filter { $0.value.frames.count >= 2 * Self.fewestSightingsOfPair }
      .sorted { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }.map(\.value)
  }

  /// The moment at which the means before and after explain most of the scatter of all distances; nil where too little
  /// is seen.
  ///
  /// - Parameters:
  ///   - part: the markers that slid, where known: only their distances to others count.
  ///   - nearly: whether the moments around it that are nearly as likely are part of it.
  func likeliestChange(of part: Set<Int>? = nil, nearly: Bool = false) -> Change? {
    let counting = part.map { ids in series.filter { $0.pair.crosses(ids) } } ?? series
    var gains = [Double](repeating: 0, count: frameCount)
    // Once it is known what slid, a single sighting on a side can give the moment.
    for pair in counting { add(gainsOf: pair, fewest: part == nil ? Self.fewestSightingsOfPair : 1, to: &gains) }
    guard let most = gains.max(), most > 0, let first = gains.firstIndex(of: most) else { return nil }
    let least = most * (nearly ? Self.nearlyMost : 1 - 1e-9)
    let start = nearly ? gains[..<first].lastIndex { $0 < least }.map { $0 + 1 } ?? 1 : first
    let end = gains[first...].firstIndex { $0 < least } ?? gains.count
    return Change(frames: start...(end - 1), pairs: counting.count { changes($0, at: first) })
  }

  /// Adds what a split of a pair's distances explains, in units of their variance, at every frame where it may lie.
  private func add(gainsOf pair: Series, fewest: Int, to gains: inout [Double]) {
    let (values, variance) = prepared(pair.distances)
    let (count, total) = (values.count, values.reduce(0, +))
    var sum = 0.0
    for k in 1..<count {
      sum += values[k - 1]
      guard k >= fewest, count - k >= fewest else { continue }
      let (n, m) = (Double(k), Double(count - k))
      let difference = (total - sum) / m - sum / n
      let gain = n * m / (n + m) * difference * difference / variance
      for frame in (pair.frames[k - 1] + 1)...pair.frames[k] { gains[frame] += gain }
    }
  }

  /// Of pairs of distances that have more than one value and a marker in common, the share whose third distance has more
  /// than one, too; nil of too few. 0 for a slip of a part: its distances to the rest change, and no others.
  var splitClosure: Double? {
    let seen = Set(series.map(\.pair))
    let split = Set(series.filter(isSplit).map(\.pair))
    var neighbours: [Int: [Int]] = [:]
    for pair in split {
      neighbours[pair.first, default: []].append(pair.second)
      neighbours[pair.second, default: []].append(pair.first)
    }
    var (closed, open) = (0, 0)
    for ids in neighbours.values.map({ $0.sorted() }) {
      for (k, first) in ids.enumerated() {
        for second in ids[(k + 1)...] {
          let third = Pair(first: first, second: second)
          if split.contains(third) { closed += 1 } else if seen.contains(third) { open += 1 }
        }
      }
    }
    return closed < Self.fewestSplit ? nil : Double(closed) / Double(closed + open)
  }

  private func isSplit(_ pair: Series) -> Bool {
    let middle = RobustStatistics.median(pair.distances)
    let others = pair.distances.count { abs($0 - middle) > Self.splitDistance }
    return Double(others) > Self.splitSightings * Double(pair.distances.count)
  }

  private func changes(_ pair: Series, at frame: Int) -> Bool {
    let split = pair.frames.firstIndex { $0 >= frame } ?? pair.frames.count
    guard split >= Self.fewestSightingsOfPair, pair.frames.count - split >= Self.fewestSightingsOfPair else {
      return false
    }
    let (values, variance) = prepared(pair.distances)
    let (n, m) = (Double(split), Double(values.count - split))
    let difference = abs(values[split...].reduce(0, +) / m - values[..<split].reduce(0, +) / n)
    return difference
      > max(Self.leastChange, Self.leastSignificance * (variance * (n + m) / (n * m)).squareRoot())
  }

  /// Distances from the median, clamped to ``PairDistances/farthest``, and their variance, estimated from neighbours
  /// in time, which a change does not affect.
  private func prepared(_ distances: [Double]) -> ([Double], variance: Double) {
    let (middle, farthest) = (RobustStatistics.median(distances), Self.farthest)
    let values = distances.map { min(max($0 - middle, -farthest), farthest) }
    let steps = zip(values.dropFirst(), values).map { abs($0 - $1) }
    let sigma = max(Self.leastSigma, RobustStatistics.madToSigma * RobustStatistics.median(steps) / 2.0.squareRoot())
    return (values, sigma * sigma)
  }
}

/// Whether a recording shows one cap on one head.
///
/// In a slip of the whole cap no distance between two of its markers changes, in one of a part only those from the part to
/// the rest. In frames of two heads, or of a cap that was put on anew, distances have two values among all markers.
public enum SplitDistances {
  /// The largest share of closed triples among those with two distances that have more than one value. See
  /// Docs/methods/slips.md (Two heads): 0 in slips, 0.50 to 0.65 in frames of two heads.
  public static let mostSplit = 0.4

  /// How likely two markers have more than one distance where both have more than one to a third; nil where hardly any have.
  public static func closure(_ frames: [FrameObservations]) -> Double? {
    PairDistances(frames, .none).splitClosure
  }
}
