import Foundation
package import Geometry
package import PointClouds

/// A head of closed form with nose and ears, unlike the simulated ones: an ellipsoid whose radius rises and falls by bumps.
package struct AnalyticFace {
  /// Half the extents of the cranium, metres.
  package var axes: Vector3
  /// Whether there is a nose, with its tip, bridge and root.
  package var nose: Bool
  /// How far the ears stand out, metres; 0 for none.
  package var earLeft, earRight: Double
  /// How broad the ears are: the standard deviation of their bump, radians.
  package var earBreadth: Double
  /// A thumb on the neck behind the right ear, with a hollow above it: the profile of a nose.
  package var hand = false
  /// How far the hands that hold the cheeks stand out, metres.
  package var grip = 0.0
  /// How far points move forward per metre to the right.
  package var shear = 0.0

  /// The usual face, or one that differs from it.
  package init(
    axes: Vector3 = Vector3(0.062, 0.074, 0.066), nose: Bool = true, earLeft: Double = 0.012, earRight: Double = 0.012,
    earBreadth: Double = 0.085
  ) {
    (self.axes, self.nose, self.earLeft, self.earRight) = (axes, nose, earLeft, earRight)
    self.earBreadth = earBreadth
  }

  private struct Bump {
    var at: Vector3
    var height: Double
    var widths: Vector2
  }

  private var bumps: [Bump] {
    var all: [Bump] = []
    if nose {
      all += [
        Bump(at: [0, 0.070, -0.036], height: 0.012, widths: [0.10, 0.12]),
        Bump(at: [0, 0.074, -0.006], height: -0.004, widths: [0.30, 0.12]),
      ]
    }
    for (side, height) in [(-1.0, earLeft), (1.0, earRight)] where height > 0 {
      all.append(Bump(at: [0.062 * side, -0.012, -0.020], height: height, widths: [earBreadth, 0.19]))
    }
    if hand {
      all += [
        Bump(at: [0.036, -0.028, -0.053], height: 0.014, widths: [0.12, 0.15]),
        Bump(at: [0.036, -0.028, -0.026], height: -0.004, widths: [0.30, 0.12]),
      ]
    }
    if grip > 0 {
      all += [-1.0, 1].map { Bump(at: [0.045 * $0, 0.035, -0.048], height: grip, widths: [0.22, 0.22]) }
    }
    return all
  }

  /// The surface towards a direction, metres.
  package func point(_ direction: Vector3) -> Vector3 {
    let u = direction.normalized
    var radius = 1 / (u / axes).length
    for bump in bumps {
      let axis = bump.at.normalized
      let side = Vector3(0, 0, 1).cross(axis).normalized
      guard u.dot(axis) > 0 else { continue }
      let p = Vector2(u.dot(side), u.dot(axis.cross(side))) / bump.widths
      radius += bump.height * exp(-0.5 * p.dot(p))
    }
    let p = u * radius
    return [p.x, p.y + shear * p.x, p.z]
  }

  /// Midway between the ears, metres.
  package static let ears = Vector3(0, -0.012, -0.020)

  /// The deepest point of the midline between tip and forehead when the head looks straight ahead.
  package var sellion: Vector3 {
    let profile = stride(from: -0.45, through: 0.25, by: 0.0005).map { point([0, cos($0), sin($0)]) }
    return profile.min { $0.y < $1.y }!
  }

  /// The tip of the nose.
  package var tip: Vector3 {
    let profile = stride(from: -0.9, through: -0.2, by: 0.0005).map { point([0, cos($0), sin($0)]) }
    return profile.max { $0.y < $1.y }!
  }

  /// How far the sellion lies behind tip and forehead, the lesser of the two.
  package var rootDepth: Double {
    let forehead = stride(from: -0.1, through: 0.8, by: 0.0005).map { point([0, cos($0), sin($0)]).y }
    return min(tip.y, forehead.max()!) - sellion.y
  }

  /// The surface as a closed mesh, edges some 1.5 mm; only what `keeps` holds for.
  package func mesh(_ keeps: (Vector3) -> Bool = { _ in true }) -> Mesh {
    var mesh = Mesh.globe(rings: 140, spokes: 280, point)
    mesh.triangles.removeAll { t in ![t.x, t.y, t.z].allSatisfy { keeps(mesh.positions[Int($0)]) } }
    return mesh
  }
}
