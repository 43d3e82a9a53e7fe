import Files
import Foundation
import Testing

@testable import Studies

/// What is read of a scan's folder, up to the size that its files may have, and how folders are told to be studies.
@Suite struct ScanFolderTests {
  private let study: SmallStudy
  private var folder: ScanFolder { study.folder.folder(of: "sub-01_scan-1") }

  init() throws {
    study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
  }

  @Test(arguments: [(1 << 20, true), ((1 << 20) + 1, false)]) func anOutcomeHasALargestSize(bytes: Int, isRead: Bool)
    throws
  {
    let text = try String(contentsOf: folder.outcomeFile, encoding: .utf8)
    try ScanJobTests.padded(text, to: bytes).write(to: folder.outcomeFile)
    #expect((folder.outcome != nil) == isRead)
    #expect(folder.remarks.map(\.code) == (isRead ? [] : [.storeBadOutcome]))
  }

  /// What is known of a scan's files is read again only where they have changed, or where it can't be read.
  @Test(arguments: [(1 << 16, true), ((1 << 16) + 1, false)])
  func aKnownDigestHasALargestSize(bytes: Int, isRead: Bool) throws {
    let dataset = try DatasetFolder(["sub-01/scan-1.ply": "a"])
    let scan = try dataset.read().scans[0]
    let digest = try #require(folder.content(of: scan)).recording
    // A digest that is none shows whether it is taken from the file.
    let text = try String(contentsOf: folder.inputsFile, encoding: .utf8).replacing(digest, with: "known")
    try ScanJobTests.padded(text, to: bytes).write(to: folder.inputsFile)
    #expect(folder.content(of: scan)?.recording == (isRead ? "known" : digest))
    try dataset.write("sub-01/scan-1.ply", "bb")
    #expect(folder.content(of: try dataset.read().scans[0])?.recording != digest)
  }

  /// Not even where an earlier version has kept one.
  @Test func aScanWithoutFilesHasNoDigest() throws {
    let dataset = try DatasetFolder(["sub-01/scan-1.ply": "a"])
    let scan = try dataset.read().scans[0]
    try FileManager.default.removeItem(at: scan.url)
    let kept = KnownContent(stamp: ContentDigest(of: scan.url).stamp, recording: "known")
    try JSONEncoder().encode(kept).write(to: folder.inputsFile)
    #expect(folder.content(of: scan) == nil)
  }

  /// The first word of the mark counts, of a file of a page.
  @Test(arguments: [(4096, true), (4097, false)]) func aMarkOfPicksHasALargestSize(bytes: Int, isRead: Bool) throws {
    #expect(folder.picks(areOf: "abc"), "without a mark all are")
    try ScanJobTests.padded("abc", to: bytes).write(to: folder.picksMark)
    #expect(folder.picks(areOf: "abc") == isRead)
    #expect(!folder.picks(areOf: "abd"))
  }

  @Test func theRatingOfTheResultGoesFirst() throws {
    #expect(folder.answers == nil)
    try Data(#"{"answers": {"a": 1}}"#.utf8).write(to: folder.datasetRating)
    #expect(folder.answers == ["a": "1"])
    try Data(#"{"answers": {"a": 2, "b": null}}"#.utf8).write(to: folder.rating)
    #expect(folder.answers == ["a": "2"])
    try Data("{".utf8).write(to: folder.rating)
    #expect(folder.answers == ["a": "1"], "one that can't be read is none")
  }

  // MARK: Studies

  @Test(arguments: [(1 << 16, true), ((1 << 16) + 1, false)])
  func theMarkOfAStudyHasALargestSize(bytes: Int, isRead: Bool) throws {
    let file = study.folder.root.appending(path: "study.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try ScanJobTests.padded(text, to: bytes).write(to: file)
    if isRead {
      #expect(throws: Never.self) { try StudyFolder(opening: study.folder.root) }
    } else {
      #expect(throws: StudyError.self) { try StudyFolder(opening: study.folder.root) }
    }
  }

  @Test func aScanHasAPageWhereItsReportIs() throws {
    #expect(study.folder.page(of: "sub-01_scan-1") == nil)
    let page = folder.result.appending(path: "report.html")
    try Data("<html>".utf8).write(to: page)
    #expect(study.folder.page(of: "sub-01_scan-1")?.path == page.path)
    // A name that leads to it by another way is none.
    #expect(study.folder.page(of: "../scans/sub-01_scan-1") == nil)
    #expect(study.folder.page(of: "") == nil)
  }

  /// A folder of scans in the manner of BIDS becomes a study of its own dataset; a study of another one stays so.
  @Test func aFolderOfWorkIsAStudyOfItself() throws {
    let dataset = try DatasetFolder([
      "sub-01/scan-1.ply": "a", "participants.tsv": "participant_id\nsub-01\n", "README.md": "", ".hidden": "",
      "code/x": "", "caps/y.yaml": "",
    ])
    #expect(!StudyFolder.isMarked(dataset.url))
    let made = try StudyFolder(work: dataset.url)
    #expect(StudyFolder.isMarked(dataset.url))
    #expect(try made.dataset.flatMap { OnDisk.real($0.path) } == OnDisk.real(dataset.url.path))
    // Opened again, whatever lies in it by now.
    try dataset.write("holiday.jpg", "x")
    #expect(throws: Never.self) { try StudyFolder(work: dataset.url) }
    try study.folder.keep(dataset: dataset.url)
    let other = try StudyFolder(work: study.folder.root)
    #expect(try other.dataset.flatMap { OnDisk.real($0.path) } == OnDisk.real(dataset.url.path))
  }

  @Test func aFolderOfAnythingElseIsNoStudy() throws {
    let other = try DatasetFolder(["sub-01/scan-1.ply": "a", "holiday.jpg": "x"])
    #expect(throws: StudyError.notOurs(path: other.url.path, found: .phrase("within", ["file": .text("holiday.jpg")])))
    {
      try StudyFolder(work: other.url)
    }
    #expect(!StudyFolder.isMarked(other.url))
  }

  @Test func aProtocolThatNobodyUsedIsToldWithTheOthers() {
    let text = { (known: [String]) in StudyError.noSuchProtocol(name: "x", known: known).description(in: .english) }
    #expect(text(["a 1", "b 2"]).contains("a 1"))
    #expect(text([]) != text(["a 1"]))
  }
}
