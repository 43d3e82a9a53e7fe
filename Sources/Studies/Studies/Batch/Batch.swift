public import Diagnostics
internal import Files
public import Platform
internal import Reports
internal import Synchronization
internal import Workers

/// Every scan of a dataset, measured in a process of its own: what is done is passed over, and what goes wrong stays with
/// its scan.
public struct Batch: Sendable {
  private let scans: [DatasetScan]
  private let study: StudyFolder
  private let store: StudyStore?
  private let options: BatchOptions

  /// Between two looks at a scan that another batch is working on, microseconds.
  private static let pause: UInt32 = 300_000

  /// A batch that is not begun.
  ///
  /// - Parameter store: where outcomes are stored, too; nil to leave that to a later `study rebuild`.
  public init(_ scans: [DatasetScan], in study: StudyFolder, store: StudyStore?, _ options: BatchOptions) {
    (self.scans, self.study, self.store, self.options) = (scans, study, store, options)
  }

  /// What would be done with a scan.
  public enum Plan: Sendable, Equatable {
    /// The scan is measured: for the first time, or because something has changed.
    case run
    /// The scan failed before and is tried again.
    case retry
    /// The scan's outcome stands.
    case known(ScanOutcome)
    /// The scan can't be measured as it is, or is not to be.
    case refused(Finding)
  }

  /// What would be done with every scan; nothing is measured.
  public func plan() -> [(scan: DatasetScan, plan: Plan)] {
    scans.map { scan in
      let folder = study.folder(of: scan.name)
      if let link = folder.linkOut { return (scan, .refused(.leadsOut(link, in: folder.url))) }
      // Where there is no outcome yet, no recording need be read to know what is to be done.
      let inputs = folder.outcome == nil ? nil : ScanDependencies(scan, folder, options)
      let plan = inputs.map { self.plan(folder, $0) } ?? Plan.run
      guard case .run = plan, let fault = inputs?.fault ?? scan.fault else { return (scan, plan) }
      return (scan, .refused(fault))
    }
  }

  private func plan(_ folder: ScanFolder, _ inputs: ScanDependencies) -> Plan {
    guard let outcome = folder.outcome, outcome.key == inputs.key, outcome.result == nil || isWhole(outcome, folder)
    else { return .run }
    return outcome.status == .failed && options.retriesFailed ? .retry : .known(outcome)
  }

  /// Whether the result is the one that the outcome is of: a run with other options may have been killed since.
  private func isWhole(_ outcome: ScanOutcome, _ folder: ScanFolder) -> Bool { folder.resultDigest == outcome.result }

  /// Works through the scans.
  ///
  /// - Parameters:
  ///   - progress: told after every scan, from any thread, one at a time.
  ///   - waiting: told once of each scan that only another batch keeps from being settled.
  ///   - isCancelled: once it is true, running scans are ended and no other is begun.
  /// - Returns: what became of each scan that was settled, by name.
  /// - Throws: what keeps outcomes from being written or stored; no other scan is begun then. Where only the folder of one
  ///   scan can't be written, that scan has failed, and the others go on.
  public func run(
    progress: @escaping @Sendable (BatchProgress) -> Void = { _ in },
    waiting: @escaping @Sendable (DatasetScan) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> BatchSummary {
    try study.checkScansFolder()
    var remarks = try store?.bringUpToDate(study).remarks ?? []
    let count = RunCount(total: scans.count)
    let told = { @Sendable (outcome: ScanOutcome, wasKnown: Bool) in
      count.add(isNew: !wasKnown, hasFailed: outcome.status == .failed) { [total = scans.count] done, secondsLeft in
        progress(
          BatchProgress(done: done, total: total, last: outcome, wasKnown: wasKnown, secondsLeft: secondsLeft))
      }
    }
    let queue = ScanQueue(scans)
    Workers(count: min(options.jobs, scans.count)).together {
      while count.firstFailure == nil, !isCancelled(), let scan = queue.next() {
        do {
          guard let outcome = try settle(scan, told, isCancelled: isCancelled) else {
            // Somebody else is at it: what they make of it is taken over, or done here where they died.
            if queue.putBack(scan), !isCancelled() { waiting(scan) }
            usleep(Self.pause)
            continue
          }
          queue.settle(outcome)
        } catch { count.fail(error) }
      }
    }
    if let failure = count.firstFailure { throw failure }
    if options.isWholeDataset, !isCancelled() {
      let left = try study.markLeft(Set(scans.map(\.name)))
      try store?.bringUpToDate(study)
      remarks = remarks.filter { $0.code != .datasetLeft } + Finding.left(left)
    }
    // A judgement that is lost is nobody's finding of the scan's own.
    remarks += scans.flatMap(\.findings).filter { $0.code == .datasetBadRating }
    return BatchSummary(
      queue.outcomes, total: scans.count, remarks: remarks, scansAnHour: count.scansAnHour)
  }

  /// Measures one scan or finds that it is done; nil where another batch has it, and where the work was called off.
  ///
  /// - Parameter told: takes in what became of the scan.
  private func settle(
    _ scan: DatasetScan, _ told: (ScanOutcome, _ wasKnown: Bool) -> Void, isCancelled: () -> Bool
  ) throws(StudyError) -> ScanOutcome? {
    let folder = study.folder(of: scan.name)
    do {
      guard let lock = try folder.lock() else { return nil }
      defer { withExtendedLifetime(lock) {} }
      try folder.checkOutcome()
      let isRatedAnew = try folder.keepRating(of: scan)
      let inputs = ScanDependencies(scan, folder, options)
      if case .known(let known) = plan(folder, inputs) {
        // What the dataset says of the child by now is taken over.
        var outcome = folder.restated(known, by: scan)
        // An earlier version kept the words of a failure as they were.
        outcome.reason = outcome.reason.map(NeutralPaths(scan, folder, options).text)
        if outcome != known || isRatedAnew { try save(outcome, folder) }
        told(outcome, true)
        return outcome
      }
      let run = ScanRun(scan: scan, folder: folder, inputs: inputs, options: options)
      guard let outcome = try run.outcome(isCancelled: isCancelled) else { return nil }
      try save(outcome, folder)
      told(outcome, false)
      return outcome
    } catch {
      // One folder that can't be written is a matter of its scan; a full disk is one of all.
      switch error {
      case .cannotWrite, .leadsOut: break
      default: throw error
      }
      try study.checkScansFolder()
      let outcome = ScanOutcome(
        scan, status: .failed, code: error.code.rawValue,
        reason: NeutralPaths(scan, folder, options).text(error.description), key: "", inputs: [:],
        version: options.version)
      told(outcome, false)
      return outcome
    }
  }

  private func save(_ outcome: ScanOutcome, _ folder: ScanFolder) throws(StudyError) {
    try folder.write(outcome)
    try store?.take(folder)
  }
}

/// The scans that are still to be settled, and what became of the others.
private final class ScanQueue: Sendable {
  private let state: Mutex<(waiting: [DatasetScan], settled: [ScanOutcome], looks: [String: Int])>

  init(_ scans: [DatasetScan]) { state = Mutex((scans.reversed(), [], [:])) }

  func next() -> DatasetScan? { state.withLock { $0.waiting.popLast() } }

  /// Puts a scan behind all others.
  ///
  /// - Returns: whether that is so for the second time: nothing else was left to do meanwhile.
  func putBack(_ scan: DatasetScan) -> Bool {
    state.withLock { state in
      state.waiting.insert(scan, at: 0)
      state.looks[scan.name, default: 0] += 1
      return state.looks[scan.name] == 2
    }
  }

  func settle(_ outcome: ScanOutcome) { state.withLock { $0.settled.append(outcome) } }

  var outcomes: [ScanOutcome] { state.withLock { $0.settled } }
}

extension Batch {
  /// What would be done, a line a scan.
  public static func table(_ plans: [(scan: DatasetScan, plan: Plan)], _ language: Language) -> String {
    var table = TextTable()
    for (scan, plan) in plans {
      switch plan {
      case .run: table.add(scan.name, language("batch.plan_run"), scan.source)
      case .retry: table.add(scan.name, language("batch.plan_retry"), scan.source)
      case .known(let outcome):
        table.add(
          scan.name, language("batch.plan_known"), language.term(outcome.status.rawValue, of: "outcome"),
          outcome.code ?? "")
      case .refused(let finding):
        table.add(scan.name, language("batch.plan_refused"), finding.code.rawValue, finding.text(language))
      }
    }
    return table.text
  }

  /// What would be done as JSON: a name and a word for each scan.
  public static func json(_ plans: [(scan: DatasetScan, plan: Plan)]) throws -> Data {
    try JSONText.encode(
      plans.map { scan, plan in
        let word =
          switch plan {
          case .run: "run"
          case .retry: "retry"
          case .known: "known"
          case .refused: "refused"
          }
        return ["scan": scan.name, "plan": word, "source": scan.source]
      })
  }
}
