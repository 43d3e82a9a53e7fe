import Geometry

extension SurfaceChart {
  /// The one motion that brings the points of many views (frame of the surface, displaced together) onto the surface.
  ///
  /// Views from all sides hold directions that none of them holds alone. Gauss–Newton steps with Tukey's weights, each
  /// patch by the mean of the views that see it. A start from a blurred surface is too small, so multiples of it are
  /// tried as well; the motion that brings most points near the surface wins.
  ///
  /// - Returns: the motion; nil where none settles.
  public func correction(of clouds: [Cloud], from start: RigidTransform = .identity) -> RigidTransform? {
    let starts = start == .identity ? [start] : options.multiples.map(start.power)
    let settled = starts.compactMap { settle(clouds, from: $0) }
    return settled.max { near(clouds, $0) < near(clouds, $1) }
  }

  private static let mostSteps = 30

  private func settle(_ clouds: [Cloud], from start: RigidTransform) -> RigidTransform? {
    let fit = PatchMotionFit(patches, options)
    var motion = start
    for _ in 0..<Self.mostSteps {
      let sums = PatchSums(clouds.map { offsets(of: $0, moved: motion) }[...], count: patches.count)
      let differences = zip(sums.counts, sums.sums).map {
        PatchDifference(weight: $0, distance: $0 > 0 ? $1 / $0 : 0)
      }
      guard let step = fit.robust(differences)?.motion else { return nil }
      motion = fit.transform(step) * motion
      let turn = Vector3(step[0], step[1], step[2]).length
      if turn < 1e-4, Vector3(step[3], step[4], step[5]).length < 1e-5 { return motion }
    }
    return nil
  }

  private func near(_ clouds: [Cloud], _ motion: RigidTransform) -> Int {
    clouds.reduce(0) { sum, cloud in
      sum + offsets(of: cloud, moved: motion).count { abs($0.distance) < options.nearness }
    }
  }
}
