import Geometry
import Images
import Markers
import Recordings
internal import Reports
import Workers

/// The recording of a replay with its cap.
struct ReplayInputs: Sendable {
  let recording: Recording
  let cap: Cap
  /// Where the cap's markers lie on the head, where that is stated.
  let layout: [Int: [Vector3]]?

  /// Opens and checks them.
  init(_ options: ReplayOptions) throws {
    recording = try Recording.open(options.recording, options.reading)
    let own = RecordingCompanion.url("cap.yaml", of: recording.url, isShared: true)
    let cap = try CapFile.read(options.cap ?? own)
    layout = try options.layout.map { try MarkerLayout.read($0, dictionary: cap.dictionary.name) }
    self.cap = cap
  }

  /// A frame with its images and every marker that is detected in them; its colours are decoded when they are asked for.
  typealias Look = (
    _ frame: RecordedFrame, _ gray: GrayImage, _ depth: DepthImage, _ seen: FrameObservations,
    _ color: () throws -> ColorImage
  ) throws -> Void

  /// Looks at every frame in its order. The images of a frame take the memory of those before.
  func each(progress: (ScanProgress) -> Void, _ look: Look) throws {
    let detector = MarkerDetector(cap)
    var decoder = FrameDecoder(recording)
    var gray = GrayImage(width: 0, height: 0, pixels: [])
    var depth = DepthImage(width: 0, height: 0, pixels: [])
    var color = ColorImage(width: 0, height: 0, pixels: [])
    for frame in recording.frames {
      try decoder.gray(frame, into: &gray)
      try decoder.depth(frame, into: &depth)
      let seen = try detector.observe(
        gray: gray, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
      try look(frame, gray, depth, seen) {
        try decoder.color(frame, into: &color)
        return color
      }
      progress(ScanProgress(stage: .replay, done: frame.index + 1, total: recording.frames.count))
    }
  }
}
