import Analysis
import Diagnostics
import Landmarks
import Platform
import Recordings
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
  /// The name of the folder that is written, without where it lies.
  var outputName: String { get }
  /// The frames that can be looked at before anything is prepared; nil where there are none.
  var recording: Recording? { get }

  /// Reads and prepares what is picked on, and what was picked before.
  ///
  /// - Throws: a `UserFacingError`.
  func prepare(_ report: @escaping @Sendable (ScanProgress) -> Void) throws -> (any PickingSubject, Picks)

  /// True for a document that names nothing which does not exist.
  func accepts(_ picks: Picks) -> Bool

  /// Writes the picks and the result that follows from them.
  ///
  /// - Throws: a `UserFacingError`; then nothing was changed.
  func save(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, _ language: Language,
    _ report: @escaping @Sendable (ScanProgress) -> Void
  ) throws -> SaveOutcome
}

extension PickingSource {
  /// The protocols that the page offers: the one that was asked for first.
  var protocols: [MeasurementProtocol] {
    [measurement] + MeasurementProtocol.builtIn.filter { $0.name != measurement.name }
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
