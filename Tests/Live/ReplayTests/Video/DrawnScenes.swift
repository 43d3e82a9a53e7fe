import Drawing
import Geometry
import Images
import LiveTracking

@testable import Feedback
@testable import Markers
@testable import Recordings
@testable import Replay

/// A frame to be drawn: 100 × 300 pixels of one colour, so that the picture stands in a box of 420 × 720, 2.4 times as large,
/// from x = 90 on.
enum DrawnScene {
  static let layout = VideoLayout(width: 100, height: 300, quarterTurns: 0)

  /// Where a pixel of the image stands in the picture.
  static func at(_ x: Double, _ y: Double) -> Vector2 { [90 + 2.4 * (x + 0.5) - 0.5, 2.4 * (y + 0.5) - 0.5] }

  static let image = ColorImage(width: 100, height: 300, pixels: [UInt8](repeating: 70, count: 90_000))

  static func frame(_ camera: Camera) -> RecordedFrame {
    RecordedFrame(
      index: 0, name: "0", time: 0, depthTime: 0, cameras: CameraPair(camera), colorImage: StoredImage(file: "c"),
      depthImage: StoredImage(file: "d"))
  }

  /// A scan that goes on, of which nothing else is known.
  static func feedback(time: Double = 1) -> FrameFeedback {
    FrameFeedback(
      frame: 0, time: time, guidance: .scanning, overlap: Overlap(share: 0.4, ids: [], isSufficient: false),
      isVibrating: false, hint: nil, progress: nil, light: nil, alerts: [], distance: nil, invalidShare: nil, blur: nil,
      events: [])
  }

  /// The cap's markers of a frame, by the share of valid depth.
  static func markers(_ depths: [(id: Int, share: Double)]) -> [SeenMarker] {
    depths.map { SeenMarker(id: $0.id, place: .zero, validDepth: $0.share, distance: nil) }
  }

  static func scene(
    _ facts: FrameFacts, _ feedback: FrameFeedback, detected: [(id: Int, corners: [Vector2])] = [],
    depth: DepthImage? = nil, corners: [Int: [Vector3]] = [:], head: HeadPlace? = nil
  ) -> ReplayScene {
    ReplayScene(
      frame: frame(Camera(width: 100, height: 300, fx: 400, fy: 400, cx: 49.5, cy: 149.5)), color: image,
      depth: depth ?? DepthImage(width: 100, height: 300, pixels: [Float](repeating: 0, count: 30_000)),
      detected: detected.map {
        MarkerObservation(id: $0.id, corners: $0.corners, metric: nil, depthPixels: 0, validDepthPixels: 0)
      }, facts: facts, feedback: feedback, corners: corners, head: head)
  }

  /// The corners of a rectangle, clockwise from its upper left.
  static func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [Vector2] {
    [[left, top], [right, top], [right, bottom], [left, bottom]]
  }
}
