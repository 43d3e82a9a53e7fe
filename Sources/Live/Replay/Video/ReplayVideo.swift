internal import Drawing
public import Feedback
public import Foundation
public import Geometry
import Images
import LiveTracking
import Markers
import Recordings

/// The video of a replay: the camera's image with the markers, the cloud as it grows, and what the operator is told.
public final class ReplayVideo {
  private let encoder: VideoEncoder
  private let layout: VideoLayout
  private let picture: PicturePanel
  private var cloud: CloudPanel
  private var status: StatusPanel

  /// Begins a video.
  ///
  /// - Parameters:
  ///   - camera: the camera of the recording's images, and the quarter turns clockwise that make them upright.
  ///   - rules, book: thresholds and phrases.
  ///   - file: where it is written; it is whole after ``finish()``.
  public init(
    _ camera: Camera, quarterTurns turns: Int, _ rules: FeedbackRules, _ book: Phrasebook, _ tool: VideoTool,
    to file: URL
  ) throws {
    let typeface = try Typeface.installed()
    layout = VideoLayout(width: camera.width, height: camera.height, quarterTurns: turns)
    picture = PicturePanel(layout: layout, typeface: typeface, quarterTurns: turns, rules: rules, book: book)
    cloud = CloudPanel(layout: layout, typeface: typeface, book: book)
    status = StatusPanel(layout: layout, typeface: typeface, rules: rules, book: book)
    encoder = try VideoEncoder(tool, width: layout.width, height: layout.height, to: file)
  }

  /// Adds a frame.
  public func add(_ scene: ReplayScene) throws {
    cloud.add(scene)
    try encoder.add(try image(scene), at: scene.feedback.time)
  }

  /// Ends the video.
  public func finish() throws { try encoder.finish() }

  private func image(_ scene: ReplayScene) throws -> ColorImage {
    var canvas = Canvas(width: layout.width, height: layout.height, .night)
    try picture.draw(scene, on: &canvas)
    try cloud.draw(scene, on: &canvas)
    try status.draw(scene, on: &canvas)
    return canvas.image
  }
}

/// A replayed frame with all that was seen in it, to be drawn.
public struct ReplayScene {
  let frame: RecordedFrame
  let color: ColorImage
  let depth: DepthImage
  /// Every marker that was detected, strays too.
  let detected: [MarkerObservation]
  let facts: FrameFacts
  let feedback: FrameFeedback
  /// The scan's map of markers, and how the head lies in it.
  let corners: [Int: [Vector3]]
  let head: HeadPlace?
}
