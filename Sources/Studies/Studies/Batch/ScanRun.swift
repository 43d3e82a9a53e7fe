internal import Diagnostics
internal import Platform
internal import Reports
internal import Files

/// The run of one scan, in processes of its own: what goes in, what comes out, and what becomes of it where that fails.
struct ScanRun {
  let scan: DatasetScan
  let folder: ScanFolder
  let inputs: ScanDependencies
  let options: BatchOptions

  /// Measures the scan; nil where it was called off, which is no outcome.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func outcome(isCancelled: () -> Bool) throws(StudyError) -> ScanOutcome? {
    // A batch that was killed may have left these files; an earlier version called the job `.stated.json`.
    for left in [folder.failureFile, folder.jobFile, folder.progressFile, folder.url.appending(path: ".stated.json")] {
      unlink(left.path)
    }
    if let fault = inputs.fault { return refusal(fault) }
    if scan.kind == .mesh, inputs.landmarks == nil, !options.findsLandmarks { return refusal(Finding(.batchToPick)) }
    defer { for file in [folder.jobFile, folder.progressFile] { unlink(file.path) } }
    var (seconds, peak) = (0.0, Int?.none)
    for job in ScanJob.all(scan, inputs, folder, options) {
      try job.write(to: folder.jobFile)
      let end = WatchedProcess(
        // What the program says last is looked through for English words.
        options.program, [ScanJob.verb, folder.jobFile.path, "--language", "en"],
        limits: ProcessLimits(time: options.limits.time.map { $0 - seconds }, memory: options.limits.memory)
      ).run(isCancelled: isCancelled)
      seconds += end.seconds
      peak = [peak, end.peakMemory].compactMap(\.self).max()
      if case .cancelled = end.way { return nil }
      if end.way == .exited(0), job.step == .landmarks { continue }
      var outcome = judged(end, isSearch: job.step == .landmarks)
      (outcome.seconds, outcome.peakMemoryMb) = (
        rounded(seconds, 3), peak.map { rounded(Double($0) / 1e6, 1) }
      )
      return outcome
    }
    return nil
  }

  /// What becomes of a scan that is not begun.
  private func refusal(_ finding: Finding) -> ScanOutcome {
    made(ScanOutcome.Status(withheldBy: finding.code), finding)
  }

  /// What became of a scan by how its program ended.
  private func judged(_ end: ProcessEnd, isSearch: Bool) -> ScanOutcome {
    let failure = ReportedFailure.take(folder.failureFile)
    switch end.way {
    case .exited(0), .exited(2):
      var outcome = isSearch ? made(.withheld, Finding(.batchToPick)) : finished()
      if case .exited(let code) = end.way { outcome.exitCode = code }
      return outcome
    case .exited(let code):
      // Memory that the system refuses ends in an error of a bridge as well as in a crash.
      var outcome =
        ranOut(end) ? made(.failed, memoryFinding) : made(.failed, Finding(.batchFailed, ["code": .count(Int(code))]))
      if let failure, !ranOut(end) {
        (outcome.code, outcome.reason) = (failure.code, NeutralPaths(scan, folder, options).text(failure.text))
      }
      outcome.exitCode = code
      return outcome
    case .signalled(let number):
      let crash = Finding(
        .batchCrashed,
        ["signal": .count(Int(number)), "words": .text((end.tellingWords ?? "–").printable(limit: 200))])
      var outcome = made(.failed, ranOut(end) ? memoryFinding : crash)
      outcome.signal = number
      return outcome
    case .timeLimit:
      return made(.failed, Finding(.batchTimeLimit, ["limit_s": .exact(options.limits.time ?? 0, unit: "s")]))
    case .memoryLimit: return made(.failed, memoryFinding)
    case .cancelled, .notStarted:
      let reason = if case .notStarted(let reason) = end.way { reason } else { "" }
      return made(.failed, Finding(.batchNotStarted, ["reason": .text(reason)]))
    }
  }

  /// True where a program that was given a wall died of it: it says so in its last words, in those of Swift, C++ or the
  /// system.
  private func ranOut(_ end: ProcessEnd) -> Bool {
    guard let limit = options.limits.memory else { return false }
    let signs = ["allocate memory", "bad_alloc", "out of memory", "failed to allocate", "insufficient memory"]
    return (end.peakMemory ?? 0) > limit
      || end.lastWords.contains { line in signs.contains { line.lowercased().contains($0) } }
  }

  private var memoryFinding: Finding {
    Finding(.batchMemoryLimit, ["limit": .number(Double(options.limits.memory ?? 0) / 1e6, decimals: 0, unit: "MB")])
  }

  /// What became of a scan that went through.
  private func finished() -> ScanOutcome {
    guard let last = folder.lastResult else { return made(.failed, Finding(.batchNoResult)) }
    let result = last.result
    let index = result.measures[result.protocol.index]
    var outcome = made(result.status == .complete ? .complete : .withheld, nil)
    if result.status != .complete {
      (outcome.code, outcome.reason) = (index?.code ?? result.findings.first?.code.rawValue, index?.reason)
    }
    // The result may know facts that nobody had stated before.
    if let known = result.scan?.beyond(scan.description), !known.isEmpty {
      outcome.recorded = known
      outcome.stated = scan.description.completed(by: known)
    }
    outcome.result = last.digest
    return outcome
  }

  private func made(_ status: ScanOutcome.Status, _ finding: Finding?) -> ScanOutcome {
    ScanOutcome(
      scan, status: status, code: finding?.code.rawValue,
      reason: finding.map { NeutralPaths(scan, folder, options).text($0.text()) }, key: inputs.key,
      inputs: inputs.digests.merging([InputChange.facts.rawValue: ScanDependencies.facts(scan, options.settings)]) {
        $1
      },
      content: inputs.content, version: options.version)
  }
}

extension ScanOutcome.Status {
  /// What becomes of a scan that is not begun: it waits for somebody, or it can't be measured as it is.
  init(withheldBy code: FindingCode) {
    self = [.datasetTwin, .batchToPick, .batchOtherPicks].contains(code) ? .withheld : .failed
  }
}
