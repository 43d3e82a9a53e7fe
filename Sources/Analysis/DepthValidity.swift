/// How many pixels of an area have a valid depth.
public struct ValidCount: Sendable, Equatable {
  /// Pixels with valid depth, and all pixels.
  public var valid, total: Int

  /// A count; none by default.
  public init(valid: Int = 0, total: Int = 0) {
    self.valid = valid
    self.total = total
  }

  /// The share of valid pixels, 0 to 1; nil for an area without pixels.
  public var fraction: Double? { total > 0 ? Double(valid) / Double(total) : nil }

  /// The sum of two counts.
  public static func + (a: ValidCount, b: ValidCount) -> ValidCount {
    ValidCount(valid: a.valid + b.valid, total: a.total + b.total)
  }

  /// Counts one pixel.
  public mutating func add(_ isValid: Bool) {
    total += 1
    if isValid { valid += 1 }
  }
}

/// The depth validity of one frame.
public struct FrameDepthValidity: Sendable, Equatable {
  /// The whole image.
  public var frame: ValidCount
  /// The pixels that the head covers.
  public var head: ValidCount
  /// The pixels within the markers' outlines.
  public var markers: ValidCount

  /// Counts of one frame.
  public init(frame: ValidCount = ValidCount(), head: ValidCount = ValidCount(), markers: ValidCount = ValidCount()) {
    self.frame = frame
    self.head = head
    self.markers = markers
  }
}

/// The depth validity of a scan: every frame's, and the whole.
public struct DepthValidity: Sendable, Equatable {
  /// The frames in order.
  public private(set) var frames: [FrameDepthValidity] = []
  /// The sums over all frames.
  public private(set) var whole = FrameDepthValidity()

  /// Nothing counted yet.
  public init() {}

  /// Takes in a frame.
  public mutating func add(_ frame: FrameDepthValidity) {
    frames.append(frame)
    whole = FrameDepthValidity(
      frame: whole.frame + frame.frame, head: whole.head + frame.head, markers: whole.markers + frame.markers)
  }
}
