import Feedback
import Geometry
import Markers
import Platform
import Tracking

/// Where the head's parts lie in the frame of a live map.
///
/// The middle of the head is where the markers' normals lead to, as deep as the head's radius. Its axes come, in this order, from a layout
/// in the head's own frame, from markers with a role in the cap file, or from what the camera faced when the scan began.
struct HeadBearings: Sendable {
  /// The head's middle in the map's frame, metres.
  let middle: Vector3
  /// The rotation that takes directions of the map to those of the head: x the subject's right, y forward, z up.
  let headFromMap: Matrix3

  /// The directions of a cap's roles in the head's frame, from the middle of the cap.
  private static let roles: [String: Vector3] = [
    "front": [0, 1, 0], "forehead": [0, 1, 0], "sellion": [0, 0.87, -0.5], "glabella": [0, 0.94, -0.34],
    "nose_tip": [0, 0.80, -0.60], "opisthocranion": [0, -0.94, -0.34],
    "back": [0, -1, 0], "occiput": [0, -1, 0], "left": [-1, 0, 0], "right": [1, 0, 0],
    "tragion_left": [-0.87, 0, -0.5], "tragion_right": [0.87, 0, -0.5], "vertex": [0, 0, 1], "crown": [0, 0, 1],
  ]

  /// The middle of the head of a map; nil for an empty one.
  ///
  /// - Parameter radius: how deep it lies below the cap, metres.
  static func middle(of map: LiveMap, radius: Double) -> Vector3? {
    let votes = map.corners.keys.sorted().map { map.centre(of: $0)! - map.normal(of: $0)! * radius }
    return votes.isEmpty ? nil : votes.reduce(.zero, +) / Double(votes.count)
  }

  /// The head's axes by the markers of a cap that have a role; nil with fewer than two directions.
  static func rotation(_ cap: Cap, _ map: LiveMap, middle: Vector3) -> Matrix3? {
    let pairs = cap.landmarks.sorted { $0.key < $1.key }.compactMap { name, id -> (Vector3, Vector3)? in
      guard let role = roles[name.lowercased()], let centre = map.centre(of: id) else { return nil }
      return ((centre - middle).normalized, role.normalized)
    }
    guard let first = pairs.first, pairs.contains(where: { abs($0.1.dot(first.1)) < 0.9 }) else { return nil }
    // The third direction of each pair keeps a fit of two from turning about their common plane.
    let (a, b) = (first, pairs.first { abs($0.1.dot(first.1)) < 0.9 }!)
    let source = pairs.map(\.0) + [a.0.cross(b.0), .zero]
    let target = pairs.map(\.1) + [a.1.cross(b.1), .zero]
    return RigidTransform.fit(source, onto: target)?.rotation
  }

  /// The head's axes from what the camera faced when the scan began, upright, at an elevation in degrees.
  static func rotation(
    facing part: HeadPart, elevation: Double, mapFromCamera: RigidTransform, up: Vector2
  ) -> Matrix3? {
    let azimuths: [HeadPart: Double] = [.front: 0, .right: 90, .back: 180, .left: 270]
    guard let azimuth = azimuths[part].map({ $0 * .pi / 180 }) else { return nil }
    let tilt = elevation * .pi / 180
    // The camera's axes in the head's frame if it stands there: towards it, and up in its image.
    let out = Vector3(sin(azimuth) * cos(tilt), cos(azimuth) * cos(tilt), sin(tilt))
    let above = Vector3(-sin(azimuth) * sin(tilt), -cos(azimuth) * sin(tilt), cos(tilt))
    let inHead = Matrix3(columns: out, above, out.cross(above))
    let back = Vector3(0, 0, -1)
    let upright = Vector3(up.x, up.y, 0)
    let inMap = mapFromCamera.rotation * Matrix3(columns: back, upright, back.cross(upright))
    return inHead * inMap.transpose
  }
}

extension HeadPart {
  /// Where a part lies from the head's middle, in the head's frame. The middle is that of the cap's sphere, some 4 cm
  /// above the ears; the directions of nose and ears are those of infants' heads.
  var direction: Vector3 {
    switch self {
    case .front: [0, 0.94, 0.34]
    case .back: [0, -0.94, 0.34]
    case .left: [-0.94, 0, 0.34]
    case .right: [0.94, 0, 0.34]
    case .crown: [0, 0, 1]
    case .nose: [0, 0.80, -0.60]
    case .earLeft: [-0.86, -0.05, -0.50]
    case .earRight: [0.86, -0.05, -0.50]
    }
  }

  /// True for a direction in the head's frame that belongs to the part: the crown above 60°, quarters below that down to
  /// 10° below the middle, cones of 15° about the nose and 20° about the ears.
  func contains(_ d: Vector3) -> Bool {
    switch self {
    case .crown: return d.z > 0.866
    case .nose: return d.dot(direction.normalized) > 0.966
    case .earLeft, .earRight: return d.dot(direction.normalized) > 0.940
    case .front, .back: return d.z <= 0.866 && d.z > -0.17 && abs(d.y) >= abs(d.x) && (d.y > 0) == (self == .front)
    case .left, .right: return d.z <= 0.866 && d.z > -0.17 && abs(d.x) > abs(d.y) && (d.x > 0) == (self == .right)
    }
  }
}

/// How the head lies in the map of a live scan.
public struct HeadPlace: Sendable, Equatable {
  /// The head's middle in the map's frame, metres.
  public var middle: Vector3
  /// The rotation that takes directions of the map to those of the head: x the subject's right, y forward, z up.
  public var headFromMap: Matrix3

  /// A place from its parts.
  public init(middle: Vector3, headFromMap: Matrix3) { (self.middle, self.headFromMap) = (middle, headFromMap) }
}

extension LiveScan {
  /// How the head lies in the map; nil for an empty map. Where nothing tells which way it faces, it faces the camera that
  /// began the map.
  public var head: HeadPlace? {
    guard let middle = HeadBearings.middle(of: map, radius: rules.coverage.headRadius) else { return nil }
    let up = ViewFrame.up(quarterTurns: quarterTurns)
    let facing = HeadBearings.rotation(facing: .front, elevation: 0, mapFromCamera: .identity, up: up)
    return (headFromMap ?? facing).map { HeadPlace(middle: middle, headFromMap: $0) }
  }
}

/// The camera's way around the head to a part of it.
struct Approach {
  let direction: MoveDirection?
  let degrees: Double

  /// - Parameters:
  ///   - eye: the unit direction from the head's middle to the camera, in the camera's frame.
  ///   - target: the same to the part.
  init(from eye: Vector3, to target: Vector3, _ view: ViewFrame, _ rules: FeedbackRules.Coverage) {
    let cosine = max(-1, min(1, eye.dot(target)))
    degrees = acos(cosine) * 180 / .pi
    // The part of the way that lies across the line of sight is where the camera goes.
    let across = target - eye * cosine
    let way = MoveDirection(view.turned([across.x, across.y]))
    direction = degrees < rules.facingDegrees ? nil : degrees > rules.oppositeDegrees ? .around : way
  }
}

extension PartFacts {
  init(covered: Double, _ approach: Approach) {
    self.init(covered: covered, direction: approach.direction, away: approach.degrees)
  }
}
