internal import Geometry
internal import Platform

/// Flexion of a knee in space, signed, in degrees.
///
/// The angle between thigh and shank has no sign and, near 0°, grows with noise in every direction. The line between the
/// hips gives the sign; but thighs turn, so that it is no good axis of a bent knee. So a bent knee is read as the whole
/// angle, and a straight one about the axis that the bent frames show, fixed to the thigh.
struct KneeHinge {
  /// The flexion of each frame; NaN where a point is missing or the thigh lies along the line between the hips.
  let degrees: [Double]

  /// Below the first angle only the part about the axis counts, above the second the whole, in degrees.
  private static let (straight, bent) = (10.0, 30.0)
  /// The least part of the line between the hips that is square to the thigh.
  private static let leastSquare = 0.2

  init(_ sequence: LandmarkSequence, _ side: BodySide) {
    let at = { (point: BodyPoint) in sequence.tracks[point]!.positions }
    let (hips, knee, ankle) = ((at(.leftHip), at(.rightHip)), at(.knee(side)), at(.ankle(side)))
    let hip = side == .left ? hips.0 : hips.1
    let parts = hip.indices.map { i in
      Self.parts(thigh: knee[i] - hip[i], shank: ankle[i] - knee[i], left: hips.0[i] - hips.1[i])
    }
    // The axis of the bent frames: the mean of their directions, each with the sine of its angle.
    var axis = Vector2.zero
    for part in parts where part.whole >= Self.bent && part.a.isFinite { axis += [part.a, part.b] }
    let (c, s) = axis.length > 0 && axis.x > 0 ? (axis.x / axis.length, axis.y / axis.length) : (1, 0)
    degrees = parts.map { part in
      let about = part.a * c + part.b * s
      let hinge = atan2(about, part.c) * 180 / .pi
      let share = min(1, max(0, (part.whole - Self.straight) / (Self.bent - Self.straight)))
      let weight = share * share * (3 - 2 * share)
      return weight * (about < 0 ? -part.whole : part.whole) + (1 - weight) * hinge
    }
  }

  /// The turn from thigh to shank: sines about the hips' line squared to the thigh (a) and about the other axis square to
  /// it (b), cosine (c) and the whole angle in degrees.
  private struct Parts {
    let a, b, c, whole: Double
  }

  private static func parts(thigh: Vector3, shank: Vector3, left: Vector3) -> Parts {
    let (t, s, l) = (thigh.normalized, shank.normalized, left.normalized)
    let square = l - t * l.dot(t)
    guard square.length >= leastSquare else { return Parts(a: .nan, b: .nan, c: .nan, whole: .nan) }
    let axis = square.normalized
    let turn = t.cross(s)
    let (a, b, c) = (turn.dot(axis), turn.dot(t.cross(axis)), t.dot(s))
    return Parts(a: a, b: b, c: c, whole: atan2((a * a + b * b).squareRoot(), c) * 180 / .pi)
  }
}
