import Foundation
import GRDB
import TestSupport
import Testing

@testable import Studies

/// The store against the files that it is made of.
@Suite struct StudyStoreTests {
  private func study() throws -> SmallStudy {
    let study = try SmallStudy()
    try study.add("sub-02_scan-1", subject: "02", age: 7, cvai: 6.5)
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    try study.add("sub-03_scan-1", subject: "'; DROP TABLE scans; --", cvai: nil, landmarks: "automatic")
    try study.fail("sub-04_scan-1", subject: "=cmd()", code: "batch.time_limit")
    try study.remeasure("sub-01_scan-1", cvai: 4, protocolName: "cap-included")
    return study
  }

  @Test func rebuiltItHoldsTheSame() throws {
    let study = try study()
    let store = try StudyStore(study.folder)
    // Another order than that of the names.
    for name in ["sub-03_scan-1", "sub-01_scan-1", "sub-04_scan-1", "sub-02_scan-1"] {
      try store.take(study.folder.folder(of: name))
    }
    let content = try SmallStudy.content(store)
    #expect(content.count == 4 + 4 + 11)
    #expect(try StudyStore.rebuild(study.folder).scans == 4)
    #expect(try SmallStudy.content(store) == content)
    for ending in ["", "-wal", "-shm"] { unlink(study.folder.storeFile.path + ending) }
    #expect(try StudyStore.rebuild(study.folder).scans == 4)
    #expect(try SmallStudy.content(StudyStore(study.folder)) == content)
  }

  /// Neither while one of them is measured nor where the store can't be written is anything removed.
  @Test func aRemovalIsOfAllOrOfNothing() throws {
    let study = try study()
    try StudyStore(study.folder).bringUpToDate(study.folder)
    let content = try SmallStudy.content(StudyStore(study.folder))
    let names = ["sub-01_scan-1", "sub-02_scan-1"]
    let isThere = { names.map { OnDisk.isFile(study.folder.folder(of: $0).outcomeFile) } }
    do {
      let lock = try #require(try study.folder.folder(of: names[1]).lock())
      #expect(throws: StudyError.busy(scan: names[1])) { try study.folder.remove(names) }
      withExtendedLifetime(lock) {}
    }
    #expect(isThere() == [true, true])
    #expect(try SmallStudy.content(StudyStore(study.folder)) == content)
    let file = study.folder.storeFile
    let aside = file.appendingPathExtension("aside")
    try FileManager.default.moveItem(at: file, to: aside)
    try Data(repeating: 7, count: 5000).write(to: file)
    #expect(throws: StudyError.self) { try study.folder.remove(names) }
    #expect(isThere() == [true, true])
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: aside, to: file)
    #expect(try study.folder.remove(names) == StudyFolder.Removed(scans: 2, motions: 0))
    #expect(isThere() == [false, false])
    #expect(
      try SmallStudy.content(StudyStore(study.folder)).allSatisfy { !$0.contains("sub-01") && !$0.contains("sub-02") })
  }

  @Test func aDamagedFileIsMadeAnew() throws {
    let study = try study()
    try Data(repeating: 7, count: 5000).write(to: study.folder.storeFile)
    #expect(throws: StudyError.self) { try StudyStore(reading: study.folder) }
    let update = try StudyStore.rebuild(study.folder)
    #expect(update.scans == 4)
    #expect(update.remarks.map(\.code) == [.storeSetAside])
    let aside = URL(filePath: study.folder.storeFile.path + ".damaged")
    #expect(try Data(contentsOf: aside) == Data(repeating: 7, count: 5000))
  }

  /// Where a folder has the name of what is put aside, the damaged file stays.
  @Test func aDamagedFileThatCannotBePutAsideStays() throws {
    let study = try study()
    let (file, damaged) = (study.folder.storeFile, Data(repeating: 7, count: 5000))
    try damaged.write(to: file)
    try FileManager.default.createDirectory(atPath: file.path + ".damaged", withIntermediateDirectories: false)
    #expect(throws: StudyError.closedStore(path: file.path, reason: String(cString: strerror(EISDIR)))) {
      try StudyStore.rebuild(study.folder)
    }
    #expect(try Data(contentsOf: file) == damaged)
  }

  /// Pages in the middle, which nobody reads who only adds rows.
  @Test func damageWithinTheFileIsFound() throws {
    let study = try study()
    for index in 0..<200 { try study.add("sub-9\(index)_scan-1", subject: "9", cvai: 1) }
    _ = try StudyStore.rebuild(study.folder)
    let store = try StudyStore(study.folder)
    _ = try store.queue.inDatabase { try $0.checkpoint(.truncate) }
    let file = try FileHandle(forUpdating: study.folder.storeFile)
    for page in 4..<10 {
      try file.seek(toOffset: UInt64(page) * 4096)
      try file.write(contentsOf: Data(repeating: 255, count: 4096))
    }
    try file.close()
    #expect(try StudyStore.rebuild(study.folder).remarks.map(\.code) == [.storeSetAside])
    #expect(try StudyStore(study.folder).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scans") } == 204)
  }

  @Test func aStoreThatIsBusyIsNotTakenForDamaged() throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    let content = try SmallStudy.content(StudyStore(study.folder))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: study.folder.storeFile.path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    #expect(throws: StudyError.busyStore(path: study.folder.storeFile.path)) {
      try StudyStore.rebuild(study.folder, patience: 0.1)
    }
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    #expect(try SmallStudy.content(StudyStore(study.folder)) == content)
    #expect(!FileManager.default.fileExists(atPath: study.folder.storeFile.path + ".damaged"))
  }

  /// What a store that was received may hold in place of ours: it is refused before it takes memory or time.
  @Test(arguments: [
    "UPDATE scans SET code = hex(zeroblob(1 << 20))",
    // A byte more than a mebibyte.
    "UPDATE scans SET code = hex(zeroblob(1 << 19)) || 'x'",
    "UPDATE scans SET digest = hex(zeroblob(1 << 20))",
    """
    DROP VIEW cvai; CREATE VIEW cvai AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
    SELECT hex(randomblob(1000)) AS scan FROM n
    """,
    "CREATE TRIGGER more AFTER INSERT ON scans BEGIN INSERT INTO ratings VALUES (NEW.scan, 'x', 'y'); END",
    "DROP TABLE ratings",
  ])
  func aStoreThatIsNotOursIsDamaged(_ change: String) throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    try DatabaseQueue(path: study.folder.storeFile.path).writeWithoutTransaction { try $0.execute(sql: change) }
    // As every study that comes from another machine, it has to be compared with its files first.
    try study.fail("sub-05_scan-1", subject: "05", code: "batch.time_limit")
    do {
      let store = try StudyStore.current(of: study.folder).store
      _ = try StudyList(store, StudySelection())
      Issue.record("nothing was refused")
    } catch {
      guard case .damagedStore = error else { throw error }
    }
    #expect(try StudyStore.rebuild(study.folder).scans == 5, "it is made anew of the files")
    #expect(try StudyList(StudyStore.current(of: study.folder).store, StudySelection()).json().count > 100)
  }

  @Test func whatSomebodyHasAddedBesideOursStays() throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    try DatabaseQueue(path: study.folder.storeFile.path).write {
      try $0.execute(sql: "CREATE TABLE notes (scan TEXT, note TEXT); CREATE INDEX by_age ON scans (age_months)")
    }
    #expect(try SmallStudy.content(StudyStore.current(of: study.folder).store).count == 4 + 4 + 11)
  }

  /// A study of somebody else, or on a disk that can't be written, is read as its files are by now.
  @Test func aStudyThatCannotBeWrittenIsReadFromItsFiles() throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    let lock = study.folder.root.appending(path: ".store.lock")
    unlink(lock.path)
    try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
    let stored = try Data(contentsOf: study.folder.storeFile)
    try study.add("sub-05_scan-1", subject: "05", cvai: 2)
    let (store, remarks) = try StudyStore.current(of: study.folder)
    #expect(remarks.isEmpty)
    #expect(try store.read { try String.fetchAll($0, sql: "SELECT scan FROM scans") }.contains("sub-05_scan-1"))
    #expect(try Data(contentsOf: study.folder.storeFile) == stored)
  }

  /// As somebody who is not root, whom nothing is forbidden.
  @Test func aStudyThatMayOnlyBeReadIsListed() async throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    let root = study.folder.root.path
    try #require(chmod(root, 0o555) == 0)
    defer { chmod(root, 0o755) }
    await #expect(processExitsWith: .success) { [root = root as String] in
      if getuid() == 0 { #expect(setuid(65_534) == 0) }
      let (store, remarks) = try StudyStore.current(of: StudyFolder(opening: URL(filePath: root)))
      #expect(try remarks.isEmpty && SmallStudy.content(store).count == 4 + 4 + 11)
    }
    #expect(try !FileManager.default.contentsOfDirectory(atPath: root).contains { $0.hasSuffix("-shm") })
  }

  /// Copies that somebody made within a study: a scan's folder, and a file of another protocol.
  @Test func copiesAreNamedAndPassedOver() throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    let content = try SmallStudy.content(StudyStore(study.folder))
    let place = study.folder.folder(of: "sub-01_scan-1")
    try FileManager.default.copyItem(at: place.url, to: study.folder.folder(of: "sub-01_scan-1-backup").url)
    try FileManager.default.copyItem(
      at: place.remeasured.appending(path: "\(SmallStudy.file("cap-included")).json"),
      to: place.remeasured.appending(path: "backup.json"))
    try study.add("sub-01_scan-1", subject: "01", cvai: 3.5)
    try study.remeasure("sub-01_scan-1", cvai: 4.5, protocolName: "cap-included", file: "backup")
    try study.remeasure("sub-01_scan-1", cvai: 4.25, protocolName: "cap-included")
    let update = try StudyStore(study.folder).bringUpToDate(study.folder)
    #expect(Set(update.remarks.map(\.code)) == [.storeForeign, .storeSecondResult])
    #expect(Set(try StudyStore.rebuild(study.folder).remarks.map(\.code)) == [.storeForeign, .storeSecondResult])
    let texts = { (sql: String) in
      try StudyStore(study.folder).read { try String.fetchAll($0, sql: sql) }
    }
    #expect(try texts("SELECT cvai FROM cvai WHERE subject = '01' ORDER BY origin") == ["3.5", "4.25"])
    #expect(try SmallStudy.content(StudyStore(study.folder)).count == content.count)
  }

  /// What can't be read is told, and has no rows: an outcome, and a result that is not the one of its outcome.
  @Test(arguments: ["", "{\"a\":", String(repeating: "[", count: 100_000), "{\"scan\": \"sub-01_scan-1\"}"])
  func damagedOutcomesAreNamed(_ text: String) throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    let count = { try StudyStore(study.folder).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scans") } ?? 0 }
    let whole = try count()
    try Data(text.utf8).write(to: study.folder.folder(of: "sub-01_scan-1").outcomeFile)
    let update = try StudyStore(study.folder).bringUpToDate(study.folder)
    #expect(update.remarks.map(\.code) == [.storeBadOutcome], "\(text.prefix(20))")
    #expect(try count() == whole - 1)
    #expect(try StudyStore.rebuild(study.folder).remarks.map(\.code) == [.storeBadOutcome])
    #expect(try count() == whole - 1)
  }

  /// A pipe has no end, and is not waited for.
  @Test func aPipeInPlaceOfAnOutcomeIsNamed() throws {
    let study = try study()
    let file = study.folder.folder(of: "sub-01_scan-1").outcomeFile
    try FileManager.default.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(try StudyStore.rebuild(study.folder).remarks.map(\.code) == [.storeBadOutcome])
  }

  @Test func aResultOfAnotherRunIsNamed() throws {
    let study = try study()
    let file = study.folder.folder(of: "sub-01_scan-1").result.appending(path: "result.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data((text + "\n").utf8).write(to: file)
    #expect(try StudyStore.rebuild(study.folder).remarks.map(\.code) == [.storeOtherResult])
    let record = try StudyRecord.read(StudyStore(study.folder), StudySelection(), measure: "cvai")
      .first { $0.scan == "sub-01_scan-1" }
    #expect(record?.method == nil)
    #expect(record?.code == "store.other_result")
    #expect(record?.status == "not_measured")
    try FileManager.default.removeItem(at: file)
    #expect(try StudyStore.rebuild(study.folder).remarks.map(\.code) == [.storeOtherResult])
  }

  /// `calvaria rate` and a batch that was killed leave files that the store has not seen.
  @Test func readersSeeWhatHasComeSince() throws {
    let study = try study()
    #expect(throws: StudyError.noStore(path: study.folder.root.path)) { try StudyStore.current(of: study.folder) }
    _ = try StudyStore.rebuild(study.folder)
    #expect(try StudyStore.current(of: study.folder).remarks.isEmpty)
    let place = study.folder.folder(of: "sub-01_scan-1")
    try Data(#"{"answers": {"quality": "good"}}"#.utf8).write(to: place.rating)
    let store = try StudyStore.current(of: study.folder).store
    #expect(try store.read { try String.fetchAll($0, sql: "SELECT answer FROM ratings") } == ["good"])
    try FileManager.default.removeItem(at: study.folder.folder(of: "sub-04_scan-1").url)
    #expect(
      try StudyStore.current(of: study.folder).store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scans") }
        == 3)
  }

  /// A file that is as long as before, and whose folder has not changed.
  @Test func whatIsEditedInItsPlaceIsSeen() throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    let sql = "SELECT cvai FROM cvai WHERE origin = 'remeasured'"
    let values = { try StudyStore.current(of: study.folder).store.read { try Double.fetchAll($0, sql: sql) } }
    #expect(try values() == [4])
    let place = study.folder.folder(of: "sub-01_scan-1").remeasured
    let file = place.appending(path: "\(SmallStudy.file("cap-included")).json")
    let text = try String(contentsOf: file, encoding: .utf8).replacing("\"value\": 4.0", with: "\"value\": 5.0")
    let handle = try FileHandle(forUpdating: file)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    #expect(try values() == [5])
  }

  /// The tables of the first version become today's where they are.
  @Test func anEarlierStoreIsBroughtOn() throws {
    let study = try study()
    let old = try DatabaseQueue(path: study.folder.storeFile.path)
    try StoreSchema.migrator.migrate(old, upTo: "1: scans, results, measurements, ratings")
    try old.close()
    let store = try StudyStore.current(of: study.folder).store
    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT sum(in_dataset) FROM scans") } == 4)
  }

  /// Where it can't be written, it is said to be an earlier one, and not to be missing.
  @Test func anEarlierStoreThatIsReadAloneIsSaidToBeEarlier() throws {
    let study = try study()
    let old = try DatabaseQueue(path: study.folder.storeFile.path)
    #expect(throws: StudyError.noStore(path: study.folder.root.path)) { try StudyStore(reading: study.folder) }
    try StoreSchema.migrator.migrate(old, upTo: "motions: ranges of motion")
    try old.close()
    #expect(throws: StudyError.earlierStore(path: study.folder.storeFile.path)) {
      try StudyStore(reading: study.folder)
    }
  }

  @Test func itCatchesUpWithTheFiles() throws {
    let study = try study()
    let store = try StudyStore(study.folder)
    try store.bringUpToDate(study.folder)
    let content = try SmallStudy.content(store)
    try study.add("sub-05_scan-1", subject: "05", cvai: 1)
    try FileManager.default.removeItem(at: study.folder.folder(of: "sub-04_scan-1").url)
    try study.remeasure("sub-02_scan-1", cvai: 5, protocolName: "cap-included")
    try store.bringUpToDate(study.folder)
    #expect(try SmallStudy.content(store) != content)
    let caughtUp = try SmallStudy.content(store)
    _ = try StudyStore.rebuild(study.folder)
    #expect(try SmallStudy.content(store) == caughtUp)
  }

  /// A result of a run that was killed before its outcome, and measures of an earlier surface, are not stored.
  @Test func whatIsNotTheOutcomesIsLeftOut() throws {
    let study = try study()
    let place = study.folder.folder(of: "sub-01_scan-1")
    try study.remeasure("sub-01_scan-1", cvai: 4, protocolName: "other", of: "another digest")
    _ = try StudyStore.rebuild(study.folder)
    let store = try StudyStore(study.folder)
    let count = {
      try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM results WHERE scan LIKE 'sub-01%'") }
    }
    #expect(try count() == 2)
    try Data("{}".utf8).write(to: place.result.appending(path: "result.json"))
    _ = try StudyStore.rebuild(study.folder)
    #expect(try count() == 0)
  }

  @Test func viewsAnswerTheCommonQuestions() throws {
    let study = try study()
    _ = try StudyStore.rebuild(study.folder)
    let store = try StudyStore(study.folder)
    let texts = { (sql: String) in try store.read { try String.fetchAll($0, sql: sql) } }
    #expect(try texts("SELECT scan FROM to_pick") == ["sub-03_scan-1"])
    #expect(try texts("SELECT count(*) FROM cvai") == ["5"])
    #expect(
      try texts("SELECT status || ' ' || code || ' ' || scans FROM reasons")
        == ["failed batch.time_limit 1", "withheld section.gap 1"])
    #expect(try texts("PRAGMA integrity_check") == ["ok"] && texts("PRAGMA journal_mode") == ["wal"])
    #expect(try texts("PRAGMA foreign_keys") == ["1"])
  }

  /// Withheld by the batch and complete by another protocol: no reason beside a value.
  @Test func aCodeGoesWithItsOwnStatus() throws {
    let study = try study()
    try study.remeasure("sub-03_scan-1", cvai: 4, protocolName: "cap-included")
    _ = try StudyStore.rebuild(study.folder)
    let store = try StudyStore(study.folder)
    let sql = "SELECT origin || ' ' || status || ' ' || coalesce(code, '–') FROM cvai WHERE subject LIKE '%DROP%'"
    #expect(
      try store.read { try String.fetchAll($0, sql: sql + " ORDER BY origin") }
        == ["batch withheld section.gap", "remeasured measured –"])
  }

  @Test func aStoreOfALaterVersionIsNotTouched() throws {
    let study = try study()
    let store = try StudyStore(study.folder)
    try store.queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: later')") }
    #expect(throws: StudyError.laterStore(path: study.folder.storeFile.path)) { try StudyStore(study.folder) }
  }

  @Test func anotherFolderIsNoStudy() throws {
    let folder = try TemporaryFolder()
    #expect(throws: StudyError.noStudy(path: folder.url.path)) { try StudyFolder(opening: folder.url) }
    try Data().write(to: folder.url.appending(path: "thesis.doc"))
    #expect(throws: StudyError.self) { try StudyFolder(at: folder.url) }
  }
}
