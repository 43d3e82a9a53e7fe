internal import Diagnostics

/// Frames a second, where a recording has no times.
enum FrameRate {
  /// What phones and depth cameras take unless they are told otherwise.
  static let assumed = 30.0

  /// A stated rate; nil where no camera has it.
  static func possible(_ stated: Double?) -> Double? { stated.flatMap { (0.1...1000).contains($0) ? $0 : nil } }

  /// Says at which rate frames without times are taken to follow each other.
  static func finding(_ rate: Double = assumed, frames: Int) -> Finding {
    Finding(
      .recordingAssumedRate,
      ["count": .count(frames), "rate": .number(rate, decimals: rate == rate.rounded() ? 0 : 2)])
  }
}
