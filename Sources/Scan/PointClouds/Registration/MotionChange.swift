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
  /// The squared motion in units of its covariance (Wald's statistic, six degrees of freedom), less where few blocks of
  /// time tell the covariance.
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
  /// The number of views in a block of time.
  private let blockLength: Int

  /// The fewest views on either side of a moment. Assumed.
  private static let fewestViews = 5
  /// The number of blocks of time that count as independent. See Docs/methods/slips.md (Detecting a slip), after Liang
  /// & Zeger 1986; the number itself is assumed.
  private static let blocks = 24
  /// The shortest block, seconds: what errs in a view errs in those around it, however many there are. Derived: 24 of the
  /// 15 s of the scans on which the least significance was chosen.
  private static let shortestBlock = 0.6
  /// The least standard deviation of a turn, degrees. Assumed: few blocks know some directions too well.
  private static let leastAngleDegrees = 0.05
  /// The least standard deviation of a shift, metres. Assumed: as for the turn.
  private static let leastShift = 0.00005

  /// A finder.
  ///
  /// - Parameters:
  ///   - views: the offsets of each view, in the order of time.
  ///   - seconds: the time from the first to the last.
  ///   - patches: the patches that they name.
  public init(
    _ views: [[SurfaceOffset]], over seconds: Double = .infinity, patches: [SurfacePatch]
  ) {
    (self.views, fit) = (views, PatchMotionFit(patches))
    blockLength = max(1, views.count / max(1, Int(min(Double(Self.blocks), seconds / Self.shortestBlock))))
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
    let (covariance, blocks) = covariance(scores, split: index, solution.inverse)
    let motion = solution.motion
    let arm = UsualHead.radius * UsualHead.radius * 2 / 3
    let scale = { (k: Int) in k < 3 ? arm : 1 }
    let size = (0..<6).reduce(0) { $0 + scale($1) * motion[$1] * motion[$1] }.squareRoot()
    let variance = (0..<6).reduce(0) { $0 + scale($1) * covariance[$1][$1] }
    return MotionChange(
      index: index, correction: fit.transform(motion), size: size, deviation: variance.squareRoot(),
      significance: wald(motion, covariance) * Self.certainty(of: blocks))
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

  /// By how much a covariance from few blocks makes a motion look more certain, in squares, beside one from all of them:
  /// Hotelling's T² of six unknowns, (G − 6) / (G − 1) of which is as χ².
  private static func certainty(of blocks: Int) -> Double {
    let share = { (count: Int) in max(0, Double(count - 6)) / Double(max(1, count - 1)) }
    return min(1, share(blocks) / share(Self.blocks))
  }

  /// H⁻¹ (Σ u uᵀ) H⁻¹ over blocks of views that don't cross the split, and the number of these.
  private func covariance(
    _ scores: [[Double]], split: Int, _ inverse: [[Double]]
  ) -> (matrix: [[Double]], blocks: Int) {
    let n = PatchMotionFit.unknowns
    var blocks = 0
    var middle = [[Double]](repeating: [Double](repeating: 0, count: n), count: n)
    for part in [0..<split, split..<views.count] {
      for start in stride(from: part.lowerBound, to: part.upperBound, by: blockLength) {
        let block = scores[start..<min(start + blockLength, part.upperBound)]
        blocks += 1
        let u = (0..<n).map { k in block.reduce(0) { $0 + $1[k] } }
        for i in 0..<n { for j in 0..<n { middle[i][j] += u[i] * u[j] } }
      }
    }
    let left = Self.product(inverse, middle)
    return (Self.product(left, inverse), blocks)
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

/// For each patch how often views saw it, and the sum of their offsets.
struct PatchSums {
  private(set) var counts, sums: [Double]

  init(_ views: ArraySlice<[SurfaceOffset]>, count: Int) {
    (counts, sums) = (Array(repeating: 0, count: count), Array(repeating: 0, count: count))
    for view in views { add(view) }
  }

  mutating func add(_ view: [SurfaceOffset]) {
    for offset in view {
      counts[offset.patch] += 1
      sums[offset.patch] += offset.distance
    }
  }

  /// What the other views of `total` say, less what these say.
  func differences(from total: PatchSums) -> [PatchDifference] {
    counts.indices.map { i in
      let (n, m) = (counts[i], total.counts[i] - counts[i])
      guard n > 0, m > 0 else { return PatchDifference(weight: 0, distance: 0) }
      return PatchDifference(weight: n * m / (n + m), distance: (total.sums[i] - sums[i]) / m - sums[i] / n)
    }
  }
}

/// How much farther out a patch lies in one set of views than in another.
struct PatchDifference {
  /// How many views' worth of evidence there is; 0 for none.
  var weight: Double
  /// Metres.
  var distance: Double
}

/// Least squares for the small motion, and a common offset, that undo the differences of patches.
struct PatchMotionFit: Sendable {
  /// A solution: rotation vector (rad), translation (m) about the middle of the patches, offset (m).
  struct Solution {
    var motion: [Double]
    /// The inverse of the normal matrix.
    var inverse: [[Double]]
    /// Tukey's weight of each patch.
    var weights: [Double]
  }

  /// Motion and offset.
  static let unknowns = 7
  /// The middle of the patches.
  let pivot: Vector3
  /// For each patch, how much each unknown moves it along its normal.
  let rows: [[Double]]

  /// The error of a patch in a typical scan, metres; it only matters where the patches leave the motion open. Assumed.
  private static let patchNoise = 0.0005
  /// The number of neighbouring patches that err together. See Docs/evaluation/tracking.md (Recovered frames): patches
  /// of 30 mm are independent, of 4 mm each.
  private static let neighbours = 56.0
  /// The prior of a turn, standard deviation in radians. Assumed: 10°; it only matters where the patches leave the
  /// motion open.
  private static let turnPrior = 0.17
  /// The prior of a shift, standard deviation in metres. Assumed: it only matters where the patches leave the motion
  /// open.
  private static let shiftPrior = 0.01
  /// The prior of the common offset of all patches, standard deviation in metres. The offset itself:
  /// Docs/evaluation/slips.md (Slips of the whole cap); the number is assumed.
  private static let offsetPrior = 0.0005
  /// The priors of the unknowns in their order.
  private static let priors =
    Array(repeating: turnPrior, count: 3) + Array(repeating: shiftPrior, count: 3) + [offsetPrior]

  init(_ patches: [SurfacePatch]) {
    let middle = patches.reduce(Vector3.zero) { $0 + $1.point } / Double(max(1, patches.count))
    pivot = middle
    rows = patches.map { patch in
      let turn = (patch.point - middle).cross(patch.normal)
      return [turn.x, turn.y, turn.z, patch.normal.x, patch.normal.y, patch.normal.z, 1]
    }
  }

  var count: Int { rows.count }

  /// A motion about the pivot as a transform.
  func transform(_ motion: [Double]) -> RigidTransform {
    let rotation = Matrix3.rotation([motion[0], motion[1], motion[2]])
    return RigidTransform(
      rotation: rotation, translation: pivot - rotation * pivot + Vector3(motion[3], motion[4], motion[5]))
  }

  /// How much more motion and offset together lower the weighted sum of squares than an offset alone.
  func gain(_ differences: [PatchDifference]) -> Double {
    let (normal, right) = equations(differences, weights: nil)
    guard let solution = LeastSquares(normal: normal, right: right).solved()?.solution else { return 0 }
    let n = Self.unknowns
    return zip(solution, right).reduce(0) { $0 + $1.0 * $1.1 } - right[n - 1] * right[n - 1] / normal[n * n - 1]
  }

  /// The motion with Tukey's weights, from all patches alike to those that agree.
  func robust(_ differences: [PatchDifference]) -> Solution? {
    var weights = [Double](repeating: 1, count: count)
    var last: Solution?
    for _ in 0..<10 {
      let (normal, right) = equations(differences, weights: weights)
      guard let (motion, inverse) = LeastSquares(normal: normal, right: right).solved() else { return last }
      last = Solution(motion: motion, inverse: inverse, weights: weights)
      let sizes = zip(rows, differences).map { row, difference in
        abs(difference.distance + zip(row, motion).reduce(0) { $0 + $1.0 * $1.1 }) * difference.weight.squareRoot()
      }
      let known = sizes.indices.filter { differences[$0].weight > 0 }
      let scale = RobustStatistics.madToSigma * RobustStatistics.median(known.map { sizes[$0] })
      guard scale > 1e-9 else { return last }
      weights = sizes.map { RobustStatistics.tukeyWeight($0 / scale) }
    }
    return last
  }

  /// Normal matrix and right side of Σ weight · (row · x + distance)², with the priors.
  private func equations(_ differences: [PatchDifference], weights: [Double]?) -> ([Double], [Double]) {
    let n = Self.unknowns
    var (normal, right) = ([Double](repeating: 0, count: n * n), [Double](repeating: 0, count: n))
    let (noise, neighbours, priors) = (Self.patchNoise, Self.neighbours, Self.priors)
    for i in 0..<n { normal[i * n + i] = noise * noise * neighbours / (priors[i] * priors[i]) }
    for (k, difference) in differences.enumerated() where difference.weight > 0 {
      let weight = difference.weight * (weights?[k] ?? 1)
      rows[k].withUnsafeBufferPointer { row in
        for i in 0..<n {
          let w = weight * row[i]
          right[i] -= w * difference.distance
          for j in 0...i { normal[i * n + j] += w * row[j] }
        }
      }
    }
    return (normal, right)
  }
}
