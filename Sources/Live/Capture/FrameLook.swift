import Images
import Markers
import Platform
import Recordings

/// Decodes recorded frames one after the other and detects their markers, in memory that is reused.
final class FrameLook {
  private let detector: MarkerDetector
  private let folder: URL
  private var images: Images?
  /// The images of the last frame.
  private(set) var gray = GrayImage(width: 0, height: 0, pixels: [])
  private(set) var depth = DepthImage(width: 0, height: 0, pixels: [])

  /// Optionals of what can't be copied can't be looked into in place.
  private final class Images {
    var decoder: FrameDecoder

    init(_ recording: Recording) { decoder = FrameDecoder(recording) }
  }

  /// - Parameter folder: of the recording, which has its first frame before it is looked at.
  init(_ folder: URL, _ cap: Cap) { (self.folder, detector) = (folder, MarkerDetector(cap)) }

  /// Every marker that the detector sees in a frame.
  func markers(of frame: RecordedFrame) throws -> FrameObservations {
    let images = try images ?? Images(Recording.open(folder))
    self.images = images
    try images.decoder.gray(frame, into: &gray)
    try images.decoder.depth(frame, into: &depth)
    return try detector.observe(
      gray: gray, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
  }
}
