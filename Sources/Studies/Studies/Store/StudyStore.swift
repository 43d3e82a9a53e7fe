public import Diagnostics
internal import GRDB
internal import GRDBSQLite
internal import Platform
internal import Workers

/// The store of a study: `study.sqlite`, made of the files of its scans, and made anew from them at any time.
public final class StudyStore: Sendable {
  let queue: DatabaseQueue
  private let path: String

  /// How long a writer waits for another one, seconds: a batch may be storing a scan, a rebuild all of them.
  private static let patience = 60.0

  /// Opens the store of a study, and makes it where there is none.
  ///
  /// - Throws: ``StudyError``, such as ``StudyError/damagedStore(path:reason:)``.
  public convenience init(_ study: StudyFolder) throws(StudyError) {
    let lock = try Self.lock(study)
    try self.init(study, isNew: true, Self.patience)
    withExtendedLifetime(lock) {}
  }

  /// Opens a store that is there, as it is.
  ///
  /// - Throws: ``StudyError/noStore(path:)`` where nothing was stored yet.
  public convenience init(reading study: StudyFolder) throws(StudyError) {
    guard OnDisk.isFile(study.storeFile) else { throw .noStore(path: study.root.path) }
    try self.init(study, isNew: false, Self.patience)
  }

  /// Opens a store that is there and brings it up to date: ratings and results may have come since.
  ///
  /// Where it can't be written, or is busy for long, it is made in memory.
  ///
  /// - Returns: the store, and what should be known of it.
  /// - Throws: ``StudyError/noStore(path:)`` where nothing was stored yet.
  public static func current(of study: StudyFolder) throws(StudyError) -> (store: StudyStore, remarks: [Finding]) {
    guard OnDisk.isFile(study.storeFile) else { throw .noStore(path: study.root.path) }
    if let store = try? StudyStore(reading: study), try store.isCurrent(study) { return (store, try store.leftScans()) }
    do {
      let store = try StudyStore(study)
      return (store, try store.bringUpToDate(study).remarks)
    } catch {
      guard error.isRefusalToWrite else { throw error }
      // Somebody else's study, or a full disk: all that is stored comes from files that can be read all the same.
      let store = try StudyStore(inMemoryFor: study)
      return (store, try store.fill(study).remarks)
    }
  }

  /// An empty store of the same tables, in no file.
  private init(inMemoryFor study: StudyFolder) throws(StudyError) {
    path = study.storeFile.path
    do {
      queue = try DatabaseQueue(configuration: Self.configuration)
      try StoreSchema.migrator.migrate(queue)
    } catch { throw StudyError(storing: error, study.storeFile.path) }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(collation: ProtocolVersions.collation)
      // A store that was received may hold a text of a gigabyte.
      sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, largestText)
    }
    return configuration
  }

  /// No text and no row of a store is longer, in bytes: a reason is a sentence, a path has at most 4096.
  private static let largestText: Int32 = 1 << 20

  private init(_ study: StudyFolder, isNew: Bool, _ patience: Double) throws(StudyError) {
    let path = study.storeFile.path
    do {
      var configuration = Self.configuration
      configuration.busyMode = .timeout(patience)
      // Readers go on while a scan is stored; what was committed survives the end of any process.
      if isNew { configuration.journalMode = .wal }
      queue = try DatabaseQueue(path: path, configuration: configuration)
      let migrator = StoreSchema.migrator
      if try queue.read(migrator.hasBeenSuperseded) { throw StudyError.laterStore(path: path) }
      if isNew {
        try migrator.migrate(queue)
      } else if try !queue.read(migrator.hasCompletedMigrations) {
        let isEmpty = try queue.read(migrator.appliedIdentifiers).isEmpty
        throw isEmpty ? StudyError.noStore(path: study.root.path) : .earlierStore(path: path)
      }
      guard try queue.read(StoreSchema.isOurs) else {
        throw StudyError.damagedStore(path: path, reason: "other tables or views")
      }
    } catch let error as StudyError { throw error } catch { throw StudyError(storing: error, path) }
    self.path = path
  }

  deinit { queue.end() }

  /// One at a time: two runs that both find an empty file would both make its tables.
  private static func lock(_ study: StudyFolder) throws(StudyError) -> FileLock? {
    try FileLock(study.root.appending(path: ".store.lock"), waits: true)
  }

  // MARK: Writing

  /// Stores what became of one scan, in the place of what was stored of it.
  ///
  /// - Returns: what of its files was passed over.
  @discardableResult func take(_ folder: ScanFolder) throws(StudyError) -> [Finding] {
    guard let scan = StoredScan(folder) else { return folder.remarks }
    try write { db in try scan.write(db) }
    return scan.remarks
  }

  /// Whether the files of the scans are those that the store was last compared with, by what the file system says of them.
  private func isCurrent(_ study: StudyFolder) throws(StudyError) -> Bool {
    try read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == StudyStamp.of(study)
  }

  /// The scans whose rows are not those of their files: to be stored, and gone.
  private func differences(_ study: StudyFolder) throws(StudyError) -> StoreDifferences {
    let stored = try read { db in
      try Row.fetchAll(db, sql: "SELECT scan, digest FROM scans").reduce(into: [String: String]()) { all, row in
        all[row["scan"]] = row["digest"]
      }
    }
    return StoreDifferences(study, stored)
  }

  /// Stores what was not stored yet, or has changed since: where a run was killed between a scan's outcome and its row.
  ///
  /// - Returns: how many scans were stored, and what was passed over.
  @discardableResult public func bringUpToDate(_ study: StudyFolder) throws(StudyError) -> StoreUpdate {
    // Taken before anything is read: what changes meanwhile is seen the next time.
    let stamp = StudyStamp.of(study)
    let differences = try differences(study)
    var update = StoreUpdate()
    for folder in differences.changed {
      let remarks = try take(folder)
      update.remarks += remarks
      update.scans += 1
    }
    if !differences.gone.isEmpty {
      try write { db in
        for scan in differences.gone { try db.execute(sql: "DELETE FROM scans WHERE scan = ?", arguments: [scan]) }
      }
    }
    update.remarks += differences.remarks
    let motions = try read { try MotionDifferences(study, $0) }
    if !motions.isEmpty { try write { try motions.write($0) } }
    update.motions = motions.changed.count
    update.remarks += motions.remarks
    update.remarks += try leftScans()
    try keep(stamp)
    return update
  }

  private func keep(_ stamp: Int) throws(StudyError) {
    guard try read({ try Int.fetchOne($0, sql: "PRAGMA user_version") }) != stamp else { return }
    try write { try $0.execute(sql: "PRAGMA user_version = \(stamp)") }
  }

  /// Makes the store of a study anew from the files of its scans, all at once: readers see the old rows until the new
  /// ones are all there. A damaged file is put aside; one that is merely busy, or can't be written, stays as it is.
  ///
  /// - Parameter patience: how long to wait for another writer, seconds.
  /// - Returns: how many scans it holds, and what was passed over.
  public static func rebuild(_ study: StudyFolder) throws(StudyError) -> StoreUpdate {
    try rebuild(study, patience: patience)
  }

  static func rebuild(_ study: StudyFolder, patience: Double) throws(StudyError) -> StoreUpdate {
    let lock = try lock(study)
    defer { withExtendedLifetime(lock) {} }
    do { return try StudyStore(study, isNew: true, patience).fill(study) } catch {
      guard case .damagedStore = error else { throw error }
    }
    // A file that SQLite can't read holds nothing that the files of the scans don't; it is kept all the same.
    let aside = study.storeFile.path + ".damaged"
    for ending in ["-wal", "-shm", ""] {
      unlink(aside + ending)
      guard rename(study.storeFile.path + ending, aside + ending) == 0 || errno == ENOENT else {
        throw .closedStore(path: study.storeFile.path, reason: String(cString: strerror(errno)))
      }
    }
    var update = try StudyStore(study, isNew: true, patience).fill(study)
    update.remarks.append(Finding(.storeSetAside, ["file": .text("study.sqlite.damaged")]))
    return update
  }

  private func fill(_ study: StudyFolder) throws(StudyError) -> StoreUpdate {
    let stamp = StudyStamp.of(study)
    // Damage within the file may be met by nobody who only adds rows.
    guard try read({ try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }) == "ok" else {
      throw .damagedStore(path: path, reason: "quick_check")
    }
    var update = try write { db in
      try db.execute(sql: "DELETE FROM scans")
      var update = StoreUpdate()
      for folder in study.folders {
        guard let scan = StoredScan(folder) else {
          update.remarks += folder.remarks
          continue
        }
        try scan.write(db)
        update.scans += 1
        update.remarks += scan.remarks
      }
      try db.execute(sql: "DELETE FROM motions")
      let motions = try MotionDifferences(study, db)
      try motions.write(db)
      update.motions = motions.changed.count
      update.remarks += motions.remarks
      return update
    }
    update.remarks += try leftScans()
    try keep(stamp)
    return update
  }

  /// Takes the rows of scans and ranges of motion out, so that nothing of them is left in the file.
  func remove(_ names: [String]) throws(StudyError) {
    do {
      try queue.inDatabase { db in
        try db.execute(sql: "PRAGMA secure_delete = ON")
        try db.inTransaction {
          for name in names {
            try db.execute(sql: "DELETE FROM scans WHERE scan = ?", arguments: [name])
            try db.execute(sql: "DELETE FROM motions WHERE motion = ?", arguments: [name])
          }
          return .commit
        }
        _ = try? db.checkpoint(.truncate)
      }
    } catch { throw StudyError(storing: error, path) }
  }

  /// Says which scans are in the dataset no more.
  private func leftScans() throws(StudyError) -> [Finding] {
    let left = try read { try String.fetchAll($0, sql: "SELECT scan FROM scans WHERE NOT in_dataset ORDER BY scan") }
    return Finding.left(left)
  }

  func read<Value>(_ work: (Database) throws -> Value) throws(StudyError) -> Value {
    do { return try queue.read(work) } catch let error as StudyError { throw error } catch {
      throw StudyError(storing: error, path)
    }
  }

  private func write<Value>(_ work: (Database) throws -> Value) throws(StudyError) -> Value {
    do { return try queue.write(work) } catch let error as StudyError { throw error } catch {
      throw StudyError(storing: error, path)
    }
  }
}

extension Finding {
  /// The finding on a scan or a range of motion that is passed over because of a link in its folder.
  ///
  /// - Parameter folder: its folder.
  static func leadsOut(_ link: String, in folder: URL) -> Finding {
    let study = folder.deletingLastPathComponent().deletingLastPathComponent().path
    return Finding(.storeLeadsOut, ["file": .text(String(link.dropFirst(study.count + 1)))])
  }

  /// The finding on scans that are in the dataset no more; none where there are no such scans.
  static func left(_ scans: [String]) -> [Finding] {
    guard !scans.isEmpty else { return [] }
    return [Finding(.datasetLeft, ["count": .count(scans.count), "scans": .names(scans.prefix(5).map { $0 })])]
  }
}

/// What bringing the store of a study up to date came to.
public struct StoreUpdate: Sendable {
  /// How many scans were stored.
  public internal(set) var scans = 0
  /// How many ranges of motion were stored.
  public internal(set) var motions = 0
  /// What was passed over, and what else should be known of the study's files.
  public internal(set) var remarks: [Finding] = []
}

/// What the file system says of the files that the store is made of: while it is the same, the store need not be compared
/// with them. Looking at ten thousand scans takes a fraction of reading their outcomes.
enum StudyStamp {
  /// A number of 31 bits, kept as the `user_version` of the store; never 0, which a new file has.
  static func of(_ study: StudyFolder) -> Int {
    let scans = of(
      study.scansFolder.path, ["/outcome.json", "/rating.json", "/result/rating.json"],
      within: ["/remeasured"])
    let all = scans &+ of(study.motionsFolder.path, ["/motion.json", "/scan.json"])
    return max(1, Int((all ^ all >> 32) & 0x7FFF_FFFF))
  }

  /// A sum over the folders of a folder, of the times and sizes of some files in them, and of all files of some folders.
  private static func of(_ scans: String, _ files: [String], within folders: [String] = []) -> UInt64 {
    var all: UInt64 = 0
    for name in (try? FileManager.default.contentsOfDirectory(atPath: scans)) ?? [] where StudyFolder.isName(name) {
      var hash = FNV()
      hash.add(name.utf8)
      for file in files { hash.add(scans + "/" + name + file) }
      // A file that is edited in its place leaves its folder's time as it was.
      for folder in folders {
        let place = scans + "/" + name + folder
        guard hash.add(place) else { continue }
        for file in OnDisk.names(in: URL(filePath: place)) { hash.add(place + "/" + file) }
      }
      // A sum, so that the order in which the system lists them is of no account.
      all &+= hash.value
    }
    return all
  }

  /// The hash of Fowler, Noll and Vo, 64 bits (FNV-1a), of numbers in place of bytes.
  private struct FNV {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds time, size and number of what lies at a path; false where nothing does.
    @discardableResult mutating func add(_ path: String) -> Bool {
      var status = stat()
      guard stat(path, &status) == 0 else {
        add(0)
        return false
      }
      add(UInt64(truncatingIfNeeded: status.st_mtim.tv_sec))
      add(UInt64(truncatingIfNeeded: status.st_mtim.tv_nsec))
      add(UInt64(truncatingIfNeeded: status.st_size))
      add(UInt64(truncatingIfNeeded: status.st_ino))
      return true
    }

    mutating func add(_ name: String.UTF8View) { for byte in name { add(UInt64(byte)) } }

    private mutating func add(_ number: UInt64) {
      value = (value ^ number) &* 0x100_0000_01B3
      // A product carries upwards only.
      value ^= value >> 32
    }
  }
}

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
    // The rows of a scan behind a link would be removed as if it were gone, though its files would stay.
    if let link = (scans.map(\.url) + motions).lazy.compactMap({ ScanFolder.linkOut(at: $0) }).first {
      throw .leadsOut(path: link)
    }
    let known = Set(scans.map(\.name) + motions.map(\.lastPathComponent))
    if let other = names.first(where: { !known.contains($0) }) { throw .noSuchScan(name: other) }
    for scan in scans where try scan.lock() == nil { throw .busy(scan: scan.name) }
    // The rows first: where a full disk keeps them, nothing is removed. Those of a folder that stays come back.
    if OnDisk.isFile(storeFile) { try StudyStore(self).remove(names) }
    for scan in scans {
      guard let lock = try scan.lock() else { throw .busy(scan: scan.name) }
      defer { withExtendedLifetime(lock) {} }
      try removeFolder(scan.url, mark: scan.outcomeFile)
    }
    for motion in motions { try removeFolder(motion, mark: motion.appending(path: "motion.json")) }
    return Removed(scans: scans.count, motions: motions.count)
  }

  /// - Parameter mark: the file that makes it a scan or a range of motion: what is left of a removal that was interrupted is none.
  private func removeFolder(_ folder: URL, mark: URL) throws(StudyError) {
    unlink(mark.path)
    do { try FileManager.default.removeItem(at: folder) } catch {
      throw .cannotWrite(path: folder.path, reason: .phrase("not_removed"))
    }
  }
}

extension DatabaseQueue {
  /// Closes it for good.
  ///
  /// Dispatch takes a queue down on a thread, and waits without end where there is no memory for one's stack: where memory is
  /// limited, it stays for as long as the process.
  func end() {
    try? close()
    if Workers.isLimited { _ = Unmanaged.passRetained(self) }
  }
}
