import Foundation
import Testing

@testable import Studies

@Suite struct MeasurementsTableTests {
  private func store() throws -> StudyStore {
    let study = try SmallStudy()
    try study.add("sub-02_scan-1", subject: "=cmd()", age: 7, cvai: 6.5)
    try study.add("sub-01_scan-1", subject: "'+1+1", cvai: 3)
    try study.fail("sub-03_scan-1", subject: "-5", code: "batch.crashed")
    try study.remeasure("sub-01_scan-1", cvai: 4, protocolName: "cap-included")
    _ = try StudyStore.rebuild(study.folder)
    return try StudyStore(study.folder)
  }

  private func lines(_ table: MeasurementsTable, _ selection: StudySelection = StudySelection()) throws -> [String] {
    String(decoding: try table.content(of: store(), selection), as: UTF8.self).components(separatedBy: "\r\n")
      .dropLast()
  }

  @Test func everyScanHasARowForEveryQuantity() throws {
    let lines = try lines(.tidy)
    #expect(
      lines[0]
        == "subject,session,scan,cohort,date,operator,device,age_months,sex,quantity,value,unit,ci_low,ci_high,status,code,"
        + "level,scale,protocol,version")
    #expect((lines.count - 1) % 3 == 0)
    #expect(
      lines.contains("''+1+1,,sub-01_scan-1,,,,,5.00,,cvai,3.0000,%,2.0000,4.0000,measured,,,,calvaria-default 3,0.1.0")
    )
    #expect(lines.contains("-5,,sub-03_scan-1,,,,,,,cvai,,%,,,failed,batch.crashed,,,,0.1.0"))
    #expect(
      lines.contains(
        "'=cmd(),,sub-02_scan-1,,,,,7.00,,cvai,6.5000,%,5.5000,7.5000,measured,,,,calvaria-default 3,0.1.0"))
    #expect(
      lines.contains(
        "'=cmd(),,sub-02_scan-1,,,,,7.00,,index_by_symmetry,7.0000,%,6.5000,7.5000,measured,,,,calvaria-default 3,0.1.0"
      ))
    #expect(lines.contains("-5,,sub-03_scan-1,,,,,,,index_by_symmetry,,%,,,failed,batch.crashed,,,,0.1.0"))
    #expect(lines.contains("'=cmd(),,sub-02_scan-1,,,,,7.00,,width,,mm,,,not_measured,,,,calvaria-default 3,0.1.0"))
    let scans = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[2] }
    #expect(scans == scans.sorted())
  }

  @Test func aPublishedTableHasTabsAndNoDates() throws {
    let text = String(decoding: try MeasurementsTable.published.content(of: store(), StudySelection()), as: UTF8.self)
    let rows = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(rows[0].map(String.init) == MeasurementsTable.columns(isPublished: true))
    #expect(!rows[0].contains("date"))
    #expect(rows.allSatisfy { $0.count == rows[0].count && !$0.contains("") })
    #expect(rows.contains { $0[0] == "sub--5" && $0[1] == "n/a" && $0.contains("batch.crashed") })
    #expect(rows.contains { $0.contains("cvai") && $0.contains("6.5000") && $0.contains("7.5000") })
  }

  @Test func aFilterAndAProtocolChoose() throws {
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("cvai > 5"))).count == 2)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("not cvai > 5"))).count == 2)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("cvai is missing"))).count == 2)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("subject = '=cmd()'"))).count == 2)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("index_by_symmetry > 3.4"))).count == 3)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("index_by_symmetry > 3.6"))).count == 2)
    let other = try lines(.wide, StudySelection(protocolName: "cap-included"))
    #expect(other.count == 4 && other[1].contains(",cap-included 3,"))
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("cvai = 4"), protocolName: "cap-included 3")).count == 2)
    #expect(throws: StudyError.self) { try lines(.wide, StudySelection(protocolName: "cap")) }
  }

  /// Every scan by every protocol that it was measured by; one without a result is in it once, with its reason.
  @Test func allProtocolsStandSideBySide() throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    try study.add("sub-02_scan-1", subject: "02", cvai: 7)
    try study.fail("sub-03_scan-1", subject: "03", code: "batch.crashed")
    try study.remeasure("sub-01_scan-1", cvai: 4, protocolName: "cap-included")
    // By the batch's own protocol once more: the batch's values stand for it.
    try study.remeasure("sub-01_scan-1", cvai: 3.5, protocolName: "calvaria-default")
    _ = try StudyStore.rebuild(study.folder)
    let store = try StudyStore(study.folder)
    let lines = { (table: MeasurementsTable, selection: StudySelection) in
      String(decoding: try table.content(of: store, selection, allProtocols: true), as: UTF8.self)
        .components(separatedBy: "\r\n").dropLast()
    }
    #expect(
      try lines(.tidy, StudySelection()).filter { $0.contains(",cvai,") } == [
        "01,,sub-01_scan-1,,,,,5.00,,cvai,3.0000,%,2.0000,4.0000,measured,,,,calvaria-default 3,0.1.0",
        "01,,sub-01_scan-1,,,,,5.00,,cvai,4.0000,%,3.0000,5.0000,measured,,,,cap-included 3,0.1.0",
        "02,,sub-02_scan-1,,,,,5.00,,cvai,7.0000,%,6.0000,8.0000,measured,,,,calvaria-default 3,0.1.0",
        "03,,sub-03_scan-1,,,,,,,cvai,,%,,,failed,batch.crashed,,,,0.1.0",
      ])
    #expect(try lines(.wide, StudySelection()).count == 5)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("cvai = 4"))).count == 2)
  }

  /// Scans without a result by the protocol are neither complete without a value, nor lost.
  @Test func whatWasNotMeasuredByAProtocolSaysSo() throws {
    let selection = StudySelection(protocolName: "cap-included")
    let lines = try lines(.tidy, selection).filter { $0.contains(",cvai,") }
    #expect(
      lines == [
        "''+1+1,,sub-01_scan-1,,,,,5.00,,cvai,4.0000,%,3.0000,5.0000,measured,,,,cap-included 3,0.1.0",
        "'=cmd(),,sub-02_scan-1,,,,,7.00,,cvai,,%,,,not_measured,store.not_measured,,,,0.1.0",
        "-5,,sub-03_scan-1,,,,,,,cvai,,%,,,failed,batch.crashed,,,,0.1.0",
      ])
    let store = try store()
    let list = try StudyList(store, selection).table(.english)
    #expect(list.contains("not measured"), Comment(rawValue: list))
    #expect(list.matches(of: /complete/).count == 1, Comment(rawValue: list))
    let records = try StudyRecord.read(store, selection, measure: "cvai")
    #expect(records.map(\.status) == ["complete", "not_measured", "failed"])
    #expect(records.map(\.code) == [nil, "store.not_measured", "batch.crashed"])
    let filter = try ScanFilter("status = 'not_measured' and code = 'store.not_measured'")
    #expect(try StudyList(store, StudySelection(filter: filter, protocolName: "cap-included")).count == 1)
  }

  /// Version 10 is later than version 9.
  @Test func theLatestVersionOfAProtocolIsShown() throws {
    let study = try SmallStudy()
    try study.add("sub-01_scan-1", subject: "01", cvai: 3)
    for version in ["9", "10", "2.9", "2.10"] {
      try study.remeasure("sub-01_scan-1", cvai: 4, protocolName: "other", version: version)
    }
    _ = try StudyStore.rebuild(study.folder)
    let record = try StudyRecord.read(
      StudyStore(study.folder), StudySelection(protocolName: "other"), measure: "cvai")[0]
    #expect(record.method?.protocolName == "other 10")
    #expect(ProtocolVersions.order("other 2.9", "other 2.10") == .orderedAscending)
  }

  /// What a reader does who wants the texts as they were: Docs/formats/study.md.
  @Test func oneApostropheTakenOffGivesEveryTextBack() throws {
    let texts = [
      "'+1+1", "=cmd()", "-5", "'a", "''=1", "@x", "+", "-1+2", "'", "a=b", "a;=cmd|' /C calc'!A0", "a;'-5;b-c",
    ]
    let study = try SmallStudy()
    for (index, text) in texts.enumerated() { try study.add("sub-\(10 + index)_scan-1", subject: text, cvai: 1) }
    _ = try StudyStore.rebuild(study.folder)
    let csv = try MeasurementsTable.wide.content(of: StudyStore(study.folder), StudySelection())
    let written = String(decoding: csv, as: UTF8.self).components(separatedBy: "\r\n").dropFirst().dropLast()
      .map { String($0.split(separator: ",", omittingEmptySubsequences: false)[0]) }
    #expect(written.map { $0.replacing(/(^|;)'(?='*[=+\-@])/) { $0.1 } } == texts)
    #expect(written.filter { $0.hasPrefix("'") }.count == 8, "\(written)")
    #expect(written.contains("a;'=cmd|' /C calc'!A0"), "\(written)")
    #expect(written.contains("a;''-5;b-c"), "\(written)")
  }
}
