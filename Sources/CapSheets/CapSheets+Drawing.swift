public import Diagnostics
import Markers
public import Platform

extension CapSheets {
  /// All sheets as one PDF: the markers, and where there is a plan, a page that shows where they go.
  public func pdf(_ language: Language = .english) throws(CapSheetError) -> Data {
    let document = CairoDocument(.pdf, sizeMm: paper.sizeMm, title: title(language))
    for number in 0..<pages {
      if number > 0 { document.nextPage() }
      draw(page: number, on: document, language)
    }
    return try document.finished()
  }

  /// Each page as an SVG.
  public func svg(_ language: Language = .english) throws(CapSheetError) -> [Data] {
    var files: [Data] = []
    for number in 0..<pages {
      let document = CairoDocument(.svg, sizeMm: paper.sizeMm, title: title(language))
      draw(page: number, on: document, language)
      files.append(try document.finished())
    }
    return files
  }

  /// How many pages there are.
  public var pages: Int { sheets.count + (plan == nil ? 0 : 1) }

  private var measures: SheetMeasures { SheetMeasures(cap, paper) }

  private func title(_ language: Language) -> String {
    language(
      "cap_sheet.title",
      [
        "dictionary": .text(cap.dictionary.name),
        "side": .number(1000 * cap.markerSize, decimals: 1, unit: "mm"),
      ])
  }

  private func draw(page: Int, on document: CairoDocument, _ language: Language) {
    let (margin, width) = (SheetMeasures.margin, paper.sizeMm.x)
    document.text(title(language), at: [margin, 12], size: 4, bold: true)
    document.text("\(page + 1)/\(pages)", at: [width - margin, 12], size: 3.5, .right)
    if page < sheets.count {
      document.text(language("cap_sheet.print"), at: [margin, 17.5], size: 3)
      for piece in sheets[page].pieces { draw(piece, on: document, language) }
      drawRuler(on: document, language)
    } else if let plan {
      drawPlan(plan, on: document, language)
    }
  }

  private func draw(_ piece: CapSheet.Piece, on document: CairoDocument, _ language: Language) {
    let (low, high) = (piece.origin, piece.origin + piece.size)
    // Cut marks stand outside of the corners, so that none of them stays on the piece.
    for (x, outwards) in [(low.x, -1.0), (high.x, 1.0)] {
      for (y, down) in [(low.y, -1.0), (high.y, 1.0)] {
        document.line([[x + 0.3 * outwards, y], [x + 1.8 * outwards, y]], width: 0.1)
        document.line([[x, y + 0.3 * down], [x, y + 1.8 * down]], width: 0.1)
      }
    }
    for marker in piece.markers {
      draw(marker, on: document)
      var name = "ID \(marker.id)"
      if let ring = piece.ring { name += " · " + language("cap_sheet.ring", ["ring": .count(ring)]) }
      let centre = marker.origin.x + measures.side / 2
      document.text(name, at: [centre, high.y - 1], size: 2.4, .centre)
    }
  }

  private func draw(_ marker: CapSheet.Marker, on document: CairoDocument) {
    let bits = cap.dictionary.bits(of: marker.id) ?? []
    let cell = measures.white
    // The white cells lie on the black square and show the paper.
    var rectangles = [(origin: marker.origin, size: SIMD2(repeating: measures.side))]
    for (row, cells) in bits.enumerated() {
      for (column, isWhite) in cells.enumerated() where isWhite {
        let place = marker.origin + cell * SIMD2(Double(column + 1), Double(row + 1))
        rectangles.append((place, SIMD2(repeating: cell)))
      }
    }
    document.fill(rectangles)
  }

  /// A ruler of 100 mm, with which the print is checked.
  private func drawRuler(on document: CairoDocument, _ language: Language) {
    let origin: SIMD2<Double> = [SheetMeasures.margin, paper.sizeMm.y - 18]
    document.line([origin, origin + [100, 0]], width: 0.2)
    for mm in 0...100 {
      let length = mm.isMultiple(of: 10) ? 4.0 : mm.isMultiple(of: 5) ? 3 : 2
      let foot = origin + [Double(mm), 0]
      document.line([foot, foot - [0, length]], width: mm.isMultiple(of: 10) ? 0.2 : 0.1)
      if mm.isMultiple(of: 10) { document.text("\(mm)", at: foot - [0, 5], size: 2.4, .centre) }
    }
    document.text("mm", at: origin + [104, -5], size: 2.4)
    document.text(language("cap_sheet.ruler"), at: origin + [0, 5], size: 3)
    let example = language(
      "cap_sheet.scale", ["side": .number(measures.side, decimals: 1, unit: "mm")])
    document.text(example, at: origin + [0, 9.5], size: 3)
  }

  /// The head from above: rings at their heights as circles of their distance from the top, along the head.
  private func drawPlan(_ plan: CapPlan, on document: CairoDocument, _ language: Language) {
    let (margin, page) = (SheetMeasures.margin, paper.sizeMm)
    document.text(
      language(
        "cap_sheet.plan",
        ["circumference": .number(100 * plan.circumference, decimals: 1, unit: "cm"), "count": .count(plan.ids.count)]),
      at: [margin, 17.5], size: 3)
    let radius = (page.x - 2 * margin) / 2 - 6
    let centre: SIMD2<Double> = [page.x / 2, 30 + radius]
    document.circle(centre, radius: radius, width: 0.3)
    document.text(language("cap_sheet.front"), at: [centre.x, centre.y - radius - 2], size: 3, .centre)
    let arc = plan.rings.map(\.height).max() ?? 1
    for ring in plan.rings {
      for (id, direction) in zip(ring.ids, ring.directions) {
        let way = SIMD2(direction.x, -direction.y)
        let flat = (way * way).sum().squareRoot()
        let length = radius * (arc - ring.height) / arc * 0.97
        let place = centre + (flat > 1e-9 ? way / flat * length : [0, 0])
        document.circle(place, radius: 4, width: 0.15, shade: 0.5)
        document.text("\(id)", at: place + [0, 1], size: 2.8, .centre)
      }
    }
    var y = centre.y + radius + 10
    for (index, ring) in plan.rings.enumerated() {
      let line = language(
        "cap_sheet.ring_line",
        [
          "ring": .count(index + 1), "ids": .text(Self.runs(ring.ids)),
          "height": .number(1000 * ring.height, decimals: 0, unit: "mm"),
          "spacing": .number(1000 * ring.spacing, decimals: 1, unit: "mm"),
        ])
      document.text(line, at: [margin, y], size: 3)
      y += 5
    }
    document.text(language("cap_sheet.sew"), at: [margin, y + 2], size: 3)
  }

  /// Ids as they stand in a cap file: ranges where three or more follow each other.
  static func runs(_ ids: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for id in ids.sorted() {
      if let last = runs.last, last.upperBound + 1 == id {
        runs[runs.count - 1] = last.lowerBound...id
      } else {
        runs.append(id...id)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
  }
}
