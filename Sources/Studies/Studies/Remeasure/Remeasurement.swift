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

  /// How many scans were measured, and how many were not.
  public struct Tally: Sendable, Equatable {
    /// Scans that were measured, those of which the CVAI is withheld, and those that have no surface to measure.
    public var measured = 0, withheld = 0, without = 0
    /// How many of the first two had been measured so before, and were passed over.
    public var known = 0
    /// Scans whose surface could not be measured, and why.
    public var failed: [String: String] = [:]
  }

  /// Measures every scan of the study that has a surface. Each is stored as soon as it is measured, and what is there already
  /// by the same protocol, options and version on the same surface is passed over: a run that was killed is continued.
  ///
  /// - Parameter progress: told after every scan that was measured, from any thread, one at a time.
  /// - Throws: what kept a result from being stored, after all scans were tried.
  public func run(
    storing store: StudyStore?, progress: @escaping @Sendable (RemeasurementProgress) -> Void = { _ in }
  ) throws -> Tally {
    let folders = study.folders
    let count = RunCount(total: folders.count)
    let outcomes: [Outcome] = Workers(count: jobs).map(folders.count) { index in
      let folder = folders[index]
      let outcome = measure(folder)
      // A scan that was known, or that has nothing to measure, has not changed; a reader stores the rest of a killed run.
      if outcome.isNew, let store {
        do { try store.take(folder) } catch { count.fail(error) }
      }
      count.add(isNew: outcome.isNew) { done, secondsLeft in
        guard let status = outcome.status else { return }
        progress(
          RemeasurementProgress(
            done: done, total: folders.count, scan: folder.name, status: status, secondsLeft: secondsLeft))
      }
      return outcome
    }
    var tally = Tally()
    for (folder, outcome) in zip(folders, outcomes) {
      switch outcome {
      case .measured(let isComplete, let isNew):
        if isComplete { tally.measured += 1 } else { tally.withheld += 1 }
        if !isNew { tally.known += 1 }
      case .without: tally.without += 1
      case .busy: tally.failed[folder.name] = Finding(.batchBusy).text()
      case .failed(let reason): tally.failed[folder.name] = reason
      }
    }
    if let failure = count.firstFailure { throw failure }
    return tally
  }

  private enum Outcome: Equatable {
    case measured(isComplete: Bool, isNew: Bool)
    case without, busy
    case failed(String)

    var isNew: Bool { if case .measured(_, let isNew) = self { isNew } else { false } }

    /// The scan's status for the line about it; nil for a scan without a line.
    var status: ScanOutcome.Status? {
      switch self {
      case .measured(let isComplete, let isNew): isNew ? (isComplete ? .complete : .withheld) : nil
      case .without: nil
      case .busy, .failed: .failed
      }
    }
  }

  private func measure(_ folder: ScanFolder) -> Outcome {
    let lock: FileLock
    do {
      guard let free = try folder.lock() else { return .busy }
      lock = free
    } catch { return .failed(error.description) }
    return withExtendedLifetime(lock) {
      guard let outcome = folder.outcome, let last = folder.lastResult, last.digest == outcome.result else {
        return .without
      }
      if let known = RemeasuredFile.known(analysis, in: folder, of: last.digest) {
        return .measured(isComplete: known.status == .complete, isNew: false)
      }
      do {
        guard OnDisk.isFile(last.mesh), last.result.landmarks.source != nil else { return .without }
        let head = try HeadMesh.read(last.mesh, unit: .millimetres)
          .head(
            with: last.result.landmarks.estimates, of: folder.result.path,
            observer: last.result.landmarks.observer)
        var analysis = analysis.stating(hairMm: last.result.scan?.hairMm)
        analysis.cap = head.cap
        analysis.workers = Workers(count: 1)
        let result = last.renewed(try MeshMeasurement.measure(head, analysis))
        try RemeasuredFile.write(result, by: self.analysis, in: folder, of: last.digest)
        return .measured(isComplete: result.status == .complete, isNew: true)
      } catch {
        return .failed((error as? any UserFacingError)?.description ?? "\(error)")
      }
    }
  }
}

/// How far a remeasurement has come: told after every scan that was measured or failed.
public struct RemeasurementProgress: Sendable {
  /// How many scans were looked at, and how many there are.
  public let done: Int, total: Int
  /// The scan, and how it went.
  public let scan: String, status: ScanOutcome.Status
  /// Seconds until all are done, by those that were measured so far; nil before the first.
  public let secondsLeft: Double?
}
