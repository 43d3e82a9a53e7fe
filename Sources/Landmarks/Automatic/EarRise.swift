import Geometry

/// How far an ear rises over the side of the head, seen from the side.
struct EarRise {
  /// Where the rise is greatest, and how great.
  struct Peak {
    let column, row: Int
    let height: Double
  }

  /// The highest place within 18 mm of the map's middle.
  let peak: Peak
  /// The rise in metres; NaN where nothing was scanned.
  private let map: HeightMap

  /// Takes the side of the head without ear off its heights.
  ///
  /// - Returns: nil where too little was scanned, or nothing rises.
  init?(_ heights: HeightMap) {
    guard let map = Self.rise(of: heights), let peak = Self.peak(map) else { return nil }
    (self.map, self.peak) = (map, peak)
  }

  /// The greatest rise of every row (or column, of some rows) within an ear's reach of the peak; 0 where nothing was
  /// scanned.
  func maxima(byRow: Bool, within rows: ClosedRange<Int>? = nil) -> [Double] {
    let reach = Int((0.022 / map.step).rounded())
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

  /// The height over the side of the head without ear: a polynomial of third degree, what stands out weighted down.
  private static func rise(of map: HeightMap) -> HeightMap? {
    var rows: [(terms: [Double], height: Double, index: Int)] = []
    for row in 0..<map.height {
      for column in 0..<map.width where map[column, row].isFinite {
        let p = map.place(column, row) / 0.05
        rows.append((terms(p), map[column, row], row * map.width + column))
      }
    }
    guard rows.count > 400 else { return nil }
    var weights = rows.map { row -> Double in
      let p = Vector2(row.terms[1], row.terms[2])
      return (p / Vector2(0.45, 0.6)).length < 1 ? 0 : 1
    }
    var solution: [Double] = []
    for _ in 0..<8 {
      var equations = LeastSquares(unknowns: 10)
      for (row, weight) in zip(rows, weights) where weight > 0 {
        equations.add(row.terms, value: row.height, weight: weight)
      }
      guard let x = equations.solved()?.solution else { return nil }
      solution = x
      let left = rows.map { $0.height - zip($0.terms, x).reduce(0) { $0 + $1.0 * $1.1 } }
      let scale = max(0.0008, RobustStatistics.sigma(zip(left, weights).filter { $0.1 > 0 }.map(\.0)))
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
      for column in 0..<rise.width where rise.place(column, row).length < 0.018 {
        let height = rise[column, row]
        if height.isFinite, height > best?.height ?? 0 { best = Peak(column: column, row: row, height: height) }
      }
    }
    return best
  }
}
