import Feedback
import Geometry
import Images
import LiveTracking
import Markers
import Recordings

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
