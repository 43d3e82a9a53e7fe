import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct ScanDescriptionTests {
  private func parse(_ text: String) throws -> ScanDescription {
    try ScanDescriptionFile.parse(Data(text.utf8), name: "scan.json")
  }

  @Test func everyKeyIsRead() throws {
    let scan = try parse(
      """
      {"subject": "P017", "session": "2", "date": "2024-02-29", "operator": "B", "device": "phone", "recording": "again",
      "age_months": 5.5, "sex": "female", "gestation_weeks": 32.5, "hair_mm": 2}
      """)
    #expect(scan.subject == "P017")
    #expect(scan.session == "2")
    #expect(scan.date == "2024-02-29")
    #expect(scan.operator == "B")
    #expect(scan.device == "phone")
    #expect(scan.recording == "again")
    #expect(scan.ageMonths == 5.5)
    #expect(scan.sex == "female")
    #expect(scan.gestationWeeks == 32.5)
    #expect(scan.hairMm == 2)
  }

  @Test func whatIsLeftOutIsNotStated() throws {
    #expect(try parse("{}").isEmpty)
    #expect(try parse(#"{"subject": null, "age_months": null}"#).isEmpty)
    #expect(try parse(#"{"age_months": 4}"#).ageMonths == 4)
    #expect(try parse(#"{"hair_mm": null}"#).hairMm == nil && parse(#"{"hair_mm": 0}"#).hairMm == 0)
  }

  @Test(arguments: [
    "", "[]", "7", #"{"subjct": "P"}"#, #"{"subject": 7}"#, #"{"subject": ""}"#, #"{"subject": " \n"}"#,
    #"{"date": "2023-02-29"}"#, #"{"date": "14.3.2026"}"#, #"{"date": "2026-13-01"}"#, #"{"date": "2026-1-01"}"#,
    #"{"age_months": -1}"#, #"{"age_months": 241}"#, #"{"age_months": "4"}"#, #"{"gestation_weeks": 21}"#,
    #"{"gestation_weeks": 45}"#, #"{"sex": "f"}"#, #"{"hair_mm": -0.1}"#,
    #"{"hair_mm": 20.1}"#, #"{"hair_mm": "3"}"#, #"{"hair": 3}"#,
    #"{"operator": {"name": "B"}}"#,
  ]) func whatIsNoDescriptionIsRefused(_ text: String) {
    #expect(throws: FileError.self) { try parse(text) }
  }

  /// Docs/formats/scan.md states the bytes.
  @Test func textsEndSomewhere() throws {
    #expect(ScanDescription.longestText == 16_384)
    let longest = String(repeating: "x", count: ScanDescription.longestText)
    #expect(try parse("{\"subject\": \"\(longest)\"}").subject == longest)
    #expect(throws: FileError.self) { try parse("{\"subject\": \"\(longest)y\"}") }
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(throws: FileError.self) { try parse("{\"subject\": \(deep)}") }
  }

  @Test func aFileInsideTheRecordingGoesBeforeOneBesideIt() throws {
    let folder = try TemporaryFolder()
    let recording = folder.url.appending(path: "rec")
    try FileManager.default.createDirectory(at: recording, withIntermediateDirectories: true)
    #expect(ScanDescriptionFile.find(ofRecording: recording) == nil)
    try Data(#"{"subject": "outer"}"#.utf8).write(to: folder.url.appending(path: "scan.json"))
    let beside = try #require(ScanDescriptionFile.find(ofRecording: recording))
    #expect(try ScanDescriptionFile.read(beside).subject == "outer")
    try Data(#"{"subject": "inner"}"#.utf8).write(to: recording.appending(path: "scan.json"))
    let inside = try #require(ScanDescriptionFile.find(ofRecording: recording))
    #expect(try ScanDescriptionFile.read(inside).subject == "inner")
    try Data(repeating: 32, count: FileKind.largestBytes + 1).write(to: inside)
    #expect(throws: FileError.self) { try ScanDescriptionFile.read(inside) }
  }

  @Test func aStatementGoesBeforeAnother() {
    var (first, second) = (ScanDescription(), ScanDescription())
    (first.subject, first.ageMonths) = ("A", 4)
    (second.hairMm, second.gestationWeeks) = (3, 30)
    (second.subject, second.session, second.sex, second.ageMonths) = ("B", "2", "male", 7)
    let both = first.completed(by: second)
    #expect(both.subject == "A")
    #expect(both.session == "2")
    #expect(both.hairMm == 3)
    first.hairMm = 0
    #expect(first.completed(by: second).hairMm == 0, "a bald head is a statement")
    #expect(both.ageMonths == 4, "age and sex are one statement")
    #expect(both.sex == nil && both.gestationWeeks == nil, "age, sex and weeks are one statement")
    first.hairMm = nil
    // What one states beyond the other completes the other to the same.
    #expect(first.completed(by: second.beyond(first)) == both)
    #expect(second.beyond(second).isEmpty)
    #expect(second.beyond(ScanDescription()) == second)
    #expect(ScanDescription().completed(by: second) == second)
    #expect(second.completed(by: ScanDescription()) == second)
  }

  /// Each of age, sex and weeks of pregnancy by itself stands for all three.
  @Test func oneOfThreeIsAStatement() {
    var full = ScanDescription()
    (full.ageMonths, full.sex, full.gestationWeeks, full.date) = (7, "male", 30, "2026-01-02")
    let changes: [(inout ScanDescription) -> Void] = [
      { $0.ageMonths = 4 }, { $0.sex = "female" }, { $0.gestationWeeks = 40 },
    ]
    for (number, change) in changes.enumerated() {
      var one = ScanDescription()
      change(&one)
      let rest = full.beyond(one)
      #expect(rest.ageMonths == nil && rest.sex == nil && rest.gestationWeeks == nil && rest.date != nil, "\(number)")
      var completed = one
      completed.date = full.date
      #expect(one.completed(by: full) == completed, "\(number)")
    }
    var (dated, thick) = (ScanDescription(), ScanDescription())
    (dated.date, thick.hairMm) = ("2025-01-01", 2)
    #expect(full.beyond(dated).date == nil && full.beyond(dated).sex == "male")
    #expect(full.beyond(thick) == full && thick.beyond(thick).isEmpty && !thick.beyond(full).isEmpty)
  }

  /// The first field that can't be, by its key.
  @Test func theFaultIsNamed() {
    let changes: [(String, (inout ScanDescription) -> Void)] = [
      ("operator", { $0.operator = " " }), ("date", { $0.date = "2026-02-30" }), ("sex", { $0.sex = "f" }),
      ("age_months", { $0.ageMonths = 240.5 }), ("gestation_weeks", { $0.gestationWeeks = 21.9 }),
      ("hair_mm", { $0.hairMm = 20.5 }),
    ]
    for (field, change) in changes {
      var scan = ScanDescription()
      change(&scan)
      #expect(scan.fault?.field == field)
    }
    var scan = ScanDescription()
    (scan.ageMonths, scan.gestationWeeks, scan.hairMm, scan.sex, scan.date) = (240, 22, 20, "female", "2026-02-28")
    #expect(scan.fault == nil)
    (scan.ageMonths, scan.gestationWeeks, scan.hairMm) = (0, 44, 0)
    #expect(scan.fault == nil)
  }

  /// A label has at most 64 letters and digits.
  @Test func aLongLabelIsNone() {
    let label = String(repeating: "a", count: 64)
    #expect(ScanDescription(bidsPath: "/sub-\(label)/rec").subject == label)
    #expect(ScanDescription(bidsPath: "/sub-\(label)a/rec").subject == nil)
  }

  @Test(
    arguments: [
      ("/data/sub-01/ses-2/rec", "01", "2", nil),
      ("/data/sub-01/ses-2/sub-01_ses-2_run-1", "01", "2", "sub-01_ses-2_run-1"),
      ("/sub-outer/sub-inner/x", "inner", nil, nil), ("/data/ses-2/rec", nil, nil, nil),
      ("/data/subject-1", nil, nil, nil),
      ("/data/sub-/rec", nil, nil, nil), ("/data/sub-a b/rec", nil, nil, nil), ("/data/sub-<b>/rec", nil, nil, nil),
      ("", nil, nil, nil),
    ] as [(String, String?, String?, String?)])
  func namesInTheWayOfBIDSSayWho(_ path: String, _ subject: String?, _ session: String?, _ recording: String?) {
    let scan = ScanDescription(bidsPath: path)
    #expect(scan.subject == subject, "\(path)")
    #expect(scan.session == session, "\(path)")
    #expect(scan.recording == recording, "\(path)")
  }

  /// Every day of the years around those that have and have no leap day, against Foundation's calendar.
  @Test(arguments: [1899, 1900, 1996, 2000, 2023, 2024, 2100, 2400]) func daysAreThoseOfTheCalendar(year: Int) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0)!
    for month in 0...13 {
      for day in 0...32 {
        let isDay = DateComponents(calendar: calendar, year: year, month: month, day: day).isValidDate
        let (mm, dd) = (String("0\(month)".suffix(2)), String("0\(day)".suffix(2)))
        #expect(ScanDescription.isDate("\(year)-\(mm)-\(dd)") == isDay, "\(year)-\(mm)-\(dd)")
      }
    }
  }
}
