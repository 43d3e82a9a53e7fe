import Analysis
import Diagnostics
import Foundation
import Testing

@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ReportPageTests {
  func page(_ measures: HeadMeasures, title: String = "practice") throws -> String {
    try ReportPage(SampleResult.result(measures), measures: measures, title: title).html
  }

  @Test func isWellFormedAndNeedsNoOtherFile() throws {
    let html = try page(SampleResult.measures())
    let parser = XMLParser(data: Data(Self.asXML(html).utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    for foreign in ["http:", "https:", "src=", "href=", "@import", "url(", "<script"] {
      #expect(!html.contains(foreign), "\(foreign)")
    }
  }

  /// The page closes every element and quotes every attribute, so it is XML but for its first line.
  static func asXML(_ html: String) -> String { String(html.drop { $0 != "\n" }) }

  @Test func showsWhatAReaderExpects() throws {
    let measures = try SampleResult.measures()
    let html = try page(measures)
    let cvai = NumberText.number(try #require(measures[.cvai].value), digits: 2)
    for part in [
      "CVAI \(cvai) %", "right-posterior", "research tool", "class=\"diagonal left\"", "Markers of the cap seen",
      "Depth added, mean over the image (mm)", "Depth added, largest deviation from the mean (mm)",
    ] {
      #expect(html.contains(part), "\(part)")
    }
  }

  @Test func escapesWhatComesFromOutside() throws {
    let html = try page(SampleResult.measures(), title: "<script>alert('x')</script> \u{7} & \"q\"")
    #expect(!html.contains("<script>"))
    #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;  &amp; &quot;q&quot;"))
    #expect(html.contains("a stray print &lt;b&gt;&amp; more&lt;/b&gt;"))
  }

  @Test func namesItsState() throws {
    let whole = try SampleResult.measures()
    #expect(try page(whole).contains("<span class=\"badge measured\">measured</span>"))
    #expect(try !page(whole).contains("class=\"reasons"))
    var part = whole
    part.results[.volume] = MeasureResult(value: nil, unit: "ml", reasons: [Finding(.surfaceBelowBase)])
    let html = try page(part)
    #expect(html.contains("<span class=\"badge measured_in_part\">measured in part</span>"))
    #expect(
      html.contains("<strong>Measured in part, withheld: Volume</strong>")
        && html.contains("<li>The surface does not reach above the base plane."))
    #expect(!html.contains("class=\"badge measured\"") && !html.contains(">complete<"))
  }

  @Test func doesNotGuessACoverageWithoutLandmarks() throws {
    let measures = HeadMeasures.withheld(because: [Finding(.landmarksNotPicked).about([.sellion])])
    var result = try SampleResult.result(measures)
    result.surface = .init(nil, holes: [], headFromScan: nil, vertices: 3, triangles: 1)
    let html = ReportPage(result, measures: measures, title: "practice").html
    #expect(html.contains("Surface seen above the base plane: not known without landmarks"))
    #expect(result.table().contains("not known without landmarks"))
    let json = String(decoding: try result.json(), as: UTF8.self)
    #expect(json.contains("\"coverage\" : null"))
    #expect(try ScanResult.read(Data(json.utf8)).surface?.coverage == nil)
  }

  @Test func saysWhyNothingIsThere() throws {
    let html = try page(.withheld(because: [Finding(.landmarksNotPicked).about([.sellion])]))
    #expect(html.contains("<li>Sellion was not picked.") && html.contains(">withheld</td>"))
    #expect(html.components(separatedBy: "ellion was not picked").count == 3, "in the box, and in the record")
    #expect(html.contains("<span class=\"badge not_measured\">not measured</span>"))
    #expect(html.contains("<strong>Not measured: CVAI withheld</strong>"))
    let parser = XMLParser(data: Data(Self.asXML(html).utf8))
    #expect(parser.parse())
  }
}
