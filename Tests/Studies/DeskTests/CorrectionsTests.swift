import Diagnostics
import Files
import Foundation
import Studies
import TestSupport
import Testing

@testable import Desk

/// Scans that are corrected, moved and taken out; what changes after they were measured.
final class CorrectionsTests {
  private let temporary: TemporaryFolder
  private let study: StudyFolder
  private let list: DeskList
  private let queue: DeskQueue
  private let places: ScanPlaces
  private let corrections: Corrections

  init() throws {
    temporary = try TemporaryFolder()
    study = try StudyFolder(work: temporary.url)
    list = try DeskList(study, .english)
    queue = try DeskQueue(study, BatchOptions(program: "/bin/false", version: "0")) { [list] _ in list.refresh() }
    places = ScanPlaces(study, dataset: list.dataset, language: .english)
    corrections = Corrections(list: list, queue: queue, arrivals: try Arrivals(places), places: places)
  }

  private func url(_ path: String) -> URL { temporary.url.appending(path: path) }

  private func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url(path).path)) ?? []).sorted()
  }

  private func write(_ text: String, _ path: String) throws {
    try FileManager.default.createDirectory(
      at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(path))
  }

  private func stated(_ path: String) throws -> ScanDescription { try ScanDescriptionFile.read(url(path)) }

  /// A mesh that was tried, and has landmarks that somebody has picked for the study.
  private func tried(_ source: String = "sub-A/scan-1.ply") throws -> DatasetScan {
    try write(String(decoding: ArrivalsTests.mesh(), as: UTF8.self), source)
    let scan = try #require(try Dataset.read(list.dataset).scans.first { $0.source == source })
    try write("{}", "scans/\(scan.name)/landmarks.json")
    try measure()
    return try place(scan.name)
  }

  private func measure() throws {
    let options = BatchOptions(program: "/bin/false", version: "0")
    _ = try Batch(Dataset.read(list.dataset).scans, in: study, store: StudyStore(study), options).run()
    list.refresh()
  }

  private func place(_ name: String) throws -> DatasetScan {
    list.refresh()
    return try #require(list.scan(name))
  }

  private func shown(_ name: String) throws -> DeskScan {
    list.refresh()
    return try #require(list.scans.scans.first { $0.name == name })
  }

  /// A batch over the folder knows the scan under its name, with nothing left beside it.
  private func checkBatchAgrees(_ name: String, landmarks: String = "{}") throws {
    let scans = try Dataset.read(list.dataset).scans
    #expect(scans.map(\.name) == [name])
    #expect(scans.allSatisfy { $0.findings.isEmpty })
    #expect(names("scans") == [name])
    #expect(study.outcome(of: name)?.scan == name)
    #expect(study.outcome(of: name)?.hasLeft == nil)
    #expect(try String(contentsOf: url("scans/\(name)/landmarks.json"), encoding: .utf8) == landmarks)
    #expect(!names("scans/\(name)").contains { $0.hasPrefix(".") })
    #expect(try StudyStore.current(of: study).remarks.isEmpty)
    #expect(try StudyList(StudyStore.current(of: study).store, StudySelection()).rows.map(\.scan) == [name])
    let options = BatchOptions(program: "/bin/false", version: "0")
    guard case .known = Batch(scans, in: study, store: nil, options).plan()[0].plan else {
      return #expect(Bool(false), "it would be measured again")
    }
  }

  // MARK: Correcting

  @Test func anotherOperatorIsStatedAndNothingElse() throws {
    let scan = try tried()
    #expect(try corrections.correct(scan, Arrivals.Form(subject: "A", operator: "anna")) == "sub-A_scan-1")
    #expect(try stated("sub-A/scan-1.scan.json").operator == "anna")
    #expect(study.outcome(of: "sub-A_scan-1")?.stated.operator == "anna")
    #expect(try shown("sub-A_scan-1").state == .failed)
    try checkBatchAgrees("sub-A_scan-1")
    // And taken back.
    #expect(try corrections.correct(place("sub-A_scan-1"), Arrivals.Form(subject: "A")) == "sub-A_scan-1")
    #expect(try stated("sub-A/scan-1.scan.json").operator == nil)
  }

  @Test func otherHairPutsTheResultOutOfDate() throws {
    var form = Arrivals.Form(subject: "A")
    form.hairMm = 3
    _ = try corrections.correct(tried(), form)
    let scan = try shown("sub-A_scan-1")
    #expect(scan.state == .outOfDate && scan.hairMm == 3)
    #expect(scan.why?.contains("hair") == true)
    try measure()
    #expect(try shown("sub-A_scan-1").state == .failed)
  }

  @Test func anotherChildMovesTheScanAndItsResults() throws {
    _ = try tried()
    try write("{}", "sub-A/scan-1.landmarks.json")
    try write("dictionary: x", "sub-A/cap.yaml")
    try write("{}", "scans/sub-A_scan-1/earlier/old.json")
    let form = Arrivals.Form(subject: "B", session: "2", date: "2026-03-14")
    #expect(try corrections.correct(place("sub-A_scan-1"), form) == "sub-B_ses-2_scan-1")
    #expect(names("sub-B/ses-2") == ["scan-1.landmarks.json", "scan-1.ply", "scan-1.scan.json"])
    #expect(names("sub-A") == ["cap.yaml"])
    let stated = try stated("sub-B/ses-2/scan-1.scan.json")
    #expect((stated.subject, stated.session, stated.date) == ("B", "2", "2026-03-14"))
    let outcome = try #require(study.outcome(of: "sub-B_ses-2_scan-1"))
    #expect((outcome.source, outcome.stated.subject) == ("sub-B/ses-2/scan-1.ply", "B"))
    #expect(names("scans/sub-B_ses-2_scan-1/earlier") == ["old.json"])
    try checkBatchAgrees("sub-B_ses-2_scan-1")
  }

  /// The folder of a recording keeps the cap that served all of its old session.
  @Test func aRecordingTakesItsCapAlong() throws {
    try write("x", "sub-A/scan-1/rgb.txt")
    try write(#"{"subject": "A", "operator": "anna", "recording": "r"}"#, "sub-A/scan-1/scan.json")
    try write("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [3, 7]\n", "sub-A/cap.yaml")
    let form = Arrivals.Form(subject: "B", operator: "anna")
    #expect(try corrections.correct(place("sub-A_scan-1"), form) == "sub-B_scan-1")
    #expect(names("sub-B/scan-1") == ["cap.yaml", "rgb.txt", "scan.json"])
    let stated = try stated("sub-B/scan-1/scan.json")
    #expect((stated.subject, stated.operator, stated.recording) == ("B", "anna", "r"))
    #expect(names("sub-A") == ["cap.yaml"])
  }

  @Test func anotherCapIsPutWithTheRecording() throws {
    try write("x", "sub-A/scan-1/rgb.txt")
    try write("dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [3, 7]\n", "sub-A/scan-1/cap.yaml")
    try measure()
    #expect(try shown("sub-A_scan-1").state == .failed)
    let text = "dictionary: DICT_4X4_100\nmarker_size_mm: 18\nids: [3, 7]\n"
    var form = Arrivals.Form(subject: "A")
    form.capText = "dictionary: nothing"
    #expect(throws: FileError.self) { try corrections.correct(place("sub-A_scan-1"), form) }
    form.capText = text
    #expect(try corrections.correct(place("sub-A_scan-1"), form) == "sub-A_scan-1")
    #expect(try String(contentsOf: url("sub-A/scan-1/cap.yaml"), encoding: .utf8) == text)
    let scan = try shown("sub-A_scan-1")
    #expect(scan.state == .outOfDate && scan.why?.contains("cap") == true)
    #expect(KnownCaps(list.dataset).all.map(\.markerSizeMm) == [18])
  }

  @Test func aWrongFieldChangesNothing() throws {
    let scan = try tried()
    for form in [
      Arrivals.Form(subject: "Anna Smith"), Arrivals.Form(subject: ""), Arrivals.Form(subject: "A", date: "x"),
    ] {
      #expect(throws: DeskError.self) { try corrections.correct(scan, form) }
    }
    #expect(names("sub-A") == ["scan-1.ply"])
    // The code that a folder has already may stay as it is.
    _ = try tried("sub-P_01/scan-1.ply")
    let old = try #require(list.scans.scans.first { $0.subject == "P_01" })
    #expect(try corrections.correct(place(old.name), Arrivals.Form(subject: "P_01", sex: "male")) == old.name)
  }

  @Test func aScanThatWaitsWaitsUnderItsNewName() throws {
    _ = try tried()
    queue.add(["sub-A_scan-1"])
    #expect(try corrections.correct(place("sub-A_scan-1"), Arrivals.Form(subject: "B")) == "sub-B_scan-1")
    #expect(queue.now.waiting == ["sub-B_scan-1"])
  }

  /// Whoever measures it, this desk or a batch, it stays where it is.
  @Test func aScanThatIsBeingMeasuredStays() throws {
    let scan = try tried()
    let program = url(".slow")
    try write("#!/bin/sh\nsleep 30\n", ".slow")
    chmod(program.path, 0o755)
    let isOver = Flag()
    let (study, done) = (study, DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
      let options = BatchOptions(program: program.path, version: "1")
      _ = try? Batch([scan], in: study, store: nil, options).run(isCancelled: { isOver.isSet })
      done.signal()
    }
    while !FileManager.default.fileExists(atPath: url("scans/sub-A_scan-1/.job.json").path) { usleep(10_000) }
    #expect(throws: StudyError.busy(scan: scan.name)) { try corrections.correct(scan, Arrivals.Form(subject: "B")) }
    #expect(throws: StudyError.busy(scan: scan.name)) { try corrections.remove(scan) }
    isOver.isSet = true
    done.wait()
    try checkBatchAgrees("sub-A_scan-1")
  }

  @Test func aListedDatasetIsLeftAlone() throws {
    let scan = try tried()
    try write("path\nsub-A/scan-1.ply\n", "scans.csv")
    #expect(throws: DeskError.isListed(path: list.dataset.path)) {
      try corrections.correct(scan, Arrivals.Form(subject: "B"))
    }
    #expect(throws: DeskError.isListed(path: list.dataset.path)) { try corrections.remove(scan) }
  }

  // MARK: Taking out

  @Test func aScanIsTakenOutAndKept() throws {
    for round in ["", "-2"] {
      let scan = try tried()
      try write("{}", "sub-A/scan-1.landmarks.json")
      queue.add([scan.name])
      try corrections.remove(scan)
      #expect(list.scans.scans.isEmpty && queue.now.waiting.isEmpty)
      #expect(names(".removed/sub-A_scan-1\(round)") == ["results", "scan-1.landmarks.json", "scan-1.ply"])
      #expect(names(".removed/sub-A_scan-1\(round)/results").contains("landmarks.json"))
      #expect(names("scans").isEmpty && names("sub-A").isEmpty)
      #expect(try StudyList(StudyStore.current(of: study).store, StudySelection()).rows.isEmpty)
    }
    #expect(throws: DatasetError.self) { try Dataset.read(list.dataset) }
  }

  @Test func aLinkTakesNoRemovedScan() throws {
    let (scan, elsewhere) = (try tried(), try TemporaryFolder())
    try FileManager.default.createSymbolicLink(at: url(".removed"), withDestinationURL: elsewhere.url)
    #expect(throws: StudyError.self) { try corrections.remove(scan) }
    #expect(names("sub-A") == ["scan-1.ply"])
  }

  // MARK: After a kill

  /// Every state that a move goes through, as a kill would leave it: the scan ends at one place, with all that is its own.
  @Test(arguments: [false, true]) func aMoveThatBrokeOffIsEnded(hasMoved: Bool) throws {
    _ = try tried()
    let old = url("scans/sub-A_scan-1")
    let before = temporary.url.appending(path: ".before")
    try FileManager.default.copyItem(at: old, to: before)
    #expect(try corrections.correct(place("sub-A_scan-1"), Arrivals.Form(subject: "B")) == "sub-B_scan-1")
    // Both copies are there, and the scan at either place.
    try FileManager.default.moveItem(at: before, to: old)
    try write(
      #"{"source": "sub-A/scan-1.ply", "isCopied": true, "name": "sub-B_scan-1"}"#, "scans/sub-A_scan-1/.moving")
    try write("sub-A_scan-1", "scans/sub-B_scan-1/.copy")
    try write("x", "scans/.moving-sub-C_scan-1/half")
    if !hasMoved { try FileManager.default.moveItem(at: url("sub-B/scan-1.ply"), to: url("sub-A/scan-1.ply")) }
    try places.tidy()
    list.refresh()
    try checkBatchAgrees(hasMoved ? "sub-B_scan-1" : "sub-A_scan-1")
    #expect(!names("scans").contains { $0.hasPrefix(".") })
  }

  @Test func aMarkThatNamesAnotherScanTakesNothing() throws {
    _ = try tried()
    try write("{}", "scans/sub-B_scan-1/landmarks.json")
    for name in ["sub-B_scan-1", "../sub-A", "", "/etc"] {
      try write(#"{"source": "sub-A/scan-1.ply", "isCopied": true, "name": "\#(name)"}"#, "scans/sub-A_scan-1/.moving")
      try places.tidy()
      #expect(names("scans/sub-B_scan-1") == ["landmarks.json"])
      #expect(names("scans/sub-A_scan-1").contains("landmarks.json"))
    }
  }

  @Test func aRemovalThatBrokeOffIsEnded() throws {
    let scan = try tried()
    try write(
      #"{"source": "sub-A/scan-1.ply", "isCopied": false, "name": "sub-A_scan-1"}"#, "scans/sub-A_scan-1/.moving")
    // Not begun: it stays.
    try places.tidy()
    #expect(try place(scan.name).name == scan.name)
    #expect(!names("scans/sub-A_scan-1").contains(".moving"))
    try write(
      #"{"source": "sub-A/scan-1.ply", "isCopied": false, "name": "sub-A_scan-1"}"#, "scans/sub-A_scan-1/.moving")
    try FileManager.default.removeItem(at: url("sub-A/scan-1.ply"))
    try places.tidy()
    #expect(names("scans").isEmpty)
    #expect(names(".removed/sub-A_scan-1/results").contains("landmarks.json"))
  }

  // MARK: Out of date

  @Test(arguments: ["landmarks", "dataset landmarks", "age"]) func aChangeByHandIsSeen(what: String) throws {
    _ = try tried()
    #expect(try shown("sub-A_scan-1").state == .failed)
    switch what {
    case "landmarks": try write("{ }", "scans/sub-A_scan-1/landmarks.json")
    case "dataset landmarks":
      try FileManager.default.removeItem(at: url("scans/sub-A_scan-1/landmarks.json"))
      try write("{  }", "sub-A/scan-1.landmarks.json")
    default: try write(#"{"age_months": 4, "sex": "male"}"#, "sub-A/scan-1.scan.json")
    }
    let changed = try shown("sub-A_scan-1")
    #expect(changed.state == .outOfDate)
    #expect(changed.why?.contains(what == "age" ? "age" : "landmarks") == true)
    try measure()
    #expect(try shown("sub-A_scan-1").state == .failed)
  }

  /// What is written again as it was has not changed.
  @Test func whatIsTheSameIsNotOutOfDate() throws {
    _ = try tried()
    try write("{}", "scans/sub-A_scan-1/landmarks.json")
    try write(#"{"operator": "anna"}"#, "sub-A/scan-1.scan.json")
    #expect(try shown("sub-A_scan-1").state == .failed)
  }

  private final class Flag: @unchecked Sendable { var isSet = false }
}
