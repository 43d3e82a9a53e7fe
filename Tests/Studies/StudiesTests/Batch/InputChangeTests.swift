import Foundation
import Testing

@testable import Studies

/// What has changed since a scan was measured.
@Suite struct InputChangeTests {
  private let program: FakeProgram
  private let dataset: DatasetFolder
  private let study: StudyFolder

  init() throws {
    program = try FakeProgram()
    dataset = try DatasetFolder([
      "rec/color/1.png": "x", "head.ply": "mesh", "red.yaml": "cap", "marks.json": "{}", "lens.yaml": "lens",
    ])
    study = try StudyFolder(at: dataset.beside("study"))
    try list()
  }

  private func list(
    cap: String = "red.yaml", marks: String = "marks.json", lens: String = "lens.yaml", hair: String = "2"
  )
    throws
  {
    try dataset.write(
      "scans.csv",
      "path,subject,cap,landmarks,intrinsics,hair_mm\nrec,01,\(cap),\(marks),\(lens),\(hair)\n"
        + "head.ply,02,red.yaml,marks.json,,\n")
  }

  /// The changes of both scans, as somebody finds them who has not looked before.
  private func changes(_ settings: ScanSettings = ScanSettings()) throws -> [[InputChange]] {
    var changes = InputChanges()
    return try dataset.read().scans.map { changes.of($0, in: study, settings) }
  }

  @Test func nothingHasChangedOfWhatWasNotMeasured() throws { #expect(try changes() == [[], []]) }

  @Test func everyInputIsSeen() throws {
    _ = try program.batch(dataset, to: study).run()
    #expect(try changes() == [[], []])
    // A mesh needs no cap.
    try dataset.write("red.yaml", "other")
    #expect(try changes() == [[.cap], []])
    try dataset.write("red.yaml", "cap")
    try dataset.write("lens.yaml", "other")
    #expect(try changes() == [[.intrinsics], []])
    try dataset.write("marks.json", "{ }")
    #expect(try changes() == [[.landmarks, .intrinsics], [.landmarks]])
    try dataset.write("lens.yaml", "lens")
    try dataset.write("marks.json", "{}")
    try list(hair: "3")
    #expect(try changes() == [[.facts], []])
    // The same hair for all is not what the scan was measured with either.
    try list()
    var settings = ScanSettings()
    settings.hairMm = 1
    #expect(try changes(settings) == [[.facts], []])
    #expect(try changes() == [[], []])
  }

  /// What was taken away has changed, but for the cap, which may have been that of the whole batch.
  @Test func whatIsNamedNoMoreHasChanged() throws {
    _ = try program.batch(dataset, to: study).run()
    try list(cap: "", marks: "", lens: "")
    #expect(try changes() == [[.landmarks, .intrinsics], []])
  }

  /// Picks for the study go before the landmarks of the dataset.
  @Test func picksAreLandmarks() throws {
    _ = try program.batch(dataset, to: study).run()
    let scan = try dataset.read().scans[0]
    try Data(#"{"landmarks": {}}"#.utf8).write(to: study.folder(of: scan.name).landmarks)
    #expect(try changes() == [[.landmarks], []])
  }

  /// One who looks again sees what has changed meanwhile.
  @Test func whatWasFoundIsKeptOnlyWhileNothingChanges() throws {
    _ = try program.batch(dataset, to: study).run()
    var known = InputChanges()
    let scan = try dataset.read().scans[0]
    #expect(known.of(scan, in: study, ScanSettings()) == [])
    try dataset.write("red.yaml", "another")
    #expect(known.of(scan, in: study, ScanSettings()) == [.cap])
    #expect(known.of(scan, in: study, ScanSettings()) == [.cap])
    _ = try program.batch(dataset, to: study).run()
    #expect(known.of(scan, in: study, ScanSettings()) == [])
  }
}
