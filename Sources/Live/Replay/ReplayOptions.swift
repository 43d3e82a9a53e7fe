public import Platform
public import Recordings

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
