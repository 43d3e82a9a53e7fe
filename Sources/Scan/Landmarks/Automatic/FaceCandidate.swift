import Geometry
import Platform
import PointClouds

/// Three protrusions that are arranged like a nose and two ears.
struct FaceCandidate {
  /// The highest points of the three, metres, frame of the mesh.
  let nose, earLeft, earRight: Vector3
  /// The lowest of the three heights over the smooth head, in metres.
  let height: Double

  /// The likeliest faces, best first.
  ///
  /// - Parameter up: roughly the direction of the crown, where it is known; else the side of the three that is the
  ///   vault's is up.
  static func all(
    on shape: RadialShape, up: Vector3?, _ options: AutomaticLandmarkOptions
  ) -> [FaceCandidate] {
    let peaks = peaks(shape, least: options.leastProtrusion, options.candidates)
    var found: [(score: Double, face: FaceCandidate)] = []
    for nose in peaks {
      for a in peaks where a.index != nose.index {
        for b in peaks where b.index > a.index && b.index != nose.index {
          let (n, p, q) = (shape.directions[nose.index], shape.directions[a.index], shape.directions[b.index])
          let angles = (degrees(p, q), degrees(n, p), degrees(n, q))
          guard options.earAngles.contains(angles.0), options.noseAngles.contains(angles.1),
            options.noseAngles.contains(angles.2),
            skew(angles.1, angles.2, ears: angles.0) < options.mostSkew
          else { continue }
          let score =
            [nose, a, b].reduce(0) { $0 + min($1.height, options.candidates.mostHeight) }
            - options.candidates.skewCost * abs(angles.1 - angles.2)
          guard let face = face(shape, nose, a, b, up: up, options.candidates) else { continue }
          found.append((score, face))
        }
      }
    }
    let best = found.sorted { $0.score > $1.score }.prefix(options.candidates.mostFaces).map(\.face)
    return up == nil ? best.map { $0.upright(on: shape.surface, options.checks) } : best
  }

  /// How much nearer a nose lies to one ear than to the other, degrees; infinite where an ear lies more evenly between
  /// the other two than the nose does: the parts of a face, but exchanged.
  private static func skew(_ a: Double, _ b: Double, ears: Double) -> Double {
    let (skew, others) = (abs(a - b), min(abs(ears - a), abs(ears - b)))
    return skew <= others ? skew : .infinity
  }

  private static func face(
    _ shape: RadialShape, _ nose: Peak, _ a: Peak, _ b: Peak, up: Vector3?, _ options: FaceCandidateConstants
  ) -> FaceCandidate? {
    let (n, p, q) = (shape.point(nose.index), shape.point(a.index), shape.point(b.index))
    var normal = (p - q).cross(n - (p + q) / 2).normalized
    guard normal.isFinite else { return nil }
    if let up {
      guard abs(normal.dot(up)) > options.leastUp else { return nil }
      if normal.dot(up) < 0 { normal = -normal }
    }
    // Right is forward × up.
    let isFirstRight = (p - q).dot((n - (p + q) / 2).cross(normal)) > 0
    return FaceCandidate(
      nose: n, earLeft: isFirstRight ? q : p, earRight: isFirstRight ? p : q,
      height: min(nose.height, a.height, b.height))
  }

  /// The same, or with its ears exchanged where that puts the vault above them.
  private func upright(on surface: HeadSurface, _ options: LandmarkCheckConstants) -> FaceCandidate {
    let between = (earLeft + earRight) / 2
    let up = (earRight - earLeft).cross(nose - between).normalized
    let side = VaultSide(surface, origin: between, up: up, reach: options.vaultReach)
    guard side.both > 0 ? side.ratio < 1 : side.above < side.below else { return self }
    return FaceCandidate(nose: nose, earLeft: earRight, earRight: earLeft, height: height)
  }

  private struct Peak {
    let index: Int
    let height: Double
  }

  /// The places that rise higher than all others about them, by smoothed heights, highest first.
  private static func peaks(_ shape: RadialShape, least: Double, _ options: FaceCandidateConstants) -> [Peak] {
    let (near, wide) = (cos(options.smoothing * Double.pi / 180), cos(options.separation * Double.pi / 180))
    let valid = shape.directions.indices.filter { shape.residuals[$0].isFinite }
    let candidates = valid.filter { shape.residuals[$0] > options.leastShare * least }
    let smoothed = candidates.map { i -> Peak in
      let around = valid.filter { shape.directions[$0].dot(shape.directions[i]) > near }
      return Peak(index: i, height: RobustStatistics.mean(around.map { shape.residuals[$0] }))
    }
    let high = smoothed.filter { peak in
      peak.height > least
        && smoothed.allSatisfy {
          $0.height <= peak.height || shape.directions[$0.index].dot(shape.directions[peak.index]) < wide
        }
    }
    return Array(high.sorted { $0.height > $1.height }.prefix(options.mostPeaks))
  }

  private static func degrees(_ a: Vector3, _ b: Vector3) -> Double { acos(min(max(a.dot(b), -1), 1)) * 180 / .pi }
}
