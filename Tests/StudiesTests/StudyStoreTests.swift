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
    #expect(content.count == 4 + 4 + 8)
    #expect(try StudyStore.rebuild(study.folder) == 4)
    #expect(try SmallStudy.content(store) == content)
    for ending in ["", "-wal", "-shm"] { unlink(study.folder.storeFile.path + ending) }
    #expect(try StudyStore.rebuild(study.folder) == 4)
    #expect(try SmallStudy.content(StudyStore(study.folder)) == content)
  }

  @Test func aDamagedFileIsMadeAnew() throws {
    let study = try study()
    try Data(repeating: 7, count: 5000).write(to: study.folder.storeFile)
    #expect(throws: StudyError.self) { try StudyStore(reading: study.folder) }
    #expect(try StudyStore.rebuild(study.folder) == 4)
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
