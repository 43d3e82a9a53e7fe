import Diagnostics
internal import Platform

/// Where visits stand on an axis of time: by their dates where all have one, otherwise one after the other.
struct VisitAxis {
  /// The place of each visit, in ``unit`` since the first.
  let places: [Double]
  /// The word for what is counted: days, weeks or months; nil where the visits only have an order.
  let unit: String?
  /// The ticks.
  let scale: RoundScale

  /// The longest spans, in days, that are told in days and in weeks.
  private static let (shortest, longest) = (21.0, 550.0)
  private static let month = 365.25 / 12

  init(_ visits: [Visit], order: HeadChange.Order) {
    let days = visits.compactMap { $0.when?.days }
    guard order == .date, days.count == visits.count, let first = days.first, let last = days.last, last > first else {
      (places, unit) = (visits.indices.map(Double.init), nil)
      scale = RoundScale(0...Double(max(1, visits.count - 1)), most: visits.count)
      return
    }
    let span = last - first
    let (unit, size, steps): (String, Double, [Double]) =
      span <= Self.shortest
      ? ("compare.days", 1, [1, 2, 7])
      : span <= Self.longest
        ? ("compare.weeks", 7, [1, 2, 4, 8, 13, 26]) : ("compare.months", Self.month, [1, 2, 3, 6, 12, 24, 60])
    self.unit = unit
    places = days.map { ($0 - first) / size }
    scale = RoundScale(0...(span / size), most: 6, steps: steps)
  }

  /// The visits' places along a length, none nearer to the one before than `gap`: visits of one day stand side by side.
  func positions(along length: Double, gap: Double) -> [Double] {
    let gap = min(gap, length / Double(max(1, places.count - 1)))
    var positions = places.map { $0 / scale.high * length }
    for index in positions.indices.dropFirst() {
      positions[index] = max(positions[index], positions[index - 1] + gap)
    }
    // What was pushed over the end goes back, and pushes in its turn.
    for index in positions.indices.reversed() {
      let room = length - Double(positions.count - 1 - index) * gap
      positions[index] = min(positions[index], room)
    }
    return positions
  }
}
