import Geometry
import PointClouds

/// The outline of an ear seen from the side, and the tragion that it tells.
///
/// Scanners round the tragus away, but the outline of the auricle stays: its height from lobe to helix, its hind edge, and
/// the foot of its front. The tragion lies at a fixed share of the height; how far in front of the hind edge is told by the
/// height and by the foot, which err in different ways.
struct EarOutline {
  /// The tragion, metres, frame of the mesh.
  let tragion: Vector3
  /// How far the ear stands out of the smooth side of the head, and its height, in metres.
  let protrusion, height: Double
  /// The share of the ear's front and of the skin before it that was scanned.
  let coverage: Double
  /// The shares of the strips beyond the ear's lower end and hind edge that were scanned: where they were not, it is the
  /// scan that ends there, and not the ear.
  let lowerEnd, hindEdge: Double
  /// True where the height is the other ear's, and where a hole was closed over the lower end.
  let isHeightBorrowed, isLowerEndFilled: Bool
  /// From hind edge to the front of its rise, in metres.
  let breadth: Double
  /// Where the front of the ear's rise begins, before the hind edge, at the height of the tragion.
  let foot: Double

  /// How far up from the lower end the tragion lies, in heights of the ear; and how far in front of the hind edge, in
  /// heights of the ear and in distances of the foot.
  static let (share, aheadByHeight, aheadByFoot) = (0.53, 0.50, 0.28)
  /// The outline is where the ear's rise falls to this share of its greatest.
  private static let level = 0.35
  /// A hole within the scanned surface is closed for the outline if it is no larger, in square metres: creases behind and
  /// below an ear are often not seen.
  private static let largestHole = 1.8e-4
  /// The foot is where it falls to this share, at the height of the tragion.
  private static let footLevel = 0.12

  /// Looks at one side of the head.
  ///
  /// - Parameters:
  ///   - ear: near the ear's greatest rise.
  ///   - side: the direction out of the head on that side.
  ///   - otherHeight: the height of the other ear, in metres, to be used where this one's lower end was not scanned.
  /// - Returns: nil where nothing with the outline of an ear rises there.
  init?(_ caster: MeshRaycaster, ear: Vector3, pose: FacePose, side: Vector3, sigma: Double, otherHeight: Double? = nil)
  {
    let seen = HeightMap(
      caster, origin: ear, across: pose.forward, along: pose.up, towards: side, extent: [0.045, 0.050], step: 0.0015)
    let filled = seen.filled(upTo: Self.largestHole)
    let map = filled.smoothed(sigma)
    guard let rise = Self.rise(of: map), let peak = Self.peak(rise) else { return nil }
    let limit = Self.level * peak.height
    let rows = Self.maxima(rise, byRow: true, about: peak)
    guard let top = Self.crossing(rows, from: peak.row, by: 1, below: limit),
      let seenBottom = Self.crossing(rows, from: peak.row, by: -1, below: limit)
    else { return nil }
    isHeightBorrowed = otherHeight != nil
    let bottom = otherHeight.map { max(0, top - $0 / map.step) } ?? seenBottom
    let columns = Self.maxima(rise, byRow: false, about: peak, within: Int(bottom.rounded(.up))...Int(top))
    guard let back = Self.crossing(columns, from: peak.column, by: -1, below: limit),
      let front = Self.crossing(columns, from: peak.column, by: 1, below: limit)
    else { return nil }
    let (halfColumns, halfRows) = (Double(map.half.columns), Double(map.half.rows))
    height = (top - bottom) * map.step
    breadth = (front - back) * map.step
    protrusion = peak.height
    let y = (bottom - halfRows) * map.step + Self.share * height
    let row = Int((y / map.step + halfRows).rounded())
    let level = (0..<rise.width).map { rise[$0, row].isFinite ? rise[$0, row] : 0 }
    guard let begin = Self.crossing(level, from: peak.column, by: 1, below: Self.footLevel * peak.height) else {
      return nil
    }
    foot = (begin - back) * map.step
    let x = (back - halfColumns) * map.step + Self.aheadByHeight * height + Self.aheadByFoot * foot
    tragion = map.point(at: [x, y])
    let (low, hind) = (Int(bottom.rounded(.down)), Int(back.rounded(.down)))
    let lowerStrip = { (map: HeightMap) in map.scanned(columns: hind...Int(front), rows: (low - 3)...low) }
    lowerEnd = isHeightBorrowed ? 1 : lowerStrip(filled)
    isLowerEndFilled = !isHeightBorrowed && lowerStrip(seen) < 0.7
    hindEdge = filled.scanned(columns: (hind - 2)...hind, rows: Int(bottom.rounded(.up))...Int(top))
    coverage = filled.coverage(about: [x - 0.008, y], radius: 0.020)
    guard tragion.isFinite else { return nil }
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

  private struct Peak {
    let column, row: Int
    let height: Double
  }

  /// The highest place within 18 mm of the middle.
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

  /// The greatest rise of every row (or column) within an ear's reach of the peak; 0 where nothing was scanned.
  private static func maxima(_ rise: HeightMap, byRow: Bool, about peak: Peak, within rows: ClosedRange<Int>? = nil)
    -> [Double]
  {
    let reach = Int((0.022 / rise.step).rounded())
    return (0..<(byRow ? rise.height : rise.width)).map { i in
      let others = byRow ? (peak.column - reach)...(peak.column + reach) : rows ?? 0...(rise.height - 1)
      return others.reduce(0.0) { most, k in
        let value = byRow ? rise[k, i] : rise[i, k]
        return value.isFinite ? max(most, value) : most
      }
    }
  }

  /// Where a sequence first falls below a limit, going from an index in steps of ±1; between samples, linear.
  private static func crossing(_ values: [Double], from start: Int, by step: Int, below limit: Double) -> Double? {
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
}
