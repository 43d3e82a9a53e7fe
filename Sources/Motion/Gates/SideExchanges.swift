internal import Geometry

/// The frames in which a pose model has mixed up the legs: from one frame to the next the left one jumps to the place of the
/// right one and the reverse.
///
/// Legs are followed over short pauses only: behind a longer one they may be anywhere, and each stretch is judged by itself.
/// Of the two ways that result in it, the one that has more frames is taken for the right one. Where neither has clearly
/// more, none of its frames counts.
struct SideExchanges {
  /// True for the frames in which the sides are exchanged, or may be.
  let frames: [Bool]

  /// How much shorter the way must be with exchanged sides, as a share of the squares.
  private static let clearly = 0.25

  /// A frame in which both legs are seen, and whether the sides are the other way round than at the stretch's beginning.
  private struct Seen {
    let frame: Int
    let isOdd: Bool
  }

  init(_ sequence: LandmarkSequence, _ rules: MotionRules.Gates) {
    var frames = [Bool](repeating: false, count: sequence.times.count)
    for stretch in Self.stretches(sequence, rules) {
      Self.mark(stretch, in: &frames, sequence.times, rules)
    }
    self.frames = frames
  }

  /// The stretches over which both legs are seen without a longer pause.
  private static func stretches(_ sequence: LandmarkSequence, _ rules: MotionRules.Gates) -> [[Seen]] {
    let pairs = [(BodyPoint.leftKnee, BodyPoint.rightKnee), (.leftAnkle, .rightAnkle)].compactMap { left, right in
      sequence.tracks[left].flatMap { left in sequence.tracks[right].map { (left, $0) } }
    }
    guard let hips = sequence.tracks[.leftHip], let knees = sequence.tracks[.leftKnee], !pairs.isEmpty else {
      return []
    }
    let lengths = zip(hips.positions, knees.positions).map { ($0 - $1).length }.filter(\.isFinite)
    let least = rules.exchangeJump * (lengths.isEmpty ? .infinity : RobustStatistics.median(lengths))
    var stretches: [[Seen]] = []
    for i in sequence.times.indices {
      let isSeen = pairs.allSatisfy { left, right in
        [left, right].allSatisfy { track in
          track.positions[i].isFinite && track.confidences.map { $0[i] > rules.confidence } ?? true
        }
      }
      guard isSeen else { continue }
      guard let last = stretches.last?.last, sequence.times[i] - sequence.times[last.frame] <= rules.exchangeSeconds
      else {
        stretches.append([Seen(frame: i, isOdd: false)])
        continue
      }
      let (straight, crossed) = ways(pairs, last.frame, i)
      let isExchange = crossed < clearly * straight && straight > 2 * Double(pairs.count) * least * least
      stretches[stretches.count - 1].append(Seen(frame: i, isOdd: last.isOdd != isExchange))
    }
    return stretches
  }

  /// Marks what is exchanged in a stretch, and the frames in it in which the legs are not seen.
  private static func mark(
    _ stretch: [Seen], in frames: inout [Bool], _ times: [Double], _ rules: MotionRules.Gates
  ) {
    let odd = stretch.count { $0.isOdd }
    guard odd > 0, let first = stretch.first, let last = stretch.last else { return }
    let rarer = min(odd, stretch.count - odd)
    guard Double(rarer) <= rules.exchangeShare * Double(stretch.count) else {
      for frame in first.frame...last.frame { frames[frame] = true }
      return
    }
    let isWrong = { (seen: Seen) in seen.isOdd == (2 * odd < stretch.count) }
    for (seen, next) in zip(stretch, stretch.dropFirst()) {
      frames[seen.frame] = isWrong(seen)
      for frame in (seen.frame + 1)..<next.frame { frames[frame] = isWrong(seen) || isWrong(next) }
    }
    // Right behind the last frame the legs are still where they were.
    var frame = last.frame
    while frame < frames.count, times[frame] - times[last.frame] <= rules.exchangeSeconds {
      frames[frame] = isWrong(last)
      frame += 1
    }
  }

  /// The squared ways of all points from one frame to another, as they are and with exchanged sides.
  private static func ways(
    _ pairs: [(LandmarkSequence.Track, LandmarkSequence.Track)], _ a: Int, _ b: Int
  ) -> (straight: Double, crossed: Double) {
    let square = { (from: Vector3, to: Vector3) in (to - from).dot(to - from) }
    return pairs.reduce((0, 0)) { sums, pair in
      let (left, right) = (pair.0.positions, pair.1.positions)
      return (
        sums.0 + square(left[a], left[b]) + square(right[a], right[b]),
        sums.1 + square(left[a], right[b]) + square(right[a], left[b])
      )
    }
  }
}
