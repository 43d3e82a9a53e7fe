import Geometry

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What goes wrong with the camera's path: jerks, and coming too close.
struct CameraFaults: Sendable {
  /// When the jerks begin, seconds.
  let jerks: [Double]
  private let jerkAngle: Double
  private let approach: ClosedRange<Double>?

  private static let jerkSeconds = 0.3
  /// From the head's middle, so about 15 cm from its surface.
  private static let closest = 0.215
  private static let easing = 0.7

  init(_ plan: FaultPlan, duration: Double) {
    jerks =
      plan[.blur].map { event in
        (0..<3).map { event.start + 0.2 * duration * Double($0) }.filter { $0 + Self.jerkSeconds <= duration }
      } ?? []
    jerkAngle = (plan[.blur]?.amount ?? 0) * .pi / 180 * Self.jerkSeconds / .pi
    approach = plan[.close].map { $0.start...$0.end }
  }

  /// The camera's distance from the head's middle at a time, where it would be `distance` otherwise.
  func distance(_ distance: Double, at time: Double) -> Double {
    guard let approach else { return distance }
    let rise = smoothstep((time - approach.lowerBound) / Self.easing)
    let fall = smoothstep((approach.upperBound - time) / Self.easing)
    return distance - max(0, distance - Self.closest) * min(rise, fall)
  }

  /// The camera's additional motion at a time: there and back as (1 − cos)/2, whose greatest rate is π·angle/duration.
  func jerk(at time: Double) -> RigidTransform {
    guard let start = jerks.first(where: { (0...Self.jerkSeconds).contains(time - $0) }) else { return .identity }
    let pulse = (1 - cos(2 * .pi * (time - start) / Self.jerkSeconds)) / 2
    return RigidTransform(
      rotation: .rotation(Vector3(0.5, 0.85, 0.15).normalized * (jerkAngle * pulse)),
      translation: Vector3(0.006, -0.004, 0.002) * pulse)
  }

  /// Until when a jerk lasts.
  func end(ofJerk start: Double) -> Double { start + Self.jerkSeconds }
}
