import Geometry

/// A moment at which the views of a surface moved against it: everything seen afterwards is displaced by one rigid
/// motion.
public struct MotionChange: Sendable {
  /// The number of the first view after the moment.
  public let index: Int
  /// What brings the later views back onto the earlier ones, frame of the surface.
  public let correction: RigidTransform
  /// The rotation of ``correction`` in degrees.
  public var angleDegrees: Double { correction.rotation.rotationVector.length * 180 / .pi }
  /// By how much it moves a head's surface, root mean square, and the standard deviation of that, metres.
  public let size, deviation: Double
  /// The squared motion in units of its covariance (Wald's statistic, six degrees of freedom).
  public let significance: Double
}

/// Looks for the moment at which views moved against a surface, and estimates the motion.
///
/// For every moment the offsets of a patch before and after it are averaged. A patch that views saw n and m times tells
/// the difference D of the two means with weight n m / (n + m), whatever the patch's own place is, so a surface fused
/// from both positions serves as well as either. The motion s and a common offset o (the sensor's bias differs between
/// views from below and from above) minimise Σ κ (D + J s + o)²; the moment is where that takes most from the sum of
/// squares, which is the likelihood ratio of a change point. At that moment the fit is repeated with Tukey's weights,
/// and the covariance comes from the scatter of whole views in blocks of time (Liang & Zeger 1986), because what errs
/// in a view errs in its neighbours too.
public struct MotionChangeFinder: Sendable {
  private let fit: PatchMotionFit
  private let views: [[SurfaceOffset]]

  /// The fewest views on either side of a moment. Assumed.
  private static let fewestViews = 5
  /// The number of blocks of time that count as independent. See Docs/methods/slips.md (Detecting a slip), after Liang
  /// & Zeger 1986; the number itself is assumed.
  private static let blocks = 24
  /// The least standard deviation of a turn, degrees. Assumed: few blocks know some directions too well.
  private static let leastAngleDegrees = 0.05
  /// The least standard deviation of a shift, metres. Assumed: as for the turn.
  private static let leastShift = 0.00005

  /// A finder.
  ///
  /// - Parameters:
  ///   - views: the offsets of each view, in the order of time.
  ///   - patches: the patches that they name.
  public init(
    _ views: [[SurfaceOffset]], patches: [SurfacePatch]
  ) {
    (self.views, fit) = (views, PatchMotionFit(patches))
  }

  /// The likeliest change; nil where too few views show too little.
  public func likeliest() -> MotionChange? {
    var best: (index: Int, gain: Double)?
    let total = PatchSums(views[...], count: fit.count)
    var before = PatchSums([], count: fit.count)
    for index in views.indices {
      if index >= Self.fewestViews, index <= views.count - Self.fewestViews {
        let gain = fit.gain(before.differences(from: total))
        if gain > best?.gain ?? 0 { best = (index, gain) }
      }
      before.add(views[index])
    }
    return best.flatMap { change(at: $0.index) }
  }

  /// The motion at a moment, given by the first view after it.
  public func change(at index: Int) -> MotionChange? {
    let total = PatchSums(views[...], count: fit.count)
    let before = PatchSums(views[..<index], count: fit.count)
    let differences = before.differences(from: total)
    guard let solution = fit.robust(differences) else { return nil }
    let scores = views.indices.map { score($0, isAfter: $0 >= index, before, total, differences, solution) }
    let covariance = covariance(scores, split: index, solution.inverse)
    let motion = solution.motion
    let arm = UsualHead.radius * UsualHead.radius * 2 / 3
    let scale = { (k: Int) in k < 3 ? arm : 1 }
    let size = (0..<6).reduce(0) { $0 + scale($1) * motion[$1] * motion[$1] }.squareRoot()
    let variance = (0..<6).reduce(0) { $0 + scale($1) * covariance[$1][$1] }
    return MotionChange(
      index: index, correction: fit.transform(motion), size: size, deviation: variance.squareRoot(),
      significance: wald(motion, covariance))
  }

  /// What a view contributes to the gradient: the difference of its offsets from those that the solution explains.
  private func score(
    _ view: Int, isAfter: Bool, _ before: PatchSums, _ total: PatchSums, _ differences: [PatchDifference],
    _ solution: PatchMotionFit.Solution
  ) -> [Double] {
    var sum = [Double](repeating: 0, count: PatchMotionFit.unknowns)
    for offset in views[view] {
      let patch = offset.patch
      let (n, all) = (before.counts[patch], total.counts[patch])
      guard n > 0, n < all else { continue }
      let row = fit.rows[patch]
      let moved = zip(row, solution.motion).reduce(0) { $0 + $1.0 * $1.1 }
      let place = (total.sums[patch] + (all - n) * moved) / all
      let error = offset.distance + (isAfter ? moved : 0) - place
      let factor = solution.weights[patch] * differences[patch].weight * (isAfter ? 1 / (all - n) : -1 / n) * error
      for k in sum.indices { sum[k] += factor * row[k] }
    }
    return sum
  }

  /// H⁻¹ (Σ u uᵀ) H⁻¹ over blocks of views that don't cross the split.
  private func covariance(_ scores: [[Double]], split: Int, _ inverse: [[Double]]) -> [[Double]] {
    let n = PatchMotionFit.unknowns
    let length = max(1, views.count / Self.blocks)
    var middle = [[Double]](repeating: [Double](repeating: 0, count: n), count: n)
    for part in [0..<split, split..<views.count] {
      for start in stride(from: part.lowerBound, to: part.upperBound, by: length) {
        let block = scores[start..<min(start + length, part.upperBound)]
        let u = (0..<n).map { k in block.reduce(0) { $0 + $1[k] } }
        for i in 0..<n { for j in 0..<n { middle[i][j] += u[i] * u[j] } }
      }
    }
    let left = Self.product(inverse, middle)
    return Self.product(left, inverse)
  }

  private static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
    a.map { row in b[0].indices.map { j in row.indices.reduce(0) { $0 + row[$1] * b[$1][j] } } }
  }

  /// mᵀ (C + floor)⁻¹ m: few blocks know some directions too well.
  private func wald(_ motion: [Double], _ covariance: [[Double]]) -> Double {
    let (leastAngle, leastShift) = (Self.leastAngleDegrees * Double.pi / 180, Self.leastShift)
    var normal: [Double] = []
    for i in 0..<6 {
      for j in 0..<6 {
        let floor = i < 3 ? leastAngle : leastShift
        normal.append(covariance[i][j] + (i == j ? floor * floor : 0))
      }
    }
    guard let solved = LeastSquares(normal: normal, right: Array(motion[..<6])).solved() else { return 0 }
    return (0..<6).reduce(0) { $0 + solved.solution[$1] * motion[$1] }
  }
}
