import Geometry
import Platform

/// What goes wrong with the camera's path: jerks, shaking, coming too close and going too far.
struct CameraFaults: Sendable {
  /// When the jerks begin, seconds.
  let jerks: [Double]
  private let jerkAngle: Double
  private let approach, retreat, shaking: ClosedRange<Double>?

  private static let jerkSeconds = 0.3
  /// From the head's middle, so about 15 cm from its surface.
  private static let closest = 0.215
  /// From the head's middle, so about 52 cm from its surface.
  private static let farthest = 0.585
  private static let easing = 0.7
  /// Shaking: turns a second, and the greatest rate in radians a second.
  private static let shakes = (frequency: 2.2, rate: 240 * Double.pi / 180, easing: 0.15)

  init(_ plan: FaultPlan, duration: Double) {
    jerks =
      plan[.blur].map { event in
        (0..<3).map { event.start + 0.2 * duration * Double($0) }.filter { $0 + Self.jerkSeconds <= duration }
      } ?? []
    jerkAngle = (plan[.blur]?.amount ?? 0) * .pi / 180 * Self.jerkSeconds / .pi
    approach = plan[.close].map { $0.start...$0.end }
    retreat = plan[.far].map { $0.start...$0.end }
    shaking = plan[.shake].map { $0.start...$0.end }
  }

  /// The camera's distance from the head's middle at a time, where it would be `distance` otherwise.
  func distance(_ distance: Double, at time: Double) -> Double {
    let nearer = approach.map { Self.share(of: $0, at: time, easing: Self.easing) } ?? 0
    let farther = retreat.map { Self.share(of: $0, at: time, easing: Self.easing) } ?? 0
    return distance - max(0, distance - Self.closest) * nearer + max(0, Self.farthest - distance) * farther
  }

  /// How far a fault is there: it eases in from its beginning and is gone at its end.
  private static func share(of interval: ClosedRange<Double>, at time: Double, easing: Double) -> Double {
    min(smoothstep((time - interval.lowerBound) / easing), smoothstep((interval.upperBound - time) / easing))
  }

  /// The camera's additional motion at a time.
  func motion(at time: Double) -> RigidTransform { shake(at: time) * jerk(at: time) }

  /// Turning to and fro about the image's vertical, mostly.
  func shake(at time: Double) -> RigidTransform {
    guard let shaking, shaking.contains(time) else { return .identity }
    let (frequency, rate, easing) = Self.shakes
    let phase = 2 * .pi * frequency * (time - shaking.lowerBound)
    let angle = rate / (2 * .pi * frequency) * sin(phase) * Self.share(of: shaking, at: time, easing: easing)
    return RigidTransform(rotation: .rotation(Vector3(0.3, 0.95, 0.05).normalized * angle), translation: .zero)
  }

  /// There and back as (1 − cos)/2, whose greatest rate is π·angle/duration.
  func jerk(at time: Double) -> RigidTransform {
    guard let start = jerks.first(where: { (0...Self.jerkSeconds).contains(time - $0) }) else { return .identity }
    let pulse = (1 - cos(2 * .pi * (time - start) / Self.jerkSeconds)) / 2
    return RigidTransform(
      rotation: .rotation(Vector3(0.5, 0.85, 0.15).normalized * (jerkAngle * pulse)),
      translation: Vector3(0.006, -0.004, 0.002) * pulse)
  }

  /// When a jerk ends.
  func end(ofJerk start: Double) -> Double { start + Self.jerkSeconds }
}

/// What the colour camera's automatics do during a recording: exposure, white balance, autofocus.
struct ColorCameraFaults: Sendable {
  private let exposure, balance, breathing: FaultPlan.Event?

  /// Seconds from one autofocus to the next.
  private static let breath = 6.0

  init(_ plan: FaultPlan) {
    (exposure, balance, breathing) = (plan[.exposureStep], plan[.whiteBalance], plan[.breathing])
  }

  /// How bright red, green and blue come out at a time in seconds.
  func gain(at time: Double) -> SIMD3<Float> {
    var gain = SIMD3<Float>(repeating: 1)
    if let exposure, time >= exposure.start { gain *= Float(exp2(exposure.amount)) }
    if let balance, time >= balance.start {
      gain *= [Float(1 + balance.amount / 100), 1, Float(1 - balance.amount / 100)]
    }
    return gain
  }

  /// The cameras at a time: the focal length of the colour camera comes and goes; the depth camera's is fixed.
  func cameras(_ usual: CameraPair, at time: Double) -> CameraPair {
    guard let breathing else { return usual }
    let share = (1 - cos(2 * .pi * time / Self.breath)) / 2
    var cameras = usual
    cameras.color.fx *= 1 + breathing.amount / 100 * share
    cameras.color.fy *= 1 + breathing.amount / 100 * share
    return cameras
  }
}

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
