internal import Geometry
internal import Movement

/// Which points of a body are joined by lines.
enum BodyLines {
  /// The lines of a stick figure.
  static let all: [(BodyPoint, BodyPoint)] =
    [(.leftShoulder, .rightShoulder), (.leftHip, .rightHip)]
    + [
      [.leftShoulder, .leftHip, .leftKnee, .leftAnkle, .leftToe],
      [.rightShoulder, .rightHip, .rightKnee, .rightAnkle, .rightToe],
    ].flatMap { (chain: [BodyPoint]) in Array(zip(chain, chain.dropFirst())) }

  /// The points that an angle turns about, from the trunk outwards: a joint and its neighbours.
  static func chain(of joint: MotionJoint, _ side: BodySide?) -> [BodyPoint] {
    let isLeft = side == .left
    return switch joint {
    case .knee:
      isLeft ? [.leftHip, .leftKnee, .leftAnkle] : [.rightHip, .rightKnee, .rightAnkle]
    case .hip:
      isLeft ? [.leftShoulder, .leftHip, .leftKnee] : [.rightShoulder, .rightHip, .rightKnee]
    // No landmarks show it.
    case .neck: []
    }
  }
}

/// The points of a body in a plane, frame by frame: as a picture has them, or as they are seen from the side or from the front.
struct FlatBody {
  /// The points of each frame; those that are missing are absent.
  let frames: [[BodyPoint: Vector2]]
  /// Whether they are pixels of a picture, of a size that may be known.
  let isPicture: Bool
  let size: Vector2?

  /// The points of a sequence.
  ///
  /// - Parameter movement: in whose plane points in space are looked at.
  init(_ sequence: LandmarkSequence, _ movement: MotionMovement) {
    isPicture = sequence.space.isFlat
    if case .picture(let width?, let height?) = sequence.space { size = [width, height] } else { size = nil }
    let axes = isPicture ? nil : Self.axes(sequence, movement)
    frames = sequence.times.indices.map { i in
      sequence.tracks.reduce(into: [:]) { points, pair in
        let place = pair.value.positions[i]
        guard place.x.isFinite, place.y.isFinite, place.z.isFinite else { return }
        points[pair.key] = axes.map { [place.dot($0.across), place.dot($0.down)] } ?? [place.x, place.y]
      }
    }
  }

  /// The axes of a view from the subject's right side, or from the front: the mean of all frames.
  private static func axes(_ sequence: LandmarkSequence, _ movement: MotionMovement) -> (across: Vector3, down: Vector3)
  {
    let track = { (point: BodyPoint) in sequence.tracks[point]?.positions ?? [] }
    let mean = { (from: [Vector3], to: [Vector3]) -> Vector3 in
      zip(from, to).map { $1 - $0 }.filter { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }.reduce(.zero, +)
    }
    let down = mean(track(.leftShoulder), track(.leftHip)) + mean(track(.rightShoulder), track(.rightHip))
    let right = mean(track(.leftHip), track(.rightHip))
    guard down.length > 0, right.length > 0 else { return ([1, 0, 0], [0, -1, 0]) }
    let (d, r) = (down.normalized, (right - down.normalized * right.dot(down.normalized)).normalized)
    // Seen from the front, the subject's right is at the picture's left.
    return movement == .abduction ? (-r, d) : (r.cross(d), d)
  }

  /// The box that holds every point of all frames.
  var bounds: (low: Vector2, high: Vector2)? {
    var box: (low: Vector2, high: Vector2)?
    for point in frames.lazy.flatMap(\.values) {
      box = box.map { (pointwiseMin($0.low, point), pointwiseMax($0.high, point)) } ?? (point, point)
    }
    return box
  }
}
