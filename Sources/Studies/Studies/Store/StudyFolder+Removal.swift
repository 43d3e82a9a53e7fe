internal import Diagnostics
internal import Platform

extension StudyFolder {
  /// How much was taken out.
  public struct Removed: Sendable, Equatable {
    /// Scans, and ranges of motion.
    public let scans: Int, motions: Int
  }

  /// Takes scans and ranges of motion out of the study for good: their folders, and their rows in the store.
  ///
  /// - Parameter names: those of scans or of ranges of motion.
  /// - Throws: ``StudyError``, such as ``StudyError/noSuchScan(name:)``, before anything is removed.
  @discardableResult public func remove(_ names: [String]) throws(StudyError) -> Removed {
    let names = Set(names).sorted()
    let scans = names.filter(Self.isName).map(folder).filter { OnDisk.isFolder($0.url) }
    let motions = motions.filter { names.contains($0.lastPathComponent) && OnDisk.isFolder($0) }
    // What a link holds would stay, and the scan would be told to be removed.
    if let link = (scans.map(\.url) + motions).lazy.compactMap({ ScanFolder.linkOut(at: $0) }).first {
      throw .leadsOut(path: link)
    }
    let known = Set(scans.map(\.name) + motions.map(\.lastPathComponent))
    if let other = names.first(where: { !known.contains($0) }) { throw .noSuchScan(name: other) }
    try removeFolders(scans)
    for motion in motions {
      unlink(motion.appending(path: "motion.json").path)
      try removeFolder(motion)
    }
    if OnDisk.isFile(storeFile) { try StudyStore(self).remove(names) }
    return Removed(scans: scans.count, motions: motions.count)
  }

  private func removeFolders(_ scans: [ScanFolder]) throws(StudyError) {
    for folder in scans {
      guard let lock = try folder.lock() else { throw .busy(scan: folder.name) }
      defer { withExtendedLifetime(lock) {} }
      // The outcome first: what is left of a removal that was interrupted is no scan any more.
      unlink(folder.outcomeFile.path)
      try removeFolder(folder.url)
    }
  }

  private func removeFolder(_ folder: URL) throws(StudyError) {
    do { try FileManager.default.removeItem(at: folder) } catch {
      throw .cannotWrite(path: folder.path, reason: .phrase("not_removed"))
    }
  }
}
