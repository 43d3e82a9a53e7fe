internal import Geometry

/// One end of a range: the settled ends of repeats that belong together, which are those next to the farthest one.
///
/// A joint may come to rest beyond zero once and at zero then. The mean of such ends is a place where it never was.
struct RangeEnd: Sendable, Equatable {
  /// The plateaus that count, in the order of time.
  let plateaus: [Plateau]
  /// How many settled ends lie farther in and do not count.
  let passedOver: Int

  /// The end of what does not move.
  static let none = RangeEnd(plateaus: [], passedOver: 0)

  private init(plateaus: [Plateau], passedOver: Int) { (self.plateaus, self.passedOver) = (plateaus, passedOver) }

  /// The end without plateaus, of which too few agree.
  var withoutPlateaus: RangeEnd { RangeEnd(plateaus: [], passedOver: passedOver + plateaus.count) }

  /// - Parameters:
  ///   - isHigh: true for the upper end.
  ///   - gap: from which distance on to its outer neighbour an end is another one, in degrees.
  ///   - turned: where the movement turned on this side without a rest.
  ///   - passed: how far beyond all settled ends one such turn must lie, in degrees, for the range to end there: where is not
  ///     known.
  ///   - usually: the same for the middle one of such turns, where they are more than the settled ends.
  init(_ ends: [Plateau], isHigh: Bool, gap: Double, turned: [Double], passed: Double, usually: Double) {
    let sign = isHigh ? 1.0 : -1
    let turned = turned.map { sign * $0 }
    if let farthest = turned.max(), let held = ends.map({ sign * $0.level }).max() {
      let isPassed = turned.count > ends.count && RobustStatistics.median(turned) > held + usually
      if isPassed || farthest > held + passed {
        (plateaus, passedOver) = ([], 0)
        return
      }
    }
    let inwards = ends.map(\.level).sorted { isHigh ? $0 > $1 : $0 < $1 }
    var innermost = inwards.first ?? 0
    for level in inwards.dropFirst() {
      guard abs(level - innermost) <= gap else { break }
      innermost = level
    }
    plateaus = ends.filter { isHigh ? $0.level >= innermost : $0.level <= innermost }
    passedOver = ends.count - plateaus.count
  }
}
