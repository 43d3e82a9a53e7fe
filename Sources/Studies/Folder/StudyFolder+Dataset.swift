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

  /// Takes scans out of the study for good: their folders, and their rows in the store.
  ///
  /// - Parameter names: the scans.
  /// - Throws: ``StudyError``, such as ``StudyError/noSuchScan(name:)``, before anything is removed.
  public func remove(_ names: [String]) throws(StudyError) {
    for name in names {
      guard Self.isName(name), DatasetPlace.isFolder(folder(of: name).url) else { throw .noSuchScan(name: name) }
    }
    for folder in names.map(folder) {
      guard let lock = try ScanLock(folder.lockFile) else { throw .busy(scan: folder.name) }
      defer { withExtendedLifetime(lock) {} }
      // The outcome first: what is left of a removal that was interrupted is no scan any more.
      unlink(folder.outcomeFile.path)
      do { try FileManager.default.removeItem(at: folder.url) } catch {
        throw .cannotWrite(path: folder.url.path, reason: .phrase("not_removed"))
      }
    }
    if DatasetPlace.isFile(storeFile) { try StudyStore(self).remove(names) }
  }

  /// The scans that are marked as having left the dataset.
  public var leftScans: [String] { folders.filter { $0.outcome?.hasLeft == true }.map(\.name) }
}
