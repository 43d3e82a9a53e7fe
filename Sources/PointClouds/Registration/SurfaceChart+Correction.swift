import Geometry

extension SurfaceChart {
  /// The one motion that brings the points of many views (frame of the surface, displaced together) onto the surface.
  ///
  /// Views from all sides hold directions that none of them holds alone. Gauss–Newton steps with Tukey's weights, each patch
  /// by the mean of the views that see it.
  ///
  /// - Returns: the motion, which begins at `start`; nil where it does not settle.
  public func correction(of clouds: [Cloud], from start: RigidTransform = .identity) -> RigidTransform? {
    let fit = PatchMotionFit(patches)
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

  private static let mostSteps = 30
}
