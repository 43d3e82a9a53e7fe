import Foundation
import Geometry
import Images
import Markers
import Recordings
import TestSupport
import Testing

@testable import CapSheets

@Suite struct CapSheetsTests {
  private static let dictionary = MarkerDictionary(name: "DICT_4X4_100")!

  private static func cap(_ sizeMm: Double, _ ids: [Int]) -> Cap {
    Cap(dictionary: dictionary, markerSize: sizeMm / 1000, ids: Set(ids))
  }

  private static func planned(_ sizeMm: Double, _ circumferenceCm: Double, _ paper: Paper, _ cut: CutForm) throws
    -> CapSheets
  {
    let plan = try CapPlan.fitting(
      circumference: circumferenceCm / 100, markerSize: sizeMm / 1000, cells: 6, ids: Array(0..<100))
    return try CapSheets(of: plan, on: cap(sizeMm, plan.ids), paper: paper, cut: cut)
  }

  @Test(arguments: Paper.allCases, CutForm.allCases) func everyMarkerIsPrintedOnceAndApartFromTheRest(
    _ paper: Paper, _ cut: CutForm
  ) throws {
    for sheets in [
      try Self.planned(16, 34, paper, cut), try Self.planned(18, 52, paper, cut),
      try CapSheets(of: Array(0..<100), on: Self.cap(25, Array(0..<100)), paper: paper, cut: cut),
    ] {
      let printed = sheets.sheets.flatMap { $0.pieces.flatMap { $0.markers.map(\.id) } }
      #expect(printed.sorted() == sheets.cap.ids?.sorted())
      let side = 1000 * sheets.cap.markerSize
      for sheet in sheets.sheets {
        var taken = ReferenceMarks.origins(on: paper).map { ($0, SIMD2(repeating: ReferenceMarks.side)) }
        for piece in sheet.pieces {
          #expect(piece.origin.x >= 10)
          #expect(piece.origin.x + piece.size.x <= paper.sizeMm.x - 10)
          // The ruler's numbers begin 40 mm above the lower edge.
          #expect(piece.origin.y + piece.size.y <= paper.sizeMm.y - 44)
          for (origin, size) in taken {
            let apart = piece.origin .>= origin + size .| piece.origin + piece.size .<= origin
            #expect(apart[0] || apart[1], "\(piece) \(origin)")
          }
          taken.append((piece.origin, piece.size))
          for marker in piece.markers {
            // One cell of white on all sides.
            let (low, high) = (marker.origin - piece.origin, piece.origin + piece.size - marker.origin - side)
            #expect(min(low.min(), high.min()) >= side / 6 - 1e-9)
          }
        }
      }
    }
  }

  @Test(arguments: Paper.allCases) func aBoardLiesBetweenItsMarksAndIsASheetThatCapCheckCanMeasure(_ paper: Paper)
    throws
  {
    let sheet = try BoardSheet(Self.dictionary, paper: paper)
    let board = try #require(sheet.cap.board)
    #expect(board.count > 40 && sheet.cap.ids?.count == board.count)
    let (half, side) = (board.centre(of: board.columns - 1) * 1000, sheet.cap.markerSizeMm)
    #expect(2 * half.x + side <= paper.sizeMm.x - 2 * SheetMeasures.margin + 1e-9)
    #expect(2 * half.y + side <= paper.sizeMm.y - SheetMeasures.head - SheetMeasures.foot + 1e-9)
    #expect(board.ruler * 1000 == paper.rulerMm)
    #expect(try sheet.pdf().starts(with: Data("%PDF-1.".utf8)))
    #expect(String(decoding: try sheet.svg(.german), as: UTF8.self).contains("mm\" height=\""))
    #expect(throws: CapSheetError.self) { try BoardSheet(Self.dictionary, side: 0.15, paper: paper) }
    #expect(throws: CapSheetError.self) { try BoardSheet(Self.dictionary, side: 0.008, paper: paper) }
  }

  @Test func idsAreReadAsTheyAreWritten() throws {
    #expect(try IDList.parse("0-3, 7,9", of: Self.dictionary) == [0, 1, 2, 3, 7, 9])
    #expect(try IDList.parse("99", of: Self.dictionary) == [99] && [9, 0, 1, 2, 4, 5].runs == "0–2, 4, 5, 9")
    for text in ["", "x", "3,", "5-2", "-1", "1--2", "1-2-3", "100", "3,1-4", "1 2", "99999999999999999999"] {
      #expect(throws: CapSheetError.self, "\(text)") { try IDList.parse(text, of: Self.dictionary) }
    }
  }

  /// One by one, or in strips that are as long as the paper is wide: 186 mm have room for eight of 21.3.
  @Test(arguments: [(CutForm.patches, [Int](repeating: 1, count: 20)), (.strips, [8, 8, 4])])
  func aListIsCutAsAskedFor(cut: CutForm, counts: [Int]) throws {
    let sheets = try CapSheets(of: Array(0..<20), on: Self.cap(16, Array(0..<20)), paper: .a4, cut: cut)
    #expect(sheets.sheets.flatMap { $0.pieces.map(\.markers.count) } == counts)
  }

  @Test func whatDoesNotFitIsRefused() throws {
    #expect(throws: CapSheetError.tooLarge(sideMm: 150, .a4)) {
      try CapSheets(of: [1], on: Self.cap(150, [1]), paper: .a4)
    }
    #expect(throws: CapSheetError.tooManySheets(100, most: 48)) {
      try CapSheets(of: Array(0..<100), on: Self.cap(130, Array(0..<100)), paper: .a4)
    }
  }

  @Test func marksHaveOtherCellsThanMarkersAndTellTheirSheet() {
    for dictionary in MarkerDictionary.all {
      let marks = ReferenceMarks(beside: dictionary)
      #expect(marks.dictionary.cells != dictionary.cells)
      #expect(marks.mostSheets >= 48)
      for paper in Paper.allCases {
        for (corner, id) in marks.ids(of: paper, sheet: marks.mostSheets - 1).enumerated() {
          let place = marks.place(of: id)
          #expect(place?.paper == paper)
          #expect(place?.sheet == marks.mostSheets - 1)
          #expect(place?.corner == corner)
        }
      }
      #expect(marks.place(of: 12 * marks.mostSheets) == nil)
    }
  }

  @Test func anSVGIsAsLargeAsItsPaperAndEqualSheetsAreEqualBytes() throws {
    for paper in Paper.allCases {
      let sheets = try Self.planned(16, 43, paper, .patches)
      let pages = try sheets.svg(.german)
      #expect(pages.count == sheets.pages)
      for page in pages {
        let text = String(decoding: page.prefix(400), as: UTF8.self)
        let (width, height) = (paper.sizeMm.x.formatted(), paper.sizeMm.y.formatted())
        #expect(
          text.contains("width=\"\(width)mm\" height=\"\(height)mm\" viewBox=\"0 0 \(width) \(height)\""), "\(text)")
      }
      #expect(try sheets.pdf() == sheets.pdf())
    }
  }

  private static let rasteriser = "/usr/bin/pdftoppm"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: rasteriser), "needs pdftoppm (poppler-utils)"),
    arguments: [Paper.a4, .letter], [16.0, 18])
  func anIndependentRasteriserAndOpenCVFindEveryMarkerInItsSize(_ paper: Paper, _ size: Double) throws {
    let sheets = try Self.planned(size, 43, paper, .patches)
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("cap.pdf")
    try sheets.pdf().write(to: file)
    let process = try Process.run(
      URL(fileURLWithPath: Self.rasteriser),
      arguments: ["-r", "300", "-gray", "-png", file.path, folder.url.appendingPathComponent("page").path])
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix(".png") }
      .sorted()
    try #require(pages.count == sheets.pages)
    for (sheet, name) in zip(sheets.sheets, pages.dropFirst()) {
      let image = try ImageFile.gray(Data(contentsOf: folder.url.appendingPathComponent(name)))
      #expect(image.width == Int((paper.sizeMm.x / 25.4 * 300).rounded()) || paper == .a4)
      let detector = MarkerDetector(dictionary: Self.dictionary, markerSize: size / 1000)
      let found = try detector.corners(in: image, frame: name)
      let markers = sheet.pieces.flatMap(\.markers)
      #expect(found.map(\.id).sorted() == markers.map(\.id).sorted())
      for (id, corners) in found {
        let marker = try #require(markers.first { $0.id == id })
        for k in 0..<4 {
          let side = (corners[k] - corners[(k + 1) % 4]).length * 25.4 / 300
          #expect(abs(side - size) < 0.1, "\(id): \(side)")
        }
        // Pixel centres at integers.
        let origin = (corners[0] + 0.5) * 25.4 / 300
        #expect((origin - marker.origin).length < 0.1, "\(id): \(origin)")
      }
    }
  }
}
