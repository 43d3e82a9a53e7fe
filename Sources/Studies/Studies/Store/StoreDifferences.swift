internal import Diagnostics

/// What of a study's files is not in its store yet, or no more.
struct StoreDifferences {
  /// The folders of scans whose rows are missing or old.
  private(set) var changed: [ScanFolder] = []
  /// Scans that are stored, and have no outcome any more.
  private(set) var gone: [String] = []
  /// What is said of folders that are passed over.
  private(set) var remarks: [Finding] = []

  /// Compares the folders of a study with what is stored.
  ///
  /// - Parameter stored: the digest of what the rows of each scan were made from.
  init(_ study: StudyFolder, _ stored: [String: String]) {
    var here: Set<String> = []
    for folder in study.folders {
      guard let bytes = folder.outcomeBytes else {
        remarks += folder.remarks
        continue
      }
      // Rows are made of outcomes that can be read only: what is as it was need not be read again.
      let isStored = stored[folder.name] == StoredScan.digest(folder, outcome: bytes)
      let said = isStored ? [] : folder.remarks(on: bytes)
      guard said.isEmpty else {
        remarks += said
        continue
      }
      here.insert(folder.name)
      if !isStored { changed.append(folder) }
    }
    gone = stored.keys.filter { !here.contains($0) }.sorted()
  }
}
