public import Diagnostics
import Markers
public import Platform

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
    let left = TextSize.left
    let right = page.x - left
    document.text(title, at: [left, 15], size: TextSize.title, bold: true)
    let place = language("cap_sheet.sheet", ["number": .count(number + 1), "count": .count(sheets.sheets.count)])
    document.paragraph(
      place + " " + language("cap_sheet.print"), at: [left, 20.5], width: right - left, size: TextSize.plain,
      line: TextSize.line)
    for piece in sheets.sheets[number].pieces { draw(piece, on: document) }
    document.drawMarks(of: sheets.paper, sheet: number, beside: sheets.cap.dictionary)
    document.drawRuler(on: sheets.paper, "cap_sheet.ruler", language)
  }

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
      document.draw(id: marker.id, of: sheets.cap.dictionary, at: marker.origin, side: measures.side)
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
}

/// The first page: how the cap is made, and where there is a plan, where each marker goes.
struct GuidePage {
  private let sheets: CapSheets
  private let title: String
  private let language: Language

  init(_ sheets: CapSheets, title: String, _ language: Language) {
    (self.sheets, self.title, self.language) = (sheets, title, language)
  }

  func draw(on document: CairoDocument) {
    let (margin, width) = (SheetMeasures.margin, sheets.paper.sizeMm.x - 2 * SheetMeasures.margin)
    var y = 17.0
    document.text(title, at: [margin, y], size: TextSize.title, bold: true)
    y += 7
    document.text(summary, at: [margin, y], size: TextSize.plain)
    y += 7
    for (index, step) in steps.enumerated() {
      document.text("\(index + 1).", at: [margin, y], size: TextSize.plain, bold: true)
      y = document.paragraph(
        step, at: [margin + 6, y], width: width - 6, size: TextSize.plain, line: TextSize.line)
      y += 1.2
    }
    if let plan = sheets.plan { drawPlan(plan, from: y + 2, on: document) }
  }

  private var summary: String {
    guard let plan = sheets.plan else {
      let ids = sheets.sheets.flatMap { $0.pieces.flatMap { $0.markers.map(\.id) } }
      return language("cap_sheet.list", ["count": .count(ids.count), "ids": .text(shortened(ids.runs))])
    }
    return language(
      "cap_sheet.plan",
      ["count": .count(plan.ids.count), "circumference": .exact(plan.circumferenceCm, unit: "cm")])
  }

  private func shortened(_ runs: String) -> String { runs.count <= 60 ? runs : runs.prefix(59) + "…" }

  private var steps: [String] {
    let ruler: [String: FindingValue] = [
      "length": .number(sheets.paper.rulerMm, decimals: 1, unit: "mm"),
      "least": .number(0.99 * sheets.paper.rulerMm, decimals: 1, unit: "mm"),
      "most": .number(1.01 * sheets.paper.rulerMm, decimals: 1, unit: "mm"),
      "paper": .text(sheets.paper.name),
    ]
    let place = sheets.plan == nil ? language("cap_sheet.step_spread") : language("cap_sheet.step_rings")
    return [
      language("cap_sheet.step_print", ruler), language("cap_sheet.step_ruler", ruler),
      language("cap_sheet.step_photo"), language("cap_sheet.step_cut"), place, language("cap_sheet.step_sew"),
      language("cap_sheet.step_file"),
    ]
  }

  /// The head from above: rings as circles at their distance from the top along the head; below it a line a ring.
  private func drawPlan(_ plan: CapPlan, from top: Double, on document: CairoDocument) {
    let (margin, page) = (SheetMeasures.margin, sheets.paper.sizeMm)
    let list = Double(plan.rings.count + 2) * TextSize.line
    let room = page.y - margin - list - top - 12
    let radius = min(room, page.x - 2 * margin) / 2
    let centre: SIMD2<Double> = [page.x / 2, top + 5 + radius]
    document.text(language("cap_sheet.front"), at: [centre.x, centre.y - radius - 1.5], size: TextSize.plain, .centre)
    document.circle(centre, radius: radius, width: 0.3)
    drawNose(at: centre - [0, radius], on: document)
    let length = plan.rim
    for ring in plan.rings {
      let reach = radius * (length - ring.height) / length
      if reach > 1 { document.circle(centre, radius: reach, width: 0.1, shade: 0.75) }
      for (id, direction) in zip(ring.ids, ring.directions) {
        let flat = SIMD2(direction.x, -direction.y)
        let norm = (flat * flat).sum().squareRoot()
        let place = centre + (norm > 1e-9 ? flat / norm * reach : [0, 0])
        document.disc(place, radius: 3.9, shade: 1)
        document.circle(place, radius: 3.9, width: 0.15, shade: 0.4)
        document.text("\(id)", at: place + [0, 1.15], size: TextSize.plain, .centre)
      }
    }
    var y = centre.y + radius + 7
    y = document.paragraph(
      language("cap_sheet.rim", ["rim": .millimetres(plan.rim)]), at: [margin, y], width: page.x - 2 * margin,
      size: TextSize.plain, line: TextSize.line)
    for (index, ring) in plan.rings.enumerated() {
      document.text(line(of: ring, number: index + 1), at: [margin, y], size: TextSize.plain)
      y += TextSize.line
    }
  }

  /// Which side is the front.
  private func drawNose(at top: SIMD2<Double>, on document: CairoDocument) {
    document.line([top + [-4, 0.4], top + [0, -1], top + [4, 0.4]], width: 0.3)
  }

  private func line(of ring: CapPlan.Ring, number: Int) -> String {
    let values: [String: FindingValue] = [
      "ring": .count(number), "ids": .text(ring.ids.runs),
      "height": .number(1000 * ring.height, decimals: 0, unit: "mm"),
      "spacing": .number(1000 * ring.spacing, decimals: 0, unit: "mm"),
    ]
    return language(ring.ids.count == 1 ? "cap_sheet.ring_top" : "cap_sheet.ring_line", values)
  }
}

extension CapSheets {
  /// Everything as one PDF: a page that says how the cap is made, then the sheets.
  public func pdf(_ language: Language = .english) throws(CapSheetError) -> Data {
    let document = CairoDocument(.pdf, sizeMm: paper.sizeMm, title: title(language))
    for number in 0..<pages {
      if number > 0 { document.nextPage() }
      draw(page: number, on: document, language)
    }
    return try document.finished()
  }

  /// The pages of the cap, each as an SVG.
  public func svg(_ language: Language = .english) throws(CapSheetError) -> [Data] {
    var files: [Data] = []
    for number in 0..<pages {
      let document = CairoDocument(.svg, sizeMm: paper.sizeMm, title: title(language))
      draw(page: number, on: document, language)
      files.append(try document.finished())
    }
    return files
  }

  /// How many pages there are: the first says how the cap is made.
  public var pages: Int { 1 + sheets.count }

  private func title(_ language: Language) -> String {
    language(
      "cap_sheet.title",
      ["dictionary": .text(cap.dictionary.name), "side": .exact(cap.markerSizeMm, unit: "mm")])
  }

  private func draw(page: Int, on document: CairoDocument, _ language: Language) {
    if page == 0 {
      GuidePage(self, title: title(language), language).draw(on: document)
    } else {
      SheetPage(self, number: page - 1, title: title(language), language).draw(on: document)
    }
  }
}

/// Sizes of text in millimetres: none is below 9 pt (3.18 mm).
enum TextSize {
  static let title = 4.6, plain = 3.2, line = 4.6
  /// Where text begins between the marks in the corners.
  static let left = SheetMeasures.margin + ReferenceMarks.side + 5
}

extension CairoDocument {
  /// A marker with its black border, whose upper left corner is given.
  func draw(id: Int, of dictionary: MarkerDictionary, at origin: SIMD2<Double>, side: Double) {
    let cell = side / Double(dictionary.cells + 2)
    fill([(origin, SIMD2(repeating: side))])
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
    fill(rectangles, shade: 1)
  }

  /// The marks in the corners of a sheet.
  func drawMarks(of paper: Paper, sheet: Int, beside dictionary: MarkerDictionary) {
    let marks = ReferenceMarks(beside: dictionary)
    for (id, origin) in zip(marks.ids(of: paper, sheet: sheet), ReferenceMarks.origins(on: paper)) {
      draw(id: id, of: marks.dictionary, at: origin, side: ReferenceMarks.side)
    }
  }

  /// The ruler with which a print is checked, and a text below it.
  func drawRuler(on paper: Paper, _ text: String, _ language: Language) {
    let (page, length) = (paper.sizeMm, paper.rulerMm)
    let origin: SIMD2<Double> = [(page.x - length) / 2, page.y - 32]
    line([origin, origin + [length, 0]], width: 0.2)
    for mm in 0...Int(length) {
      let isEnd = mm == 0 || mm == Int(length)
      let tick = isEnd ? 6.0 : mm.isMultiple(of: 10) ? 4 : mm.isMultiple(of: 5) ? 3 : 2
      let foot = origin + [Double(mm), 0]
      line([foot, foot - [0, tick]], width: isEnd ? 0.2 : 0.1)
      if isEnd { line([foot, foot + [0, 3]], width: 0.2) }
      if mm.isMultiple(of: 20) || isEnd {
        self.text("\(mm)", at: foot - [0, tick + 1.2], size: TextSize.plain, .centre)
      }
    }
    paragraph(
      language(text, ["length": .number(length, decimals: 1, unit: "mm")]),
      at: [TextSize.left, page.y - 24.5], width: page.x - 2 * TextSize.left, size: TextSize.plain, line: TextSize.line)
  }
}
