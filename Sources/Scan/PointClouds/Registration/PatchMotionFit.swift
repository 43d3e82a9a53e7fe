import Geometry

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
