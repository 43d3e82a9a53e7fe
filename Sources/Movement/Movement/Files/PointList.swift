internal import Geometry

/// The points of one person in one frame, in the order of the pose model.
struct PointList: Sendable {
  /// Where they are; NaN where one is missing.
  let positions: [Vector3]
  /// How sure they are, as the file says it; NaN where it does not.
  let confidences: [Double]
  /// Who it is, where the file follows people; nil where it does not say.
  var id: String?

  /// A list from its parts, of equal length.
  init(positions: [Vector3], confidences: [Double]) {
    (self.positions, self.confidences) = (positions, confidences)
  }

  /// A list of x, y and a third number for each point. A point at 0, 0 is one that was not found.
  init(triples: [Double]) {
    let count = triples.count / 3
    positions = (0..<count).map { i in
      let (x, y) = (triples[3 * i], triples[3 * i + 1])
      return (x == 0 && y == 0) || !x.isFinite || !y.isFinite ? .missing : [x, y, 0]
    }
    confidences = (0..<count).map { triples[3 * $0 + 2] }
  }

  /// A list of x, y, z and a fourth number for each point. A point at 0, 0, 0 is one that was not found.
  init(quadruples: [Double]) {
    let count = quadruples.count / 4
    positions = (0..<count).map { i in
      let point: Vector3 = [quadruples[4 * i], quadruples[4 * i + 1], quadruples[4 * i + 2]]
      return point == .zero || !point.isFinite ? .missing : point
    }
    confidences = (0..<count).map { quadruples[4 * $0 + 3] }
  }

  /// The mean of the points that are there; nil without one.
  var centre: Vector3? {
    let points = positions.filter(\.isFinite)
    return points.isEmpty ? nil : points.reduce(.zero, +) / Double(points.count)
  }

  /// The larger side of the upright box around the points that are there; 0 without one.
  var extent: Double {
    let points = positions.filter(\.isFinite)
    guard let first = points.first else { return 0 }
    let (low, high) = points.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    return max(high.x - low.x, high.y - low.y, high.z - low.z)
  }

  /// How far the points are from where they are in another list of the same person: the median of those that both have, or
  /// that of the middles; nil without any.
  func distance(to other: PointList) -> Double? {
    let ways = zip(positions, other.positions).map { ($0 - $1).length }.filter(\.isFinite)
    if !ways.isEmpty { return RobustStatistics.median(ways) }
    return centre.flatMap { centre in other.centre.map { ($0 - centre).length } }
  }
}

extension SIMD3 where Scalar == Double {
  /// A point that a frame does not have.
  static var missing: Self { Self(repeating: .nan) }

  /// Whether no component is larger than a limit.
  func isWithin(_ limit: Double) -> Bool { abs(x) <= limit && abs(y) <= limit && abs(z) <= limit }
}
