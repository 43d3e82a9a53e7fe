internal import Diagnostics
internal import Platform

extension StudyFolder {
  /// Takes over what a dataset says of the children by now, and marks the scans that are in it no more; nothing is measured.
  ///
  /// - Parameter dataset: the whole dataset.
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  public func follow(_ dataset: Dataset) throws(StudyError) {
    for scan in dataset.scans {
      let folder = folder(of: scan.name)
      try folder.change { folder.restated($0, by: scan) }
      guard folder.outcome != nil, let lock = try folder.lock() else { continue }
      _ = try folder.keepRating(of: scan)
      withExtendedLifetime(lock) {}
    }
    try markLeft(Set(dataset.scans.map(\.name)))
  }

  /// Marks the scans that have an outcome and are in the dataset no more.
  ///
  /// - Parameter scans: the names of all scans of the dataset.
  /// - Returns: the names of those that were left.
  @discardableResult func markLeft(_ scans: Set<String>) throws(StudyError) -> [String] {
    var names: [String] = []
    for folder in folders where !scans.contains(folder.name) && folder.outcome != nil {
      names.append(folder.name)
      try folder.change { outcome in
        var left = outcome
        left.hasLeft = true
        return left
      }
    }
    return names
  }

  /// The scans that are marked as having left the dataset.
  public var leftScans: [String] { folders.filter { $0.outcome?.hasLeft == true }.map(\.name) }
}
