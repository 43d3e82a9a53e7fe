public import Platform
import Recordings

/// What `replay` was asked to do.
public struct ReplayOptions: Sendable {
  /// The recording's folder.
  public var recording: URL
  /// Its layout, or nil to recognise it by looking.
  public var format: RecordingFormat?
  /// A file of intrinsics that overrides the recording's own.
  public var intrinsics: URL?
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
    recording: URL, format: RecordingFormat? = nil, intrinsics: URL? = nil, cap: URL? = nil, feedback: URL? = nil,
    language: String = "en", layout: URL? = nil, quarterTurns: Int = 0, announceEvery: Int? = nil
  ) {
    (self.recording, self.format, self.intrinsics, self.cap) = (recording, format, intrinsics, cap)
    (self.feedback, self.language, self.layout) = (feedback, language, layout)
    (self.quarterTurns, self.announceEvery) = (quarterTurns, announceEvery)
  }
}
