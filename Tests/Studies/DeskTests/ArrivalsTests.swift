import Diagnostics
import Files
import Foundation
import Markers
import Recordings
import Studies
import TestSupport
import Testing

@testable import Desk

/// Scans on their way into a folder of work.
struct ArrivalsTests {
  private let temporary: TemporaryFolder
  private let places: ScanPlaces
  private let arrivals: Arrivals

  init() throws {
    temporary = try TemporaryFolder()
    places = try Self.places(temporary.url, in: temporary.url)
    arrivals = try Arrivals(places)
  }

  private static func places(_ dataset: URL, in study: URL) throws -> ScanPlaces {
    ScanPlaces(try StudyFolder(planned: study), dataset: dataset, language: .english)
  }

  /// An octahedron of a head's size, in millimetres; with fewer faces a part of it, or points alone.
  static func mesh(faces: Int = 8, size: Double = 75) -> Data {
    let corners = ["1 0 0", "-1 0 0", "0 1 0", "0 -1 0", "0 0 1", "0 0 -1"].map { corner in
      corner.split(separator: " ").map { "\(Double($0)! * size)" }.joined(separator: " ")
    }
    let all = ["0 2 4", "2 1 4", "1 3 4", "3 0 4", "2 0 5", "1 2 5", "3 1 5", "0 3 5"].prefix(faces)
    let head =
      ["ply", "format ascii 1.0", "element vertex 6"] + ["x", "y", "z"].map { "property float \($0)" }
      + ["element face \(all.count)", "property list uchar int vertex_indices", "end_header"]
    return Data((head + corners + all.map { "3 " + $0 }).joined(separator: "\n").utf8) + Data("\n".utf8)
  }

  private static let mesh = mesh()
  private static let cap = "dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [3, 7]\n"

  private func text(_ path: String) throws -> String {
    try String(contentsOf: temporary.url.appending(path: path), encoding: .utf8)
  }

  private func names(_ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: temporary.url.appending(path: path).path).sorted()
  }

  private func meshArrived() throws -> String {
    let id = try arrivals.begin()
    try arrivals.take(Self.mesh, of: "head.ply", at: 0, in: id)
    return id
  }

  @Test func piecesJoinInTheirOrder() throws {
    let id = try arrivals.begin()
    try arrivals.take(Data("abc".utf8), of: "scan/rgb/1.png", at: 0, in: id)
    try arrivals.take(Data("de".utf8), of: "scan/rgb/1.png", at: 3, in: id)
    #expect(try text(".incoming/\(id)/scan/rgb/1.png") == "abcde")
    for offset in [2, 4, 6, -1] {
      #expect(throws: ArrivalFault.self) { try arrivals.take(Data("x".utf8), of: "scan/rgb/1.png", at: offset, in: id) }
    }
    // From the beginning again, after a piece that got lost.
    try arrivals.take(Data("z".utf8), of: "scan/rgb/1.png", at: 0, in: id)
    #expect(try text(".incoming/\(id)/scan/rgb/1.png") == "z")
    // An empty file is a file.
    try arrivals.take(Data(), of: "scan/empty", at: 0, in: id)
    #expect(try text(".incoming/\(id)/scan/empty").isEmpty)
  }

  @Test(arguments: [
    "", "/etc/x", "../x", "a/../x", "a//b", ".hidden", "a/.git/x", "a/", String(repeating: "n", count: 256),
    Array(repeating: "a", count: 13).joined(separator: "/"), "a\0b",
  ]) func aPathThatLeadsElsewhereIsRefused(path: String) throws {
    let id = try arrivals.begin()
    #expect(throws: ArrivalFault.self) { try arrivals.take(Data("x".utf8), of: path, at: 0, in: id) }
    #expect(try names(".incoming/\(id)").isEmpty)
    #expect(try names() == [".incoming"])
  }

  @Test(arguments: ["", "..", "0123", "0123456789abcdeg", "../../../../etc/", "0123456789abcdef"])
  func anIdThatWasNotGivenOutIsRefused(id: String) {
    #expect(throws: ArrivalFault.self) { try arrivals.take(Data("x".utf8), of: "a", at: 0, in: id) }
    #expect(throws: ArrivalFault.self) { try arrivals.look(id, .english) }
    arrivals.drop(id)
    #expect(FileManager.default.fileExists(atPath: temporary.url.path))
  }

  @Test func aMeshGoesWhereItBelongs() throws {
    var form = Arrivals.Form(subject: "P01")
    (form.session, form.date, form.sex, form.ageMonths, form.hairMm) = ("2", "2026-03-14", "female", 5.5, 0)
    let look = try arrivals.look(meshArrived(), .english)
    #expect((look.name, look.kind, look.triangles, look.unit) == ("head.ply", "mesh", 8, "mm"))
    #expect(try arrivals.settle(meshArrived(), form) == "sub-P01/ses-2/scan-1.ply")
    let stated = try ScanDescriptionFile.read(temporary.url.appending(path: "sub-P01/ses-2/scan-1.scan.json"))
    #expect((stated.subject, stated.session, stated.date) == ("P01", "2", "2026-03-14"))
    #expect((stated.sex, stated.ageMonths, stated.hairMm) == ("female", 5.5, 0))
    // The next one of the same visit, and one without a session.
    #expect(try arrivals.settle(meshArrived(), form) == "sub-P01/ses-2/scan-2.ply")
    form.session = ""
    #expect(try arrivals.settle(meshArrived(), form) == "sub-P01/scan-1.ply")
    #expect(try names("sub-P01") == ["scan-1.ply", "scan-1.scan.json", "ses-2"])
  }

  @Test(arguments: [mesh(faces: 0), mesh(size: 0.4), mesh(size: 40_000), Data("ply\n".utf8), Data()])
  func whatIsNoHeadIsToldBeforeItIsAdded(file: Data) throws {
    let id = try arrivals.begin()
    try arrivals.take(file, of: "head.ply", at: 0, in: id)
    #expect(throws: (any Error).self) { try arrivals.look(id, .english) }
  }

  /// A description that lies beside the file for anybody gives way to the file's own, which the form was.
  @Test func companionsOfOneNameDoNotCollide() throws {
    let id = try meshArrived()
    try arrivals.take(Data(#"{"operator": "anna", "age_months": 3}"#.utf8), of: "scan.json", at: 0, in: id)
    #expect(try arrivals.look(id, .english).stated.operator == "anna")
    #expect(try arrivals.settle(id, Arrivals.Form(subject: "A", ageMonths: 4)) == "sub-A/scan-1.ply")
    #expect(try names("sub-A") == ["scan-1.ply", "scan-1.scan.json"])
    #expect(try ScanDescriptionFile.read(temporary.url.appending(path: "sub-A/scan-1.scan.json")).ageMonths == 4)
    #expect(try names(".incoming").isEmpty)
  }

  @Test func whatWasGivenUpGoes() throws {
    let (old, new) = (try meshArrived(), try meshArrived())
    arrivals.sweep()
    #expect(try names(".incoming").count == 2)
    Thread.sleep(forTimeInterval: 0.2)
    try arrivals.take(Self.mesh, of: "head.ply", at: 0, in: new)
    arrivals.sweep(after: .seconds(0.1))
    #expect(try names(".incoming") == [new])
    #expect(throws: ArrivalFault.self) { try arrivals.look(old, .english) }
  }

  /// The seconds since 1970 are a day; those since a phone was started are none, and neither is tomorrow.
  @Test func aClockTellsTheDayWhereItCan() {
    let noon = Date(timeIntervalSince1970: 1_773_500_000)
    let day = Calendar(identifier: .gregorian).dateComponents([.month, .day], from: noon)
    #expect(RecordedDay.of(time: 1_773_500_000) == "2026-0\(day.month!)-\(day.day!)")
    for time in [0, 1234.5, .nan, .infinity, -1, Date.now.timeIntervalSince1970 + 200_000] {
      #expect(RecordedDay.of(time: time) == nil)
    }
  }

  /// The landmarks of a file go with it, under its new name.
  @Test func companionsFollow() throws {
    let id = try meshArrived()
    try arrivals.take(Data("{}".utf8), of: "head.landmarks.json", at: 0, in: id)
    _ = try arrivals.settle(id, Arrivals.Form(subject: "A"))
    #expect(try names("sub-A") == ["scan-1.landmarks.json", "scan-1.ply", "scan-1.scan.json"])
    #expect(try names(".incoming").isEmpty)
  }

  @Test(arguments: [
    ("subject", Arrivals.Form(subject: "")), ("subject", Arrivals.Form(subject: "Anna Smith")),
    ("subject", Arrivals.Form(subject: "../x")), ("subject", Arrivals.Form(subject: String(repeating: "a", count: 33))),
    ("subject", Arrivals.Form(subject: "Ä")),
    ("session", Arrivals.Form(subject: "A", session: "1/2")), ("date", Arrivals.Form(subject: "A", date: "2026-02-30")),
    ("sex", Arrivals.Form(subject: "A", sex: "x")), ("age_months", Arrivals.Form(subject: "A", ageMonths: -1)),
    ("age_months", Arrivals.Form(subject: "A", ageMonths: 241)), ("hair_mm", Arrivals.Form(subject: "A", hairMm: 20.5)),
    ("operator", Arrivals.Form(subject: "A", operator: "  ")),
  ]) func aWrongFieldIsNamedAndNothingMoves(field: String, form: Arrivals.Form) throws {
    let id = try meshArrived()
    let error = try #require(throws: DeskError.self) { try arrivals.settle(id, form) }
    guard case .wrong(let named, _, _) = error else { return #expect(Bool(false), "\(error)") }
    #expect(named == field)
    #expect(try names() == [".incoming"])
    // The form can be mended.
    #expect(try arrivals.settle(id, Arrivals.Form(subject: "B")) == "sub-B/scan-1.ply")
  }

  @Test func aRecordingNeedsACapAndItsCapIsRemembered() throws {
    let recording = { () throws -> String in
      let id = try arrivals.begin()
      try arrivals.take(Data("x".utf8), of: "take 1/rgb.txt", at: 0, in: id)
      return id
    }
    var form = Arrivals.Form(subject: "A")
    let first = try recording()
    #expect(throws: DeskError.noCap) { try arrivals.settle(first, form) }
    form.cap = "unknown"
    #expect(throws: DeskError.noCap) { try arrivals.settle(first, form) }
    (form.cap, form.capText) = (nil, "dictionary: nothing")
    #expect(throws: FileError.self) { try arrivals.settle(first, form) }
    form.capText = Self.cap
    #expect(try arrivals.settle(first, form) == "sub-A/scan-1")
    #expect(try text("sub-A/scan-1/cap.yaml") == Self.cap)
    let known = KnownCaps(temporary.url).all
    #expect(known.count == 1)
    #expect((known[0].dictionary, known[0].markerSizeMm, known[0].markers) == ("DICT_4X4_100", 16, 2))
    #expect(known[0].bits.count == 4 && known[0].bits.allSatisfy { $0.count == 4 })
    (form.cap, form.capText) = (known[0].name, nil)
    #expect(try arrivals.settle(recording(), form) == "sub-A/scan-2")
    #expect(try text("sub-A/scan-2/cap.yaml") == Self.cap)
    #expect(KnownCaps(temporary.url).all.count == 1)
  }

  /// What was given up stays gone, whatever pieces come late.
  @Test func aDroppedScanTakesNothingMore() throws {
    let id = try meshArrived()
    arrivals.drop(id)
    #expect(throws: ArrivalFault.self) { try arrivals.take(Self.mesh, of: "head.ply", at: 0, in: id) }
    #expect(try names(".incoming").isEmpty)
  }

  @Test func aLinkedFolderTakesNoScan() throws {
    let elsewhere = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: temporary.url.appending(path: "sub-A"), withDestinationURL: elsewhere.url)
    #expect(throws: StudyError.self) { try arrivals.settle(meshArrived(), Arrivals.Form(subject: "A")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.url.path).isEmpty)
  }

  /// A study that was received may have a link where scans arrive, or a dataset of somebody else's.
  @Test func nothingElsewhereIsClearedAway() throws {
    let elsewhere = try TemporaryFolder()
    let kept = elsewhere.url.appending(path: ".incoming/kept")
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    _ = try Arrivals(Self.places(elsewhere.url, in: temporary.url))
    #expect(FileManager.default.fileExists(atPath: kept.path))
    let study = try TemporaryFolder()
    let places = try Self.places(elsewhere.url, in: study.url)
    try FileManager.default.createSymbolicLink(
      at: study.url.appending(path: ".incoming"), withDestinationURL: elsewhere.url.appending(path: ".incoming"))
    #expect(throws: StudyError.self) { try Arrivals(places) }
    #expect(FileManager.default.fileExists(atPath: kept.path))
  }

  /// Two windows at once: each scan has a number of its own.
  @Test func noTwoHaveOneNumber() throws {
    let ids = try (0..<20).map { _ in try meshArrived() }
    DispatchQueue.concurrentPerform(iterations: ids.count) { [arrivals] index in
      _ = try? arrivals.settle(ids[index], Arrivals.Form(subject: "A"))
    }
    #expect(try names("sub-A").filter { $0.hasSuffix(".ply") }.count == 20)
  }

  @Test func whatNeverArrivedLeavesNothing() throws {
    let id = try meshArrived()
    arrivals.drop(id)
    #expect(throws: ArrivalFault.self) { try arrivals.look(id, .english) }
    _ = try meshArrived()
    _ = try Arrivals(places)
    #expect(try names().isEmpty)
  }

  /// Up to 64 GiB, of which nothing is on the disk here, and no further; half a day of patience.
  @Test func whatArrivesHasLimits() throws {
    let id = try arrivals.begin()
    try arrivals.take(Data(), of: "large.bin", at: 0, in: id)
    let (file, limit) = (temporary.url.appending(path: ".incoming/\(id)/large.bin").path, 68_719_476_736)
    try #require(truncate(file, off_t(limit - 1)) == 0)
    try arrivals.take(Data([1]), of: "large.bin", at: limit - 1, in: id)
    #expect(throws: ArrivalFault.self) { try arrivals.take(Data([1]), of: "large.bin", at: limit, in: id) }
    var status = stat()
    #expect(stat(file, &status) == 0)
    #expect(Int(status.st_size) == limit)
    #expect(Arrivals.patience == .seconds(43_200))
  }

  @Test func nothingIsNoScan() throws {
    let id = try arrivals.begin()
    #expect(throws: DeskError.noScan(name: "")) { try arrivals.look(id, .english) }
    #expect(throws: DeskError.noScan(name: "")) { try arrivals.settle(id, Arrivals.Form(subject: "A")) }
  }

  /// A folder, and a file of a recorder, is looked at as a recording; any other file as a mesh.
  @Test(arguments: [("take 1/rgb.txt", true), ("take.r3d", true), ("take.ply", false)])
  func whatItIsLookedAtAs(path: String, isRecording: Bool) throws {
    let id = try arrivals.begin()
    try arrivals.take(Data("x".utf8), of: path, at: 0, in: id)
    let error = try #require(throws: (any Error).self) { try arrivals.look(id, .english) }
    #expect((error is RecordingError) == isRecording, "\(error)")
  }

  /// A cap shows its first marker, and is called by its dictionary, its size and its content.
  @Test func aKnownCapIsNamedByWhatItIs() throws {
    let marked = "dictionary: DICT_4X4_100\nmarker_size_mm: 16\nids: [7, 3]\n"
    let plain = "dictionary: DICT_5X5_100\nmarker_size_mm: 12.5\n"
    for text in [marked, plain] {
      let file = temporary.url.appending(path: "cap.yaml")
      try Data(text.utf8).write(to: file)
      KnownCaps(temporary.url).keep(file)
    }
    let known = KnownCaps(temporary.url).all
    let digest = { (text: String) in Checksum.sha256(Data(text.utf8)).prefix(6) }
    #expect(known.map(\.name) == ["DICT_4X4_100-16.0mm-\(digest(marked))", "DICT_5X5_100-12.5mm-\(digest(plain))"])
    let (four, five) = (try CapFile.parse(marked, path: "").dictionary, try CapFile.parse(plain, path: "").dictionary)
    #expect(known[0].bits == four.bits(of: 3) && four.bits(of: 3) != four.bits(of: 7))
    #expect(known[0].markers == 2)
    #expect(known[1].bits == five.bits(of: 0) && five.bits(of: 0) != five.bits(of: 1))
    #expect(known[1].markers == nil)
    #expect(KnownCaps(temporary.url).file(known[1].name)?.lastPathComponent == known[1].name + ".yaml")
    #expect(KnownCaps(temporary.url).file("none") == nil)
  }

  /// Months and days have two digits, on whatever day of the year.
  @Test func everyDayHasItsDigits() {
    for day in stride(from: 1_750_000_000.0, to: 1_773_500_000, by: 86_400) {
      let parts = Calendar(identifier: .gregorian).dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: day))
      let expected = String(format: "%04d-%02d-%02d", parts.year!, parts.month!, parts.day!)
      #expect(RecordedDay.of(time: day) == expected)
    }
  }

  @Test func aFieldThatIsEmptyIsSaidToBe() {
    let text = { (found: String) in
      DeskError.wrong(field: "subject", expected: .phrase("letters_and_digits"), found: found).description(in: .english)
    }
    #expect(text("x y").contains("\"x y\""))
    #expect(!text("").contains("\"\""))
    #expect(text("").contains("nothing"))
  }

  @Test func nothingIsAddedToAListedDataset() throws {
    try Data("path\n".utf8).write(to: temporary.url.appending(path: "scans.csv"))
    #expect(throws: DeskError.isListed(path: temporary.url.path)) { try arrivals.begin() }
  }
}
