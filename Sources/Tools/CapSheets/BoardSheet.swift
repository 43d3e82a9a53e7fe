public import Diagnostics
public import Markers
public import Platform

/// A flat board of markers on one sheet, by which a phone is calibrated.
public struct BoardSheet: Sendable {
  /// What is printed.
  public let cap: Cap
  /// The paper that it is printed on.
  public let paper: Paper

  private let board: MarkerBoard

  /// Fills a sheet with markers of a side in metres; by default so large that 50 cm away they are 24 pixels wide and all of
  /// them fit the smallest usual dictionary.
  ///
  /// - Throws: `CapSheetError.tooLarge` where no two rows fit, `.badIDs` where the dictionary has too few markers.
  public init(_ dictionary: MarkerDictionary, side: Double? = nil, paper: Paper) throws(CapSheetError) {
    let side = side ?? (paper == .a3 ? 0.030 : 0.020)
    let free = paper.sizeMm - [2 * SheetMeasures.margin, SheetMeasures.head + SheetMeasures.foot]
    guard let board = MarkerBoard.filling(free / 1000, side: side, of: dictionary, ruler: paper.rulerMm / 1000) else {
      throw .tooLarge(sideMm: 1000 * side, paper)
    }
    guard board.count <= dictionary.count else {
      throw .badIDs(
        expected: .phrase("ids_of", ["last": .count(dictionary.count - 1), "dictionary": .text(dictionary.name)]),
        found: .count(board.count - 1))
    }
    (self.board, self.paper) = (board, paper)
    cap = Cap(dictionary: dictionary, markerSize: side, ids: Set(0..<board.count), thickness: 0, board: board)
  }

  /// The sheet as a PDF.
  public func pdf(_ language: Language = .english) throws(CapSheetError) -> Data { try drawn(.pdf, language) }

  /// The sheet as an SVG.
  public func svg(_ language: Language = .english) throws(CapSheetError) -> Data { try drawn(.svg, language) }

  private func drawn(_ format: CairoDocument.Format, _ language: Language) throws(CapSheetError) -> Data {
    let title = language(
      "board_sheet.title", ["dictionary": .text(cap.dictionary.name), "side": .exact(cap.markerSizeMm, unit: "mm")])
    let document = CairoDocument(format, sizeMm: paper.sizeMm, title: title)
    let left = TextSize.left
    document.text(title, at: [left, 13], size: TextSize.title, bold: true)
    document.paragraph(
      language("board_sheet.text"), at: [left, 18], width: paper.sizeMm.x - 2 * left, size: TextSize.plain,
      line: TextSize.line)
    let middle: SIMD2<Double> = [
      paper.sizeMm.x / 2, (SheetMeasures.head + paper.sizeMm.y - SheetMeasures.foot) / 2,
    ]
    let side = cap.markerSizeMm
    for id in 0..<board.count {
      let centre = board.centre(of: id) * 1000
      document.draw(
        id: id, of: cap.dictionary, at: middle + [centre.x, -centre.y] - SIMD2(repeating: side / 2), side: side)
    }
    document.drawMarks(of: paper, sheet: 0, beside: cap.dictionary)
    document.drawRuler(on: paper, "board_sheet.ruler", language)
    return try document.finished()
  }
}
