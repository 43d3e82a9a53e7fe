import Diagnostics
import Files
import TestSupport
import Testing

@testable import Studies

/// What statistics read of a study's store, and how one scan is shown.
@Suite struct StudyRecordTests {
  /// A study whose one protocol was measured by twice.
  private func study() throws -> (SmallStudy, StudyStore) {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    try study.remeasure("sub-01_scan-1", cvai: 4, protocolName: "calvaria-default")
    try study.remeasure("sub-01_scan-1", cvai: 5, protocolName: "cap-included")
    let store = try StudyStore(study.folder)
    try store.bringUpToDate(study.folder)
    return (study, store)
  }

  @Test func levelsByOtherProtocolsAreRead() throws {
    let (_, store) = try study()
    try store.queue.write { db in
      try db.execute(
        sql: """
          UPDATE results SET scale = 'choa', level = CASE origin WHEN 'batch' THEN 1 ELSE 2 END
          WHERE protocol LIKE 'calvaria%'
          """)
      try db.execute(sql: "UPDATE scans SET observer = 'anna', operator = 'ben'")
    }
    let record = try #require(StudyRecord.read(store, StudySelection(), measure: "cvai").first)
    #expect(record.grade == .init(level: 1, scale: "choa"))
    let again = StudyRecord.Method(protocolName: "calvaria-default 3", origin: "remeasured")
    #expect(record.otherGrades == [again: .init(level: 2, scale: "choa")])
    #expect(record.others[again]?.value == 4)
    #expect(record.others.count == 2)
    #expect(record.observer == "anna")
    #expect(record.operator == "ben")
    #expect(record.source == "x/sub-01_scan-1")
  }

  @Test func columnsOfOneNameAreToldApart() throws {
    let (study, store) = try study()
    let table = try StudyScanPage("sub-01_scan-1", of: study.folder, store).table(.english)
    let head = table.split(separator: "\n").first { $0.contains("cap-included 3") }
    #expect(head?.contains("calvaria-default 3 (batch)") == true)
    #expect(head?.contains("calvaria-default 3 (measured again)") == true)
    #expect(head?.contains("cap-included 3 (") == false)
  }

  @Test func valuesAreShownWithTheirIntervals() throws {
    let (study, store) = try study()
    let table = try StudyScanPage("sub-01_scan-1", of: study.folder, store).table(.english)
    #expect(table.contains("3.00 [2.00, 4.00]"))
    #expect(table.contains("140.25 "))
    #expect(!table.contains("140.25 ["))
  }

  @Test func whatCanNotBeWrittenIsSaidOnce() {
    let error = StudyError(writing: OutputError.cannotWrite(path: "x", reason: .phrase("disk_full")), "study")
    #expect(error == .cannotWrite(path: "study", reason: .phrase("disk_full")))
    let text = error.description(in: .english)
    #expect(text.split(separator: "can't be written").count == 2, Comment(rawValue: text))
  }

  @Test func oneScanIsOne() {
    let words = { (language: Language, count: Int) in
      language("dataset.summary", ["scans": .count(count), "subjects": .count(count), "sound": .count(count)])
    }
    #expect(words(.english, 1) == "1 scan of 1 child; 1 can be measured as it is")
    #expect(words(.english, 2) == "2 scans of 2 children; 2 can be measured as they are")
    #expect(words(.german, 1) == "1 Scan von 1 Kind; 1 lässt sich messen, wie er ist")
  }

  @Test func aListHasTheIntervalOfTheIndex() throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    try study.add("sub-02_scan-1", subject: "02", cvai: nil)
    try study.fail("sub-03_scan-1", subject: "03", code: "batch.crashed")
    let store = try StudyStore(study.folder)
    try store.bringUpToDate(study.folder)
    let list = try StudyList(store, StudySelection())
    #expect(list.rows.map(\.cvai) == [3, nil, nil])
    #expect(list.rows.map(\.ci95) == [[2, 4], nil, nil])
    let lines = list.table(.english).split(separator: "\n")
    #expect(lines.count == 4, "a head and three scans, and no word of ranges of motion")
    #expect(lines[1].contains("3.00  [2.00, 4.00]"), "\(lines[1])")
    #expect(!lines[2].contains("["), "\(lines[2])")
    #expect(lines[3].contains("batch.crashed"))
  }

  @Test func protocolsStandInTheOrderOfTheirVersions() {
    let order = { (a: String, b: String) in ProtocolVersions.order(a, b).rawValue }
    #expect(order("cap 3", "cap 3") == 0)
    for (a, b) in [
      ("cap 2", "cap 10"), ("cap 9.9", "cap 9.10"), ("alpha 3", "beta 1"), ("cap 3", "cap 3b"), ("cap", "cap 1"),
      ("cap 1", "cap x"), ("cap 1.a", "cap 1.b"), ("cap 01x", "cap 1y"),
    ] {
      #expect(order(a, b) == -1, "\(a), \(b)")
      #expect(order(b, a) == 1, "\(a), \(b)")
    }
  }
}
