public import Images
public import Markers

/// What the first pass over a recording sees: markers and valid depth of every frame, and the digest of its images.
public struct Views: Sendable {
  /// Every marker that was seen, a frame at a time.
  public let observations: [FrameObservations]
  /// Those that can be the cap's, the others with the reason why not.
  package let usable: [FrameObservations]
  /// Pixels with valid depth: of each frame, and within its markers' outlines.
  public let depthValidity: [(frame: ValidCount, markers: ValidCount)]
  /// The digest of the digests of all images, colour before depth.
  public let digest: String
}
