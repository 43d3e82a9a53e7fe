import Analysis
import Geometry
import PointClouds
import Recordings
import Tracking

/// Prepares one frame after the other for fusion, in memory that the next one uses again.
struct FramePreparer: ~Copyable {
  private var decoder: FrameDecoder
  private let tracking: Tracking
  private let ball: MarkerBall
  private let options: FusionOptions
  private var depth = DepthImage(width: 0, height: 0, pixels: [])
  private var color = ColorImage(width: 0, height: 0, pixels: [])

  init(_ recording: Recording, _ tracking: Tracking, _ ball: MarkerBall, _ options: FusionOptions) {
    decoder = FrameDecoder(recording)
    (self.tracking, self.ball, self.options) = (tracking, ball, options)
  }

  /// The view of a posed frame, and how valid its depth is on the head.
  mutating func prepare(_ index: Int, isPainted: Bool) throws -> (DepthView, ValidCount) {
    let frame = decoder.recording.frames[index]
    try decoder.depth(frame, into: &depth)
    if isPainted { try decoder.color(frame, into: &color) }
    let pose = tracking.scanFromDepthCamera(index)!
    let camera = tracking.calibration.corrected(frame.camera)
    let view = DepthView(
      depth: depth, camera: camera, scanFromCamera: pose, color: isPainted ? color : nil,
      correction: tracking.depthCorrection, options: options)
    return (view, ball.validity(of: depth, camera, scanFromCamera: pose))
  }
}
