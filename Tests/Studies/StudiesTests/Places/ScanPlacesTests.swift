import Foundation
import Testing

@testable import Studies

@Suite struct ScanPlacesTests {
  /// A program that is killed between the result and the outcome of a scan whose description is corrected leaves both with
  /// other digests; the outcome follows when the folder is opened again, and only where the mark says so.
  @Test(arguments: [true, false]) func anOutcomeFollowsAResultThatWasWrittenAnew(isMarked: Bool) throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    let folder = study.folder.folder(of: "sub-01_scan-1")
    let earlier = try #require(folder.outcome?.result)
    let mark = folder.url.appending(path: ".restated")
    if isMarked { try Data(earlier.utf8).write(to: mark) }
    try Data(SmallStudy.result(cvai: 3, scan: #"{"subject": "01", "operator": "B"}"#).utf8)
      .write(to: folder.result.appending(path: "result.json"))
    try ScanPlaces(study.folder, dataset: study.folder.root, language: .english).tidy()
    let outcome = try #require(folder.outcome)
    #expect(outcome.result == (isMarked ? folder.resultDigest : earlier))
    #expect(outcome.stated.operator == (isMarked ? "B" : nil))
    #expect(!FileManager.default.fileExists(atPath: mark.path))
  }

  /// A larger mark is none of ours: it is neither followed nor taken away.
  @Test(arguments: [1024, 1025]) func aMarkThatIsTooLargeIsNotRead(bytes: Int) throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    let mark = study.folder.folder(of: "sub-01_scan-1").url.appending(path: ".restated")
    try Data(repeating: UInt8(ascii: "a"), count: bytes).write(to: mark)
    try ScanPlaces(study.folder, dataset: study.folder.root, language: .english).tidy()
    #expect(FileManager.default.fileExists(atPath: mark.path) == (bytes > 1024))
  }
}

/// Scans that move or go, in a dataset beside its study, after a batch in which all of them failed.
@Suite struct MovedScanTests {
  private let dataset: DatasetFolder
  private let study: StudyFolder
  private let places: ScanPlaces

  init() throws {
    dataset = try DatasetFolder([
      "sub-01/scan-1.ply": "a", "sub-01/scan-1.landmarks.json": "{}", "sub-01/scan-10.txt": "none of its own",
      "sub-02/scan-1.ply": "bb",
    ])
    study = try StudyFolder(at: dataset.beside("study"))
    places = ScanPlaces(study, dataset: try dataset.read().root, language: .english)
    _ = try batch().run()
  }

  private func batch() throws -> Batch {
    Batch(try dataset.read().scans, in: study, store: nil, BatchOptions(program: "/bin/false", version: "0.1.0"))
  }

  private func scan(_ name: String = "sub-01_scan-1") throws -> DatasetScan { try #require(dataset.read().scan(name)) }

  /// What lies in a folder, hidden files, too.
  private func names(_ folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func names(_ path: String) -> [String] { names(dataset.url.appending(path: path)) }

  private func write(_ text: String, _ path: String) throws {
    let file = study.root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Each scan is known to a batch under its name, and nothing else is left in the study.
  private func expectSettled(_ scans: [String]) throws {
    #expect(try dataset.read().scans.map(\.name) == scans)
    #expect(names(study.scansFolder) == scans)
    for scan in scans {
      let folder = study.folder(of: scan)
      #expect(folder.outcome?.scan == scan)
      #expect(folder.outcome?.hasLeft == nil)
      #expect(!names(folder.url).contains { $0.hasPrefix(".") }, "\(names(folder.url))")
    }
    #expect(try batch().plan().allSatisfy { if case .known = $0.plan { true } else { false } })
  }

  @Test func anotherChildTakesTheNextNumber() throws {
    var stated = try scan().description
    (stated.subject, stated.operator) = ("02", "B")
    #expect(try places.state(stated, of: scan()) == "sub-02_scan-2")
    #expect(names("sub-02") == ["scan-1.ply", "scan-2.landmarks.json", "scan-2.ply", "scan-2.scan.json"])
    #expect(names("sub-01") == ["scan-10.txt"])
    let outcome = try #require(study.outcome(of: "sub-02_scan-2"))
    #expect(outcome.source == "sub-02/scan-2.ply")
    #expect(outcome.stated.operator == "B")
    try expectSettled(["sub-02_scan-1", "sub-02_scan-2"])
    // A child and a visit of whom nothing is there yet begin with 1.
    stated = try scan("sub-02_scan-2").description
    (stated.subject, stated.session) = ("03", "4")
    #expect(try places.state(stated, of: scan("sub-02_scan-2")) == "sub-03_ses-4_scan-1")
    #expect(names("sub-03/ses-4") == ["scan-1.landmarks.json", "scan-1.ply", "scan-1.scan.json"])
    try expectSettled(["sub-02_scan-1", "sub-03_ses-4_scan-1"])
  }

  /// Numbers under which the study has something are not given again, though the dataset has no such scan any more.
  @Test func whatTheStudyHasOfAScanIsNoOthers() throws {
    var stated = try scan().description
    stated.subject = "02"
    try write("{}", "scans/sub-02_scan-2/landmarks.json")
    #expect(try places.state(stated, of: scan()) == "sub-02_scan-3")
    #expect(names("sub-02").contains("scan-3.ply"))
  }

  @Test func otherFactsAreStatedWhereTheScanLies() throws {
    var stated = try scan().description
    stated.operator = "B"
    #expect(try places.state(stated, of: scan()) == "sub-01_scan-1")
    #expect(names("sub-01") == ["scan-1.landmarks.json", "scan-1.ply", "scan-1.scan.json", "scan-10.txt"])
    #expect(try scan().description.operator == "B")
    #expect(study.outcome(of: "sub-01_scan-1")?.stated.operator == "B")
    try expectSettled(["sub-01_scan-1", "sub-02_scan-1"])
  }

  /// The folder of a recording has no ending, and takes the cap of its old session along.
  @Test func aFolderMovesWhole() throws {
    try dataset.write("sub-05/scan-1/rgb.txt", "x")
    try dataset.write("sub-05/cap.yaml", "cap")
    var stated = try scan("sub-05_scan-1").description
    stated.subject = "06"
    #expect(try places.state(stated, of: scan("sub-05_scan-1")) == "sub-06_scan-1")
    #expect(names("sub-06") == ["scan-1"])
    #expect(names("sub-06/scan-1") == ["cap.yaml", "rgb.txt", "scan.json"])
    #expect(names("sub-05") == ["cap.yaml"])
  }

  @Test func whatIsTakenOutIsKept() throws {
    for ending in ["", "-2"] {
      try places.remove(scan())
      #expect(names("sub-01") == ["scan-10.txt"])
      #expect(names(".removed/sub-01_scan-1" + ending) == ["scan-1.landmarks.json", "scan-1.ply"])
      let kept = study.root.appending(path: ".removed/sub-01_scan-1" + ending)
      #expect(names(kept) == ["results"])
      #expect(names(kept.appending(path: "results")) == ["inputs.json", "outcome.json"])
      try expectSettled(["sub-02_scan-1"])
      // Another one comes in its place.
      try dataset.write("sub-01/scan-1.ply", "c" + ending)
      try dataset.write("sub-01/scan-1.landmarks.json", "{}")
      _ = try batch().run()
    }
  }

  /// Of two copies of what the study has of a scan, the one stays that the scan lies with.
  @Test(arguments: [false, true]) func aMoveThatBrokeOffIsEnded(hasMoved: Bool) throws {
    let (old, aside) = (study.folder(of: "sub-01_scan-1").url, dataset.beside("aside"))
    try FileManager.default.copyItem(at: old, to: aside)
    var stated = try scan().description
    stated.subject = "03"
    #expect(try places.state(stated, of: scan()) == "sub-03_scan-1")
    try FileManager.default.moveItem(at: aside, to: old)
    try write(
      #"{"source": "sub-01/scan-1.ply", "isCopied": true, "name": "sub-03_scan-1"}"#, "scans/sub-01_scan-1/.moving")
    try write("sub-01_scan-1", "scans/sub-03_scan-1/.copy")
    try write("x", "scans/.moving-sub-04_scan-1/half")
    if !hasMoved {
      for name in ["scan-1.ply", "scan-1.landmarks.json"] {
        try FileManager.default.moveItem(
          at: dataset.url.appending(path: "sub-03/\(name)"), to: dataset.url.appending(path: "sub-01/\(name)"))
      }
      try FileManager.default.removeItem(at: dataset.url.appending(path: "sub-03"))
    }
    try places.tidy()
    try expectSettled(hasMoved ? ["sub-02_scan-1", "sub-03_scan-1"] : ["sub-01_scan-1", "sub-02_scan-1"])
  }

  /// A mark may name any scan; only a copy of its own is taken away for it.
  @Test func aMarkTakesNoScanOfAnother() throws {
    try write(
      #"{"source": "sub-01/scan-1.ply", "isCopied": true, "name": "sub-02_scan-1"}"#, "scans/sub-01_scan-1/.moving")
    try places.tidy()
    try expectSettled(["sub-01_scan-1", "sub-02_scan-1"])
  }

  @Test func aRemovalThatBrokeOffIsEnded() throws {
    let mark = #"{"source": "sub-01/scan-1.ply", "isCopied": false, "name": "sub-01_scan-1"}"#
    // Not begun: the scan stays.
    try write(mark, "scans/sub-01_scan-1/.moving")
    try places.tidy()
    try expectSettled(["sub-01_scan-1", "sub-02_scan-1"])
    try write(mark, "scans/sub-01_scan-1/.moving")
    try FileManager.default.removeItem(at: dataset.url.appending(path: "sub-01/scan-1.ply"))
    try places.tidy()
    try expectSettled(["sub-02_scan-1"])
    #expect(names(study.root.appending(path: ".removed/sub-01_scan-1/results")).contains("outcome.json"))
  }

  @Test(arguments: [16_384, 16_385]) func aMarkThatIsTooLargeSettlesNothing(bytes: Int) throws {
    let mark = #"{"source": "sub-01/scan-1.ply", "isCopied": false, "name": "sub-01_scan-1"}"#
    try write(mark + String(repeating: " ", count: bytes - mark.utf8.count), "scans/sub-01_scan-1/.moving")
    try places.tidy()
    #expect(names(study.folder(of: "sub-01_scan-1").url).contains(".moving") == (bytes > 16_384))
  }
}
