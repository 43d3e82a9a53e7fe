import Geometry

/// Hands where they don't belong: right before the camera, pressed on the cap, and those of somebody who helps.
struct FaultyHands: Sendable {
  private let occlusion, pressing, helping: FaultPlan.Event?
  private let pressedHand, helpersHands: [Capsule]

  init(_ plan: FaultPlan, head: PhantomHead) {
    (occlusion, pressing, helping) = (plan[.occlusion], plan[.hands], plan[.helper])
    pressedHand = Self.hand(on: head)
    helpersHands = Self.helpersHands(on: head)
  }

  /// The hands at a time in seconds, head frame.
  func at(_ time: Double, headFromCamera: RigidTransform) -> [Capsule] {
    var capsules: [Capsule] = []
    if let pressing, (pressing.start...pressing.end).contains(time) { capsules += pressedHand }
    if let helping, (helping.start...helping.end).contains(time) { capsules += helpersHands }
    if let occlusion, (occlusion.start...occlusion.end).contains(time) {
      capsules += Self.fingersBeforeCamera.map { $0.moved(by: headFromCamera) }
    }
    return capsules
  }

  /// Fingers side by side 8 cm before the camera, wider than its view; camera frame.
  private static let fingersBeforeCamera: [Capsule] = (-4...4).map { k in
    let x = 0.019 * Double(k)
    return Capsule(start: [x, -0.09, 0.083], end: [x + 0.004, 0.09, 0.080], radius: 0.0115)
  }

  /// The two hands of another person, who steadies the head from the other side: one on the left of the cap, one lower at the
  /// back.
  static func helpersHands(on head: PhantomHead) -> [Capsule] {
    hand(on: head, toward: [-0.85, -0.30, 0.30]) + hand(on: head, toward: [-0.15, -0.95, 0.10])
  }

  /// A hand flat on the right of the cap, or elsewhere, with its fingers towards the crown, and the forearm behind; head
  /// frame.
  static func hand(on head: PhantomHead, toward side: Vector3 = [0.78, -0.42, 0.46]) -> [Capsule] {
    let normal = side.normalized
    let across = normal.cross([0, 0, 1]).normalized
    let along = across.cross(normal)
    let radius = head.radius(toward: normal)
    let place = { (a: Double, b: Double, out: Double) -> Vector3 in
      let toward = (normal + across * (a / radius) + along * (b / radius)).normalized
      return head.point(toward: toward) + toward * out
    }
    var capsules = [-0.030, -0.010, 0.010, 0.030].flatMap { a in
      [
        Capsule(start: place(a, -0.045, 0.013), end: place(a, 0.005, 0.013), radius: 0.012),
        Capsule(start: place(a, 0.005, 0.010), end: place(1.1 * a, 0.035, 0.008), radius: 0.009),
        Capsule(start: place(1.1 * a, 0.035, 0.008), end: place(1.2 * a, 0.065, 0.007), radius: 0.0085),
      ]
    }
    let wrist = place(0, -0.055, 0.020)
    capsules.append(Capsule(start: wrist, end: wrist + normal * 0.10 - along * 0.16, radius: 0.024))
    return capsules
  }
}
