import Analysis
import Diagnostics
import TestSupport
import Testing

@testable import Reports

/// What a screen shows beyond the sheets.
@Suite struct DetailsPartTests {
  /// Quick to make: without a head.
  private func content() throws -> ReportContent {
    var content = try SampleResult.content(SampleResult.measures())
    content.head = nil
    return content
  }

  private func windows(_ content: ReportContent, _ kind: String) -> [DrawnShape] {
    DrawnShape.all(in: DetailsPart(content: content, language: .english).markup.source, style: "window sheet-\(kind)")
  }

  /// Each cell is a window onto the one picture: of four columns the second begins at a third of what is left over.
  @Test func aCellIsAWindowOntoItsSheet() throws {
    let content = try content()
    let frames = windows(content, "frames").map { $0.attributes["style"] ?? "" }
    let places = ["0.00% 0.00%", "33.33% 0.00%", "66.67% 0.00%", "100.00% 0.00%", "0.00% 100.00%", "33.33% 100.00%"]
    #expect(frames == places.map { "padding-top:75.00%;background-size:400% 200%;background-position:\($0)" })
    let clicks = windows(content, "clicks").map { $0.attributes["style"] ?? "" }
    #expect(
      clicks
        == ["0.00% 0.00%", "100.00% 0.00%"].map {
          "padding-top:100.00%;background-size:200% 100%;background-position:\($0)"
        })
    let words = { (kind: String) in
      windows(content, kind).map { ($0.attributes["aria-label"] ?? "").replacing("\u{A0}", with: " ") }
    }
    #expect(words("frames")[0] == "0.00 s, 9 markers" && words("frames")[3] == "3.00 s, 6 markers, no pose")
    #expect(words("clicks")[0].hasSuffix(", 1.25 s, 0.4 mm off"))
    #expect(words("clicks")[1].hasSuffix(", 1.25 s, 6.5 mm off, not used"))
  }

  /// Sheets of files that nobody checked: at least one column, at most a hundred, at most 200 cells, no division by zero.
  @Test func strangeSheetsAreCut() throws {
    var content = try content()
    let cells = (0..<250).map { ScanResult.Cell(frame: "\($0)", timeS: 0) }
    for (columns, count, size, last) in [
      (0, 3, "100% 300%", "0.00% 100.00%"), (1000, 250, "10000% 200%", "100.00% 100.00%"),
      (7, 8, "700% 200%", "0.00% 100.00%"), (7, 7, "700% 100%", "100.00% 0.00%"), (1, 1, "100% 100%", "0.00% 0.00%"),
    ] {
      content.result.pictures?.frames = .init(
        file: SheetName.frames, cellWidth: 0, cellHeight: 2, columns: columns, cells: Array(cells.prefix(count)))
      let shown = windows(content, "frames")
      #expect(shown.count == min(count, 200), "\(columns)")
      #expect(
        shown.last?.attributes["style"] == "padding-top:200.00%;background-size:\(size);background-position:\(last)",
        "\(columns)")
    }
    content.sheets = [:]
    #expect(windows(content, "frames").isEmpty && windows(content, "clicks").isEmpty)
  }

  @Test func figuresOfQualityHaveTheirUnits() throws {
    let facts = QualityFacts(result: try content().result, language: .english).all
    #expect(
      facts.prefix(6).map { $0.1.replacing("\u{A0}", with: " ") }
        == ["87.1 %", "97.3 %", "2.1 %", "298 of 300", "0.41 px", "0.22 mm"])
    let scale = facts.map(\.1)
    #expect(
      scale.contains("0.9985 [0.9960, 1.0010]") && scale.contains("−0.43 [−2.10, 1.24]") && scale.contains("0.91"))
    // Without an interval it was not estimated.
    #expect(!scale.contains { $0.hasPrefix("1.0002") })
  }

  /// At most twelve rims, in whole millimetres, and how many there are.
  @Test func rimsAreListed() throws {
    var content = try content()
    content.result.surface?.holes = []
    #expect(!DetailsPart(content: content, language: .english).markup.source.contains("Holes of the surface ("))
    let hole = ScanResult.Hole(place: "unknown", diameterMm: 5, perimeterMm: 12.4, centreMm: [0, 50, 0])
    content.result.surface?.holes = Array(repeating: hole, count: 14)
    let source = DetailsPart(content: content, language: .english).markup.source
    #expect(source.contains("Holes of the surface (14)"))
    #expect(source.components(separatedBy: ">12\u{A0}mm<").count == 1 + 12)
  }
}
