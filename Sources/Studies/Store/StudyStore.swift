internal import GRDB
public import Platform

/// The store of a study: `study.sqlite`, made of the files of its scans, and made anew from them at any time.
public final class StudyStore: Sendable {
  let queue: DatabaseQueue
  private let path: String

  /// How long a writer waits for another one, seconds: a batch may be storing a scan, a rebuild all of them.
  private static let patience = 60.0

  /// Opens the store of a study, and makes it where there is none.
  ///
  /// - Throws: ``StudyError/badStore(path:reason:)``, ``StudyError/laterStore(path:)``.
  public convenience init(_ study: StudyFolder) throws(StudyError) { try self.init(study, isNew: true) }

  /// Opens a store that is there.
  ///
  /// - Throws: ``StudyError/noStore(path:)`` where nothing was stored yet.
  public convenience init(reading study: StudyFolder) throws(StudyError) {
    guard OnDisk.isFile(study.storeFile) else { throw .noStore(path: study.root.path) }
    try self.init(study, isNew: false)
  }

  private init(_ study: StudyFolder, isNew: Bool) throws(StudyError) {
    let path = study.storeFile.path
    // One at a time: two runs that both find an empty file would both make its tables.
    let lock = isNew ? FileLock(study.root.appending(path: ".store.lock"), waits: true) : nil
    do {
      queue = try withExtendedLifetime(lock) {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.patience)
        // Readers go on while a scan is stored; what was committed survives the end of any process.
        if isNew { configuration.journalMode = .wal }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let migrator = StoreSchema.migrator
        if try queue.read(migrator.hasBeenSuperseded) { throw StudyError.laterStore(path: path) }
        if isNew {
          try migrator.migrate(queue)
        } else if try !queue.read(migrator.hasCompletedMigrations) {
          throw StudyError.noStore(path: study.root.path)
        }
        return queue
      }
    } catch let error as StudyError { throw error } catch { throw Self.fault(error, path) }
    self.path = path
  }

  /// Stores what became of one scan, in the place of what was stored of it.
  func take(_ folder: ScanFolder) throws(StudyError) {
    guard let scan = StoredScan(folder) else { return }
    try write { db in try scan.write(db) }
  }

  /// Stores what was not stored yet, or has changed since: where a run was killed between a scan's outcome and its row.
  public func bringUpToDate(_ study: StudyFolder) throws(StudyError) {
    let stored = try read { db in
      try Row.fetchAll(db, sql: "SELECT scan, digest FROM scans").reduce(into: [String: String]()) { all, row in
        all[row["scan"]] = row["digest"]
      }
    }
    var here: Set<String> = []
    for folder in study.folders {
      guard let bytes = folder.outcomeBytes else { continue }
      here.insert(folder.name)
      if stored[folder.name] != StoredScan.digest(folder, outcome: bytes) { try take(folder) }
    }
    let gone = stored.keys.filter { !here.contains($0) }
    if !gone.isEmpty {
      try write { db in
        for scan in gone { try db.execute(sql: "DELETE FROM scans WHERE scan = ?", arguments: [scan]) }
      }
    }
  }

  /// Makes the store of a study anew from the files of its scans, all at once: readers see the old rows until the new
  /// ones are all there.
  ///
  /// - Returns: how many scans it holds.
  public static func rebuild(_ study: StudyFolder) throws(StudyError) -> Int {
    let store: StudyStore
    do { store = try StudyStore(study) } catch {
      guard case .badStore = error else { throw error }
      // A file that SQLite can't read holds nothing that the files of the scans don't.
      for ending in ["", "-wal", "-shm"] { unlink(study.storeFile.path + ending) }
      store = try StudyStore(study)
    }
    return try store.write { db in
      try db.execute(sql: "DELETE FROM scans")
      var count = 0
      for folder in study.folders {
        guard let scan = StoredScan(folder) else { continue }
        try scan.write(db)
        count += 1
      }
      return count
    }
  }

  func read<Value>(_ work: (Database) throws -> Value) throws(StudyError) -> Value {
    do { return try queue.read(work) } catch let error as StudyError { throw error } catch {
      throw Self.fault(error, path)
    }
  }

  private func write<Value>(_ work: (Database) throws -> Value) throws(StudyError) -> Value {
    do { return try queue.write(work) } catch let error as StudyError { throw error } catch {
      throw Self.fault(error, path)
    }
  }

  private static func fault(_ error: any Error, _ path: String) -> StudyError {
    let reason = (error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(type(of: error))"
    return .badStore(path: path, reason: reason)
  }
}
