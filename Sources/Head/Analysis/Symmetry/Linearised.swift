import Geometry
import Landmarks

/// The fit of a midline about its best place: how the plane answers to errors of the surface and of the landmarks.
///
/// Everything is in the head frame, in which the plane goes through the origin.
struct Linearised {
  private let reflection: ObliqueReflection
  private let axes: (forward: Vector3, up: Vector3)
  private let anchors: [MirrorFit.Anchor]
  /// The inverse normal matrices of the surface alone, and with the landmarks; nil where they are singular.
  private let surface, whole: [[Double]]?

  init(_ fit: MirrorFit, _ pairs: [MirrorFit.Pair], _ scale: Double, _ reflection: ObliqueReflection) {
    (self.reflection, anchors) = (reflection, fit.anchors)
    axes = reflection.axes(up: fit.up)
    surface = fit.equations(pairs, scale, reflection, withAnchors: false).solved()?.inverse
    whole = fit.equations(pairs, scale, reflection).solved()?.inverse
  }

  /// A plane by its offset and its turns about the upright and the forward axis, from the best one.
  func parameters(of plane: Plane) -> [Double] {
    [plane.offset, plane.normal.dot(axes.forward), plane.normal.dot(axes.up)]
  }

  /// The covariance of the three parameters: what the surface's own asymmetry leaves open, and the jackknife over parts
  /// (Efron & Stein 1981, *Ann. Stat.* 9:586), since what is wrong with a face is wrong with the whole of a part.
  func covariance(_ without: [[Double]]) -> MidlineCovariance? {
    guard let surface, without.count > 2 else { return nil }
    let count = Double(without.count)
    let mean: [Double] = (0..<3).map { k in without.reduce(0.0) { $0 + $1[k] } / count }
    let parts = (0..<3).map { (i: Int) -> [Double] in
      (0..<3).map { (j: Int) -> Double in
        (count - 1) / count * without.reduce(0.0) { $0 + ($1[i] - mean[i]) * ($1[j] - mean[j]) }
      }
    }
    return MidlineCovariance(
      fit: surface.prefix(3).map { Array($0.prefix(3)) }, parts: parts, freedom: without.count - 1)
  }

  /// How the parameters follow each landmark, for each metre along the plane's normal.
  var gains: [Landmark: [Double]]? {
    guard let whole else { return nil }
    let columns = anchors.map { anchor in
      let row = MirrorFit.row(anchor, axes)
      let variance = anchor.deviation * anchor.deviation
      return (0..<3).map { k in -zip(whole[k], row).reduce(0) { $0 + $1.0 * $1.1 } / variance }
    }
    let half = columns[1].map { $0 / 2 }
    return [.sellion: columns[0], .tragionLeft: half, .tragionRight: half]
  }
}

/// How uncertain a midline is: the covariance of its offset and its turns about the upright and the forward axis.
struct MidlineCovariance {
  /// What the fit itself leaves open, and what its parts disagree by.
  let fit, parts: [[Double]]
  /// The degrees of freedom of the second.
  let freedom: Int

  /// The covariance.
  var whole: [[Double]] { sum(1) }

  /// The covariance of normal draws of which 95 % lie as far out as Student's t demands for so few parts (JCGM 100:2008, G.3).
  var drawn: [[Double]] {
    let factor = Self.quantile(freedom) / Estimate.normalReach
    return sum(factor * factor)
  }

  private func sum(_ share: Double) -> [[Double]] {
    zip(fit, parts).map { zip($0, $1).map { $0 + share * $1 } }
  }

  /// The 97.5 % quantile of Student's t (JCGM 100:2008, table G.2).
  private static func quantile(_ freedom: Int) -> Double {
    let table = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]
    return table[min(max(freedom, 1), table.count) - 1]
  }
}

extension MirrorFit.Pair {
  /// The pair in another frame.
  func moved(by transform: RigidTransform) -> MirrorFit.Pair {
    MirrorFit.Pair(
      place: transform * place, normal: transform.rotation * normal, residual: residual, regionWeight: regionWeight,
      part: part, weight: weight)
  }
}

extension MirrorFit.Anchor {
  /// The anchor in another frame.
  func moved(by transform: RigidTransform) -> MirrorFit.Anchor {
    MirrorFit.Anchor(point: transform * point, deviation: deviation)
  }
}

extension ObliqueReflection {
  /// The reflection in another frame.
  func moved(by transform: RigidTransform) -> ObliqueReflection {
    ObliqueReflection(plane: plane.moved(by: transform), direction: transform.rotation * direction)
  }
}
