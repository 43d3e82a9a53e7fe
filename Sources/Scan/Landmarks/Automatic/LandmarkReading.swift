import Diagnostics
import Geometry

/// The position of a landmark from several evaluations, and how far it can be trusted.
struct LandmarkReading {
  /// The median of the looks, metres, frame of the mesh.
  let position: Vector3
  /// The standard deviation along each axis, metres: the scatter of the looks combined with the error of the rule.
  let standardDeviation: Double
  /// How many looks found it.
  let count: Int
  /// The checks: the finding where one fails, and its margin (0.5 is just enough, 1 ample).
  private(set) var checks: [(fault: Finding, margin: Double)]

  /// The error of the rule for the sellion, standard deviation along each axis, metres. Simulated heads that were not
  /// used to find the rules, Docs/evaluation/landmarks.md.
  private static let sellionError = 0.0010
  /// The error of the rule for the nose tip, standard deviation along each axis, metres. Simulated heads that were not used to find the rules, Docs/evaluation/landmarks.md.
  private static let tipError = 0.0025
  /// The error of the rule for a tragion, standard deviation along each axis, metres. Simulated heads that were not used to find the
  /// rules, Docs/evaluation/landmarks.md.
  private static let tragionError = 0.0020
  /// The error of that rule where the ear's lower end was not seen itself. Simulated heads that were not used to find the rules,
  /// Docs/evaluation/landmarks.md.
  private static let borrowedError = 0.0024
  /// The largest scatter of the looks, metres. See Docs/methods/landmarks.md (Spread and score); the number itself is
  /// assumed.
  private static let mostScatter = 0.003
  /// The least depth of the nasal root behind nose tip and brow, metres. Assumed; Docs/methods/landmarks.md (Spread and
  /// score) states it.
  private static let leastRootDepth = 0.0015
  /// The least share of the surface around the root that was scanned. Assumed.
  private static let rootSeen = 0.8
  /// The least share of the surface around the nose tip that was scanned. Assumed.
  private static let tipSeen = 0.95
  /// How far an ear stands out at least, metres. Assumed.
  private static let leastProtrusion = 0.003
  /// Heights that an infant's ear can have, metres. Assumed; Docs/methods/landmarks.md (Spread and score) states it.
  private static let earHeights = 0.018...0.068
  /// The least share of the ear's front and of the skin before it that was scanned. Assumed.
  private static let skinSeen = 0.8
  /// The least share that was scanned of the strip below the ear's lower end. Assumed.
  private static let lowerEndSeen = 0.6
  /// The least share that was scanned of the strip behind the ear's hind edge. Assumed.
  private static let hindEdgeSeen = 0.5
  /// The share of the looks that must find a landmark, less one half. Assumed.
  private static let looksBeyondHalf = 0.1
  /// Distances between the tragions, metres. Assumed: from a premature newborn's to a toddler's with room.
  private static let tragionsApart = 0.070...0.180
  /// Distances of the sellion from the middle of the tragions, metres. Assumed: from a premature newborn's to a
  /// toddler's with room.
  private static let sellionAhead = 0.045...0.130
  /// The largest difference between the sellion's distances from the two tragions, metres. Assumed.
  private static let mostLopsided = 0.025

  /// The sellion.
  init?(_ roots: [NasalRoot], of looks: Int) {
    self.init(roots.map(\.sellion), of: looks, error: Self.sellionError)
    let depth = RobustStatistics.median(roots.map(\.depth))
    let coverage = RobustStatistics.median(roots.map(\.coverage))
    checks += [
      (Self.fault(.landmarksFlatRoot, "depth_mm", depth), depth / (2 * Self.leastRootDepth)),
      (Finding(.landmarksRootUnseen), Self.margin(coverage, Self.rootSeen)),
    ]
  }

  /// The nose tip.
  init?(tipsOf roots: [NasalRoot], of looks: Int) {
    self.init(roots.map(\.tip), of: looks, error: Self.tipError)
    let coverage = RobustStatistics.median(roots.map(\.tipCoverage))
    checks.append((Finding(.landmarksTipUnseen), Self.margin(coverage, Self.tipSeen)))
  }

  /// A tragion.
  init?(_ ears: [EarOutline], of looks: Int) {
    let isGuessed = 2 * ears.count { $0.isHeightBorrowed || $0.isLowerEndFilled } > ears.count
    let error = isGuessed ? Self.borrowedError : Self.tragionError
    self.init(ears.map(\.tragion), of: looks, error: error)
    let middle = { (value: (EarOutline) -> Double) in RobustStatistics.median(ears.map(value)) }
    let (height, protrusion, heights) = (middle(\.height), middle(\.protrusion), Self.earHeights)
    checks += [
      (Self.fault(.landmarksFlatEar, "protrusion_mm", protrusion), protrusion / (2 * Self.leastProtrusion)),
      (
        Self.fault(.landmarksEarHeight, "height_mm", height),
        min(height / (2 * heights.lowerBound), heights.upperBound / (2 * height))
      ),
      (Finding(.landmarksSkinUnseen), Self.margin(middle(\.coverage), Self.skinSeen)),
      (Finding(.landmarksLowerEndUnseen), Self.margin(middle(\.lowerEnd), Self.lowerEndSeen)),
      (Finding(.landmarksHindEdgeUnseen), Self.margin(middle(\.hindEdge), Self.hindEdgeSeen)),
    ]
  }

  /// The median of some places, with what is checked of them all.
  init?(_ points: [Vector3], of looks: Int, error: Double) {
    guard !points.isEmpty else { return nil }
    position = [0, 1, 2].reduce(into: Vector3.zero) { p, axis in
      p[axis] = RobustStatistics.median(points.map { $0[axis] })
    }
    let middle = position
    let scatter = (points.reduce(0) { $0 + ($1 - middle).dot($1 - middle) } / (3 * Double(points.count))).squareRoot()
    standardDeviation = (scatter * scatter + error * error).squareRoot()
    count = points.count
    checks = [
      (Self.fault(.landmarksUnstable, "scatter_mm", scatter), Self.mostScatter / max(scatter, 1e-6) / 2),
      (
        Finding(.landmarksFewLooks, ["found": .count(points.count), "looks": .count(looks)]),
        Double(points.count) / Double(looks) - Self.looksBeyondHalf
      ),
    ]
  }

  /// The lowest margin of all checks, at most 1, and that check's fault.
  var score: (value: Double, fault: Finding) {
    let weakest = checks.min { $0.margin < $1.margin }!
    return (min(max(weakest.margin, 0), 1), weakest.fault)
  }

  /// Adds the checks of the sellion and the tragions against each other.
  static func compare(_ readings: inout [Landmark: LandmarkReading]) {
    guard let sellion = readings[.sellion]?.position, let left = readings[.tragionLeft]?.position,
      let right = readings[.tragionRight]?.position
    else { return }
    let (apart, ahead) = ((left - right).length, (sellion - (left + right) / 2).length)
    let skew = abs((sellion - left).length - (sellion - right).length)
    let checks: [(Finding, Double)] = [
      (fault(.landmarksTragionsApart, "distance_mm", apart), margin(apart, within: tragionsApart)),
      (fault(.landmarksSellionAhead, "distance_mm", ahead), margin(ahead, within: sellionAhead)),
      (fault(.landmarksLopsided, "distance_mm", skew), mostLopsided / max(skew, 1e-6) / 2),
    ]
    for landmark in Landmark.required { readings[landmark]?.checks += checks }
  }

  /// 0.5 at the least share that will do, 1 at all.
  static func margin(_ share: Double, _ least: Double) -> Double { 0.5 + 0.5 * (share - least) / (1 - least) }

  /// 0.5 at the ends of a range, 1 in its middle half.
  static func margin(_ value: Double, within range: ClosedRange<Double>) -> Double {
    let edge = min(value - range.lowerBound, range.upperBound - value) / (range.upperBound - range.lowerBound)
    return 0.5 + 2 * edge
  }

  private static func fault(_ code: FindingCode, _ name: String, _ metres: Double) -> Finding {
    Finding(code, [name: .millimetres(metres, decimals: 1)])
  }
}
