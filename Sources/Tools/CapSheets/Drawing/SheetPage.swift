import Diagnostics
import Markers

/// A page of markers: pieces with cut marks and ids, the marks in the corners, the ruler.
struct SheetPage {
  private let sheets: CapSheets
  private let number: Int
  private let title: String
  private let language: Language
  private let measures: SheetMeasures

  /// - Parameter number: the sheet's, from 0.
  init(_ sheets: CapSheets, number: Int, title: String, _ language: Language) {
    (self.sheets, self.number, self.title, self.language) = (sheets, number, title, language)
    measures = SheetMeasures(sheets.cap, sheets.paper)
  }

  func draw(on document: CairoDocument) {
    let page = sheets.paper.sizeMm
    // Between the marks in the corners.
    let (left, right) = (textLeft, page.x - textLeft)
    document.text(title, at: [left, 15], size: TextSize.title, bold: true)
    let place = language("cap_sheet.sheet", ["number": .count(number + 1), "count": .count(sheets.sheets.count)])
    document.paragraph(
      place + " " + language("cap_sheet.print"), at: [left, 20.5], width: right - left, size: TextSize.plain,
      line: TextSize.line)
    for piece in sheets.sheets[number].pieces { draw(piece, on: document) }
    drawMarks(on: document)
    drawRuler(on: document)
  }

  private var textLeft: Double { SheetMeasures.margin + ReferenceMarks.side + 5 }

  private func draw(_ piece: CapSheet.Piece, on document: CairoDocument) {
    let (low, high) = (piece.origin, piece.origin + piece.size)
    // Cut marks stand outside of the corners, so that none of them stays on the piece.
    for (x, outwards) in [(low.x, -1.0), (high.x, 1.0)] {
      for (y, down) in [(low.y, -1.0), (high.y, 1.0)] {
        document.line([[x + 0.3 * outwards, y], [x + 1.8 * outwards, y]], width: 0.1)
        document.line([[x, y + 0.3 * down], [x, y + 1.8 * down]], width: 0.1)
      }
    }
    for marker in piece.markers {
      draw(id: marker.id, of: sheets.cap.dictionary, at: marker.origin, side: measures.side, on: document)
      let centre = marker.origin.x + measures.side / 2
      document.text(name(marker, piece), at: [centre, high.y + 4], size: TextSize.plain, .centre)
    }
  }

  /// The id in words, with its ring where both fit.
  private func name(_ marker: CapSheet.Marker, _ piece: CapSheet.Piece) -> String {
    let id = language("cap_sheet.id", ["id": .count(marker.id)])
    guard let ring = piece.ring, measures.patch.x >= 18 else { return id }
    return id + language("cap_sheet.of_ring", ["ring": .count(ring)])
  }

  private func draw(
    id: Int, of dictionary: MarkerDictionary, at origin: SIMD2<Double>, side: Double, on document: CairoDocument
  ) {
    let cell = side / Double(dictionary.cells + 2)
    document.fill([(origin, SIMD2(repeating: side))])
    let bits = dictionary.bits(of: id) ?? []
    let isWhite = { (row: Int, column: Int) in
      row < bits.count && column < bits.count && bits[row][column]
    }
    // Runs along rows and columns and blocks of four overlap, so that white cells side by side are one shape.
    var rectangles: [(origin: SIMD2<Double>, size: SIMD2<Double>)] = []
    for row in bits.indices {
      for column in bits.indices where bits[row][column] {
        let corner = origin + cell * SIMD2(Double(column + 1), Double(row + 1))
        let (right, below) = (isWhite(row, column + 1), isWhite(row + 1, column))
        rectangles.append((corner, SIMD2(repeating: cell)))
        if right { rectangles.append((corner, [2 * cell, cell])) }
        if below { rectangles.append((corner, [cell, 2 * cell])) }
        if right && below && isWhite(row + 1, column + 1) {
          rectangles.append((corner, SIMD2(repeating: 2 * cell)))
        }
      }
    }
    document.fill(rectangles, shade: 1)
  }

  private func drawMarks(on document: CairoDocument) {
    let marks = ReferenceMarks(beside: sheets.cap.dictionary)
    let ids = marks.ids(of: sheets.paper, sheet: number)
    for (id, origin) in zip(ids, ReferenceMarks.origins(on: sheets.paper)) {
      draw(id: id, of: marks.dictionary, at: origin, side: ReferenceMarks.side, on: document)
    }
  }

  /// The ruler with which the print is checked.
  private func drawRuler(on document: CairoDocument) {
    let (page, length) = (sheets.paper.sizeMm, sheets.paper.rulerMm)
    let origin: SIMD2<Double> = [(page.x - length) / 2, page.y - 32]
    document.line([origin, origin + [length, 0]], width: 0.2)
    for mm in 0...Int(length) {
      let isEnd = mm == 0 || mm == Int(length)
      let tick = isEnd ? 6.0 : mm.isMultiple(of: 10) ? 4 : mm.isMultiple(of: 5) ? 3 : 2
      let foot = origin + [Double(mm), 0]
      document.line([foot, foot - [0, tick]], width: isEnd ? 0.2 : 0.1)
      if isEnd { document.line([foot, foot + [0, 3]], width: 0.2) }
      if mm.isMultiple(of: 20) || isEnd {
        document.text("\(mm)", at: foot - [0, tick + 1.2], size: TextSize.plain, .centre)
      }
    }
    document.paragraph(
      language("cap_sheet.ruler", ["length": .number(length, decimals: 1, unit: "mm")]),
      at: [textLeft, page.y - 24.5], width: page.x - 2 * textLeft, size: TextSize.plain, line: TextSize.line)
  }
}
