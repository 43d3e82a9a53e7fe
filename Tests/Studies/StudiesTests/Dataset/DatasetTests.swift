import Diagnostics
import Files
import Foundation
import TestSupport
import Testing

@testable import Studies

/// Folders in the manner of BIDS.
@Suite struct DatasetTests {
  @Test func theFoldersNameTheScans() throws {
    let folder = try DatasetFolder([
      "sub-01/ses-1/scan-1/rgb.txt": "a", "sub-01/ses-2/scan-1/rgb.txt": "bb", "sub-01/ses-2/scan-2.r3d": "ccc",
      "sub-02/scan-1.ply": "dddd", "sub-02/scan-1.landmarks.json": "{}", "cap.yaml": "cap",
    ])
    let dataset = try folder.read()
    #expect(
      dataset.scans.map(\.name)
        == ["sub-01_ses-1_scan-1", "sub-01_ses-2_scan-1", "sub-01_ses-2_scan-2", "sub-02_scan-1"])
    #expect(dataset.scans.map(\.kind) == [.recording, .recording, .recording, .mesh])
    #expect(dataset.scans.map { $0.cap?.lastPathComponent } == ["cap.yaml", "cap.yaml", "cap.yaml", nil])
    let mesh = try #require(dataset.scan("sub-02_scan-1"))
    #expect(mesh.landmarks?.lastPathComponent == "scan-1.landmarks.json")
    #expect((mesh.description.subject, mesh.description.session) == ("02", nil))
    #expect(dataset.scans.allSatisfy { $0.findings.isEmpty })
    #expect(dataset.findings.isEmpty)
  }

  @Test(arguments: [
    ("2026-03-14", true), ("2026-03-14T10:00:00", true), ("2026-03-14 10:00", true), ("2026-03-14T10:00:00.25Z", true),
    ("2026-03-14T10:00:00+01:00", true), ("2026-03-14xyz", false), ("2026-03-140", false), ("2026-03-14T", false),
    ("2026-02-30", false), ("14.03.2026", false),
  ]) func onlyWhatIsADateIsTakenForOne(_ text: String, _ isDate: Bool) throws {
    let folder = try DatasetFolder([
      "participants.tsv": "participant_id\tdate\nsub-01\t\(text)\n", "sub-01/scan-1/a": "1",
    ])
    let scan = try #require(try folder.read().scans.first)
    #expect(scan.description.date == (isDate ? "2026-03-14" : nil))
    #expect(scan.findings.map(\.code) == (isDate ? [] : [.datasetBadText]))
  }

  @Test func oneScanIsFoundWithoutTheOthers() throws {
    let folder = try DatasetFolder([
      "sub-01/scan-1/rgb.txt": "a", "sub-01/scan-2/rgb.txt": "b", "sub-02/scan-1/rgb.txt": "a",
      "sub-0/scan-1/rgb.txt": "c",
      "participants.tsv": "participant_id\tage_months\tsex\nsub-01\t5\tM\nsub-09\t5\tM\n",
    ])
    let all = try folder.read()
    #expect(all.scan("sub-02_scan-1")?.fault?.code == .datasetTwin)
    for scan in all.scans {
      let alone = try Dataset.read(folder.url, only: [scan.name])
      #expect(alone.scans.map(\.name) == [scan.name])
      #expect(alone.findings.isEmpty)
      #expect(alone.scans[0].description == scan.description)
      #expect(alone.scans[0].fault == nil)
    }
    #expect(
      try Dataset.read(folder.url, only: ["sub-02_scan-1", "sub-01_scan-1"]).scans == [all.scans[0], all.scans[2]])
    #expect(throws: DatasetError.self) { try Dataset.read(folder.url, only: ["sub-01"]) }
  }

  @Test func theNearestCapCounts() throws {
    let folder = try DatasetFolder([
      "cap.yaml": "1", "sub-01/cap.yaml": "2", "sub-01/ses-1/scan-1/rgb.txt": "", "sub-01/ses-1/scan-2/cap.yaml": "3",
      "sub-02/scan-1/rgb.txt": "x",
    ])
    let caps = try folder.read().scans.map { try $0.cap.map { try String(contentsOf: $0, encoding: .utf8) } }
    #expect(caps == ["2", "3", "1"])
  }

  @Test func tablesStateAgeSexAndGroup() throws {
    let folder = try DatasetFolder([
      "participants.tsv":
        "participant_id\tage\tsex\tgroup\nsub-01\t0.5\tM\thelmet\nsub-02\t9\tfemale\tn/a\nsub-04\t\t\t\n",
      "sub-01/sub-01_sessions.tsv": "session_id\tage_months\tacq_time\nses-2\t8.25\t2026-03-14T10:00:00\n",
      "sub-01/ses-1/scan-1/a": "1", "sub-01/ses-2/scan-1/a": "12", "sub-02/scan-1/a": "123", "sub-03/scan-1/a": "1234",
    ])
    let dataset = try folder.read()
    #expect(dataset.scans.map(\.description.ageMonths) == [6, 8.25, 108, nil])
    #expect(dataset.scans.map(\.description.sex) == ["male", "male", "female", nil])
    #expect(dataset.scans.map(\.cohort) == ["helmet", "helmet", nil, nil])
    #expect(dataset.scans[1].description.date == "2026-03-14")
    #expect(dataset.findings.map(\.code) == [.datasetAbsentSubjects, .datasetUnlisted])
    try folder.write("participants.json", #"{"age": {"Units": "months"}}"#)
    #expect(try folder.read().scans.map(\.description.ageMonths) == [0.5, 8.25, 9, nil])
  }

  @Test func theFileBesideARecordingKnowsBest() throws {
    let folder = try DatasetFolder([
      "participants.tsv": "participant_id\tage_months\tsex\nsub-01\t5\tM\n", "sub-01/scan-1/a": "1",
      "sub-01/scan-1.json": #"{"age_months": 6, "operator": "B"}"#, "sub-01/scan-2/a": "12",
      "sub-01/scan-2/scan.json": #"{"subject": "02"}"#,
    ])
    let dataset = try folder.read()
    let scan = try #require(dataset.scan("sub-01_scan-1"))
    #expect((scan.description.ageMonths, scan.description.sex, scan.description.operator) == (6, "male", "B"))
    #expect(dataset.codes("sub-01_scan-2") == ["dataset.other_subject"])
    #expect(dataset.scan("sub-01_scan-2")?.description.subject == "01")
  }

  /// A run reads a `scan.json` beside its scan, too. It states what nothing else does, and nothing where the scan has its own.
  @Test func aFileAroundScansComesLast() throws {
    let folder = try DatasetFolder([
      "participants.tsv": "participant_id\tage_months\thair_mm\nsub-01\t5\t1\nsub-02\tn/a\tn/a\n",
      "sub-01/ses-1/scan.json": #"{"hair_mm": 3, "sex": "female", "operator": "A"}"#, "sub-01/ses-1/scan-1/a": "1",
      "sub-01/ses-1/scan-2/a": "12", "sub-01/ses-1/scan-2/scan.json": #"{"hair_mm": 4}"#,
      "sub-01/ses-1/scan-3.ply": "123", "sub-01/ses-1/scan-3.scan.json": #"{"operator": "C"}"#,
      "sub-02/scan.json": #"{"hair_mm": 2}"#, "sub-02/scan-1.ply": "1234",
      "sub-02/scan-1.json": #"{"operator": "D"}"#, "sub-02/scan-2.r3d": "12345", "sub-02/scan-3.r3d": "123456",
      "sub-03/scan.json": #"{"hair_mm": 2}"#, "sub-03/ses-1/scan-1.ply": "1234567",
    ])
    let scans = try folder.read().scans
    #expect(scans.map(\.description.hairMm) == [1, 4, 1, 2, nil, nil, nil])
    #expect(scans.map(\.description.operator) == ["A", nil, "C", "D", nil, nil, nil])
    #expect(scans.map(\.description.sex) == ["female", nil, nil, nil, nil, nil, nil])
    #expect(scans[0].description.ageMonths == 5)
    #expect(scans.allSatisfy { $0.findings.isEmpty })
  }

  @Test(arguments: ["sub-01/scan.json", "sub-01/scan-1/scan.json"])
  func aDescriptionFromOutsideIsAFault(_ path: String) throws {
    let folder = try DatasetFolder(["sub-01/scan-1/a": "1"])
    let outside = folder.beside("scan.json")
    try Data(#"{"hair_mm": 2}"#.utf8).write(to: outside)
    try folder.link(path, to: outside)
    #expect(try folder.read().codes("sub-01_scan-1") == ["dataset.outside"])
  }

  /// The nearest statement of hair holds: of the scan, else of the session, else of the child.
  @Test func hairIsStatedOfChildSessionOrScan() throws {
    let folder = try DatasetFolder([
      "participants.tsv": "participant_id\thair_mm\nsub-01\t1.5\nsub-02\tn/a\n",
      "sub-01/sub-01_sessions.tsv": "session_id\thair_mm\nses-2\t3\n",
      "sub-01/ses-1/scan-1/a": "1", "sub-01/ses-2/scan-1/a": "12", "sub-01/ses-2/scan-2/a": "123",
      "sub-01/ses-2/scan-2.json": #"{"hair_mm": 0}"#, "sub-02/scan-1/a": "1234",
    ])
    let dataset = try folder.read()
    #expect(dataset.scans.map(\.description.hairMm) == [1.5, 3, 0, nil])
    #expect(dataset.scans.allSatisfy { $0.findings.isEmpty })
  }

  @Test(arguments: ["nan", "inf", "-1", "1e9", "five", "0x10p400"]) func noAgeIsTakenThatCannotBe(_ age: String) throws
  {
    let folder = try DatasetFolder([
      "participants.tsv": "participant_id\tage_months\nsub-01\t\(age)\n", "sub-01/scan-1/a": "1",
    ])
    let dataset = try folder.read()
    #expect(dataset.codes("sub-01_scan-1") == ["dataset.bad_age"])
    #expect(dataset.scans[0].description.ageMonths == nil && dataset.scans[0].fault == nil)
  }

  @Test(arguments: [#"{"age_months": NaN}"#, "{", #"{"subjct": "1"}"#, #"{"subject": "a\u0000b"}"#])
  func aSidecarThatCannotBeReadIsAFault(_ text: String) throws {
    let folder = try DatasetFolder(["sub-01/scan-1/a": "1", "sub-01/scan-1.json": text])
    #expect(try folder.read().scans[0].fault?.code == .datasetSidecar)
  }

  @Test func aLinkOutOfTheDatasetIsNotFollowed() throws {
    let folder = try DatasetFolder(["sub-01/scan-1/a": "1"])
    let outside = folder.beside("outside")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    try folder.link("sub-01/scan-2", to: outside)
    try folder.link("sub-01/scan-3", to: folder.url.appendingPathComponent("sub-01/scan-1"))
    let dataset = try folder.read()
    #expect(dataset.codes("sub-01_scan-2") == ["dataset.outside"])
    #expect(dataset.codes("sub-01_scan-3") == ["dataset.twin"], "one within it is, and shows the same files")
  }

  @Test func agesCountInTheUnitThatIsStated() throws {
    let folder = try DatasetFolder([
      "participants.tsv": "participant_id\tage\nsub-01\t26\n", "sub-01/scan-1/a": "1",
      "sub-01/ses-1/scan-1/a": "12", "sub-01/sub-01_sessions.tsv": "session_id\tage\nses-1\t6\n",
      "sub-01/sub-01_sessions.json": #"{"age": {"Units": "month"}}"#,
    ])
    let ages = { (unit: String) in
      try folder.write("participants.json", #"{"age": {"Units": "\#(unit)"}}"#)
      return try folder.read()
    }
    #expect(try ages("weeks").scan("sub-01_ses-1_scan-1")?.description.ageMonths == 6, "the session's own file")
    #expect(try ages("mo").scan("sub-01_scan-1")?.description.ageMonths == 26)
    let weeks = try ages("wk").scan("sub-01_scan-1")?.description.ageMonths
    #expect(abs((weeks ?? 0) - 5.98) < 0.01)
    for unknown in ["Monate", "Wochen", ""] {
      let dataset = try ages(unknown)
      #expect(dataset.scan("sub-01_scan-1")?.description.ageMonths == nil)
      #expect(dataset.codes("sub-01_scan-1") == ["dataset.age_unit"])
      #expect(dataset.scans.allSatisfy { $0.fault == nil })
    }
    try folder.write("participants.json", "{")
    #expect(try folder.read().codes("sub-01_scan-1") == ["dataset.age_unit"])
    unlink(folder.url.appendingPathComponent("participants.json").path)
    try folder.write("participants.tsv", "participant_id\tage\nsub-01\t6\n")
    #expect(try folder.read().codes("sub-01_scan-1") == ["dataset.odd_age"])
    try folder.write("participants.tsv", "participant_id\tage\nsub-01\t2.5\n")
    #expect(try folder.read().codes("sub-01_scan-1") == [])
  }

  /// What goes between the list and the reading has no digest: all that can't be read would be one recording.
  @Test func whatCannotBeReadHasNoDigest() throws {
    let folder = try DatasetFolder(["a/depth": "same", "a/rgb": "same", "b/depth": "same", "b/rgb": "same"])
    let contents = ["a", "b"].map { ContentDigest(of: folder.url.appending(path: $0)) }
    let digests = contents.map(\.recordingDigest)
    #expect(digests[0] != nil)
    #expect(digests[0] == digests[1])
    for name in ["a", "b"] { try FileManager.default.removeItem(at: folder.url.appending(path: "\(name)/rgb")) }
    #expect(contents.map(\.recordingDigest) == [nil, nil])
    // Nothing at all, and nothing but what lies with a recording, are no recordings either.
    try folder.write("c/scan.json", "{}")
    #expect(ContentDigest(of: folder.url.appending(path: "c")).recordingDigest == nil)
    #expect(ContentDigest(of: folder.url.appending(path: "d")).recordingDigest == nil)
    // A link that leads nowhere holds nothing; one that leads to itself can't be followed.
    let links = { (name: String, place: String) in
      let link = folder.url.appending(path: "a/\(name)").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place)
    }
    try links("nowhere", "gone")
    #expect(ContentDigest(of: folder.url.appending(path: "a")).recordingDigest != nil)
    try links("circle", "circle")
    #expect(ContentDigest(of: folder.url.appending(path: "a")).recordingDigest == nil)
  }

  /// Another description, or other landmarks, beside equal scans make no other head of them.
  @Test func whatLiesWithARecordingDoesNotHideATwin() throws {
    for other in ["scan.json", "landmarks.json", "cap.yaml"] {
      let folder = try DatasetFolder([
        "sub-01/scan-1/a": "same", "sub-02/scan-1/a": "same",
        "sub-02/scan-1/\(other)": other == "scan.json" ? #"{"operator": "B"}"# : "{}",
      ])
      #expect(try folder.read().scans.map { $0.fault?.code } == [nil, .datasetTwin], "\(other)")
    }
  }

  @Test func severalObserversMayPickOneScan() throws {
    let table = "path,subject,scan,landmarks\nx,01,a,a.json\nx,01,b,b.json\nx,01,c,a.json\nx,02,d,d.json\nx,01,e,\n"
    let folder = try DatasetFolder([
      "scans.csv": table, "x/a": "1", "a.json": "a", "b.json": "b", "d.json": "d",
    ])
    let dataset = try folder.read()
    #expect(
      dataset.scans.map { $0.findings.map(\.code) } == [
        [], [.datasetSameRecording], [.datasetTwin], [.datasetTwin], [.datasetTwin],
      ])
  }

  @Test func twinsAreFoundAndOnlyTheFirstIsMeasured() throws {
    let folder = try DatasetFolder([
      "sub-01/scan-1/a": "same", "sub-02/scan-1/a": "same", "sub-03/scan-1/a": "soma", "sub-04/scan-1/b": "same",
    ])
    let dataset = try folder.read()
    #expect(dataset.scans.map { $0.fault?.code } == [nil, .datasetTwin, nil, nil])
    #expect(dataset.scans[1].fault?.values["scan"] == .text("sub-01_scan-1"))
  }

  /// Pipes are never opened, and no two of them are the same files.
  @Test func pipesAreNoTwinsAndNoSidecars() throws {
    let folder = try DatasetFolder(["sub-03/scan-1/a": "1"])
    for path in ["sub-01/scan-1.r3d", "sub-02/scan-1.r3d", "sub-03/scan-1/scan.json"] {
      try folder.write(path, "")
      unlink(folder.url.appendingPathComponent(path).path)
      #expect(mkfifo(folder.url.appendingPathComponent(path).path, 0o600) == 0)
    }
    #expect(try folder.read().scans.map { $0.fault?.code } == [nil, nil, .datasetSidecar])
  }

  @Test func whatIsNoScanIsSaid() throws {
    let folder = try DatasetFolder([
      "sub-01/scan-1/a": "1", "sub-01/other/a": "2", "sub-01/notes.pdf": "", "sub-01/x.txt": "",
    ])
    let findings = try folder.read().findings
    #expect(findings.map(\.code) == [.datasetPassedOver] && findings[0].values["count"] == .count(2))
  }

  @Test func nothingToMeasureIsAnError() throws {
    #expect(throws: DatasetError.self) { try Dataset.read(URL(filePath: "/nowhere")) }
    let folder = try DatasetFolder(["readme.txt": ""])
    #expect(throws: DatasetError.noScans(folder: folder.url.path)) { try folder.read() }
  }

  /// Of many children, and of many files that are no scans, the first five are named.
  @Test func manyAreToldByTheirNumber() throws {
    var files = ["participants.tsv": "participant_id\n" + "abcdefg".map { "sub-\($0)\n" }.joined()]
    for number in 0..<7 {
      files["sub-1\(number)/scan-1/a"] = "\(number)"
      files["sub-10/x\(number).pdf"] = ""
    }
    let findings = try DatasetFolder(files).read().findings
    #expect(findings.map(\.code) == [.datasetPassedOver, .datasetAbsentSubjects, .datasetUnlisted])
    #expect(findings.allSatisfy { $0.values["count"] == .count(7) })
    let first = { (name: (Int) -> String) in FindingValue.names((0..<5).map { name($0).quoted }) }
    #expect(findings[0].values["files"] == first { "sub-10/x\($0).pdf" })
    #expect(findings[1].values["subjects"] == first { "sub-" + ["a", "b", "c", "d", "e"][$0] })
    #expect(findings[2].values["subjects"] == first { "sub-1\($0)" })
  }

  /// What can't be is told with what could.
  @Test func limitsOfAgeAndHairAreTold() throws {
    let folder = try DatasetFolder([
      "participants.tsv": "participant_id\tage_months\thair_mm\nsub-01\t240.5\t20.5\nsub-02\t240\t20\n",
      "sub-01/scan-1/a": "1", "sub-02/scan-1/a": "12",
    ])
    let scans = try folder.read().scans
    #expect(scans[0].findings.map(\.code) == [.datasetBadAge, .datasetBadHair])
    #expect(scans[0].findings[0].values["limit"] == .number(240, decimals: 0))
    #expect(scans[0].findings[1].values["limit_mm"] == .number(20, decimals: 0, unit: "mm"))
    #expect(scans[1].findings.isEmpty)
    #expect(scans[1].description.ageMonths == 240)
    #expect(scans[1].description.hairMm == 20)
  }

  /// A mebibyte, and one byte more.
  @Test(arguments: [(1 << 20, true), ((1 << 20) + 1, false)])
  func unitsAreReadOfFilesOfSomeSize(bytes: Int, isRead: Bool) throws {
    let units = #"{"age": {"Units": "months"}}"#
    let folder = try DatasetFolder([
      "participants.tsv": "participant_id\tage\nsub-01\t6\n", "sub-01/scan-1/a": "1",
      "participants.json": units + String(repeating: " ", count: bytes - units.utf8.count),
    ])
    let scan = try #require(folder.read().scans.first)
    #expect(scan.description.ageMonths == (isRead ? 6 : nil))
    #expect(scan.findings.map(\.code) == (isRead ? [] : [.datasetAgeUnit]))
  }

  @Test(arguments: [(1 << 20, true), ((1 << 20) + 1, false)])
  func ratingsAreReadOfFilesOfSomeSize(bytes: Int, isRead: Bool) throws {
    let rating = #"{"answers": {"infant": "calm"}}"#
    let folder = try DatasetFolder([
      "sub-01/scan-1.ply": "1",
      "sub-01/scan-1.rating.json": rating + String(repeating: " ", count: bytes - rating.utf8.count),
    ])
    let scan = try #require(folder.read().scans.first)
    #expect((scan.rating != nil) == isRead)
    #expect(scan.findings.map(\.code) == (isRead ? [] : [.datasetBadRating]))
  }

  /// Copies of one child's recording that other observers picked are one recording; copies of nobody's are twins, unless they
  /// are one and the same.
  @Test func copiesOfOneChildAreNoTwinsWhereOthersPicked() throws {
    let table = """
      path,subject,scan,landmarks
      x,01,a,a.json
      y,01,b,b.json
      z,,c,c.json
      u,,d,d.json
      z,,e,e.json

      """
    let folder = try DatasetFolder([
      "scans.csv": table, "x/a": "1", "y/a": "1", "z/a": "2", "u/a": "2", "a.json": "a", "b.json": "b", "c.json": "c",
      "d.json": "d", "e.json": "e",
    ])
    let scans = try folder.read().scans
    let said = Dictionary(
      uniqueKeysWithValues: scans.map { scan in
        (scan.landmarks?.lastPathComponent ?? "", scan.findings.map(\.code).filter { $0 != .datasetNoSubject })
      })
    #expect(said["a.json"] == [])
    #expect(said["b.json"] == [.datasetSameRecording])
    #expect(said["c.json"] == [])
    #expect(said["d.json"] == [.datasetTwin])
    #expect(said["e.json"] == [.datasetSameRecording])
  }

  /// A mesh is told by its ending, in letters of any size, and is no folder.
  @Test func meshesAreFilesOfTheirEndings() throws {
    let folder = try DatasetFolder(["a.PLY": "", "b.stl": "", "c.Obj": "", "d.r3d": "", "e.ply/x": "", "f": ""])
    let are = ["a.PLY", "b.stl", "c.Obj", "d.r3d", "e.ply", "f"].map {
      MeshEnding.isMesh(folder.url.appending(path: $0))
    }
    #expect(are == [true, true, true, false, false, false])
  }
}

@Suite struct ScanNameTests {
  @Test func plainLabelsStayAsTheyAre() {
    #expect(ScanName.name(subject: "01", session: "2", scan: "1") == "sub-01_ses-2_scan-1")
    #expect(ScanName.name(subject: "P017", session: nil, scan: "a") == "sub-P017_scan-a")
  }

  /// 32 letters and digits stand as they are; of more, and of others, the first twenty and eight digits of a digest.
  @Test(
    arguments: [
      ("abcdefghijklmnopqrstuvwxyz012345", nil), ("abcdefghijklmnopqrstuvwxyz0123456", "abcdefghijklmnopqrst"),
      ("a b", "ab"), ("Ä-7", "7"), ("", ""), ("0123456789_0123456789_0", "01234567890123456789"),
    ] as [(String, String?)])
  func aLongLabelKeepsItsBeginning(_ text: String, _ beginning: String?) {
    let expected = beginning.map { "\($0)-\(Checksum.sha256(Array(text.utf8)).prefix(8))" } ?? text
    #expect(ScanName.safe(text) == expected)
  }
}

/// A dataset of one test: files by their paths.
final class DatasetFolder {
  private let temporary: TemporaryFolder
  let url: URL

  init(_ files: [String: String] = [:]) throws {
    temporary = try TemporaryFolder()
    url = temporary.url.appendingPathComponent("dataset")
    for (path, text) in files { try write(path, text) }
  }

  /// A place beside the dataset.
  func beside(_ name: String) -> URL { temporary.url.appendingPathComponent(name) }

  func write(_ path: String, _ text: String) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func link(_ path: String, to target: URL) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
  }

  func read() throws -> Dataset { try Dataset.read(url) }
}

extension Dataset {
  /// The codes of what is said of a scan.
  func codes(_ name: String) -> [String]? { scans.first { $0.name == name }?.findings.map(\.code.rawValue) }

  func scan(_ name: String) -> DatasetScan? { scans.first { $0.name == name } }
}
