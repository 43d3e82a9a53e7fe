import Geometry

/// How head and torso move in the room. World frame: the head's at rest.
struct BodyMovement: Sendable {
  private let head, torso: SmoothMotion
  /// What the head does on its neck; nil where head and torso just sway.
  let neck: NeckMovement?

  /// - Parameter sway: how much they move, 1 being a standard deviation of 2.5° and 5 mm of the head.
  init(sway: Double, neck: NeckMovement? = nil, seed: UInt64) {
    head = SmoothMotion(
      rotation: 0.044 * sway, translation: 0.005 * sway, frequencies: 0.03...0.25, seed: seed ^ 0x5377_6179)
    torso = SmoothMotion(
      rotation: 0.02 * sway, translation: 0.004 * sway, frequencies: 0.03...0.3, seed: seed ^ 0x546F_7273)
    self.neck = neck
  }

  /// The head's place at a time in seconds.
  func worldFromHead(at time: Double) -> RigidTransform {
    neck.map { torso.at(time) * $0.torsoFromHead(at: time) } ?? head.at(time)
  }

  /// The torso's place at a time in seconds; at rest its frame is the head's.
  func worldFromTorso(at time: Double) -> RigidTransform { torso.at(time) }
}
