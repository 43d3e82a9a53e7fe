import Geometry
import PointClouds

/// The sellion: the deepest point of the profile between nose tip and brow, on the nose's own ridge.
///
/// The ridge is the axis about which the nose is most nearly symmetric row by row, up to a sideways slope that may
/// change from row to row (the face of an asymmetric head is askew). No other part of the head affects it.
struct NasalRoot {
  /// The sellion, and the nose tip, metres, frame of the mesh.
  let sellion, tip: Vector3
  /// How deep the root lies behind the tip and behind the brow, the lesser of the two, in metres.
  let depth: Double
  /// The shares of the surface around sellion and tip that were scanned.
  let coverage, tipCoverage: Double

  /// How far the profile must come forward again above the root, metres. Chosen on the heads of
  /// Docs/evaluation/README.md (Which recordings the constants were chosen on).
  private static let rise = 0.0007
  /// How far above the tip the rows begin whose symmetry counts, metres. Chosen on the heads of
  /// Docs/evaluation/README.md (Which recordings the constants were chosen on).
  private static let aboveTip = 0.003
  /// How far to either side the symmetry counts, metres. Chosen on the heads of Docs/evaluation/README.md (Which recordings the
  /// constants were chosen on).
  private static let reach = 0.018
  /// Half the width of the map in which a nose is looked at, metres. Assumed.
  private static let mapAcross = 0.028
  /// Half the height of that map, and how far above the tip the profile is followed, metres. Assumed.
  private static let mapAlong = 0.058
  /// The distance between the map's places, metres. Assumed.
  private static let mapStep = 0.00125
  /// How far to either side of the map's middle the tip may lie, metres. Assumed.
  private static let tipAcross = 0.010
  /// How far above or below the map's middle the tip may lie, metres. Assumed.
  private static let tipAlong = 0.012
  /// How far above the tip the rows end whose symmetry counts at first, metres. Assumed.
  private static let firstRows = 0.014
  /// How far above the root these rows end once it is known, metres. Assumed.
  private static let beyondRoot = 0.003
  /// Pairs of places are compared from this distance from the ridge on, metres. Assumed.
  private static let leastOffset = 0.001
  /// The number of pairs that must be exceeded for the symmetry to count. Assumed.
  private static let fewestPairs = 30
  /// How far to either side the ridge is looked for, metres. Assumed.
  private static let ridgeShift = 0.004
  /// How far the ridge is turned to either side, as a slope. Assumed: 7°.
  private static let ridgeSlope = 0.12
  /// The farthest that the ridge may pass beside the tip, metres. Assumed.
  private static let ridgeFromTip = 0.006
  /// The distance between samples of the profile along the ridge, metres. Assumed.
  private static let profileStep = 0.0005
  /// How far above the tip the scanned profile must begin, metres: a scan may end at the tip. Assumed.
  private static let tipGap = 0.004
  /// How far the profile must fall back behind the tip, metres. Assumed.
  private static let leastHollow = 0.0015
  /// The least distance of the root from the beginning of the profile, metres. Assumed.
  private static let leastHeight = 0.004
  /// How far above the root the brow is looked for, metres. Assumed.
  private static let browReach = 0.030
  /// The lowest place is the vertex of a parabola through the profile within this distance, metres. Assumed.
  private static let vertexReach = 0.004
  /// The radius around the sellion within which the surface must have been scanned, metres. Assumed.
  private static let rootRadius = 0.012
  /// The radius around the nose tip within which the surface must have been scanned, metres. Assumed.
  private static let tipRadius = 0.006

  /// Looks at the face around a nose.
  ///
  /// - Parameters:
  ///   - sigma: the smoothing of the surface in metres.
  /// - Returns: nil where there is no nose with a root above it.
  init?(_ surface: HeadSurface, nose: Vector3, pose: FacePose, sigma: Double) {
    let raw = HeightMap(
      surface, origin: nose, across: pose.right, along: pose.up, towards: pose.forward,
      extent: [Self.mapAcross, Self.mapAlong], step: Self.mapStep)
    let map = raw.smoothed(sigma)
    guard let (tip, tipHeight) = Self.tip(map) else { return nil }
    var ridge = Ridge(offset: tip.x, slope: 0)
    guard
      let first = Self.ridge(
        map, rows: (tip.y + Self.aboveTip)...(tip.y + Self.firstRows), near: ridge, tip)
    else {
      return nil
    }
    ridge = first
    guard var root = Self.root(map, ridge, tip) else { return nil }
    if let rows = Self.rows(tip: tip.y, root: root.height),
      let better = Self.ridge(map, rows: rows, near: ridge, tip)
    {
      ridge = better
      guard let again = Self.root(map, ridge, tip) else { return nil }
      root = again
    }
    let place = Vector2(ridge.x(root.height), root.height)
    sellion = map.point(at: place)
    // A scan may end beside it, where nothing is left to interpolate.
    self.tip = map.point(at: tip, height: tipHeight)
    depth = root.depth
    coverage = raw.coverage(about: place, radius: Self.rootRadius)
    tipCoverage = raw.coverage(about: tip, radius: Self.tipRadius)
    guard sellion.isFinite else { return nil }
  }

  /// The rows whose symmetry counts once the root is known; nil where they end before they begin.
  static func rows(tip: Double, root: Double) -> ClosedRange<Double>? {
    ClosedRange(finite: tip + aboveTip, root + beyondRoot)
  }

  /// A line in the map: x = offset + slope · y.
  struct Ridge {
    var offset, slope: Double
    func x(_ y: Double) -> Double { offset + slope * y }
  }

  /// The foremost place near the middle.
  private static func tip(_ map: HeightMap) -> (place: Vector2, height: Double)? {
    var best: (place: Vector2, height: Double)?
    for row in 0..<map.height {
      for column in 0..<map.width {
        let (place, height) = (map.place(column, row), map[column, row])
        guard abs(place.x) < tipAcross, abs(place.y) < tipAlong, height.isFinite,
          height > best?.height ?? -.infinity
        else { continue }
        best = (place, height)
      }
    }
    return best
  }

  /// The axis of least Σ (d(x + t) − d(x − t) − (a + b y + c y²) t)² over rows y and t, by a search on a grid refined
  /// thrice.
  static func ridge(
    _ map: HeightMap, rows: ClosedRange<Double>, near start: Ridge, _ tip: Vector2
  ) -> Ridge? {
    var best = start
    let pivot = (rows.lowerBound + rows.upperBound) / 2
    var (shift, turn) = (ridgeShift, ridgeSlope)
    for _ in 0..<4 {
      var least = Double.infinity
      let (x, slope) = (best.x(pivot), best.slope)
      for i in -4...4 {
        for j in -3...3 {
          let trial = slope + turn * Double(j) / 3
          let candidate = Ridge(offset: x + shift * Double(i) / 4 - trial * pivot, slope: trial)
          let value = asymmetry(map, candidate, rows)
          if value < least { (least, best) = (value, candidate) }
        }
      }
      guard least.isFinite else { return nil }
      (shift, turn) = (shift / 3, turn / 3)
    }
    return abs(best.x(tip.y) - tip.x) < ridgeFromTip ? best : nil
  }

  /// The mean square of what is not symmetric about a ridge over some rows; infinite where too little of them is seen.
  static func asymmetry(
    _ map: HeightMap, _ ridge: Ridge, _ rows: ClosedRange<Double>
  ) -> Double {
    var (sum, count) = (0.0, 0)
    // Sums of t² yᵏ and of t yᵏ d, y in centimetres above the lowest row: the normal equations of the slope.
    var (moments, products) = ([Double](repeating: 0, count: 5), [Double](repeating: 0, count: 3))
    for y in stride(from: rows.lowerBound, through: rows.upperBound, by: map.step) {
      let height = (y - rows.lowerBound) / 0.01
      let (x, powers) = (ridge.x(y), [1, height, height * height, height * height * height])
      var (tt, td) = (0.0, 0.0)
      for t in stride(from: leastOffset, through: reach, by: map.step) {
        let d = map.height(at: [x + t, y]) - map.height(at: [x - t, y])
        guard d.isFinite else { continue }
        (sum, count, tt, td) = (sum + d * d, count + 1, tt + t * t, td + t * d)
      }
      for k in 0..<4 { moments[k] += tt * powers[k] }
      moments[4] += tt * powers[3] * height
      for k in 0..<3 { products[k] += td * powers[k] }
    }
    let normal = (0..<9).map { moments[$0 / 3 + $0 % 3] }
    guard count > fewestPairs, let slope = LeastSquares(normal: normal, right: products).solved()?.solution
    else {
      return .infinity
    }
    return (sum - zip(slope, products).reduce(0) { $0 + $1.0 * $1.1 }) / Double(count)
  }

  /// The first hollow of the ridge's profile above the tip: its place on the ridge and its depth.
  static func root(_ map: HeightMap, _ ridge: Ridge, _ tip: Vector2) -> (
    height: Double, depth: Double
  )? {
    let step = profileStep
    let samples = { (length: Double) in Int((length / step).rounded()) }
    let heights = stride(from: tip.y, through: tip.y + mapAlong, by: step).map {
      map.height(at: [ridge.x($0), $0])
    }
    // A scan may end at the tip.
    guard let low0 = heights.prefix(samples(tipGap)).indices.first(where: { heights[$0].isFinite }) else {
      return nil
    }
    let top = heights[low0]
    var low = low0
    var isFound = false
    for i in heights.indices where heights[i].isFinite {
      if heights[i] < heights[low] { low = i }
      if top - heights[low] > leastHollow && heights[i] > heights[low] + rise {
        isFound = true
        break
      }
    }
    guard isFound, low > samples(leastHeight) else { return nil }
    let brow = heights[low...].prefix(samples(browReach)).filter(\.isFinite).max() ?? heights[low]
    let depth = min(top, brow) - heights[low]
    return (tip.y + (Double(low) + vertex(heights, low, reach: samples(vertexReach))) * step, depth)
  }

  /// Where the parabola through the profile near its lowest sample has its vertex, in samples from there.
  static func vertex(_ heights: [Double], _ low: Int, reach: Int) -> Double {
    var equations = LeastSquares(unknowns: 3)
    for i in max(0, low - reach)...min(heights.count - 1, low + reach) where heights[i].isFinite {
      let x = Double(i - low)
      equations.add([1, x, x * x], value: heights[i] - heights[low])
    }
    guard let fit = equations.solved()?.solution, fit[2] > 0 else { return 0 }
    let farthest = Double(reach) / 2
    return min(max(-fit[1] / (2 * fit[2]), -farthest), farthest)
  }
}
