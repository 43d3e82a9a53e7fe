import Geometry

/// Hands where they don't belong: right before the camera, and pressed on the cap.
struct FaultyHands: Sendable {
  private let occlusion, pressing: FaultPlan.Event?
  private let pressedHand: [Capsule]

  init(_ plan: FaultPlan, head: PhantomHead) {
    (occlusion, pressing) = (plan[.occlusion], plan[.hands])
    pressedHand = Self.hand(on: head)
  }

  /// The hands at a time in seconds, head frame.
  func at(_ time: Double, headFromCamera: RigidTransform) -> [Capsule] {
    var capsules: [Capsule] = []
    if let pressing, (pressing.start...pressing.end).contains(time) { capsules += pressedHand }
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

  /// A hand flat on the right of the cap with its fingers towards the crown, and the forearm behind; head frame.
  static func hand(on head: PhantomHead) -> [Capsule] {
    let normal = Vector3(0.78, -0.42, 0.46).normalized
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
