import Geometry
import Images
import Markers
public import Platform
public import Recordings
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

/// What `replay` was asked to do.
public struct ReplayOptions: Sendable {
  /// The recording's folder or file.
  public var recording: URL
  /// How it is read.
  public var reading: RecordingReading
  /// The cap file, or nil for the recording's `cap.yaml`.
  public var cap: URL?
  /// A file of thresholds and phrases over the built-in one.
  public var feedback: URL?
  /// The language of the phrases.
  public var language: String
  /// The `markers.json` of a reconstruction of the same cap, which tells where its markers lie on the head.
  public var layout: URL?
  /// The quarter turns clockwise that make the images upright.
  public var quarterTurns: Int
  /// Per cent of the markers at which progress is announced; nil for what the file says.
  public var announceEvery: Int?

  /// Options with the defaults.
  public init(
    recording: URL, reading: RecordingReading = RecordingReading(), cap: URL? = nil, feedback: URL? = nil,
    language: String = "en", layout: URL? = nil, quarterTurns: Int = 0, announceEvery: Int? = nil
  ) {
    (self.recording, self.reading, self.cap) = (recording, reading, cap)
    (self.feedback, self.language, self.layout) = (feedback, language, layout)
    (self.quarterTurns, self.announceEvery) = (quarterTurns, announceEvery)
  }
}
