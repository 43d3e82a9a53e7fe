/// Where a movement turns: ends that lie at least a prominence apart, in turn high and low, the first and last value
/// included.
struct TurningPoints {
  /// An end of the movement.
  struct Point: Sendable, Equatable {
    /// Its place among the frames that count.
    var place: Int
    /// The angle there, in degrees.
    var value: Double
  }

  /// The ends, in order; fewer than two where nothing moves.
  let points: [Point]
  /// The places at which the angle passes half-way from each end to the next.
  let borders: [Int]

  /// - Parameters:
  ///   - values: the angle, smoothed, without gaps.
  ///   - prominence: the least difference between two ends, in degrees.
  init(_ values: [Double], prominence: Double) {
    var points: [Point] = []
    guard let first = values.first else {
      (self.points, borders) = ([], [])
      return
    }
    var (low, high) = (Point(place: 0, value: first), Point(place: 0, value: first))
    var isRising: Bool?
    for (place, value) in values.enumerated() {
      if value < low.value { low = Point(place: place, value: value) }
      if value > high.value { high = Point(place: place, value: value) }
      if isRising != true, value - low.value >= prominence {
        points.append(low)
        (isRising, high) = (true, Point(place: place, value: value))
      } else if isRising != false, high.value - value >= prominence {
        points.append(high)
        (isRising, low) = (false, Point(place: place, value: value))
      }
    }
    if let isRising { points.append(isRising ? high : low) }
    self.points = points
    borders = zip(points, points.dropFirst()).map { a, b in
      let middle = (a.value + b.value) / 2
      return (a.place...b.place).first { (values[$0] - middle) * (b.value - a.value) >= 0 } ?? b.place
    }
  }

  /// The places nearer to an end than to its neighbours.
  func region(of index: Int, count: Int) -> Range<Int> {
    (index > 0 ? borders[index - 1] : 0)..<(index < borders.count ? borders[index] : count)
  }
}
