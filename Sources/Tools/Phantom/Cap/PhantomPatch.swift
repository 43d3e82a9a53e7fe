import Geometry
import Markers
import Platform

/// Markers of one size on the chest: two rows of three on a cloth that lies on the torso.
struct PhantomPatch: Sendable {
  /// The markers' ids, which the cap does not carry.
  let ids: [Int]
  /// The printed edge length in metres.
  let markerSize: Double
  private let prints: [StrayPrint]
  /// By how much it turns about the normal in its middle, in radians, and when.
  private let turn: Double, turnedAt: Double

  /// How long it takes to turn, in seconds.
  private static let turnSeconds = 0.5
  private static let columns = [-1.0, 0, 1], rows = [1.0, -1]
  /// From marker to marker, in edge lengths.
  private static let pitch = 1.4

  /// A patch of markers that are on no cap; nil where the dictionary has too few.
  init?(beside cap: PhantomCap, slip: Double, at time: Double) {
    let free = (0..<cap.dictionary.count).reversed().filter { !cap.ids.contains($0) }.prefix(6).sorted()
    guard free.count == 6 else { return nil }
    (ids, markerSize, turn, turnedAt) = (free, cap.markerSize, slip * .pi / 180, time)
    prints = free.map { StrayPrint(id: $0, size: cap.markerSize, bits: cap.dictionary.bits(of: $0) ?? []) }
  }

  /// What `cap.yaml` states.
  var description: TorsoPatch { TorsoPatch(markerSize: markerSize, ids: Set(ids)) }

  /// Where the prints lie on a torso at a time, in the torso's frame.
  func prints(on torso: Capsule, at time: Double) -> [PrintedMarker] {
    let angle = turn * smoothstep((time - turnedAt) / Self.turnSeconds)
    return zip(prints, places).map { print, place in
      let turned = Vector2(
        place.x * cos(angle) - place.y * sin(angle), place.x * sin(angle) + place.y * cos(angle))
      let pose = Self.pose(on: torso, at: turned)
      return print.placed(at: pose * RigidTransform(rotation: .rotation([0, 0, angle]), translation: .zero))
    }
  }

  /// From the middle to its right and up; metres along the cloth.
  private var places: [Vector2] {
    Self.rows.flatMap { row in
      Self.columns.map { Vector2($0, row / 2) * (Self.pitch * markerSize) }
    }
  }

  /// The pose of a print on the chest: x to its right, y to its top, z outwards.
  private static func pose(on torso: Capsule, at place: Vector2) -> RigidTransform {
    let angle = atan2(0.6, 0.8) + place.y / torso.radius
    let (normal, up) = (Vector3(0, cos(angle), sin(angle)), Vector3(0, -sin(angle), cos(angle)))
    let right = Vector3(-1, 0, 0)
    let centre = (torso.start + torso.end) / 2 + right * place.x + normal * torso.radius
    return RigidTransform(rotation: Matrix3(columns: right, up, normal), translation: centre)
  }
}
