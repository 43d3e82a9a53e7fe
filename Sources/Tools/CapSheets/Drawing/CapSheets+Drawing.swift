public import Diagnostics
import Markers
public import Platform

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

  /// The same pages, each as an SVG.
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
}
