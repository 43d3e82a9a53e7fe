import Analysis
import Files
import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScanPipeline

/// Files of norms: WHO's as text and as workbook, ours, and those that lie by the scans.
@Suite struct NormFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func write(_ data: Data, _ name: String) throws -> String {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return url.path
  }

  private static let days = (0..<30).map { ["\($0)", "1", "\(34.5 + Double($0) / 10)", "0.03"] }

  private static func text(_ separator: String, header: [String] = ["sex", "age", "l", "m", "s"]) -> Data {
    let rows = [header] + days.map { ["1"] + $0 }
    return Data(rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n").utf8)
  }

  /// A workbook: names of columns are shared texts, and a column of standard deviations comes behind.
  private static func workbook(
    sheet extra: String = "",
    shared: String = "<si><t>Day</t></si><si><r><t>L</t></r></si><si><t>M</t></si><si><t>S</t></si>"
  ) -> Data {
    let header = ["A", "B", "C", "D"].enumerated().map { "<c r=\"\($0.element)1\" t=\"s\"><v>\($0.offset)</v></c>" }
      .joined()
    let rows = days.enumerated().map { index, cells in
      let texts = zip(["A", "B", "C", "D"], cells).map { "<c r=\"\($0)\(index + 2)\"><v>\($1)</v></c>" }.joined()
      return "<row r=\"\(index + 2)\">\(texts)<c r=\"F\(index + 2)\"><v>1</v></c></row>"
    }.joined()
    let sheet = "<worksheet>\(extra)<sheetData><row r=\"1\">\(header)</row>\(rows)</sheetData></worksheet>"
    return ZipWriter.data([
      ("xl/sharedStrings.xml", Data("<sst>\(shared)</sst>".utf8)), ("xl/worksheets/sheet1.xml", Data(sheet.utf8)),
    ])!
  }

  @Test(arguments: ["\t", " ", ",", ";"]) func aTextOfWHO(separator: String) throws {
    let table = try NormFile.find(write(Self.text(separator), "who.txt"))
    #expect(table.name == "who-2007-head-circumference")
    #expect(table.version == "sha256:\(Checksum.sha256(Self.text(separator)).prefix(12))")
    #expect(table.rows[.male]?.count == 30)
  }

  @Test func aWorkbookOfWHO() throws {
    let table = try NormFile.find(write(Self.workbook(), "hcfa-girls-zscore-expanded-tables.xlsx"))
    #expect(table.rows[.female]?.count == 30)
    #expect(abs(try #require(table.rows[.female]?[29].m) - 374) < 1e-9)
    // Whose name tells no sex, or both.
    for name in ["table.xlsx", "boys-and-girls.xlsx", "cowboyshat.xlsx"] {
      #expect(throws: FileError.self) { try NormFile.find(write(Self.workbook(), name)) }
    }
  }

  @Test(arguments: [
    Data("PK\u{3}\u{4}".utf8), workbook(sheet: "<open>"), workbook(sheet: "<!DOCTYPE a>"), workbook(shared: "<si>"),
    workbook(shared: "<si><t>Month</t></si><si><t>L</t></si><si><t>M</t></si><si><t>S</t></si>"),
    workbook(shared: "<si><t>Day</t></si>"), ZipWriter.data([("a.txt", Data("a".utf8))])!,
  ]) func whatIsNoTableIsRefused(_ data: Data) throws {
    #expect(throws: FileError.self) { try NormFile.find(write(data, "boys.xlsx")) }
  }

  /// Cells that are left out count as well: 781 rows of 256 and 64 more are 200,000.
  @Test(arguments: [(64, true), (65, false)]) func aSheetOfTooManyCellsIsRefused(more: Int, isRead: Bool) throws {
    let row = "<row><c r=\"A1\"><v>1</v></c><c r=\"IV1\"><v>2</v></c></row>"
    let last = "<row>" + String(repeating: "<c><v>3</v></c>", count: more) + "</row>"
    let sheet = "<worksheet><sheetData>" + String(repeating: row, count: 781) + last + "</sheetData></worksheet>"
    let file = try write(ZipWriter.data([("xl/worksheets/sheet1.xml", Data(sheet.utf8))])!, "many.xlsx")
    let rows = try? XLSXSheet.rows(file)
    #expect(rows?.count == (isRead ? 782 : nil))
    if isRead { #expect(rows?.last == [String](repeating: "3", count: 64)) }
  }

  @Test func incrementsAreReadFromAText() throws {
    let lines = ["sex,from_month,to_month,L,M,S", "male,0,2,1,4,0.1", "male,1,3,1,2,0.1"]
    let text = Data(lines.joined(separator: "\n").utf8)
    let table = try NormFile.increments(write(text, "growth.csv"))
    #expect(table.version == "sha256:\(Checksum.sha256(text).prefix(12))")
    #expect(table.spans(1, 3))
  }

  @Test func namesAndOurOwnFiles() throws {
    #expect(try NormFile.find("cdc-2000-head-circumference") == NormTable.builtIn[0])
    let own = try String(
      contentsOf: SharedMaterial.packageRoot.appending(path: "Datasets/norms/cdc-2000-head-circumference.yaml"),
      encoding: .utf8)
    #expect(try NormFile.find(write(Data(own.utf8), "n.yaml")) == NormTable.builtIn[0])
    #expect(throws: FileError.self) { try NormFile.find(folder.url.appending(path: "none.txt").path) }
    #expect(throws: FileError.self) { try NormFile.find(write(Data(), "empty.txt")) }
  }

  /// A file that nobody named stops nothing.
  @Test func aFileByTheScanThatIsNoTable() throws {
    let file = URL(filePath: try write(Data("to do: norms".utf8), "norms.txt"))
    guard case .failure(let fault) = NormFile.shared(file) else {
      Issue.record("it is a table")
      return
    }
    #expect(fault.finding.code == .normUnusable && fault.finding.text().contains("norms.txt"))
    try Self.text(" ").write(to: file)
    #expect((try? NormFile.shared(file).get())?.name == "who-2007-head-circumference")
  }

  /// A file of norms holds for all that lies beside and below it, the nearest one first.
  @Test func theFileOfNormsOfAScan() throws {
    let scan = folder.url.appending(path: "data/sub-1/ses-1/scan")
    try FileManager.default.createDirectory(at: scan, withIntermediateDirectories: true)
    #expect(NormFile.find(of: scan) == nil)
    func found() -> String? {
      NormFile.find(of: scan)?.path.replacingOccurrences(of: folder.url.resolvingSymlinksInPath().path, with: "")
    }
    #expect(scan.pathComponents.count > 5)
    _ = try write(Self.text(" "), "data/norms.yaml")
    #expect(found() == "/data/norms.yaml")
    // Four folders above the scan's own, and not one more.
    let deep = folder.url.appending(path: "data/sub-1/ses-1/a/b/c")
    try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
    #expect(NormFile.find(of: deep) == nil)
    #expect(NormFile.find(of: deep.deletingLastPathComponent()) != nil)
    _ = try write(Self.text(" "), "data/sub-1/ses-1/norms.txt")
    #expect(found() == "/data/sub-1/ses-1/norms.txt")
  }
}
