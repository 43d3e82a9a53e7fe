public import Images

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
