import Diagnostics
import Platform

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
