import Analysis
import Diagnostics
import Landmarks
public import Platform
import Recordings
import ScanPipeline
import Workers

/// Takes picks where no folder with a result is written: a study, say, whose next batch makes the result.
public struct PickKeeper: Sendable {
  let keep: @Sendable (Data, Date, String?) throws -> String

  /// - Parameter keep: takes a landmark file, its time, and the ``SaveQuestion`` that was answered with yes, by its id;
  ///   gives the file's name. It throws a `UserFacingError`, or a ``SaveQuestion`` where picks would be replaced.
  public init(_ keep: @escaping @Sendable (Data, Date, String?) throws -> String) { self.keep = keep }
}

/// A scan under a name of its own, the picks of which somebody else keeps.
struct KeptSource: PickingSource {
  let base: any PickingSource
  let name: String
  let keeper: PickKeeper

  var mode: String { base.mode }
  var observer: String? { base.observer }
  var measurement: MeasurementProtocol { base.measurement }
  var outputName: String? { nil }
  var recording: Recording? { base.recording }
  var clock: @Sendable () -> Date { base.clock }

  func prepare(_ report: @escaping @Sendable (ScanProgress) -> Void) throws -> PreparedScan {
    try base.prepare(report)
  }

  func accepts(_ picks: Picks) -> Bool { base.accepts(picks) }

  func file(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, at time: Date
  ) throws -> (file: LandmarkFile, measures: HeadMeasures) {
    try base.file(picks, on: subject, by: choices, at: time)
  }

  func save(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, replacing replaced: String?,
    _ language: Language, _ report: @escaping @Sendable (ScanProgress) -> Void
  ) throws -> SaveOutcome {
    // A file without a pick of a person's would have the scan pass for picked.
    guard !picks.landmarks.isEmpty else { throw ViewError.nothingPicked }
    let time = clock()
    let (file, measures) = try base.file(picks, on: subject, by: choices, at: time)
    guard !file.entries.isEmpty else { throw ViewError.nothingPicked }
    let name = try keeper.keep(try file.json(), time, replaced)
    return SaveOutcome(measures: measures, time: time.formatted(.iso8601), file: name)
  }
}

/// A scan that can't be opened.
struct UnopenedSource: PickingSource {
  let name: String
  let observer: String?
  let error: any Error

  var mode: String { "mesh" }
  var measurement: MeasurementProtocol { .standard }
  var outputName: String? { nil }
  var recording: Recording? { nil }
  var clock: @Sendable () -> Date { { Date(timeIntervalSince1970: 0) } }

  func prepare(_ report: @escaping @Sendable (ScanProgress) -> Void) throws -> PreparedScan {
    throw error
  }

  func accepts(_ picks: Picks) -> Bool { picks.landmarks.isEmpty }

  func file(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, at time: Date
  ) throws -> (file: LandmarkFile, measures: HeadMeasures) {
    throw error
  }

  func save(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, replacing replaced: String?,
    _ language: Language, _ report: @escaping @Sendable (ScanProgress) -> Void
  ) throws -> SaveOutcome {
    throw error
  }
}
