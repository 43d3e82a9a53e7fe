internal import Geometry
internal import Platform

/// A head's orientation against its trunk by points in space: nose and ears, shoulders and hips.
enum HeadAgainstTrunk {
  /// By how much the line from the middle of the ears to the nose falls below the head's horizontal, in radians: the angle in
  /// MediaPipe's canonical face, whose tip of the nose lies 18 mm below and 99 mm before the middle of the points at its ears
  /// (vertices 1, 234 and 454 of `canonical_face_model.obj`).
  private static let fall = atan2(18.0, 99)

  /// The orientation in each frame: takes directions of the head (right, front, up) to those of the trunk; nil where a point
  /// is missing or an axis has no direction. All points must be tracked.
  static func poses(_ sequence: LandmarkSequence) -> [Matrix3?] {
    let trunks = BodySegment.trunk.directions(sequence, .left)
    let shoulders = BodySegment.shoulders.directions(sequence, .left)
    let (ears, faces) = (
      BodySegment.ears.directions(sequence, .left), BodySegment.face.directions(sequence, .left)
    )
    return trunks.indices.map { i in
      let up = -trunks[i].normalized
      guard let torso = axes(right: shoulders[i] - up * shoulders[i].dot(up), up: up),
        let level = axes(right: ears[i], front: faces[i])
      else { return nil }
      return torso.transpose * level * .rotation([fall, 0, 0])
    }
  }

  /// Right, front and up as columns; nil where they are no directions.
  private static func axes(right: Vector3, up: Vector3) -> Matrix3? {
    let (x, z) = (right.normalized, up.normalized)
    return x.isFinite && z.isFinite ? Matrix3(columns: x, z.cross(x), z) : nil
  }

  private static func axes(right: Vector3, front: Vector3) -> Matrix3? {
    let x = right.normalized
    let y = (front - x * front.dot(x)).normalized
    return x.isFinite && y.isFinite ? Matrix3(columns: x, y, x.cross(y)) : nil
  }
}

/// The rotation of a head by where its nose lies between its ears in a picture from the front.
///
/// The ears are the ends of a line of length one, and the nose lies ahead of its middle by ``reach``, at a distance of the
/// camera that the picture tells roughly. So the rotation is against the camera, and its error grows with it as that of a
/// scale does.
struct NoseBetweenEars: Sendable {
  /// The rotation in each frame in degrees, to the subject's right positive; NaN where a point is missing.
  let degrees: [Double]
  /// How far the camera is, in distances of the ears, and by which factor that may be wrong.
  private let distance: Double, doubt: Double

  /// How far the nose lies before the line of the ears, as a share of their distance, and the deviation of that among heads.
  /// MediaPipe's canonical face has 0.65 with points before the ears; the points of COCO's ears lie farther back and out,
  /// adults' noses farther ahead than infants'. The deviation is assumed to cover both.
  static let (reach, deviation) = (0.70, 0.08)
  /// Beyond this rotation an ear is hidden, and the line of the ears too short, in degrees.
  static let farthest = 60.0
  /// The focal length as a share of the picture's longer side, about which phones and webcams lie, and the factor by which it
  /// may be wrong; the distance where the picture's size is not known, and its factor.
  private static let (focal, focalDoubt, usual, usualDoubt) = (0.85, 1.3, 8.0, 1.6)
  /// The distances that are believed, in distances of the ears.
  private static let distances = 3.0...40

  /// The rotations of a sequence in a picture, in which nose and ears are tracked.
  init(_ sequence: LandmarkSequence) {
    let (ears, faces) = (
      BodySegment.ears.directions(sequence, .left), BodySegment.face.directions(sequence, .left)
    )
    let lengths = ears.map(\.length).filter { $0.isFinite && $0 > 0 }
    if case .picture(let width?, let height?) = sequence.space, !lengths.isEmpty {
      // From the front the line is longest.
      let whole = RobustStatistics.quantile(lengths, 0.9)
      let told = Self.focal * max(width, height) / whole
      (distance, doubt) = (min(max(told, Self.distances.lowerBound), Self.distances.upperBound), Self.focalDoubt)
    } else {
      (distance, doubt) = (Self.usual, Self.usualDoubt)
    }
    let camera = distance
    degrees = zip(ears, faces).map { ear, face in
      let share = face.dot(ear) / ear.dot(ear)
      return share.isFinite ? Self.rotation(share, Self.reach, camera) : .nan
    }
  }

  /// The error of a rotation by the deviations of reach and distance, in degrees: it has the sign of the rotation.
  func error(at rotation: Double) -> Double {
    let share = Self.share(rotation * .pi / 180, Self.reach, distance)
    let half = { (a: Double, b: Double) in abs(a - b) / 2 }
    let byReach = half(
      Self.rotation(share, Self.reach - Self.deviation, distance),
      Self.rotation(share, Self.reach + Self.deviation, distance))
    let byDistance = half(
      Self.rotation(share, Self.reach, distance / doubt), Self.rotation(share, Self.reach, distance * doubt))
    return (rotation < 0 ? -1 : 1) * (byReach * byReach + byDistance * byDistance).squareRoot()
  }

  /// Where the nose lies along the line from the left ear to the right one, from its middle, in lengths of it: under
  /// perspective, of a head turned to its right by an angle in radians.
  static func share(_ angle: Double, _ reach: Double, _ distance: Double) -> Double {
    let (s, c) = (sin(angle), cos(angle))
    // Who turns to the right brings the right ear back.
    let (right, left) = (0.5 * c / (distance + 0.5 * s), -0.5 * c / (distance - 0.5 * s))
    return (reach * s / (distance - reach * c) - (right + left) / 2) / (right - left)
  }

  /// The rotation in degrees that a place of the nose tells, by bisection: the place grows with the angle.
  private static func rotation(_ share: Double, _ reach: Double, _ distance: Double) -> Double {
    var (low, high) = (-85 * Double.pi / 180, 85 * Double.pi / 180)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if Self.share(middle, reach, distance) < share { low = middle } else { high = middle }
    }
    return (low + high) / 2 * 180 / .pi
  }
}
