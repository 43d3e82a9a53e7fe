public import Analysis
internal import Diagnostics
internal import Platform
internal import Reports
internal import ScanPipeline
internal import Workers

/// The surfaces of a study measured by another protocol; nothing is reconstructed, and the first measures stay.
public struct Remeasurement: Sendable {
  private let study: StudyFolder
  private let analysis: HeadAnalysis
  private let jobs: Int

  /// A measurement that is not begun.
  ///
  /// - Parameters:
  ///   - choices: the protocol.
  ///   - jobs: how many heads are measured at once.
  public init(of study: StudyFolder, by choices: MeasurementProtocol, options: AnalysisOptions, jobs: Int) {
    (self.study, self.jobs) = (study, jobs)
    analysis = HeadAnalysis(
      choices: choices, uncertainty: UncertaintyOptions(options.intervals), options: options)
  }

  /// What became of the scans.
  public struct Tally: Sendable, Equatable {
    /// Scans that were measured, those of which the CVAI is withheld, and those that have no surface to measure.
    public var measured = 0, withheld = 0, without = 0
    /// Scans whose surface could not be measured, and why.
    public var failed: [String: String] = [:]
  }

  /// Measures every scan of the study that has a surface.
  ///
  /// - Parameter progress: told after every scan, from any thread.
  /// - Throws: what kept a result from being stored, after all scans were tried.
  public func run(
    storing store: StudyStore?, progress: @escaping @Sendable () -> Void = {}
  ) throws -> Tally {
    let folders = study.folders
    let outcomes: [Outcome] = Workers(count: jobs).map(folders.count) { index in
      defer { progress() }
      return measure(folders[index])
    }
    var tally = Tally()
    for (folder, outcome) in zip(folders, outcomes) {
      switch outcome {
      case .measured: tally.measured += 1
      case .withheld: tally.withheld += 1
      case .without: tally.without += 1
      case .busy: tally.failed[folder.name] = Finding(.batchBusy).text()
      case .failed(let reason): tally.failed[folder.name] = reason
      }
      if let store, outcome != .without { try store.take(folder) }
    }
    return tally
  }

  private enum Outcome: Equatable {
    case measured, withheld, without, busy
    case failed(String)
  }

  private func measure(_ folder: ScanFolder) -> Outcome {
    let lock: FileLock
    do {
      guard let free = try FileLock(folder.lockFile) else { return .busy }
      lock = free
    } catch { return .failed(error.description) }
    return withExtendedLifetime(lock) {
      guard let outcome = folder.outcome, let made = outcome.result, let (_, digest) = folder.readResult(),
        digest == made
      else { return .without }
      do {
        let renewable = try RenewableResult.read(folder.result)
        let mesh = folder.result.appending(path: "mesh.ply")
        guard OnDisk.isFile(mesh), renewable.result.landmarks.source != nil else { return .without }
        let head = try HeadMesh.read(mesh, unit: .millimetres, cap: analysis.options.cap)
          .head(
            with: renewable.result.landmarks.estimates, of: folder.result.path,
            observer: renewable.result.landmarks.observer)
        var analysis = analysis.stating(hairMm: renewable.result.scan?.hairMm)
        analysis.cap = head.cap
        analysis.workers = Workers(count: 1)
        let result = renewable.remeasured(try MeshMeasurement.measure(head, analysis))
        try RemeasuredFile.write(result, in: folder, of: digest)
        return result.status == .complete ? .measured : .withheld
      } catch {
        return .failed((error as? any UserFacingError)?.description ?? "\(error)")
      }
    }
  }
}
