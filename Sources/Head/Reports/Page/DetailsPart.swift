import Analysis
import Diagnostics
import Landmarks

/// What a screen shows beyond the two sheets: clicks, frames, all findings, figures of quality, provenance, and a text for the
/// record.
struct DetailsPart {
  let content: ReportContent
  let language: Language

  private var result: ScanResult { content.result }

  /// The part.
  var markup: Markup {
    .element("section", ["class": "screen"], record, clicks, frames, findings, research, quality, holes, provenance)
  }

  /// The class behind whose elements a sheet of pictures stands; nil for a file that is none.
  static func sheetClass(_ name: String) -> StaticString? {
    switch name {
    case SheetName.clicks: "sheet-clicks"
    case SheetName.frames: "sheet-frames"
    default: nil
    }
  }

  // MARK: Pictures

  private var clicks: Markup {
    let title = Markup.element("h2", text: language("report.clicks"))
    guard let sheet = result.pictures?.clicks, content.sheets[sheet.file] != nil else {
      return title + missing("report.no_clicks")
    }
    let residuals = result.landmarks.points.mapValues { entry in entry.clicks ?? [] }
    let captions = sheet.cells.map { cell -> String in
      let click = cell.landmark.flatMap { residuals[$0] }?.first { $0.frame == cell.frame }
      var values: [String: FindingValue] = [
        "landmark": cell.landmark.flatMap(Landmark.init)?.shown ?? .text("–"),
        "time_s": .number(cell.timeS, decimals: 2, unit: "s"),
      ]
      values["residual_mm"] = click?.residualMm.map { .number($0, decimals: 1, unit: "mm") }
      if click?.used == false { values["unused"] = .text(language("report.click_unused")) }
      return language("report.click", values).keepingUnits
    }
    return title + cells(of: sheet, "sheet-clicks", captions)
  }

  private var frames: Markup {
    let title = Markup.element("h2", text: language("report.frames_title"))
    guard let sheet = result.pictures?.frames, content.sheets[sheet.file] != nil else {
      return title + missing("report.no_frames")
    }
    let captions = sheet.cells.map { cell -> String in
      var values: [String: FindingValue] = ["time_s": .number(cell.timeS, decimals: 2, unit: "s")]
      values["markers"] = cell.markers.map { .count($0) }
      if cell.posed == false { values["unposed"] = .text(language("report.no_pose")) }
      return language("report.frame", values).keepingUnits
    }
    return title + .element("p", ["class": "quiet"], text: language("report.frames_legend"))
      + cells(of: sheet, "sheet-frames", captions)
  }

  private func missing(_ key: String) -> Markup {
    .element("p", ["class": "quiet"], text: language(content.isDefaced ? "report.left_out_defaced" : key))
  }

  /// The cells of a sheet with their captions; each is a window onto the one picture.
  private func cells(of sheet: ScanResult.Sheet, _ style: String, _ captions: [String]) -> Markup {
    let columns = min(max(sheet.columns, 1), 100)
    let count = min(sheet.cells.count, 200)
    let rows = (count + columns - 1) / columns
    let share = { (index: Int, count: Int) in
      Shape.number(count > 1 ? 100 * Double(index) / Double(count - 1) : 0) + "%"
    }
    let height = 100 * Double(max(sheet.cellHeight, 1)) / Double(max(sheet.cellWidth, 1))
    let windows = captions.prefix(count).enumerated().map { index, caption -> Markup in
      let window = Markup.element(
        "div",
        [
          "class": "window \(style)", "role": "img", "aria-label": caption,
          "style": """
          padding-top:\(Shape.number(height))%;background-size:\(100 * columns)% \(100 * rows)%;\
          background-position:\(share(index % columns, columns)) \(share(index / columns, rows))
          """,
        ])
      return .element("figure", [:], window, .element("figcaption", text: caption))
    }
    return .element("div", ["class": "cells \(style)-cells"], .joined(Array(windows)))
  }

  // MARK: Words and figures

  private var findings: Markup {
    .element("h2", text: language("report.findings"))
      + (result.findings.isEmpty
        ? .element("p", ["class": "quiet"], text: language("report.no_findings"))
        : FindingList(findings: result.findings, language: language).groups)
  }

  private var research: Markup {
    let table = MeasuresTable(result: result, language: language).research
    let drawing = RadiiDrawing(content.section, language)?.figure
    guard table != nil || drawing != nil else { return .empty }
    return .element(
      "details", ["id": "research"], .element("summary", text: language("group.research")),
      .element("p", text: language("report.research")),
      .element(
        "div", ["class": "two even"], table ?? .empty,
        drawing.map { .element("figure", [:], $0.markup, .element("figcaption", text: $0.description)) } ?? .empty))
  }

  private var quality: Markup {
    let rows = QualityFacts(result: result, language: language).all.map { fact in
      Markup.element("tr", [:], .element("td", text: fact.0), .element("td", ["class": "number"], text: fact.1))
    }
    return rows.isEmpty
      ? .empty
      : .element(
        "details", [:], .element("summary", text: language("report.quality_figures")),
        .element("table", ["class": "facts"], .joined(rows)))
  }

  private var holes: Markup {
    guard let holes = result.surface?.holes, !holes.isEmpty else { return .empty }
    let heads =
      Markup.element("th", text: language("report.rim"))
      + .joined(["report.across", "report.around"].map { .element("th", ["class": "number"], text: language($0)) })
    let rows = holes.prefix(12).map { hole -> Markup in
      let sizes = [hole.diameterMm, hole.perimeterMm].map {
        Markup.element("td", ["class": "number"], text: language.number($0, digits: 0) + "\u{A0}mm")
      }
      return .element(
        "tr", [:], .element("td", text: language.term(hole.place, of: "place").printable(limit: 40)), .joined(sizes))
    }
    return .element(
      "details", [:], .element("summary", text: language("report.holes", ["count": .count(holes.count)])),
      .element("table", ["class": "facts"], .element("tr", [:], heads), .joined(Array(rows))))
  }

  private var provenance: Markup {
    guard let provenance = result.provenance else { return .empty }
    let name = { (text: String) in Markup.foreign(text, limit: 60) }
    let inputs = provenance.inputs.sorted { $0.key < $1.key }.prefix(40).map { file, digest -> Markup in
      .element(
        "tr", [:], .element("td", [:], name(file)),
        .element("td", ["class": "digest"], text: digest.printable(limit: 70)))
    }
    let options = provenance.options.sorted { $0.key < $1.key }.prefix(40).map { key, value -> Markup in
      .element("tr", [:], .element("td", [:], name(key)), .element("td", [:], .foreign(value, limit: 600)))
    }
    let own = provenance.digest.map {
      Markup.element(
        "tr", [:], .element("td", text: "result.json"),
        .element("td", ["class": "digest"], text: $0.printable(limit: 70)))
    }
    let version = Markup.element(
      "tr", [:], .element("td", text: language("report.version")),
      .element("td", text: "Calvaria " + provenance.version.printable(limit: 40)))
    let changed = content.unusable.map { file in
      Markup.element(
        "p", ["class": "withheld"], text: language("report.unusable", ["file": .text(file.printable(limit: 60))]))
    }
    return .element("h2", text: language("report.provenance")) + .joined(changed)
      + (result.wasChanged ? .element("p", ["class": "withheld"], text: language("report.changed")) : .empty)
      + .element(
        "details", [:], .element("summary", text: language("report.inputs")),
        .element("table", ["class": "facts"], version, .joined(options), own ?? .empty, .joined(inputs)))
  }

  // MARK: For the record

  private var record: Markup {
    .element(
      "div", ["class": "record-head"], .element("h2", text: language("report.record")),
      .element("button", ["type": "button", "id": "copy"], text: language("report.copy")))
      + .verbatim("pre", ["id": "record"], RecordText(content: content, language: language).text)
  }
}

/// The names of the sheets of pictures in the folder of a result.
public enum SheetName {
  /// What surrounds the clicks.
  public static let clicks = "clicks.jpg"
  /// Frames with what was detected.
  public static let frames = "frames.jpg"
}
