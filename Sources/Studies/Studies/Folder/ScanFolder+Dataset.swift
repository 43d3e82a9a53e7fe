internal import Files

extension ScanFolder {
  /// An outcome with what the dataset says of the child by now; of what it does not say, the recording may know more. What
  /// the dataset said once and says no more is gone.
  func restated(_ outcome: ScanOutcome, by scan: DatasetScan) -> ScanOutcome {
    var restated = outcome
    (restated.source, restated.cohort, restated.hasLeft) = (scan.source, scan.cohort, nil)
    restated.stated = scan.description.completed(by: outcome.recorded ?? ScanDescription())
    return restated
  }

  /// Changes an outcome that stands, if there is one and nobody else is working on the scan.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func change(_ change: (ScanOutcome) -> ScanOutcome) throws(StudyError) {
    guard let first = outcome, change(first) != first, let lock = try lock() else { return }
    defer { withExtendedLifetime(lock) {} }
    // Read again: it may have been another one until the lock was ours.
    guard let outcome else { return }
    let changed = change(outcome)
    if changed != outcome { try write(changed) }
  }
}
