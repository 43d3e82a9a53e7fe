import Geometry

/// How far an ear rises above the side of the head, in a view from the side.
struct EarRise {
  /// Where the rise is greatest, and how great.
  struct Peak {
    let column, row: Int
    let height: Double
  }

  /// The highest place near the map's middle.
  let peak: Peak
  /// The rise in metres; NaN where nothing was scanned.
  private let map: HeightMap

  /// How far from the map's middle the ear may rise most, metres. Assumed.
  private static let peakReach = 0.018
  /// How far before and behind its greatest rise an ear's outline is looked for, metres. Assumed.
  private static let reach = 0.022
  /// Half the width of the ellipse that the ear covers at first, in half heights of the map; the surface outside it
  /// shows the side of the head. Assumed.
  private static let coverAcross = 0.45
  /// Half the height of that ellipse in half heights of the map. Assumed.
  private static let coverAlong = 0.6
  /// No more scanned places of the map than this show no ear. Assumed.
  private static let fewestPlaces = 400
  /// Heights over the side of the head are never taken to scatter by less than this, metres. Assumed.
  private static let leastScale = 0.0008

  /// Subtracts the side of the head without the ear from the heights.
  ///
  /// - Returns: nil where too little was scanned, or nothing rises.
  init?(_ heights: HeightMap) {
    guard let map = Self.rise(of: heights), let peak = Self.peak(map) else {
      return nil
    }
    (self.map, self.peak) = (map, peak)
  }

  /// The greatest rise of every row (or column, of some rows) within an ear's reach of the peak; 0 where nothing was
  /// scanned.
  func maxima(byRow: Bool, within rows: ClosedRange<Int>? = nil) -> [Double] {
    let reach = Int((Self.reach / map.step).rounded())
    return (0..<(byRow ? map.height : map.width)).map { i in
      let others = byRow ? (peak.column - reach)...(peak.column + reach) : rows ?? 0...(map.height - 1)
      return others.reduce(0.0) { most, k in
        let value = byRow ? map[k, i] : map[i, k]
        return value.isFinite ? max(most, value) : most
      }
    }
  }

  /// The rise at a place in metres from the map's middle; NaN where nothing was scanned.
  func height(at place: Vector2) -> Double { map.height(at: place) }

  /// The rise along a row; 0 where nothing was scanned.
  func row(_ row: Int) -> [Double] { (0..<map.width).map { map[$0, row].isFinite ? map[$0, row] : 0 } }

  /// Where a sequence first falls below a limit, going from an index in steps of ±1; between samples, linear.
  static func crossing(_ values: [Double], from start: Int, by step: Int, below limit: Double) -> Double? {
    var i = start
    while values.indices.contains(i + step) {
      if values[i + step] < limit {
        let (high, low) = (values[i], values[i + step])
        return Double(i) + Double(step) * (high > low ? max(0, high - limit) / (high - low) : 0)
      }
      i += step
    }
    return nil
  }

  /// The reweighted fit settles long before this many steps.
  private static let steps = 8

  /// The height over the side of the head without the ear: a cubic polynomial, fitted with Tukey's weights so that
  /// protrusions count little.
  private static func rise(of map: HeightMap) -> HeightMap? {
    var rows: [(terms: [Double], height: Double, index: Int)] = []
    for row in 0..<map.height {
      for column in 0..<map.width where map[column, row].isFinite {
        let p = map.place(column, row) / EarOutline.mapAlong
        rows.append((terms(p), map[column, row], row * map.width + column))
      }
    }
    guard rows.count > fewestPlaces else { return nil }
    var weights = rows.map { row -> Double in
      let p = Vector2(row.terms[1], row.terms[2])
      return (p / Vector2(coverAcross, coverAlong)).length < 1 ? 0 : 1
    }
    var solution: [Double] = []
    for _ in 0..<steps {
      var equations = LeastSquares(unknowns: 10)
      for (row, weight) in zip(rows, weights) where weight > 0 {
        equations.add(row.terms, value: row.height, weight: weight)
      }
      guard let x = equations.solved()?.solution else { return nil }
      solution = x
      let left = rows.map { $0.height - zip($0.terms, x).reduce(0) { $0 + $1.0 * $1.1 } }
      let scale = max(leastScale, RobustStatistics.sigma(zip(left, weights).filter { $0.1 > 0 }.map(\.0)))
      weights = left.map { RobustStatistics.tukeyWeight($0 / scale) }
    }
    var heights = [Double](repeating: .nan, count: map.width * map.height)
    for row in rows { heights[row.index] = row.height - zip(row.terms, solution).reduce(0) { $0 + $1.0 * $1.1 } }
    return map.with(heights: heights)
  }

  private static func terms(_ p: Vector2) -> [Double] {
    let (x, y) = (p.x, p.y)
    return [1, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
  }

  private static func peak(_ rise: HeightMap) -> Peak? {
    var best: Peak?
    for row in 0..<rise.height {
      for column in 0..<rise.width where rise.place(column, row).length < peakReach {
        let height = rise[column, row]
        if height.isFinite, height > best?.height ?? 0 { best = Peak(column: column, row: row, height: height) }
      }
    }
    return best
  }
}
