internal import Geometry

/// The frames in which a pose model has mixed up the sides: from one frame to the next the left leg or arm, or in space one of its
/// joints alone, jumps to the place of the right one and the reverse.
///
/// They are followed over short pauses only: behind a longer one they may be anywhere, and each stretch is judged by itself.
/// Of the two ways that result in it, the one that has more frames is taken for the right one. Where neither has clearly
/// more, none of its frames counts.
struct SideExchanges {
  /// True for the frames in which the sides are exchanged, or may be.
  let frames: [Bool]

  /// How much shorter the way must be with exchanged sides, as a share of the squares.
  private static let clearly = 0.25

  /// The same point of both sides.
  private typealias Pair = (left: LandmarkSequence.Track, right: LandmarkSequence.Track)

  /// A frame in which both sides are seen, and whether the sides are the other way round than at the stretch's beginning.
  private struct Seen {
    let frame: Int
    let isOdd: Bool
  }

  /// - Parameter ofArms: whether arms are followed, in place of legs.
  init(_ sequence: LandmarkSequence, _ rules: MotionRules.Gates, ofArms: Bool = false) {
    var frames = [Bool](repeating: false, count: sequence.times.count)
    let lengths = Self.lengths(ofArms ? (.leftShoulder, .leftElbow) : (.leftHip, .leftKnee), sequence)
    if !lengths.isEmpty {
      let jump = rules.exchangeJump * RobustStatistics.median(lengths)
      // From the side both hips lie in one place, and noise makes them jump: there the legs are followed as a whole.
      let limb: [LimbPoint] = ofArms ? [.shoulder, .elbow, .wrist] : [.hip, .knee, .ankle]
      let groups = sequence.space.isFlat ? [Array(limb.dropFirst())] : limb.map { [$0] }
      for group in groups {
        let pairs = group.compactMap { point -> Pair? in
          sequence.tracks[point.of(.left)].flatMap { left in sequence.tracks[point.of(.right)].map { (left, $0) } }
        }
        for stretch in pairs.isEmpty ? [] : Self.stretches(pairs, sequence.times, jump, rules) {
          Self.mark(stretch, in: &frames, sequence.times, rules)
        }
      }
    }
    self.frames = frames
  }

  /// How long the left thigh or upper arm is in each frame in which it is seen.
  private static func lengths(_ ends: (BodyPoint, BodyPoint), _ sequence: LandmarkSequence) -> [Double] {
    guard let from = sequence.tracks[ends.0], let to = sequence.tracks[ends.1] else { return [] }
    return zip(from.positions, to.positions).map { ($0 - $1).length }.filter { $0.isFinite }
  }

  /// The stretches over which both sides are seen without a longer pause.
  private static func stretches(
    _ pairs: [Pair], _ times: [Double], _ jump: Double, _ rules: MotionRules.Gates
  ) -> [[Seen]] {
    var stretches: [[Seen]] = []
    for i in times.indices {
      let isSeen = pairs.flatMap { [$0.left, $0.right] }.allSatisfy { track in
        track.positions[i].isFinite && track.confidences.map { $0[i] > rules.confidence } ?? true
      }
      guard isSeen else { continue }
      guard let last = stretches.last?.last, times[i] - times[last.frame] <= rules.exchangeSeconds else {
        stretches.append([Seen(frame: i, isOdd: false)])
        continue
      }
      let (straight, crossed) = ways(pairs, last.frame, i)
      let isExchange = crossed < clearly * straight && straight > 2 * Double(pairs.count) * jump * jump
      stretches[stretches.count - 1].append(Seen(frame: i, isOdd: last.isOdd != isExchange))
    }
    return stretches
  }

  /// Marks what is exchanged in a stretch, and the frames in it in which not both sides are seen.
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
      frames[seen.frame] = frames[seen.frame] || isWrong(seen)
      if isWrong(seen) || isWrong(next) { for frame in (seen.frame + 1)..<next.frame { frames[frame] = true } }
    }
    guard isWrong(last) else { return }
    // Right behind the last frame the legs are still where they were.
    var frame = last.frame
    while frame < frames.count, times[frame] - times[last.frame] <= rules.exchangeSeconds {
      frames[frame] = true
      frame += 1
    }
  }

  /// The squared ways of all points from one frame to another, as they are and with exchanged sides.
  private static func ways(_ pairs: [Pair], _ a: Int, _ b: Int) -> (straight: Double, crossed: Double) {
    let square = { (from: Vector3, to: Vector3) in (to - from).dot(to - from) }
    return pairs.reduce((0, 0)) { sums, pair in
      let (left, right) = (pair.left.positions, pair.right.positions)
      return (
        sums.0 + square(left[a], left[b]) + square(right[a], right[b]),
        sums.1 + square(left[a], right[b]) + square(right[a], left[b])
      )
    }
  }
}
