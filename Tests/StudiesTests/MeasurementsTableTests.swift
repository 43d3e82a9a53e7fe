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
    String(decoding: try table.csv(of: store(), selection), as: UTF8.self).components(separatedBy: "\r\n").dropLast()
  }

  @Test func everyScanHasARowForEveryQuantity() throws {
    let lines = try lines(.tidy)
    #expect(lines[0] == "subject,session,scan,quantity,value,unit,ci_low,ci_high,status,code,protocol,version")
    #expect((lines.count - 1) % 3 == 0)
    #expect(
      lines.contains("''+1+1,,sub-01_scan-1,cvai,3.0000,%,2.0000,4.0000,measured,,calvaria-default 3,0.1.0"))
    #expect(lines.contains("-5,,sub-03_scan-1,cvai,,%,,,failed,batch.crashed,,0.1.0"))
    #expect(lines.contains("'=cmd(),,sub-02_scan-1,cvai,6.5000,%,5.5000,7.5000,measured,,calvaria-default 3,0.1.0"))
    let scans = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[2] }
    #expect(scans == scans.sorted())
  }

  @Test func aFilterAndAProtocolChoose() throws {
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("cvai > 5"))).count == 2)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("not cvai > 5"))).count == 2)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("cvai is missing"))).count == 2)
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("subject = '=cmd()'"))).count == 2)
    let other = try lines(.wide, StudySelection(protocolName: "cap-included"))
    #expect(other.count == 4 && other[1].contains(",cap-included 3,"))
    #expect(try lines(.wide, StudySelection(filter: ScanFilter("cvai = 4"), protocolName: "cap-included 3")).count == 2)
    #expect(throws: StudyError.self) { try lines(.wide, StudySelection(protocolName: "cap")) }
  }

  /// What a reader does who wants the texts as they were: Docs/formats/study.md.
  @Test func oneApostropheTakenOffGivesEveryTextBack() throws {
    for (written, text) in [("''+1+1", "'+1+1"), ("'=cmd()", "=cmd()"), ("-5", "-5"), ("'a", "'a")] {
      #expect(written.replacing(/^'(?='*[=+\-@\t\r\n])/, with: "") == text)
    }
  }
}
