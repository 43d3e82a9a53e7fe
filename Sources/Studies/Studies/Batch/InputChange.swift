internal import Files
internal import Platform

/// What a scan was measured with and is another one by now. The raw value is its role in `outcome.json`.
public enum InputChange: String, Sendable, CaseIterable {
  case cap, landmarks, intrinsics
  /// What is stated of hair, age and sex.
  case facts = "stated"
}

/// Tells what has changed since scans were measured: of files that are as they were, by what the file system says, nothing is
/// read again.
public struct InputChanges: Sendable {
  /// What was found of a scan, and what it was found by.
  private var known: [String: (stamp: Stamp, changes: [InputChange])] = [:]

  private struct Stamp: Equatable {
    let files: [String?]
    let facts: String
  }

  /// Nothing is known yet.
  public init() {}

  /// What has changed of a scan since it was measured; nothing where it was not. Whether the recording itself is another one
  /// is not asked: measuring again finds out.
  public mutating func of(_ scan: DatasetScan, in study: StudyFolder, _ settings: ScanSettings) -> [InputChange] {
    let folder = study.folder(of: scan.name)
    let files: [(role: InputChange, file: URL?)] = [
      (.cap, scan.kind == .recording ? scan.cap : nil),
      (.landmarks, OnDisk.isFile(folder.landmarks) ? folder.landmarks : scan.landmarks),
      (.intrinsics, scan.intrinsics),
    ]
    let stamp = Stamp(
      files: ([folder.outcomeFile] + files.map(\.file)).map { $0.flatMap { OnDisk.stamp($0) } },
      facts: ScanDependencies.facts(scan, settings))
    if let known = known[scan.name], known.stamp == stamp { return known.changes }
    let changes = folder.outcome.map { outcome in
      // Of one that could not be begun it is not known what it would have been measured with.
      outcome.key.isEmpty ? [] : Self.changes(outcome, files, facts: stamp.facts)
    }
    known[scan.name] = (stamp, changes ?? [])
    return changes ?? []
  }

  private static func changes(
    _ outcome: ScanOutcome, _ files: [(role: InputChange, file: URL?)], facts: String
  ) -> [InputChange] {
    var changed = files.filter { role, file in
      let before = outcome.inputs[role.rawValue]
      // The cap of a batch, which none of its scans has, is no cap that was taken away.
      guard let file else { return before != nil && role != .cap }
      return Checksum.sha256(of: file) != before
    }.map(\.role)
    // Earlier versions did not note it.
    if let before = outcome.inputs[InputChange.facts.rawValue], before != facts { changed.append(.facts) }
    return changed
  }
}
