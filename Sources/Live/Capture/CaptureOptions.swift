public import Feedback
import Geometry
public import Markers
public import Platform
internal import Reports

/// How a scan is judged while it is taken.
public struct CaptureOptions: Sendable {
  /// The cap that is worn.
  public let cap: Cap
  /// Thresholds and phrases.
  public let file: FeedbackFile
  /// The phrases of the chosen language.
  public let phrasebook: Phrasebook
  /// Where the cap's markers lie on the head, where that is stated.
  let layout: [Int: [Vector3]]?
  /// The quarter turns clockwise that make the images upright.
  public let quarterTurns: Int

  /// Reads and checks every file.
  ///
  /// - Parameters:
  ///   - cap: the cap file.
  ///   - feedback: thresholds and phrases over the built-in ones.
  ///   - layout: the `markers.json` of a reconstruction of the same cap.
  ///   - quarterTurns: the quarter turns clockwise that make the images upright.
  ///   - every: per cent of the markers at which progress is announced; nil for what the file says.
  public init(
    cap: URL, feedback: URL?, language: String, layout: URL?, quarterTurns: Int, announceEvery every: Int?
  ) throws {
    var file = try feedback.map { try FeedbackFile.read($0) } ?? .builtIn
    if let every { file.rules.progress.announceEvery = Double(every) }
    let cap = try CapFile.read(cap)
    (self.cap, self.file, self.quarterTurns) = (cap, file, quarterTurns)
    phrasebook = try file.phrasebook(language)
    self.layout = try layout.map { try MarkerLayout.read($0, dictionary: cap.dictionary.name) }
  }
}

/// How movements of a neck are guided while they are recorded.
public struct NeckCaptureOptions: Sendable {
  /// The cap that is worn.
  let cap: Cap
  /// When what is said and counted.
  public let rules: MovementRules
  /// The phrases of the chosen language.
  public let phrasebook: MovementPhrases
  let layout: [Int: [Vector3]]?
  let quarterTurns: Int

  /// Reads and checks every file.
  ///
  /// - Parameters:
  ///   - cap: the cap file.
  ///   - language: the language of the phrases.
  ///   - layout: the `markers.json` of a reconstruction of the same cap.
  ///   - quarterTurns: the quarter turns clockwise that make the images upright.
  public init(cap: URL, rules: MovementRules, language: String, layout: URL?, quarterTurns: Int) throws {
    let cap = try CapFile.read(cap)
    (self.cap, self.rules, self.quarterTurns) = (cap, rules, quarterTurns)
    phrasebook = try rules.phrasebook(language)
    self.layout = try layout.map { try MarkerLayout.read($0, dictionary: cap.dictionary.name) }
  }
}
