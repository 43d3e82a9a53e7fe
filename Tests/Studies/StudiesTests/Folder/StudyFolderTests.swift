import Foundation
import Files
import TestSupport
import Testing

@testable import Studies

/// Studies that were received from elsewhere, with links in the place of their files: nothing outside of a study is written,
/// and nothing is told to be gone that is there.
@Suite struct StudyLinkTests {
  private let program: FakeProgram
  private let dataset: DatasetFolder
  private let study: StudyFolder
  private let folder: ScanFolder

  private static let files = FileManager.default
  private static let secret = Data("{\"scan\": \"sub-01_scan-1\"}".utf8)

  init() throws {
    program = try FakeProgram()
    dataset = try DatasetFolder(["sub-01/scan-1.ply": "a", "sub-02/scan-1.ply": "bb"])
    study = try StudyFolder(at: dataset.beside("study"))
    _ = try program.batch(dataset, to: study).run()
    folder = study.folder(of: "sub-01_scan-1")
  }

  /// Puts a link to a file or a folder outside in the place of a part of a study.
  private func link(_ part: URL, isFolder: Bool = false, leadsNowhere: Bool = false) throws -> URL {
    let outside = dataset.beside("outside")
    if !leadsNowhere {
      let file = isFolder ? outside.appending(path: "result.json") : outside
      try Self.files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Self.secret.write(to: file)
    }
    try? Self.files.removeItem(at: part)
    try Self.files.createDirectory(at: part.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Self.files.createSymbolicLink(at: part, withDestinationURL: outside)
    return outside
  }

  private func content(_ outside: URL) -> [String: Data] {
    if let bytes = try? Data(contentsOf: outside) { return ["": bytes] }
    let names = (try? Self.files.subpathsOfDirectory(atPath: outside.path)) ?? []
    return names.reduce(into: [:]) { $0[$1] = try? Data(contentsOf: outside.appending(path: $1)) }
  }

  @Test(arguments: [
    "outcome.json", "inputs.json", "landmarks.json", "landmarks.scan", "rating.json", "found-landmarks.json",
    ".job.json", ".failure.json", ".lock", "result/rating.json", "remeasured/calvaria-default-3.json",
  ])
  func aBatchWritesThroughNoLink(_ part: String) throws {
    let outside = try link(folder.url.appending(path: part))
    try expectRefused(outside)
  }

  @Test(arguments: ["result", "remeasured", "earlier"]) func aBatchWritesIntoNoLinkedFolder(_ part: String) throws {
    try expectRefused(try link(folder.url.appending(path: part), isFolder: true))
  }

  @Test(arguments: ["", "outcome.json", "result"]) func aLinkThatLeadsNowhereMakesNothingThere(_ part: String) throws {
    try expectRefused(try link(part.isEmpty ? folder.url : folder.url.appending(path: part), leadsNowhere: true))
  }

  @Test func aScansFolderThatIsALinkIsNotFollowed() throws {
    try expectRefused(try link(folder.url, isFolder: true))
  }

  /// A batch that has to measure all anew leaves what is outside as it is, and says which scan failed of what.
  private func expectRefused(_ outside: URL) throws {
    let before = content(outside)
    let calls = program.calls.count
    try dataset.write("sub-01/scan-1.ply", "changed")
    try dataset.write("sub-02/scan-1.ply", "changed, too")
    try dataset.write("sub-01/scan-1.rating.json", #"{"answers": {"quality": "good"}}"#)
    let batch = try program.batch(dataset, to: study)
    #expect(
      batch.plan().map(\.plan).contains { if case .refused(let why) = $0 { why.code == .storeLeadsOut } else { false } }
    )
    let outcomes = try batch.run().outcomes
    #expect(outcomes.map(\.code) == ["study.leads_out", nil] && outcomes[0].status == .failed)
    #expect(outcomes[0].reason?.hasPrefix("scans/sub-01_scan-1") == true, "\(outcomes[0].reason ?? "")")
    #expect(!program.calls.dropFirst(calls).contains { $0.contains("sub-01") }, "hours are not spent on it")
    #expect(content(outside) == before)
    #expect(Self.files.fileExists(atPath: outside.path) == !before.isEmpty)
  }

  @Test func aLinkWithinTheFolderIsFollowed() throws {
    let picks = folder.url.appending(path: "earlier/picks.json")
    try Self.files.createDirectory(at: picks.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: picks)
    try Self.files.createSymbolicLink(at: folder.landmarks, withDestinationURL: picks)
    #expect(try program.batch(dataset, to: study).run().outcomes.map(\.status) == [.complete, .complete])
    #expect(try program.jobs.last?.landmarks == folder.landmarks.path)
  }

  @Test func itsScanIsPassedOverAndNamed() throws {
    _ = try link(folder.outcomeFile)
    let (store, remarks) = try StudyStore.current(of: study)
    #expect(remarks.map(\.code) == [.storeLeadsOut])
    #expect(remarks.first?.text().hasPrefix("scans/sub-01_scan-1/outcome.json is a link") == true)
    #expect(try SmallStudy.content(store).allSatisfy { !$0.contains("sub-01") })
    #expect(throws: StudyError.leadsOut(path: folder.outcomeFile.path)) {
      try StudyScanPage("sub-01_scan-1", of: study, store)
    }
  }

  @Test(arguments: ["", "result", "result/mesh.ply", "earlier"]) func whatALinkHoldsIsNotToldToBeRemoved(
    _ part: String
  ) throws {
    let outside = try link(part.isEmpty ? folder.url : folder.url.appending(path: part), isFolder: true)
    let before = content(outside)
    #expect(throws: StudyError.self) { try study.remove(["sub-02_scan-1", "sub-01_scan-1"]) }
    #expect(content(outside) == before)
    #expect(OnDisk.isFile(study.folder(of: "sub-02_scan-1").outcomeFile), "nothing is removed before it is known")
    try Self.files.removeItem(at: part.isEmpty ? folder.url : folder.url.appending(path: part))
    #expect(try study.remove(part.isEmpty ? ["sub-02_scan-1"] : ["sub-02_scan-1", "sub-01_scan-1"]).scans > 0)
  }

  @Test(arguments: [
    "scans", "motions", "study.sqlite", "study.sqlite-wal", ".store.lock", "report.html", "scans/.probe",
  ])
  func aStudyOfWhichAPartLiesElsewhereIsNotOpened(_ part: String) throws {
    let place = study.root.appending(path: part)
    let outside = try link(place, isFolder: ["scans", "motions"].contains(part))
    let before = content(outside)
    #expect(throws: StudyError.leadsOut(path: place.path)) { try StudyFolder(opening: study.root) }
    #expect(throws: StudyError.leadsOut(path: place.path)) { try StudyFolder(at: study.root) }
    #expect(content(outside) == before)
  }

  /// SQLite writes in place, and so through a second name.
  @Test(arguments: ["", "-wal", "-shm", "-journal"]) func aStoreWithASecondNameIsNotOpened(_ ending: String) throws {
    let part = study.root.appending(path: "study.sqlite" + ending)
    let outside = dataset.beside("other.sqlite")
    if !OnDisk.isFile(part) { try Self.secret.write(to: part) }
    try Self.files.linkItem(at: part, to: outside)
    let before = content(outside)
    #expect(throws: StudyError.leadsOut(path: part.path)) { try StudyFolder(opening: study.root) }
    #expect(throws: StudyError.leadsOut(path: part.path)) { try StudyFolder(at: study.root) }
    #expect(content(outside) == before)
    try Self.files.removeItem(at: outside)
    if ending.isEmpty { #expect(throws: Never.self) { try StudyFolder(opening: study.root) } }
  }

  @Test func theMarkOfAStudyIsNoLink() throws {
    let outside = dataset.beside("mark.json")
    let mark = study.root.appending(path: StudyMark.fileName)
    try Self.files.moveItem(at: mark, to: outside)
    try Self.files.createSymbolicLink(at: mark, withDestinationURL: outside)
    #expect(throws: StudyError.leadsOut(path: mark.path)) { try StudyFolder(at: study.root) }
  }

  @Test func aStudyThatIsNamedByALinkIsOpened() throws {
    let name = dataset.beside("name")
    try Self.files.createSymbolicLink(at: name, withDestinationURL: study.root)
    #expect(
      try program.batch(dataset, to: StudyFolder(at: name)).run().outcomes.map(\.status) == [.complete, .complete])
  }

  @Test func aLinkedRangeOfMotionIsPassedOver() throws {
    _ = try link(study.motionsFolder.appending(path: "knee"), isFolder: true)
    #expect(try StudyStore.current(of: study).remarks.map(\.code) == [.storeLeadsOut])
    #expect(throws: StudyError.leadsOut(path: study.motionsFolder.appending(path: "knee").path)) {
      try study.remove(["knee"])
    }
  }
}
