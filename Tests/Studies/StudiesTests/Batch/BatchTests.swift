import Files
import Foundation
import GRDB
@testable import Studies
import Synchronization
import TestSupport
import Testing

/// What a batch makes of datasets that change and of studies that can't be written, with a program that takes no time.
@Suite struct BatchRunTests {
  private let program: FakeProgram
  private let dataset: DatasetFolder
  private let study: StudyFolder

  init() throws {
    program = try FakeProgram()
    dataset = try DatasetFolder(["sub-01/scan-1.ply": "a", "sub-02/scan-1.ply": "bb", "sub-03/scan-1.ply": "ccc"])
    study = try StudyFolder(at: dataset.beside("study"))
  }

  private func run() throws -> BatchSummary { try program.batch(dataset, to: study).run() }

  private func column(_ sql: String) throws -> [String] {
    try StudyStore(study).read { try String.fetchAll($0, sql: sql) }
  }

  @Test func aCorrectedAgeReachesTheStudyWithoutASex() throws {
    try dataset.write("participants.tsv", "participant_id\tage_months\tgroup\nsub-01\t5\thelmet\n")
    _ = try run()
    #expect(try column("SELECT age_months FROM scans WHERE subject = '01'") == ["5.0"])
    let calls = program.calls.count
    try dataset.write("participants.tsv", "participant_id\tage_months\tgroup\nsub-01\t9\tcontrol\n")
    _ = try run()
    #expect(try column("SELECT age_months || ' ' || cohort FROM scans WHERE subject = '01'") == ["9.0 control"])
    #expect(program.calls.count == calls, "nothing is measured again")
  }

  private static let facts = """
    SELECT coalesce(operator, '–') || ' ' || coalesce(device, '–') || ' ' || coalesce(date, '–') || ' ' \
    || coalesce(session, '–') FROM scans WHERE subject = '01'
    """

  /// What the surface's numbers do not depend on: nothing is measured again, and the store can be made anew of the files.
  @Test func correctedFactsAreTakenOverWithoutMeasuring() throws {
    try dataset.write("participants.tsv", "participant_id\toperator\nsub-01\tGrete\n")
    try dataset.write("sub-01/scan-1.json", #"{"date": "2026-03-14", "device": "one", "session": "1"}"#)
    _ = try run()
    #expect(try column(Self.facts) == ["Grete one 2026-03-14 1"])
    let calls = program.calls.count
    try dataset.write("participants.tsv", "participant_id\toperator\nsub-01\tn/a\n")
    try dataset.write("sub-01/scan-1.json", #"{"date": "2026-03-15", "device": "two", "session": "2"}"#)
    _ = try run()
    #expect(try column(Self.facts) == ["– two 2026-03-15 2"], "what is stated no more is gone")
    #expect(program.calls.count == calls, "\(program.calls)")
    let content = try SmallStudy.content(StudyStore(study))
    _ = try StudyStore.rebuild(study)
    #expect(try SmallStudy.content(StudyStore(study)) == content)
  }

  /// z-scores of norms are part of the result, and depend on both.
  @Test func anAgeWithASexIsMeasuredAgain() throws {
    try dataset.write("participants.tsv", "participant_id\tage_months\tsex\nsub-01\t5\tF\n")
    _ = try run()
    let calls = program.calls.count
    try dataset.write("participants.tsv", "participant_id\tage_months\tsex\nsub-01\t6\tF\n")
    _ = try run()
    #expect(program.calls.count == calls + 2, "a search and a measurement of this scan alone")
  }

  /// What a `scan.json` beside a scan states changes the numbers of its run, so it is known to the batch.
  @Test func hairThatIsStatedAroundAScanIsAnInput() throws {
    try dataset.write("sub-01/scan.json", #"{"hair_mm": 2, "operator": "A"}"#)
    _ = try run()
    let calls = program.calls.count
    #expect(try program.jobs.contains { $0.description.hairMm == 2 })
    try dataset.write("sub-01/scan.json", #"{"hair_mm": 2, "operator": "B"}"#)
    _ = try run()
    #expect(try column("SELECT operator FROM scans WHERE subject = '01'") == ["B"] && program.calls.count == calls)
    try dataset.write("sub-01/scan.json", #"{"hair_mm": 4}"#)
    _ = try run()
    #expect(program.calls.count == calls + 2, "a search and a measurement of this scan alone")
  }

  /// A `scan.json` in the recording's folder is no part of the recording.
  @Test func aDescriptionWithinARecordingIsNoInput() throws {
    let list = try DatasetFolder(["sub-01/scan-1/color/1.png": "x", "sub-01/scan-1/scan.json": #"{"operator": "A"}"#])
    let study = try StudyFolder(at: list.beside("within"))
    for name in ["A", "B"] {
      try list.write("sub-01/scan-1/scan.json", #"{"operator": "\#(name)"}"#)
      _ = try program.batch(list, to: study).run()
      #expect(try StudyStore(study).read { try String.fetchAll($0, sql: "SELECT operator FROM scans") } == [name])
    }
    #expect(program.calls.count == 1)
    try list.write("sub-01/scan-1/color/1.png", "y")
    _ = try program.batch(list, to: study).run()
    #expect(program.calls.count == 2, "the recording itself is one")
  }

  /// What hinders a scan has one code and one word, in the check beforehand and in the study.
  @Test func aRecordingWithoutACapHasOneWordInCheckAndBatch() throws {
    let list = try DatasetFolder(["sub-01/scan-1/color/1.png": "x"])
    let check = DatasetCheck(try list.read(), threads: 1).table(.english)
    #expect(
      check.split(separator: "\n").contains { $0.hasPrefix("dataset.no_cap") && $0.hasSuffix("failed") }, "\(check)")
    var options = BatchOptions(program: program.path, version: "0.1.0")
    options.needsCap = true
    let study = try StudyFolder(at: list.beside("capless"))
    let outcome = try #require(try Batch(list.read().scans, in: study, store: nil, options).run().outcomes.first)
    #expect(outcome.status == .failed)
    #expect(outcome.code == "dataset.no_cap")
    #expect(program.calls.isEmpty)
    // A cap for all of them, or heads that are tracked by their surface, need none.
    options.cap = list.url.appending(path: "sub-01/scan-1/color/1.png")
    _ = try Batch(list.read().scans, in: study, store: nil, options).run()
    #expect(program.calls.count == 1)
  }

  /// What only the recording knows stays; what the dataset had stated and takes back does not come back from the result.
  @Test func whatTheRecordingSaysGoesBehindTheDataset() throws {
    let program = try FakeProgram(
      result: SmallStudy.result(cvai: 5, scan: #"{"subject": "01", "operator": "Grete", "device": "a phone"}"#))
    try dataset.write("participants.tsv", "participant_id\toperator\nsub-01\tGrete\n")
    _ = try program.batch(dataset, to: study).run()
    #expect(try column(Self.facts) == ["Grete a phone – –"])
    try dataset.write("participants.tsv", "participant_id\toperator\nsub-01\tn/a\n")
    _ = try program.batch(dataset, to: study).run()
    #expect(try column(Self.facts) == ["– a phone – –"])
  }

  @Test func scansThatLeftTheDatasetAreToldOnEveryBatch() throws {
    #expect(try run().remarks.isEmpty)
    try FileManager.default.moveItem(
      at: dataset.url.appendingPathComponent("sub-03"), to: dataset.url.appendingPathComponent("sub-04"))
    for _ in 0..<2 {
      let summary = try run()
      #expect(summary.remarks.map(\.code) == [.datasetLeft])
      #expect(summary.table(.english).contains("sub-03_scan-1"))
    }
    #expect(try column("SELECT scan FROM scans WHERE NOT in_dataset") == ["sub-03_scan-1"])
    #expect(study.leftScans == ["sub-03_scan-1"])
    // A part of a dataset says nothing of the rest.
    var options = BatchOptions(program: "/bin/false", version: "0.1.0")
    options.isWholeDataset = false
    let part = Array(try dataset.read().scans.prefix(1))
    _ = try Batch(part, in: study, store: StudyStore(study), options).run()
    #expect(study.leftScans == ["sub-03_scan-1"])
    try study.remove(study.leftScans)
    #expect(try column("SELECT scan FROM scans") == ["sub-01_scan-1", "sub-02_scan-1", "sub-04_scan-1"])
    #expect(!FileManager.default.fileExists(atPath: study.folder(of: "sub-03_scan-1").url.path))
    #expect(try run().remarks.isEmpty)
  }

  /// What comes back is in the dataset again; a rebuild with the dataset does the same as a batch, and measures nothing.
  @Test func aStudyFollowsItsDatasetWithoutMeasuring() throws {
    _ = try run()
    let calls = program.calls.count
    let (here, aside) = (dataset.url.appendingPathComponent("sub-03"), dataset.beside("aside"))
    try FileManager.default.moveItem(at: here, to: aside)
    try dataset.write("participants.tsv", "participant_id\tage_months\nsub-01\t8\n")
    try study.follow(dataset.read())
    #expect(try StudyStore.rebuild(study).remarks.map(\.code) == [.datasetLeft])
    #expect(try column("SELECT age_months FROM scans WHERE subject = '01'") == ["8.0"])
    try FileManager.default.moveItem(at: aside, to: here)
    try study.follow(dataset.read())
    #expect(try StudyStore.rebuild(study).remarks.isEmpty && program.calls.count == calls)
  }

  /// Only the scans of sub-02 die, and their reason is the memory, not the signal.
  @Test(arguments: [
    (
      "echo \"terminate called after throwing an instance of 'std::bad_alloc'\" >&2; kill -ABRT $$",
      "batch.memory_limit"
    ),
    ("echo 'LLVM ERROR: out of memory' >&2; exit 1", "batch.memory_limit"),
    ("echo 'Fatal error: Index out of range' >&2; kill -ILL $$", "batch.crashed"),
    ("exit 7", "batch.failed"),
  ]) func aDeathIsToldByItsCause(_ script: String, _ code: String) throws {
    let program = try FakeProgram(first: "case \"$*\" in *sub-02*) \(script);; esac")
    let outcomes = try program.batch(dataset, to: study, limits: ProcessLimits(memory: 2_000_000_000)).run().outcomes
    #expect(outcomes.map(\.status) == [.complete, .failed, .complete] && outcomes[1].code == code)
    if code == "batch.crashed" { #expect(outcomes[1].reason?.contains("Index out of range") == true) }
    // Without a limit nobody has put up a wall: it is a crash like others.
    if code == "batch.memory_limit", script.contains("ABRT") {
      let free = try StudyFolder(at: dataset.beside("free"))
      let second = try program.batch(dataset, to: free).run().outcomes[1]
      #expect(second.code == "batch.crashed")
      #expect(second.reason?.contains("std::bad_alloc") == true)
    }
  }

  @Test func aScanThatHangsHoldsNobodyUp() throws {
    let program = try FakeProgram(first: "case \"$*\" in *sub-02*) exec sleep 600;; esac")
    let outcomes = try program.batch(dataset, to: study, limits: ProcessLimits(time: 6)).run().outcomes
    #expect(outcomes.map(\.status) == [.complete, .failed, .complete])
    #expect(outcomes[1].code == "batch.time_limit")
    #expect((outcomes[1].seconds ?? 0) >= 6)
    #expect(try column("SELECT code FROM scans WHERE code IS NOT NULL") == ["batch.time_limit"])
  }

  /// What an operator says of a scan that failed is not lost with it.
  @Test func ratingsAreStoredWhateverBecomesOfTheScan() throws {
    let program = try FakeProgram(first: "case \"$*\" in *sub-02*) exit 7;; esac")
    for child in ["01", "02"] {
      try dataset.write(
        "sub-\(child)/scan-1.rating.json", #"{"answers": {"infant": "crying", "overall": 2, "x": null}}"#)
    }
    let run = { try program.batch(dataset, to: study).run() }
    #expect(try run().outcomes.map(\.status) == [.complete, .failed, .complete])
    let sql = "SELECT scan || ' ' || field || ' ' || answer FROM ratings ORDER BY 1"
    #expect(
      try column(sql) == [
        "sub-01_scan-1 infant crying", "sub-01_scan-1 overall 2", "sub-02_scan-1 infant crying",
        "sub-02_scan-1 overall 2",
      ])
    // A rating is no input: another one is taken over without measuring, and the result's own goes first.
    let calls = program.calls.count
    try dataset.write("sub-02/scan-1.rating.json", #"{"answers": {"infant": "calm"}}"#)
    unlink(dataset.url.appendingPathComponent("sub-01/scan-1.rating.json").path)
    try Data(#"{"answers": {"infant": "restless"}}"#.utf8).write(to: study.folder(of: "sub-03_scan-1").rating)
    try dataset.write("sub-03/scan-1.rating.json", #"{"answers": {"infant": "calm"}}"#)
    _ = try run()
    #expect(try column(sql) == ["sub-02_scan-1 infant calm", "sub-03_scan-1 infant restless"])
    #expect(program.calls.count == calls)
    let content = try SmallStudy.content(StudyStore(study))
    _ = try StudyStore.rebuild(study)
    #expect(try SmallStudy.content(StudyStore(study)) == content)
  }

  @Test func aFileThatIsNoRatingIsTold() throws {
    try dataset.write("sub-01/scan-1.rating.json", "{")
    let summary = try run()
    #expect(summary.outcomes[0].status == .complete)
    #expect(summary.remarks.map(\.code) == [.datasetBadRating])
    #expect(summary.table(.english).contains("sub-01/scan-1.rating.json is no rating"))
    #expect(try dataset.read().codes("sub-01_scan-1") == ["dataset.bad_rating"])
  }

  /// Somebody else has the scan: it is said once, and what they make of it is taken over.
  @Test func waitingForAnotherBatchIsTold() throws {
    let folder = study.folder(of: "sub-02_scan-1")
    let other = Mutex(try FileLock(folder.lockFile))
    let told = Mutex([String]())
    let done = Mutex(0)
    let doneBefore = Mutex([Int]())
    let summary = try program.batch(dataset, to: study).run(
      progress: { progress in done.withLock { $0 = progress.done } },
      waiting: { scan in
        told.withLock { $0.append(scan.name) }
        let others = done.withLock { $0 }
        doneBefore.withLock { $0.append(others) }
        other.withLock { $0 = nil }
      })
    #expect(told.withLock { $0 } == ["sub-02_scan-1"])
    #expect(doneBefore.withLock { $0 } == [2], "as long as there is something else to do, nothing is said")
    #expect(summary.outcomes.map(\.status) == [.complete, .complete, .complete])
  }

  @Test func picksOfAnotherRecordingAreRefused() throws {
    let list = try DatasetFolder(["scans.csv": "path,subject\na.ply,01\n", "a.ply": "a", "b.ply": "bb"])
    let study = try StudyFolder(at: list.beside("listed"))
    let scan = try list.read().scans[0]
    let folder = study.folder(of: scan.name)
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: folder.landmarks)
    try folder.markPicks(of: scan)
    #expect(try program.batch(list, to: study).run().outcomes.map(\.code) == [nil])
    #expect(try program.jobs.last?.landmarks == folder.landmarks.path)
    // The row that is put in takes the number, and must not take the landmarks.
    try list.write("scans.csv", "path,subject\nb.ply,01\na.ply,01\n")
    let outcomes = try program.batch(list, to: study).run().outcomes
    #expect(outcomes.map(\.code) == ["batch.other_picks", nil] && outcomes[0].status == .withheld)
    #expect(program.calls.count == 3, "a search and a measurement of the other: \(program.calls)")
    // Picks without a mark are taken as they always were.
    unlink(folder.picksMark.path)
    #expect(try program.batch(list, to: study).run().outcomes.map(\.code) == [nil, nil])
  }

  /// What a run says of its failure names files by their paths on this machine, and so its people.
  @Test(arguments: [
    (
      #"DATA/sub-01/scan-1.ply: line 3: expected a number, found "x""#,
      #"sub-01/scan-1.ply: line 3: expected a number, found "x""#
    ),
    ("STUDY/scans/sub-01_scan-1/result: can't be written", "scans/sub-01_scan-1/result: can't be written"),
    (#"expected a file, found "/home/Mia Muster/scan 1/mia.ply""#, #"expected a file, found "mia.ply""#),
    ("/home/Mia Muster/cap.yaml: cannot be read (/var/lib/x/y)", "cap.yaml: cannot be read (y)"),
    ("3/4 of and/or 1/2 m/s are kept", "3/4 of and/or 1/2 m/s are kept"),
  ])
  func aFailureNamesNoPathOfTheMachine(_ said: String, _ kept: String) throws {
    let text = said.replacing("DATA", with: dataset.url.path).replacing("STUDY", with: study.root.path)
    let report = dataset.beside("failure.json")
    ReportedFailure(code: "mesh_file.malformed", text: text).write(to: report)
    let program = try FakeProgram(first: "cp '\(report.path)' \"$(of failureFile)\"; exit 65")
    let outcome = try #require(try program.batch(dataset, to: study).run().outcomes.first)
    #expect(outcome.code == "mesh_file.malformed")
    #expect(outcome.reason == kept)
    #expect(try column("SELECT reason FROM scans WHERE subject = '01'") == [kept])
    // An earlier version kept them.
    var earlier = outcome
    earlier.reason = text
    try study.folder(of: outcome.scan).write(earlier)
    #expect(try program.batch(dataset, to: study).run().outcomes.first?.reason == kept)
  }

  /// Where a path begins in the middle of a sentence, and its own folders have blanks.
  @Test func aBlankInTheNameOfAHomeEndsNoPath() throws {
    let scan = try #require(try dataset.read().scans.first)
    let options = BatchOptions(program: "/usr/bin/calvaria", version: "0.1.0")
    let paths = NeutralPaths(scan, study.folder(of: scan.name), options, personal: ["/home/mia muster"])
    #expect(paths.text("no cap at /home/mia muster/caps/cap.yaml, none given") == "no cap at cap.yaml, none given")
    #expect(paths.text("no cap at /home/mia muster/cap.yaml") == "no cap at cap.yaml")
    #expect(NeutralPaths.personal.contains(FileManager.default.homeDirectoryForCurrentUser.path))
    #expect(NeutralPaths.personal.contains(FileManager.default.temporaryDirectory.path))
  }

  @Test func aPathOfThisMachineInAListIsNoneOfTheStudys() throws {
    let list = try DatasetFolder(["a.ply": "a"])
    try list.write("scans.csv", "path,subject\n\(list.url.path)/a.ply,01\n/home/mia/b.ply,02\n")
    let outcomes = try program.batch(list, to: StudyFolder(at: list.beside("listed"))).run().outcomes
    #expect(outcomes.map(\.source) == ["a.ply", "b.ply"])
    #expect(outcomes.allSatisfy { !($0.reason ?? "").contains("/") }, "\(outcomes.map(\.reason))")
  }

  @Test func aLockThatCannotBeTakenIsNoBusyOne() throws {
    let folder = study.folder(of: "sub-02_scan-1")
    try FileManager.default.createDirectory(at: folder.lockFile, withIntermediateDirectories: true)
    let summary = try run()
    #expect(summary.outcomes.map(\.status) == [.complete, .failed, .complete])
    #expect(summary.outcomes[1].code == "study.cannot_write")
    #expect(summary.outcomes[1].reason?.contains(".lock") == true)
  }

  @Test func aStudyThatCannotBeWrittenEndsTheBatch() throws {
    try Data().write(to: study.scansFolder)
    #expect(throws: StudyError.self) { try program.batch(dataset, to: study, isStored: false).run() }
    #expect(program.calls.isEmpty)
  }

  @Test func anOutcomeThatCannotBeReplacedIsAMatterOfItsScan() throws {
    let folder = study.folder(of: "sub-01_scan-1")
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    #expect(mkfifo(folder.outcomeFile.path, 0o600) == 0)
    let summary = try run()
    #expect(summary.outcomes.map(\.status) == [.failed, .complete, .complete])
    #expect(!program.calls.contains { $0.contains("sub-01") }, "hours are not spent on it")
  }

  @Test func aPlanReadsNoRecordingThatWasNeverMeasured() throws {
    // A terabyte of nothing, which takes an hour to read.
    let file = dataset.url.appendingPathComponent("sub-04/scan-1.r3d").path
    try dataset.write("sub-04/scan-1.r3d", "")
    #expect(truncate(file, 1 << 40) == 0)
    let begun = ContinuousClock.now
    let plans = try program.batch(dataset, to: study, isStored: false).plan()
    #expect(plans.count == 4)
    #expect(plans.allSatisfy { $0.plan == .run })
    #expect(begun.duration(to: .now) < .seconds(10))
  }

  /// Each scan is measured with its own hair, and again where that changes, unless the batch states it for all.
  @Test func hairIsPassedOnToItsScan() throws {
    for scan in 1...3 { try dataset.write("sub-0\(scan)/scan-1.landmarks.json", "{}") }
    try dataset.write("participants.tsv", "participant_id\thair_mm\nsub-01\t3\nsub-02\t\n")
    _ = try run()
    #expect(program.calls.count == 3)
    #expect(try program.jobs.map(\.description.hairMm) == [3, nil, nil])
    try dataset.write("participants.tsv", "participant_id\thair_mm\nsub-01\t3\nsub-02\t1\n")
    _ = try run()
    #expect(try program.jobs.dropFirst(3).map(\.description.hairMm) == [1], "the second scan alone")

    var options = BatchOptions(program: program.path, version: "0.1.0")
    options.settings.hairMm = 2
    let batch = { [options] in try Batch(dataset.read().scans, in: study, store: nil, options) }
    _ = try batch().run()
    let last = try program.jobs.dropFirst(4)
    #expect(last.count == 3)
    #expect(last.allSatisfy { $0.settings.hairMm == 2 && $0.description.hairMm == nil })
    try dataset.write("participants.tsv", "participant_id\thair_mm\nsub-01\t5\n")
    #expect(try batch().plan().allSatisfy { $0.plan != .run }, "what the batch states holds, whatever the table says")
  }

  /// Arguments can be read by everybody on the machine.
  @Test func whoIsScannedStandsInNoArgument() throws {
    try dataset.write("participants.tsv", "participant_id\toperator\tage_months\tsex\nsub-01\tGrete\t5\tF\n")
    try dataset.write("sub-01/scan-1.landmarks.json", "{}")
    _ = try run()
    #expect(!program.calls.isEmpty)
    #expect(!program.calls.contains { $0.contains("Grete") })
    #expect(try program.jobs.contains { $0.description.operator == "Grete" && $0.description.sex == "female" })
    #expect(!FileManager.default.fileExists(atPath: study.folder(of: "sub-01_scan-1").jobFile.path))
  }

  /// What an earlier version left behind where it was killed names people, too.
  @Test func nothingOfAnEarlierHandOverStays() throws {
    let folder = study.folder(of: "sub-01_scan-1")
    let left = folder.url.appending(path: ".stated.json")
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data(#"["--operator=Grete"]"#.utf8).write(to: left)
    _ = try run()
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }

  /// A mesh has its landmarks looked for first, of which the settings and the child are no part.
  @Test func aScanIsHandedOverStepByStep() throws {
    var options = BatchOptions(program: program.path, version: "0.1.0")
    options.limits = ProcessLimits(memory: 2_000_000_000)
    options.settings.protocolName = "cap-included"
    let scan = try #require(try dataset.read().scans.first)
    _ = try Batch([scan], in: study, store: nil, options).run()
    let (folder, jobs) = (study.folder(of: scan.name), try program.jobs)
    #expect(jobs.map(\.step) == [.landmarks, .measure])
    #expect(jobs.allSatisfy { $0.scan == scan.url.path })
    #expect(jobs.map(\.output) == [folder.foundLandmarks.path, folder.result.path])
    #expect(jobs[1].landmarks == folder.foundLandmarks.path)
    #expect(jobs[1].settings == options.settings)
    #expect(jobs[0].description.isEmpty && jobs[1].description.subject == "01")
    #expect(jobs.allSatisfy { $0.memoryWall == 2_000_000_000 + MemoryWall.margin })
  }

  /// Studies of this version are continued only while equal inputs give the key that they always gave.
  @Test func theKeyOfAScanStaysWhatItWas() throws {
    try dataset.write("participants.tsv", "participant_id\tage_months\tsex\thair_mm\nsub-01\t5\tF\t3\n")
    try dataset.write("own.yaml", "x")
    var options = BatchOptions(program: program.path, version: "0.1.0")
    options.settings.optionsFile = dataset.url.appending(path: "none.json").path
    options.settings.protocolName = dataset.url.appending(path: "own.yaml").path
    options.settings.scales = ["choa"]
    (options.settings.tracking, options.settings.voxelMm) = ("dense", 1.5)
    let scan = try #require(try dataset.read().scans.first { $0.name == "sub-01_scan-1" })
    let inputs = ScanDependencies(scan, study.folder(of: scan.name), options)
    let recording = try #require(inputs.content)
    let lines = [
      "calvaria 0.1.0", "finds landmarks true", "mesh \(recording)", "--options=\(dataset.url.path)/none.json",
      "--protocol=sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", "--scale=choa",
      "--age-months=5.0", "--sex=female", "--hair-mm=3.0",
    ]
    #expect(inputs.key == Checksum.sha256(Array(lines.joined(separator: "\u{0}").utf8)))
    let recorded = options.settings.lines(for: .recording)
    #expect(recorded.suffix(2) == ["--tracking=dense", "--voxel-mm=1.5"])
  }
}
