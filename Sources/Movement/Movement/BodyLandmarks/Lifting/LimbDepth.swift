internal import Geometry
internal import Images

/// The depth of the surface that a frame shows at places of its picture.
struct LimbDepth {
  private let depth: RegisteredDepth
  private let camera: Camera
  private let rules: MotionRules.Lifting

  init(_ depth: RegisteredDepth, _ rules: MotionRules.Lifting) {
    (self.depth, camera, self.rules) = (depth, depth.cameras.color, rules)
  }

  /// The depth at a place, in metres, or why there is none.
  enum Found: Equatable {
    case surface(Double)
    case refused(RejectionReason)
  }

  /// The median depth over a disc around a place: of a radius in metres, where the surface is that far away.
  func disc(at place: Vector2) -> Found {
    guard camera.contains(place), let near = usual(around: place) else { return .refused(.noDepth) }
    let radius = max(rules.disc * camera.fx / near, 1.6 / depth.density)
    let (x, y) = (Vector2(radius, 0), Vector2(0, radius))
    let samples = depth.samples(in: Quadrilateral([place - x - y, place + x - y, place + x + y, place - x + y]))
      .filter { ($0.place - place).length <= radius }
    let depths = samples.map(\.depth).filter { $0 > 0 }
    guard depths.count >= rules.leastPixels, 2 * depths.count >= samples.count else { return .refused(.noDepth) }
    let spread = RobustStatistics.quantile(depths, 0.9) - RobustStatistics.quantile(depths, 0.1)
    return spread > rules.edge ? .refused(.depthEdge) : .surface(RobustStatistics.median(depths))
  }

  /// What the depth along a limb says of its end.
  enum Place: Equatable {
    case on, before, behind
    /// There is no length in the picture, or no depth, to tell it by.
    case untold
  }

  /// Whether an end of a limb lies on it, by the depth along it.
  ///
  /// A limb is straight, so that the inverse of its depth is linear along its picture: the line is that of least median of
  /// squares (Rousseeuw 1984), which half of the places along the limb may miss. Distances are taken across the line: where
  /// a limb leans, its surface leaves the line towards its round end along the depth first.
  ///
  /// - Parameters:
  ///   - place: the point, with its depth in metres.
  ///   - other: the limb's other end.
  func place(of place: Vector2, _ own: Double, other: Vector2) -> Place {
    let along = (1..<Self.places).compactMap { k -> (share: Double, inverse: Double)? in
      let share = Double(k) / Double(Self.places)
      return usual(around: place + (other - place) * share).map { (share, 1 / $0) }
    }
    // A limb that points at the camera has no length in the picture, and one without depth tells nothing.
    guard (other - place).length * depth.density >= Double(Self.places), along.count >= Self.places / 2 else {
      return .untold
    }
    var best: (near: Double, far: Double, miss: Double)?
    for (i, a) in along.enumerated() {
      for b in along[(i + 1)...] {
        let slope = (b.inverse - a.inverse) / (b.share - a.share)
        let start = a.inverse - slope * a.share
        let misses = along.map { abs($0.inverse - start - slope * $0.share) }
        let miss = RobustStatistics.median(misses)
        if miss < best?.miss ?? .infinity { best = (start, start + slope, miss) }
      }
    }
    guard let best, best.near > 0, best.far > 0 else { return .untold }
    let (end, start) = (camera.ray(other) / best.far, camera.ray(place) / best.near)
    let (axis, way) = ((end - start).normalized, camera.ray(place) * own - start)
    let across = (way - axis * way.dot(axis)).length
    guard across.isFinite else { return .untold }
    return across <= rules.offLimb ? .on : own * best.near < 1 ? .before : .behind
  }

  /// How many parts a limb is looked at in.
  private static let places = 16

  /// The median depth next to a place; nil where there is none.
  private func usual(around place: Vector2) -> Double? {
    guard camera.contains(place) else { return nil }
    let depths = depth.samples(around: place, reach: 1).map(\.depth).filter { $0 > 0 }
    return depths.isEmpty ? nil : RobustStatistics.median(depths)
  }
}
