import Geometry
import Platform

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
