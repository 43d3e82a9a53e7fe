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
