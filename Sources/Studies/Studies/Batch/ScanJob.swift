internal import Diagnostics
public import Files
public import Platform

/// One step of measuring a scan, as a batch hands it to the program that it starts: the content of `.job.json` in the scan's
/// folder (schema `calvaria/job/1`).
///
/// Who is scanned stands in a file because everybody on a shared machine may read a program's arguments.
public struct ScanJob: Codable, Sendable, Equatable {
  /// The steps of a batch that are programs of their own.
  public enum Step: String, Codable, Sendable {
    /// The scan is a recording, from which the head is reconstructed and measured.
    case reconstruct
    /// The scan is a mesh that is measured with the landmarks of a file.
    case measure
    /// The scan is a mesh on which landmarks are looked for.
    case landmarks
  }

  private var schema = Self.schema
  /// The step that this job is.
  public let step: Step
  /// The recording or mesh, and what is written: a folder, or the file of landmarks that are looked for.
  public let scan: String, output: String
  /// The files that go with the scan; nil where its own serve, or where it needs none.
  public let landmarks, cap, intrinsics: String?
  /// Whether landmarks that nobody picked are looked for on the surface of a reconstruction.
  public let findsLandmarks: Bool
  /// The facts that are stated of this child; the settings state those of the whole batch.
  public let description: ScanDescription
  /// The settings of every scan of the batch.
  public let settings: ScanSettings
  /// How many threads the program has.
  public let threads: Int
  /// Where the program tells what kind of error ended it, as a ``ReportedFailure``.
  public let failureFile: String
  /// Where the program tells how far it has come, as a ``ScanJobProgress``.
  public let progressFile: String
  /// How much memory the program may ask the system for, bytes; nil for any amount.
  public let memoryWall: Int?

  /// The verb of the command line that does a job; only a batch calls it.
  public static let verb = "job"

  private static let schema = "calvaria/job/1"
  private static let largestBytes = 1 << 20

  /// The jobs that measure a scan, one after the other: a mesh without landmarks has them looked for first.
  static func all(
    _ scan: DatasetScan, _ inputs: ScanDependencies, _ folder: ScanFolder, _ options: BatchOptions
  ) -> [ScanJob] {
    let job = { (step: Step, output: URL, landmarks: URL?) in
      ScanJob(
        step: step, scan: scan.url.path, output: output.path, landmarks: landmarks?.path, cap: inputs.cap?.path,
        intrinsics: scan.intrinsics?.path, findsLandmarks: options.findsLandmarks,
        description: step == .landmarks ? ScanDescription() : scan.description(beside: options.settings),
        settings: options.settings, threads: options.threads, failureFile: folder.failureFile.path,
        progressFile: folder.progressFile.path,
        memoryWall: options.limits.memory.map { $0 + MemoryWall.margin })
    }
    if scan.kind == .recording { return [job(.reconstruct, folder.result, inputs.landmarks)] }
    if let landmarks = inputs.landmarks { return [job(.measure, folder.result, landmarks)] }
    return [job(.landmarks, folder.foundLandmarks, nil), job(.measure, folder.result, folder.foundLandmarks)]
  }

  /// Writes the job aside and renames it.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func write(to file: URL) throws(StudyError) {
    do { try OutputFile(file, force: true).write(try JSONText.encode(self)) } catch {
      throw StudyError(writing: error, file.path)
    }
  }

  /// Reads a job for the program that was started for it.
  ///
  /// - Throws: ``StudyError/noJob(path:found:)`` for another file, and where no batch started the program.
  public static func read(_ file: URL) throws(StudyError) -> ScanJob {
    guard Lifeline.isThere else { throw .noJob(path: file.path, found: .phrase("call_without_batch")) }
    return try content(of: file)
  }

  /// The job that a file holds.
  static func content(of file: URL) throws(StudyError) -> ScanJob {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(file.path, atMost: largestBytes) } catch {
      throw .noJob(path: file.path, found: error.found)
    }
    guard let job = try? JSONText.decode(ScanJob.self, from: Data(bytes)) else {
      throw .noJob(path: file.path, found: .phrase("something_else"))
    }
    guard job.schema == schema else { throw .noJob(path: file.path, found: .quoted(job.schema)) }
    return job
  }
}

/// What the program says of its own failure to the batch that started it.
public struct ReportedFailure: Codable, Sendable {
  /// The kind of error.
  public let code: String
  /// The error in English, one line.
  public let text: String

  /// A failure that is reported.
  public init(code: String, text: String) { (self.code, self.text) = (code, text) }

  /// Writes it for the batch; a file that can't be written is no reason for another failure.
  public func write(to file: URL) { try? (try? JSONText.encode(self))?.write(to: file) }

  /// Reads the report and takes it away; nil where there is none.
  static func take(_ file: URL) -> ReportedFailure? {
    defer { unlink(file.path) }
    guard let bytes = try? InputFile.bytes(file.path, atMost: 1 << 16) else { return nil }
    return try? JSONText.decode(ReportedFailure.self, from: Data(bytes))
  }
}
