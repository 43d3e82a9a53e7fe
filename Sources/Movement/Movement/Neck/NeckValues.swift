/// The angles of a neck's range, each with its budget; nil where it is withheld.
struct NeckValues: Sendable, Equatable {
  /// The ends against neutral: lowest and highest.
  let low, high: NeckBudget?
  /// Where the movement began and ended.
  let start, end: NeckBudget?
  /// From end to end.
  let arc: NeckBudget?
  /// How far the head went to the left less how far to the right; nil for flexion.
  let difference: NeckBudget?
  /// Whether the head was seen to reach both ends, whichever was asked for.
  let hasBothEnds: Bool

  /// - Parameters:
  ///   - least: the least angle of an end of a side, in degrees.
  ///   - hides: the ends that are withheld.
  init(
    _ range: RangeOfMotion?, _ task: NeckTask, errors: NeckErrors?, least: Double, hides: (low: Bool, high: Bool)
  ) {
    guard let range, let errors else {
      (low, high, start, end, arc, difference) = (nil, nil, nil, nil, nil, nil)
      hasBothEnds = false
      return
    }
    let angle = { (plateaus: [Plateau]) in
      range.mean(plateaus).map { NeckBudget($0, ends: [plateaus.count], systematic: errors.end(plateaus)) }
    }
    let (below, above) = (range.lower.plateaus, range.upper.plateaus)
    let (meanBelow, meanAbove) = (range.mean(below), range.mean(above))
    let reachesLow = meanBelow.map { $0.value <= -least && !hides.low } ?? false
    let reachesHigh = meanAbove.map { $0.value >= least && !hides.high } ?? false
    hasBothEnds = reachesLow && reachesHigh
    low = task.wants(upper: false) && reachesLow ? angle(below) : nil
    high = task.wants(upper: true) && reachesHigh ? angle(above) : nil
    (start, end) = (range.start.flatMap { angle([$0]) }, range.end.flatMap { angle([$0]) })
    guard task.side == nil, reachesLow, reachesHigh, let meanBelow, let meanAbove else {
      (arc, difference) = (nil, nil)
      return
    }
    let ends = [below.count, above.count]
    arc = NeckBudget(meanAbove.minus(meanBelow), ends: ends, systematic: errors.arc(below, above))
    var sides = meanBelow.minus(meanAbove)
    sides.value = -meanBelow.value - meanAbove.value
    difference =
      task.movement == .flexion
      ? nil : NeckBudget(sides, ends: ends, systematic: errors.difference(below, above))
  }
}
