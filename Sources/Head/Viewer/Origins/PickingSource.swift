import Analysis
import Diagnostics
internal import Files
import Landmarks
public import Platform
import Recordings
import ScanPipeline
import Workers

/// Where the picks of a session come from and go to: a recording, a result or a mesh.
protocol PickingSource: Sendable {
  /// `recording`, `result` or `mesh`.
  var mode: String { get }
  /// Its name without a folder.
  var name: String { get }
  /// Who picks; nil where that was not said.
  var observer: String? { get }
  /// The protocol that was asked for.
  var measurement: MeasurementProtocol { get }
  /// The name of the folder that is written, without where it lies; nil where somebody else keeps the picks.
  var outputName: String? { get }
  /// Tells the time of a save.
  var clock: @Sendable () -> Date { get }
  /// The frames that can be looked at before anything is prepared; nil where there are none.
  var recording: Recording? { get }

  /// Reads and prepares what is picked on, and what was picked before.
  ///
  /// - Throws: a `UserFacingError`.
  func prepare(_ report: @escaping @Sendable (ScanProgress) -> Void) throws -> PreparedScan

  /// True for a document that names nothing which does not exist.
  func accepts(_ picks: Picks) -> Bool

  /// The picks as a landmark file with what follows from them; nothing is written.
  ///
  /// - Parameter time: when they were picked.
  func file(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, at time: Date
  ) throws -> (file: LandmarkFile, measures: HeadMeasures)

  /// Writes the picks and the result that follows from them.
  ///
  /// - Parameter replaced: the picks that a person has allowed to be replaced, by their ``SaveQuestion/id``.
  /// - Throws: a `UserFacingError`, or a ``SaveQuestion``; then nothing was changed.
  func save(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, replacing replaced: String?,
    _ language: Language, _ report: @escaping @Sendable (ScanProgress) -> Void
  ) throws -> SaveOutcome
}

extension PickingSource {
  /// True for a landmark file that was saved with the measures that follow from it. Where there is no output, somebody else
  /// keeps the files.
  func stands(_ file: URL, in output: URL?) -> Bool {
    guard let output else { return true }
    return file == output.appending(path: LandmarkFile.usualName)
      && ResultFolder(at: output)?.result.protocol.name == measurement.name
  }

  /// The protocols that the page offers: the one that was asked for first.
  var protocols: [MeasurementProtocol] {
    [measurement] + MeasurementProtocol.builtIn.filter { $0.name != measurement.name }
  }
}

/// What is picked on, and what was picked before.
struct PreparedScan: Sendable {
  let subject: any PickingSubject
  var picks = Picks()
  /// True where the measures that follow from these picks were saved with them.
  var isSaved = false
}

/// A save would replace picks that nobody has said may go.
public struct SaveQuestion: Error, Equatable {
  /// What the answer names them by.
  let id: String
  /// Who picked and when; nil where that is not known or not to be told.
  let observer: String?, time: Date?

  /// Asks whether picks may be replaced.
  public init(id: String, observer: String?, time: Date?) {
    (self.id, self.observer, self.time) = (id, observer, time)
  }
}

/// What was saved.
struct SaveOutcome: Sendable {
  /// What the saved result says.
  let measures: HeadMeasures
  /// When, in ISO 8601.
  let time: String
  /// The name of the landmark file.
  let file: String
}

/// What a save replaces stays in the folder `earlier`, under the time at which it was replaced.
enum EarlierFiles {
  /// What people may want back: the picks, and what was said of the head.
  private static let names = [LandmarkFile.usualName, "result.json", "report.html"]

  /// Copies the files of an earlier result into the folder that is going to take its place.
  static func keep(from earlier: URL, in folder: OutputFolder, at time: Date) throws {
    let kept = names.map { ($0, earlier.appending(path: $0)) }
      .filter { FileManager.default.fileExists(atPath: $0.1.path) }
    guard !kept.isEmpty else { return }
    let stamp = time.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    try folder.makeFolder("earlier")
    try folder.makeFolder("earlier/\(stamp)")
    try folder.write(kept.map { ("earlier/\(stamp)/\($0.0)", try Data(contentsOf: $0.1)) })
  }
}
