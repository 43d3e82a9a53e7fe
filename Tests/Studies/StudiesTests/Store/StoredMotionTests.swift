import Diagnostics
import Files
import Foundation
import GRDB
import Geometry
import Movement
import TestSupport
import Testing

@testable import MovementReports
@testable import Studies

/// Ranges of motion in a study.
@Suite struct StoredMotionTests {
  private let study: SmallStudy
  private let temporary: TemporaryFolder

  init() throws { (study, temporary) = (try SmallStudy(), try TemporaryFolder()) }

  /// A right knee in a picture that bends from −5° to 118° and more three times, with rests of a second; or rests alone.
  private static func knee(bends: Bool) -> LandmarkSequence {
    let second = 30
    let rest = { (angle: Double) in [Double](repeating: angle, count: second) }
    let move = { (from: Double, to: Double) in
      (0..<second).map { from + (to - from) * (1 - cos(.pi * Double($0) / Double(second))) / 2 }
    }
    var angles = rest(-5)
    for number in 0..<3 {
      let far = bends ? 118 + Double(number) : -5
      angles += move(-5, far) + rest(far) + move(far, -5) + rest(-5)
    }
    let places = angles.map { angle -> [Vector3] in
      let turn = angle * .pi / 180
      return [[300, 100, 0], [300, 300, 0], Vector3(300, 300, 0) + Vector3(-sin(turn), cos(turn), 0) * 190]
    }
    let tracks = [BodyPoint.rightHip, .rightKnee, .rightAnkle].enumerated().map { index, point in
      (point, LandmarkSequence.Track(positions: places.map { $0[index] }))
    }
    return LandmarkSequence(
      space: .picture(width: 640, height: 600), times: angles.indices.map { Double($0) / Double(second) },
      frames: angles.indices.map { "f_\($0)" }, tracks: Dictionary(uniqueKeysWithValues: tracks))
  }

  /// A folder as `motion` writes it.
  private func folder(_ name: String, bends: Bool = true, scan: String? = #"{"subject": "P017", "session": "1"}"#)
    throws
    -> URL
  {
    let (folder, sequence) = (temporary.url.appending(path: name), Self.knee(bends: bends))
    let task = try MotionTask(.knee, .right, view: .lateral, direction: .clockwise)
    var measured = try MotionMeasurement(task).measure(.landmarks(sequence, .openPose), path: "knee.json")
    measured.state(MotionProvenance(version: "1.0.0", inputs: ["knee.json": name], options: [:]))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, content) in try measured.files(sequence) { try content.write(to: folder.appending(path: name)) }
    if let scan { try Data(scan.utf8).write(to: folder.appending(path: "scan.json")) }
    return folder
  }

  private func records() throws -> [MotionRecord] {
    let store = try StudyStore(study.folder)
    try store.bringUpToDate(study.folder)
    return try MotionRecord.read(store, StudySelection())
  }

  private func texts(_ sql: String) throws -> [String] {
    try StudyStore(study.folder).read { try String.fetchAll($0, sql: sql) }
  }

  @Test func aRangeIsAddedAndHasItsValues() throws {
    let folder = try folder("kneea")
    let name = try study.folder.add(motion: folder, force: false)
    #expect(name.hasPrefix("sub-P017_ses-1_scan-kneekneea-"))
    let result = try MotionFolder.read(folder).result
    let record = try #require(records().first)
    #expect(record.motion == name)
    #expect((record.subject, record.session) == ("P017", "1"))
    #expect((record.status, record.code) == ("complete", nil))
    #expect((record.method.joint, record.method.side, record.method.dimensions) == ("knee", "right", 2))
    let (maximum, expected) = (
      try #require(record.values["knee_right_flexion_max"]), try #require(result.values.maximum)
    )
    #expect(maximum.value == expected.degrees)
    #expect(abs((maximum.value ?? 0) - 119) < 2)
    #expect((maximum.low, maximum.high) == (expected.ci95.first, expected.ci95.last))
    #expect(maximum.code == nil)
    #expect(record.units["knee_right_flexion_max"] == "°")
    #expect(try texts("SELECT DISTINCT status FROM motion_measurements WHERE value IS NOT NULL") == ["measured"])
    #expect(record.key(of: "knee_right_flexion_max") == "maximum")
    #expect(record.key(of: "knee_right_flexion_range") == "range")
    // A line of its own below the scans, for one as for more.
    let list = try StudyList(StudyStore(study.folder), StudySelection()).table(.english)
    #expect(list.contains(Language.english("study.list_motions", ["count": .count(1)])))
    // Made anew, and read again, the store holds the same.
    #expect(try StudyStore.rebuild(study.folder).motions == 1)
    #expect(try records() == [record])
    #expect(try study.folder.remove([name]) == StudyFolder.Removed(scans: 0, motions: 1))
    #expect(try records().isEmpty)
  }

  /// A knee that never moves has no range: each value is withheld, with the reason.
  @Test func aRangeThatIsWithheldSaysWhy() throws {
    _ = try study.folder.add(motion: folder("still", bends: false), force: false)
    let record = try #require(records().first)
    #expect(record.status == "withheld")
    #expect(record.code != nil)
    let withheld = record.values.values.filter { $0.value == nil }
    #expect(!withheld.isEmpty)
    #expect(withheld.allSatisfy { $0.code != nil && $0.low == nil && $0.high == nil })
    #expect(try texts("SELECT DISTINCT status FROM motion_measurements WHERE value IS NULL") == ["withheld"])
  }

  /// Speeds and times of a neck have their intervals; the time without a frame that counts has none.
  @Test func thePaceOfANeckIsStored() throws {
    let folder = try folder("neck")
    let file = folder.appending(path: "motion.json")
    var result = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    result["joint"] = "neck"
    result["movement"] = "rotation"
    result["side"] = nil
    result["sequence"] = "none"
    let speed: [String: Any] = [
      "mean_deg_s": 60.5, "mean_ci95": [50.25, 70], "peak_deg_s": 90, "peak_ci95": [80.5, 101], "movements": 4,
    ]
    let times: [String: Any] = [
      "left": 2.5, "left_ci95": [2, 3.25], "middle": 4, "middle_ci95": [3.5, 4.5], "right": 1.5,
      "right_ci95": [1, 2.75], "unseen": 0.5,
    ]
    result["speed"] = speed
    result["time_to_side_s"] = times
    try JSONSerialization.data(withJSONObject: result, options: .withoutEscapingSlashes).write(to: file)
    _ = try study.folder.add(motion: folder, force: false)
    let values = try #require(records().first).values
    let expected: [String: [Double?]] = [
      "mean_speed": [60.5, 50.25, 70], "peak_speed": [90, 80.5, 101], "time_left": [2.5, 2, 3.25],
      "time_middle": [4, 3.5, 4.5], "time_right": [1.5, 1, 2.75], "time_unseen": [0.5, nil, nil],
    ]
    for (key, numbers) in expected {
      let found = try #require(values["neck_rotation_\(key)"])
      #expect([found.value, found.low, found.high] == numbers, "\(key)")
    }
  }

  @Test func aRangeOfNobodyIsAddedButNoneOfSomebodyUnreadable() throws {
    let name = try study.folder.add(motion: folder("a", scan: nil), force: false)
    #expect(name.hasPrefix("sub-unknown_scan-"))
    #expect(throws: FileError.self) {
      try study.folder.add(motion: folder("b", scan: #"{"subjct": "P017"}"#), force: false)
    }
    #expect(try records().count == 1)
  }

  /// No file of a range may be larger than 256 MiB; one that is leaves nothing of its range.
  @Test func aFileThatIsTooLargeIsNotCopied() throws {
    let folder = try folder("large")
    let (page, limit) = (folder.appending(path: "report.pdf"), 256 << 20)
    try Data().write(to: page)
    #expect(truncate(page.path, off_t(limit + 1)) == 0)
    #expect(throws: InputFile.Fault.tooLarge(bytes: limit + 1, limit: limit)) {
      try study.folder.add(motion: folder, force: false)
    }
    #expect(try records().isEmpty)
    #expect(OnDisk.names(in: study.folder.motionsFolder).isEmpty)
  }

  /// What somebody states anew beside a range is seen, as is a folder that holds none.
  @Test func changesAreSeen() throws {
    let name = try study.folder.add(motion: folder("a"), force: false)
    #expect(try records().first?.session == "1")
    let place = study.folder.motionsFolder.appending(path: name)
    try Data(#"{"subject": "P017", "session": "2"}"#.utf8).write(to: place.appending(path: "scan.json"))
    #expect(try records().first?.session == "2")
    try Data("{".utf8).write(to: place.appending(path: "motion.json"))
    let store = try StudyStore(study.folder)
    #expect(try store.bringUpToDate(study.folder).remarks.map(\.code) == [.storeNoMotion])
    #expect(try MotionRecord.read(store, StudySelection()).isEmpty)
  }

  /// A neck has both sides in one range, and no side in its names.
  @Test func valuesHaveNamesInTables() {
    let knee = MotionQuantityName(joint: "knee", movement: "flexion", side: "left")
    #expect(knee.name(of: "minimum") == "knee_left_flexion_min")
    #expect(knee.name(of: "start") == "knee_left_flexion_start")
    let neck = MotionQuantityName(joint: "neck", movement: "rotation", side: "left")
    #expect(neck.name(of: "left") == "neck_rotation_left")
    let hip = MotionQuantityName(joint: "hip", movement: "abduction", side: nil)
    #expect(hip.name(of: "maximum") == "hip_abduction_max")
    for (names, keys) in [(knee, ["minimum", "maximum", "range"]), (neck, ["left", "difference"])] {
      for key in keys { #expect(names.key(of: names.name(of: key)) == key) }
    }
    #expect(knee.key(of: "other_max") == "other_max")
    #expect(knee.key(of: "max") == "maximum")
  }
}
