import CapSheets
import Diagnostics
import Foundation
import Markers
import TestSupport
import Testing

@testable import ScanPipeline

/// Sheets on disk, with the cap file beside them.
@Suite struct CapFilesTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let dictionary = MarkerDictionary(name: "DICT_4X4_100")!
  private static let sheets = Result {
    let cap = Cap(dictionary: dictionary, markerSize: 0.06, ids: Set(0..<13), thickness: 0.001)
    return try CapSheets(of: Array(0..<13), on: cap, paper: .a4)
  }

  private func files(_ name: String, as capName: String = CapFiles.capName) throws -> CapFiles {
    try CapFiles(folder.url.appending(path: name), as: capName, force: false)
  }

  private func begins(_ file: URL, _ text: String) throws -> Bool {
    String(decoding: try Data(contentsOf: file).prefix(text.utf8.count), as: UTF8.self) == text
  }

  @Test func eachPageOfAnSVGIsAFileOfItsOwn() throws {
    let sheets = try Self.sheets.get()
    let pages = try sheets.svg(.english).count
    #expect(pages > 1)
    let written = try files("print.SVG").write(sheets, language: .english)
    #expect(written.map(\.lastPathComponent) == (1...pages).map { "print-\($0).SVG" } + ["cap.yaml"])
    for file in written.dropLast() { #expect(try begins(file, "<?xml")) }
    #expect(try CapFile.read(written[pages]).ids == Set(0..<13))
  }

  @Test func aPDFIsOneFile() throws {
    let written = try files("print.pdf").write(try Self.sheets.get(), language: .english)
    #expect(written.map(\.lastPathComponent) == ["print.pdf", "cap.yaml"])
    #expect(try begins(written[0], "%PDF"))
  }

  @Test(arguments: [("board.pdf", "%PDF"), ("board.svg", "<?xml")]) func aBoardIsOneSheet(name: String, begin: String)
    throws
  {
    let written = try files(name, as: CapFiles.boardName).write(
      try BoardSheet(Self.dictionary, paper: .a4), language: .english)
    #expect(written.map(\.lastPathComponent) == [name, "board.yaml"])
    #expect(try begins(written[0], begin))
    #expect(try CapFile.read(written[1]).board != nil)
  }

  @Test func anotherSuffixIsRefused() {
    #expect(throws: CapSheetError.self) { try files("print.png") }
  }
}
