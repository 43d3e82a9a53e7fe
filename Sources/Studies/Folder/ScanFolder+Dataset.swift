internal import ScanDescriptions

extension ScanFolder {
  /// An outcome with what the dataset says of the child by now; of what it does not say, the result may know more.
  func restated(_ outcome: ScanOutcome, by scan: DatasetScan) -> ScanOutcome {
    var restated = outcome
    (restated.source, restated.cohort, restated.hasLeft) = (scan.source, scan.cohort, nil)
    guard outcome.stated != scan.description else { return restated }
    restated.stated = scan.description
    if let made = outcome.result, let (result, digest) = readResult(), digest == made, let known = result.scan {
      restated.stated = scan.description.completed(by: known)
    }
    return restated
  }

  /// Changes an outcome that stands, if there is one and nobody else is working on the scan.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func change(_ change: (ScanOutcome) -> ScanOutcome) throws(StudyError) {
    guard let first = outcome, change(first) != first, let lock = try FileLock(lockFile) else { return }
    defer { withExtendedLifetime(lock) {} }
    // Read again: it may have been another one until the lock was ours.
    guard let outcome else { return }
    let changed = change(outcome)
    if changed != outcome { try write(changed) }
  }
}
