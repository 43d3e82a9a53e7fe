import Diagnostics
import Foundation
import Testing

@testable import Studies

/// Tables that list scans, some by people who mean harm.
@Suite struct ScanListTests {
  private func dataset(_ table: String) throws -> Dataset {
    try DatasetFolder(["scans.csv": table, "a/x": "1", "b/x": "12", "head.ply": "mesh", "caps/red.yaml": "cap"]).read()
  }

  @Test func aRowIsAScan() throws {
    let dataset = try dataset(
      "path,subject,session,cap,landmarks,age_months,sex\na,01,1,caps/red.yaml,,5.5,F\nb,01,1,,,,\nhead.ply,02,,,,,\n")
    #expect(dataset.scans.map(\.name) == ["sub-01_ses-1_scan-1", "sub-01_ses-1_scan-2", "sub-02_scan-1"])
    #expect(dataset.scans[0].cap?.lastPathComponent == "red.yaml")
    #expect((dataset.scans[0].description.ageMonths, dataset.scans[0].description.sex) == (5.5, "female"))
    #expect(dataset.scans[2].kind == .mesh)
  }

  @Test func aRowStatesHair() throws {
    let dataset = try dataset("path,subject,hair_mm\na,01,3\nb,01,0\nhead.ply,02,n/a\n")
    #expect(dataset.scans.map(\.description.hairMm) == [3, 0, nil])
    #expect(dataset.scans.allSatisfy { $0.findings.isEmpty })
  }

  @Test(arguments: ["nan", "-1", "20.5", "thick", "3 mm"]) func noHairIsTakenThatCannotBe(_ hair: String) throws {
    let scan = try dataset("path,subject,hair_mm\na,01,\(hair)\n").scans[0]
    #expect(scan.findings.map(\.code) == [.datasetBadHair])
    #expect(scan.description.hairMm == nil)
    #expect(scan.fault == nil)
  }

  /// Codes stay what they are, and names of folders become harmless.
  @Test(arguments: ["'; DROP TABLE scans; --", "=cmd()", "../../etc", "-1+2", "@x", "שלום\u{202E}gnp", "a/b", "001"])
  func codesStayText(_ code: String) throws {
    let quoted = "\"" + code.replacing("\"", with: "\"\"") + "\""
    let scan = try dataset("path,subject\na,\(quoted)\n").scans[0]
    #expect(scan.description.subject == code)
    #expect(scan.findings.isEmpty)
    #expect(StudyFolder.isName(scan.name))
    #expect(!scan.name.contains(".."))
  }

  @Test func differentCodesHaveDifferentNames() throws {
    let codes = [
      "a b", "a-b", "ab", "a_b", "AB", String(repeating: "x", count: 10_000), String(repeating: "x", count: 9_999),
    ]
    let names = codes.map { ScanName.name(subject: $0, session: nil, scan: "1") }
    #expect(Set(names).count == codes.count)
    #expect(names.allSatisfy { $0.utf8.count < 100 })
    let long = try dataset("path,subject\na,\(codes[5])\n").scans[0]
    #expect(long.description.subject == codes[5])
    #expect(
      try dataset("path,subject\na,\(String(repeating: "x", count: 20_000))\n").scans[0].findings.map(\.code) == [
        .datasetBadText, .datasetNoSubject,
      ])
  }

  @Test func pathsDoNotLeadOutside() throws {
    for path in ["../../etc/passwd", "/etc/passwd", "a/../../beside"] {
      #expect(try dataset("path,subject\n\(path),01\n").scans[0].fault?.code == .datasetOutside, "\(path)")
    }
    #expect(try dataset("path,subject\nnothing,01\n").scans[0].fault?.code == .datasetMissingFile)
    #expect(try dataset("path,subject,cap\na,01,/etc/hostname\n").scans[0].fault?.code == .datasetOutside)
  }

  @Test func aFileOfTheSameNameIsNoSidecar() throws {
    let folder = try DatasetFolder([
      "scans.csv": "path,subject,landmarks\nhead.ply,01,head.json\n", "head.ply": "mesh", "head.json": "{}",
    ])
    let scan = try folder.read().scans[0]
    #expect(scan.findings.isEmpty)
    #expect(scan.landmarks?.lastPathComponent == "head.json")
  }

  @Test func oneNameTwiceIsSaid() throws {
    let dataset = try dataset("path,subject,scan\na,01,x\nb,01,x\n")
    #expect(Set(dataset.scans.map(\.name)).count == 2)
    #expect(dataset.scans.flatMap { $0.findings.map(\.code) } == [.datasetSameIDs])
  }

  @Test(arguments: [
    "path,subject\n\"a,01\n", "subject\n01\n", "path,path\na,a\n", "path,subject\na\n", "path,subject\na,01,02\n",
    "path,subject\na,\"0\"1\n", "\n",
  ]) func aTableThatCannotBeUnderstoodIsRefused(_ table: String) throws {
    do {
      _ = try dataset(table)
      Issue.record("read")
    } catch let error as DatasetError {
      #expect([.datasetBadTable, .datasetNoScans].contains(error.code), "\(error)")
    }
  }

  @Test func quotesCommasAndLineBreaksAreCells() throws {
    let table = try DelimitedTable("\u{FEFF}A,b\r\n\"x,\"\"y\"\"\",\"1\n2\"\r\n,\r\n p ,q", file: "t")
    #expect(table.header == ["a", "b"])
    #expect(table.rows.map(\.cells) == [["x,\"y\"", "1\n2"], ["p ", "q"]])
  }
}
