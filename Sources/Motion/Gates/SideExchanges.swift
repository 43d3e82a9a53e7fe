internal import Geometry

/// The frames in which a pose model has mixed up the legs: from one frame to the next the left one jumps to the place of the
/// right one and the reverse. Of the two ways that result, the one that has more frames is taken for the right one.
struct SideExchanges {
  /// True for the frames in which the sides are exchanged.
  let frames: [Bool]

  /// How much shorter the way must be with exchanged sides, as a share of the squares.
  private static let clearly = 0.25

  init(_ sequence: LandmarkSequence, _ rules: MotionRules.Gates) {
    var odd = [Bool](repeating: false, count: sequence.times.count)
    let pairs = [(BodyPoint.leftKnee, BodyPoint.rightKnee), (.leftAnkle, .rightAnkle)].compactMap { left, right in
      sequence.tracks[left].flatMap { left in sequence.tracks[right].map { (left, $0) } }
    }
    guard let hips = sequence.tracks[.leftHip], let knees = sequence.tracks[.leftKnee], !pairs.isEmpty else {
      frames = odd
      return
    }
    let lengths = zip(hips.positions, knees.positions).map { ($0 - $1).length }.filter(\.isFinite)
    let least = rules.exchangeJump * (lengths.isEmpty ? .infinity : RobustStatistics.median(lengths))
    var (last, isOdd, count) = (Int?.none, false, 0)
    for i in sequence.times.indices {
      let isSeen = pairs.allSatisfy { left, right in
        [left, right].allSatisfy { track in
          track.positions[i].isFinite && track.confidences.map { $0[i] > rules.confidence } ?? true
        }
      }
      guard isSeen else {
        odd[i] = isOdd
        continue
      }
      if let last, sequence.times[i] - sequence.times[last] <= rules.exchangeSeconds {
        let (straight, crossed) = Self.ways(pairs, last, i)
        if crossed < Self.clearly * straight, straight > 2 * Double(pairs.count) * least * least { isOdd.toggle() }
      }
      last = i
      odd[i] = isOdd
      count += isOdd ? 1 : 0
    }
    frames = 2 * count > odd.count ? odd.map { !$0 } : odd
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
