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

/// How a head is turned, as its ears and its nose show it in a picture from the front.
///
/// The ears are the ends of a line of length one; the nose lies ahead of its middle by ``reach`` and below it by ``drop``. Where it lies in
/// the picture, along that line and across it, tells rotation and pitch against the ray from the camera; the distance of the camera is told
/// by the picture, roughly. So a camera above or below the head, or a flexed head, is no rotation, and a head that is turned before
/// such a camera does not seem to lean. The model's error grows with the rotation as that of a scale does.
struct NoseBetweenEars: Sendable {
  /// The rotation and the pitch in each frame, and by how much the line of the ears leans in the picture by these alone, to the
  /// subject's right and chin to chest positive, in degrees; NaN where a point is missing or nothing fits.
  let rotation: [Double], pitch: [Double], apparentLean: [Double]
  /// How far the camera is, in distances of the ears, and by which factor that may be wrong.
  private let distance: Double, doubt: Double

  /// How far the nose lies before the line of the ears, as a share of their distance, and the deviation of that among heads.
  /// MediaPipe's canonical face has 0.65 with points before the ears; the points of COCO's ears lie farther back and out,
  /// adults' noses farther ahead than infants'. The deviation is assumed to cover both.
  static let (reach, deviation) = (0.70, 0.08)
  /// How far it lies below, in MediaPipe's canonical face, and the deviation of that, which is assumed.
  static let (drop, dropDeviation) = (0.12, 0.05)
  /// Beyond this rotation an ear is hidden, and the line of the ears too short; beyond this pitch the nose says little of a
  /// rotation, in degrees.
  static let (farthest, steepest) = (60.0, 45.0)
  /// The focal length as a share of the picture's longer side, about which phones and webcams lie, and the factor by which it
  /// may be wrong; the distance where the picture's size is not known, and its factor.
  private static let (focal, focalDoubt, usual, usualDoubt) = (0.85, 1.3, 8.0, 1.6)
  private static let elevated = 20 * Double.pi / 180
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
    let found = zip(ears, faces).map { ear, face -> (turn: Vector2, lean: Double) in
      let square = ear.dot(ear)
      let seen = Vector2(face.dot(ear), ear.x * face.y - ear.y * face.x) / square
      guard seen.x.isFinite, seen.y.isFinite, let turn = Self.turn(seen, camera) else {
        return ([.nan, .nan], .nan)
      }
      let line = Self.picture(turn, Self.reach, camera).ears
      return (turn * (180 / .pi), atan2(line.y, line.x) * 180 / .pi)
    }
    (rotation, pitch) = (found.map(\.turn.x), found.map(\.turn.y))
    apparentLean = found.map(\.lean)
  }

  /// The error of a rotation by the deviations of reach, drop and distance, in degrees: it has the sign of the rotation.
  func error(at rotation: Double) -> Double {
    let told = { (reach: Double, distance: Double, drop: Double, pitch: Double) -> Double in
      let seen = Self.picture([rotation * .pi / 180, pitch], reach, distance, drop: drop)
      return Self.turn(seen.nose, self.distance).map { $0.x * 180 / .pi } ?? .nan
    }
    let half = { (a: Double, b: Double) in abs(a - b) / 2 }
    let byReach = half(
      told(Self.reach - Self.deviation, distance, Self.drop, 0),
      told(Self.reach + Self.deviation, distance, Self.drop, 0))
    let byDistance = half(
      told(Self.reach, distance / doubt, Self.drop, 0), told(Self.reach, distance * doubt, Self.drop, 0))
    // Seen from ahead the drop says nothing of a rotation: from 20° above or below it does.
    let byDrop = half(
      told(Self.reach, distance, Self.drop - Self.dropDeviation, Self.elevated),
      told(Self.reach, distance, Self.drop + Self.dropDeviation, Self.elevated))
    return (rotation < 0 ? -1 : 1) * Vector3(byReach, byDistance, byDrop).length
  }

  /// The ears' line from left to right, and where the nose lies from its middle, along that line and across it in lengths of it: of a
  /// head with a rotation and a pitch (chin to chest positive) in radians, seen from a distance. The picture has x to the subject's
  /// right and y down.
  static func picture(
    _ turn: Vector2, _ reach: Double, _ distance: Double, drop: Double = Self.drop
  ) -> (ears: Vector2, nose: Vector2) {
    let (s, c, sp, cp) = (sin(turn.x), cos(turn.x), sin(turn.y), cos(turn.y))
    // A point of the head: to the right, to the front, up. First rotation about the long axis, then pitch.
    let seen = { (right: Double, front: Double, up: Double) -> Vector2 in
      let (x, y) = (right * c + front * s, front * c - right * s)
      let (ahead, above) = (y * cp + up * sp, up * cp - y * sp)
      return Vector2(x, -above) / (distance - ahead)
    }
    let (left, right, nose) = (seen(-0.5, 0, 0), seen(0.5, 0, 0), seen(0, reach, -drop))
    let (line, face) = (right - left, nose - (left + right) / 2)
    // The picture's x goes to the subject's left: a turn that is seen there has the other sign.
    let across = -(line.x * face.y - line.y * face.x)
    return (line, Vector2(face.dot(line), across) / line.dot(line))
  }

  /// The rotation and the pitch, in radians, that put the nose where it is seen, by Newton's steps with differences; nil where none
  /// does within a quarter turn.
  private static func turn(_ seen: Vector2, _ distance: Double) -> Vector2? {
    var turn = Vector2(atan(seen.x / reach), 0)
    let step = 1e-4
    for _ in 0..<25 {
      let miss = seen - picture(turn, reach, distance).nose
      if miss.length < 1e-10 { break }
      let at = { (other: Vector2) in picture(other, reach, distance).nose }
      let a = (at(turn + [step, 0]) - at(turn - [step, 0])) / (2 * step)
      let b = (at(turn + [0, step]) - at(turn - [0, step])) / (2 * step)
      let determinant = a.x * b.y - a.y * b.x
      guard abs(determinant) > 1e-9 else { return nil }
      let move = Vector2(miss.x * b.y - miss.y * b.x, a.x * miss.y - a.y * miss.x) / determinant
      // No more than 20° at once: far from the place the slope leads astray.
      turn += move * min(1, 0.35 / max(move.length, 1e-12))
      guard abs(turn.x) < 1.5, abs(turn.y) < 1.5 else { return nil }
    }
    let isFound = (seen - picture(turn, reach, distance).nose).length < 1e-6
    return isFound && abs(turn.y) <= steepest * .pi / 180 ? turn : nil
  }
}
