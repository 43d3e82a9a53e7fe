import Analysis
import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import Reconstruction
import Studies

/// `calvaria job`: one step of measuring a scan, as a batch hands it over in a file.
struct JobCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ScanJob.verb, abstract: "Do what calvaria batch has written into a file.", shouldDisplay: false)

  @Argument(help: "The file, which the batch takes away in the end.")
  var file: String

  @OptionGroup var language: LanguageOptions

  func run() throws {
    let job = try ScanJob.read(.given(file))
    Lifeline.hold()
    if let wall = job.memoryWall { MemoryWall.set(wall) }
    do {
      switch job.step {
      case .reconstruct: try ReconstructCommand(job).run { $0.write(to: URL(filePath: job.progressFile)) }
      case .measure: try MeasureCommand(job).run()
      case .landmarks: try LandmarksCommand(job).run()
      }
    } catch {
      Self.failure(error)?.write(to: URL(filePath: job.failureFile))
      throw error
    }
  }

  /// What kind of error ended the run, which an exit code alone does not say; nil for a scan that can't support a value.
  private static func failure(_ error: any Error) -> ReportedFailure? {
    let code = Self.exitCode(for: error)
    if let error = error as? any UserFacingError {
      return ReportedFailure(code: error.code.rawValue, text: error.description)
    }
    if code == .validationFailure {
      return ReportedFailure(
        code: ErrorCode.callWrong.rawValue, text: Self.message(for: error).printable(limit: 600))
    }
    if error is ExitCode || code.isSuccess { return nil }
    let unforeseen = UnforeseenError(error)
    return ReportedFailure(code: unforeseen.code.rawValue, text: unforeseen.description)
  }
}

extension ReconstructCommand {
  /// The reconstruction that a job asks for.
  init(_ job: ScanJob) throws {
    self = try Self.parse([job.scan, "--output", job.output, "--force", "--quiet", "--language", "en"])
    (input.reading.cap, input.reading.intrinsics, landmarks) = (job.cap, job.intrinsics, job.landmarks)
    (automaticLandmarks, threads) = (job.findsLandmarks, job.threads)
    tracking = job.settings.tracking.flatMap(TrackingMethod.init)
    voxelMm = job.settings.voxelMm
    input.reading.depthUnit = job.settings.depthUnit.flatMap(DepthUnit.init)
    stageFile.path = job.settings.optionsFile
    try measurement.take(job)
    try description.take(job)
    // The file names the phone too.
    description.device = job.settings.deviceFile ?? description.device
  }
}

extension MeasureCommand {
  /// The measurement that a job asks for.
  init(_ job: ScanJob) throws {
    self = try Self.parse([
      job.scan, "--landmarks", job.landmarks ?? "", "--output", job.output, "--force", "--quiet", "--language", "en",
    ])
    stageFile.path = job.settings.optionsFile
    try measurement.take(job)
    try description.take(job)
  }
}

extension LandmarksCommand {
  /// The search that a job asks for.
  init(_ job: ScanJob) throws {
    self = try Self.parse([job.scan, "--output", job.output, "--force", "--quiet", "--language", "en"])
    threads = job.threads
  }
}

extension MeasurementOptions {
  /// Takes over what a job measures by.
  fileprivate mutating func take(_ job: ScanJob) throws {
    (definitions.measurement, definitions.scale) = (job.settings.protocolName, job.settings.scales)
    (ageMonths, sex) = (job.description.ageMonths, job.description.sex.flatMap(Sex.init))
    gestationWeeks = job.description.gestationWeeks
    // Of a child whose age or sex nobody states, nothing is compared.
    if ageMonths != nil, sex != nil { (norms, reference) = (job.settings.norms, job.settings.references) }
    hairMm = job.settings.hairMm ?? job.description.hairMm
    try validate()
  }
}

extension ScanDescriptionOptions {
  /// Takes over what a job states of a scan.
  fileprivate mutating func take(_ job: ScanJob) throws {
    let stated = job.description
    (subject, session, date) = (stated.subject, stated.session, stated.date)
    (operatorName, device) = (stated.operator, stated.device)
    try validate()
  }
}
