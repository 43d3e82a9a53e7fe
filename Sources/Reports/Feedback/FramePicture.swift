public import Platform

/// A small image of a frame, upright.
public struct FramePicture: Sendable, Equatable {
  /// The frame's index.
  public let frame: Int
  /// A JPEG file.
  public let jpeg: Data

  /// A picture from its parts.
  public init(frame: Int, jpeg: Data) { (self.frame, self.jpeg) = (frame, jpeg) }
}
