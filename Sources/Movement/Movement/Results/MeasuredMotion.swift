/// The angle of a joint, frame by frame, as it was measured.
public struct MeasuredMotion: Sendable {
  /// What was measured.
  public let task: MotionTask
  /// When each frame was taken, in seconds, and what it is called.
  public let times: [Double], frames: [String]
  /// The angle in each frame before any filter, in degrees; NaN where it can't be computed.
  public let degrees: [Double]
  /// Why each frame does not count; nil for those that do.
  public let reasons: [RejectionReason?]
  /// The result.
  public private(set) var result: MotionResult
  let signal: MotionSignal

  /// States what the result was made with and from.
  public mutating func state(_ provenance: MotionProvenance) { result.provenance = provenance }

  /// The angle in each frame after the filters, in degrees; NaN where there is none.
  public var filtered: [Double] { signal.smooth }
}
