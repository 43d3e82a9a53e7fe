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

  /// The sellion.
  init?(_ roots: [NasalRoot], of looks: Int, _ options: AutomaticLandmarkOptions) {
    self.init(roots.map(\.sellion), of: looks, error: options.nose.sellionError, options)
    let depth = RobustStatistics.median(roots.map(\.depth))
    let coverage = RobustStatistics.median(roots.map(\.coverage))
    checks += [
      (Self.fault(.landmarksFlatRoot, "depth_mm", depth), depth / (2 * options.checks.leastRootDepth)),
      (Finding(.landmarksRootUnseen), Self.margin(coverage, options.checks.rootSeen)),
    ]
  }

  /// The nose tip.
  init?(tipsOf roots: [NasalRoot], of looks: Int, _ options: AutomaticLandmarkOptions) {
    self.init(roots.map(\.tip), of: looks, error: options.nose.tipError, options)
    let coverage = RobustStatistics.median(roots.map(\.tipCoverage))
    checks.append((Finding(.landmarksTipUnseen), Self.margin(coverage, options.checks.tipSeen)))
  }

  /// A tragion.
  init?(_ ears: [EarOutline], of looks: Int, _ options: AutomaticLandmarkOptions) {
    let isGuessed = 2 * ears.count { $0.isHeightBorrowed || $0.isLowerEndFilled } > ears.count
    let error = isGuessed ? options.ear.borrowedError : options.ear.tragionError
    self.init(ears.map(\.tragion), of: looks, error: error, options)
    let middle = { (value: (EarOutline) -> Double) in RobustStatistics.median(ears.map(value)) }
    let (height, protrusion, checked) = (middle(\.height), middle(\.protrusion), options.checks)
    let heights = checked.earHeights
    checks += [
      (Self.fault(.landmarksFlatEar, "protrusion_mm", protrusion), protrusion / (2 * checked.leastProtrusion)),
      (
        Self.fault(.landmarksEarHeight, "height_mm", height),
        min(height / (2 * heights.lowerBound), heights.upperBound / (2 * height))
      ),
      (Finding(.landmarksSkinUnseen), Self.margin(middle(\.coverage), checked.skinSeen)),
      (Finding(.landmarksLowerEndUnseen), Self.margin(middle(\.lowerEnd), checked.lowerEndSeen)),
      (Finding(.landmarksHindEdgeUnseen), Self.margin(middle(\.hindEdge), checked.hindEdgeSeen)),
    ]
  }

  private init?(_ points: [Vector3], of looks: Int, error: Double, _ options: AutomaticLandmarkOptions) {
    guard !points.isEmpty else { return nil }
    position = [0, 1, 2].reduce(into: Vector3.zero) { p, axis in
      p[axis] = RobustStatistics.median(points.map { $0[axis] })
    }
    let middle = position
    let scatter = (points.reduce(0) { $0 + ($1 - middle).dot($1 - middle) } / (3 * Double(points.count))).squareRoot()
    standardDeviation = (scatter * scatter + error * error).squareRoot()
    count = points.count
    checks = [
      (Self.fault(.landmarksUnstable, "scatter_mm", scatter), options.mostScatter / max(scatter, 1e-6) / 2),
      (
        Finding(.landmarksFewLooks, ["found": .count(points.count), "looks": .count(looks)]),
        Double(points.count) / Double(looks) - options.checks.looksBeyondHalf
      ),
    ]
  }

  /// The lowest margin of all checks, at most 1, and that check's fault.
  var score: (value: Double, fault: Finding) {
    let weakest = checks.min { $0.margin < $1.margin }!
    return (min(max(weakest.margin, 0), 1), weakest.fault)
  }

  /// Adds the checks of the sellion and the tragions against each other.
  static func compare(_ readings: inout [Landmark: LandmarkReading], _ options: LandmarkCheckConstants) {
    guard let sellion = readings[.sellion]?.position, let left = readings[.tragionLeft]?.position,
      let right = readings[.tragionRight]?.position
    else { return }
    let (apart, ahead) = ((left - right).length, (sellion - (left + right) / 2).length)
    let skew = abs((sellion - left).length - (sellion - right).length)
    let checks: [(Finding, Double)] = [
      (fault(.landmarksTragionsApart, "distance_mm", apart), margin(apart, within: options.tragionsApart)),
      (fault(.landmarksSellionAhead, "distance_mm", ahead), margin(ahead, within: options.sellionAhead)),
      (fault(.landmarksLopsided, "distance_mm", skew), options.mostLopsided / max(skew, 1e-6) / 2),
    ]
    for landmark in Landmark.required { readings[landmark]?.checks += checks }
  }

  /// 0.5 at the least share that will do, 1 at all.
  private static func margin(_ share: Double, _ least: Double) -> Double { 0.5 + 0.5 * (share - least) / (1 - least) }

  /// 0.5 at the ends of a range, 1 in its middle half.
  private static func margin(_ value: Double, within range: ClosedRange<Double>) -> Double {
    let edge = min(value - range.lowerBound, range.upperBound - value) / (range.upperBound - range.lowerBound)
    return 0.5 + 2 * edge
  }

  private static func fault(_ code: FindingCode, _ name: String, _ metres: Double) -> Finding {
    Finding(code, [name: .millimetres(metres, decimals: 1)])
  }
}
