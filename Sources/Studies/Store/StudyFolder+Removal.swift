internal import Diagnostics
internal import Platform

extension StudyFolder {
  /// Takes scans out of the study for good: their folders, and their rows in the store.
  ///
  /// - Parameter names: the scans.
  /// - Throws: ``StudyError``, such as ``StudyError/noSuchScan(name:)``, before anything is removed.
  public func remove(_ names: [String]) throws(StudyError) {
    for name in names {
      guard Self.isName(name), OnDisk.isFolder(folder(of: name).url) else { throw .noSuchScan(name: name) }
    }
    for folder in names.map(folder) {
      guard let lock = try FileLock(folder.lockFile) else { throw .busy(scan: folder.name) }
      defer { withExtendedLifetime(lock) {} }
      // The outcome first: what is left of a removal that was interrupted is no scan any more.
      unlink(folder.outcomeFile.path)
      do { try FileManager.default.removeItem(at: folder.url) } catch {
        throw .cannotWrite(path: folder.url.path, reason: .phrase("not_removed"))
      }
    }
    if OnDisk.isFile(storeFile) { try StudyStore(self).remove(names) }
  }
}
