internal import Feedback

/// A value that was held for as long as an operator asks for.
struct HeldValue: Sendable, Equatable {
  /// The mean since it came to rest, in degrees.
  let degrees: Double
  /// The first and the last frame.
  let first, last: Int

  /// The values that were held in a signal, in order.
  static func all(_ signal: MotionSignal, _ rules: MotionRules.Hold) -> [HeldValue] {
    var held: [HeldValue] = []
    for chunk in signal.chunks {
      var settling = Settling(leniency: rules.leniency, seconds: rules.seconds - 1e-6, least: rules.least)
      var (first, current): (Int?, HeldValue?) = (nil, nil)
      for frame in chunk {
        let before = settling.restingSince
        let value = settling.add(signal.smooth[frame], at: signal.times[frame])
        if settling.restingSince != before {
          if let current { held.append(current) }
          (first, current) = (frame, nil)
        }
        if let value, let first { current = HeldValue(degrees: value, first: first, last: frame) }
      }
      if let current { held.append(current) }
    }
    return held
  }
}
