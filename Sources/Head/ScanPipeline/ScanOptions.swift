import Analysis
public import Platform
public import Recordings
public import Files
import Workers

/// What `reconstruct` was asked to do.
public struct ScanOptions: Sendable {
  /// The recording's folder or file.
  public var recording: URL
  /// How it is read.
  public var reading: RecordingReading
  /// The cap file, or nil for the recording's `cap.yaml`.
  public var cap: URL?
  /// The landmark file, or nil for the recording's `landmarks.json`, if it has one.
  public var landmarks: URL?
  /// A recording of the same head without the cap, which shows what lies under it; nil without one.
  public var bare: URL?
  /// How the stages do their work.
  public var stages: StageOptions
  /// What is measured.
  public var measurement: MeasurementProtocol
  /// The scales by which measures are graded, at least one.
  public var scales: [SeverityScale]
  /// Who is scanned, when, by whom and with what, and the file that says so where there is one.
  public var description = ScanDescription()
  /// The file that the description comes from in part; nil where there is none.
  public var descriptionFile: URL?
  /// What is known of the phone's sensor from its acceptance, and the file that says so; nil where nothing is.
  public var device: DeviceFile?
  public var deviceFile: URL?
  /// Norms with the child's age and sex, where they were given.
  public var norms: NormRequest?
  /// The number of threads; it never changes a result.
  public var threads: Int

  /// Options with the defaults.
  public init(
    recording: URL, reading: RecordingReading = RecordingReading(), cap: URL? = nil, landmarks: URL? = nil,
    stages: StageOptions = StageOptions(), measurement: MeasurementProtocol = .standard,
    scales: [SeverityScale] = [.choa], norms: NormRequest? = nil, threads: Int = 2
  ) {
    self.recording = recording
    self.reading = reading
    self.cap = cap
    self.landmarks = landmarks
    self.stages = stages
    (self.measurement, self.scales, self.norms) = (measurement, scales, norms)
    self.threads = threads
  }
}
