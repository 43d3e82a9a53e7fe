import Analysis
import Diagnostics
import Foundation
import Geometry
import HeadViews
import Files
import TestSupport
import Testing

@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ReportPageTests {
  private func page(_ measures: HeadMeasures, _ language: Language = .english) throws -> String {
    try ReportPage(SampleResult.content(measures), language: language).html()
  }

  private static let nothing = HeadMeasures.withheld(because: [Finding(.landmarksNotPicked).about([.sellion])])

  /// The page closes every element and quotes every attribute, so it is XML but for its first line.
  static func asXML(_ html: String) -> String { String(html.drop { $0 != "\n" }) }

  private func expectSound(_ html: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let parser = XMLParser(data: Data(Self.asXML(html).utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))", sourceLocation: sourceLocation)
    for foreign in ["http:", "https:", "src=", "@import", "<link", "<iframe", "{name}", "report.", "group."] {
      #expect(!html.contains(foreign), "\(foreign)", sourceLocation: sourceLocation)
    }
    for reference in html.matches(of: /(?:url\(|href=")(.{5})/) {
      #expect(reference.1 == "data:", sourceLocation: sourceLocation)
    }
    #expect(html.contains("default-src &#39;none&#39;"), sourceLocation: sourceLocation)
  }

  @Test(arguments: Language.allCases) func isWellFormedAndNeedsNoOtherFile(_ language: Language) throws {
    for measures in [try SampleResult.measures(), Self.nothing] {
      let page = ReportPage(try SampleResult.content(measures), language: language)
      expectSound(try page.html())
      expectSound(try page.paper())
      expectSound(try ReportPage(SampleResult.content(measures).defaced, language: language).html())
      expectSound(try ReportPage(ReportContent(SampleResult.result(measures)), language: language).html())
    }
  }

  /// One folded part of the screen, without a grade; paper has none of it.
  @Test(arguments: Language.allCases) func numbersForResearchStandApart(_ language: Language) throws {
    let measures = try SampleResult.measures()
    let content = try SampleResult.content(measures)
    let html = try page(measures, language)
    let part = try #require(html.split(separator: "<details id=\"research\">").dropFirst().first)
    #expect(part.contains(MeasureName.vnoAngle.title(language)))
    #expect(part.contains("figure-radii"))
    #expect(part.contains(language == .english ? "no verdict" : "kein Urteil"))
    let before = try #require(html.split(separator: "<details id=\"research\">").first)
    let paper = try ReportPage(content, language: language).paper()
    for name in MeasureName.allCases where name.isForResearch {
      #expect(!before.contains(name.title(language)) && !paper.contains(name.title(language)), "\(name)")
    }
  }

  /// A withheld research number is no alarm.
  @Test func aWithheldResearchNumberIsQuiet() throws {
    var measures = try SampleResult.measures()
    let gap = Finding(.surfaceProfileHidden, ["width_mm": .millimetres(0.03), "place": .place("back")])
    measures.results[.vnoAngle] = MeasureResult(value: nil, unit: "°", reasons: [gap])
    let html = try page(measures, .english)
    #expect(html.contains("<td colspan=\"3\" class=\"quiet\">VNO angle: withheld</td>"))
    #expect(!html.contains("class=\"withheld\">VNO angle"))
  }

  @Test func showsWhatAReaderExpects() throws {
    let measures = try SampleResult.measures()
    let html = try page(measures)
    let cvai = NumberText.number(try #require(measures[.cvai].value), digits: 2)
    for part in [
      "CVAI \(cvai)\u{A0}%", "right-posterior", "research tool", "class=\"diagonal left\"",
      "Markers of the cap seen: 44 of 46",
      "Depth added, mean over the image (mm)", "never seen: 5, 11", "No part of the vault needs another scan",
      "id=\"copy\"",
      "view-three_quarter", "coverage-back", "<dd><span class=\"quiet\">not stated</span></dd>",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(html.components(separatedBy: "class=\"ray\"").count == 13, "a ray every 30°")
    #expect(html.components(separatedBy: "not stated").count >= 6)
  }

  @Test func partsThatWereHardlySeenAreNamed() throws {
    var content = try SampleResult.content(SampleResult.measures())
    content.result.surface?.regions = ["back": 0.74, "left": 0.89, "front": 0.9, "nose": 0.2]
    let html = try ReportPage(content).html()
    #expect(html.contains("Worth scanning again: left, back."))
    for percent in [74, 89, 90, 20] { #expect(html.contains("<b>\(percent)\u{A0}%</b>"), "\(percent)") }
  }

  @Test func theFirstFiguresComeBeforeAllOthers() throws {
    let html = try page(SampleResult.measures())
    let places = ["CVAI", "CVA", "Cranial index", "Circumference"].compactMap {
      html.range(of: "<div class=\"name\">\($0)</div>")?.lowerBound
    }
    #expect(places.count == 4 && places == places.sorted())
    #expect(try #require(html.range(of: "Length (OFD)")).lowerBound > places[3])
  }

  @Test func whoAndWhenStandAtTheHead() throws {
    var content = try SampleResult.content(SampleResult.measures())
    content.scan.subject = "P017"
    (content.scan.date, content.scan.operator) = ("2026-03-14", "B")
    let html = try ReportPage(content, language: .german).html()
    #expect(html.contains("<title>Calvaria · P017 · 2026-03-14</title>"))
    #expect(html.contains("<bdi>P017</bdi>") && html.contains("Kind P017, Datum 2026-03-14\n"), "in the record too")
  }

  private static let hostile = [
    "<script>alert('x')</script>", "\"onload=\"x", "../../etc/passwd", "</pre></title>&amp;", "]]>",
    "\u{202E}evil\u{2066}", "שלום", "line\nbreak\u{7}",
  ]

  @Test func whatComesFromOutsideStaysText() throws {
    for text in Self.hostile + [String(repeating: "W", count: 10_000)] {
      var content = try SampleResult.content(SampleResult.measures())
      content.scan = ScanDescription()
      (content.scan.subject, content.scan.session, content.scan.operator) = (text, text, text)
      (content.scan.device, content.scan.recording) = (text, text)
      content.result.recording?.format = text
      content.result.protocol.name = text
      content.result.findings.append(Finding(.measureOtherReason, ["reason": .text(text)], severity: .warning))
      content.result.provenance = .init(version: text, inputs: [text: text], options: [text: text])
      content.result.severities[0].scale = text
      content.result.severities[0].names = Array(repeating: text, count: 5)
      for key in content.result.landmarks.points.keys {
        content.result.landmarks.points[key]?.reason = text
        content.result.landmarks.points[key]?.source = text
      }
      let html = try ReportPage(content).html()
      let parser = XMLParser(data: Data(Self.asXML(html).utf8))
      #expect(parser.parse(), "\(text): \(String(describing: parser.parserError))")
      #expect(!html.contains("alert('x')") && !html.contains("\u{202E}") && !html.contains("\u{2066}"))
      #expect(!html.contains(String(repeating: "W", count: 700)), "a long text is cut")
      #expect(html.components(separatedBy: "<script").count == 3, "the page's own two")
    }
  }

  @Test func namesItsState() throws {
    let whole = try SampleResult.measures()
    #expect(try page(whole).contains("<span class=\"badge measured\">measured</span>"))
    #expect(try page(whole).contains("<strong>Measured: nothing withheld.</strong>"))
    var part = whole
    part.results[.volume] = MeasureResult(value: nil, unit: "ml", reasons: [Finding(.surfaceBelowBase)])
    let html = try page(part)
    #expect(html.contains("<span class=\"badge measured_in_part\">measured in part</span>"))
    #expect(
      html.contains("<strong>Measured in part, withheld: Volume.</strong>")
        && html.contains("<li>The surface does not reach above the base plane."))
    #expect(html.contains("class=\"withheld\">Volume: withheld</td>"))
  }

  @Test func measuresOfOneCauseShareALine() throws {
    var part = try SampleResult.measures()
    for name in [MeasureName.volumeLeftBack, .volumeRightBack, .psr] {
      part.results[name] = MeasureResult(value: nil, unit: name.unit, reasons: [Finding(.surfaceBelowBase)])
    }
    let line = "Volume, left back; Volume, right back; Posterior symmetry ratio: withheld"
    #expect(try page(part).contains(">\(line)</td>"))
    let table = try SampleResult.result(part).table()
    #expect(table.contains("\n\(line)\n") && table.hasPrefix("CVAI "))
    let order = ["CVAI ", "CVA ", "Cranial index", "Circumference", "\nSize\n", "\nAsymmetry\n", "\nLandmarks\n"]
      .compactMap { table.range(of: $0)?.lowerBound }
    #expect(order.count == 7 && order == order.sorted())
  }

  @Test func doesNotGuessACoverageWithoutLandmarks() throws {
    var content = try SampleResult.content(Self.nothing)
    content.result.surface = .init(nil, holes: [], headFromScan: nil, vertices: 3, triangles: 1)
    let html = try ReportPage(content).html()
    #expect(html.contains("not known without landmarks") && !html.contains("Worth scanning again"))
    #expect(content.result.table().contains("not known without landmarks"))
    let json = String(decoding: try content.result.json(), as: UTF8.self)
    #expect(json.contains("\"coverage\" : null"))
    #expect(try ScanResult.read(Data(json.utf8)).surface?.coverage == nil)
  }

  @Test func saysWhyNothingIsThere() throws {
    let html = try page(Self.nothing)
    #expect(html.contains("<li>Sellion was not picked.") && html.contains("<div class=\"withheld\">withheld</div>"))
    #expect(html.contains("<span class=\"badge not_measured\">not measured</span>"))
    #expect(html.contains("<strong>Not measured: CVAI withheld.</strong>"))
    #expect(html.contains("There is no section to draw.") && html.contains("Withheld because: sellion was not picked"))
  }

  @Test func levelsHaveTheNamesOfTheirSourceAndNoOthers() throws {
    var analysis = HeadAnalysis()
    analysis.scales = [SeverityScale.builtIn.first { $0.name == "cranial-therapy-centers" }!]
    let measures = try analysis.measure(.init(SampleResult.mesh()), landmarks: SampleResult.landmarks)
    let level = try #require(measures.severity?.level)
    let name = ["normal", "mild", "moderate", "severe"][level - 1]
    #expect(try page(measures).contains("Level \(level) (\(name)) of 4"))
    let german = ["normal", "leicht", "mittel", "schwer"][level - 1]
    #expect(try page(measures, .german).contains("Stufe \(level) (\(german)) von 4"))
    #expect(SeverityScale.builtIn.filter { !$0.levelNames.isEmpty }.map(\.name) == ["cranial-therapy-centers"])
    #expect(try !page(SampleResult.measures()).contains("(mild)"))
  }

  @Test func aDefacedReportHasNoFramesAndNoFace() throws {
    var content = try SampleResult.content(SampleResult.measures())
    #expect(try ReportPage(content).html().contains("image/jpeg"))
    let face = AnalyticFace()
    var annotation = HeadAnnotation(landmarks: [
      .init(.sellion, position: face.sellion), .init(.tragionLeft, position: face.point([-0.062, 0, 0])),
      .init(.tragionRight, position: face.point([0.062, 0, 0])),
    ])
    annotation.headFromMesh = .identity
    content.head = try HeadScene.make(face.mesh(), annotation: annotation, maps: [])
    let defaced = content.defaced
    let html = try ReportPage(defaced).html()
    #expect(!html.contains("image/jpeg") && html.contains("The face is left out.") && html.contains("Left out: "))
    let (whole, rest) = (try #require(content.head).mesh, try #require(defaced.head).mesh)
    #expect(rest.triangles.count < whole.triangles.count && rest.colors.isEmpty)
    // The head frame of this head is that of its mesh: the brow is a fifth of the sellion's distance up.
    let forward = face.sellion.y
    #expect(rest.positions.allSatisfy { !($0.y > forward / 3 && $0.z < forward / 5) })
    let unknown = try ReportPage(SampleResult.content(Self.nothing).defaced).html()
    #expect(unknown.contains("nobody knows where the face is"))
  }

  @Test func anEarlierResultSaysWhatIsMissing() throws {
    var content = ReportContent(try SampleResult.result(SampleResult.measures()))
    content.unusable = ["section.json"]
    let html = try ReportPage(content).html()
    for part in ["section.json is missing", "No frames: ", "No pictures of clicks", "section.json could not be used"] {
      #expect(html.contains(part), "\(part)")
    }
  }

  @Test func paperHasNeitherScriptsNorFrames() throws {
    let paper = try ReportPage(SampleResult.content(SampleResult.measures())).paper()
    #expect(
      !paper.contains("<script") && !paper.contains("image/jpeg") && paper.contains("class=\"sheet\" id=\"panel\""))
    #expect(paper.components(separatedBy: "class=\"sheet\"").count == 3)
  }

  @Test func aLibraryThatWouldEndItsElementIsLeftOut() {
    #expect(Markup.script(library: "a</SCRIPT >b") == nil && Markup.script(library: "a <!-- b") == nil)
    #expect(Markup.script(library: "1 < 2")?.source == "<script>1 < 2</script>\n")
  }

  @Test func theHeadInSpaceComesWithItsLibrary() throws {
    var content = try SampleResult.content(SampleResult.measures())
    #expect(try !ReportPage(content).html().contains("id=\"scene\""))
    content.threeScript = "/* three */"
    let html = try ReportPage(content).html()
    #expect(
      html.contains("<script>/* three */</script>") && html.contains("id=\"scene\"") && html.contains("CalvariaHead"))
    #expect(html.utf8.count < 4_000_000)
  }

  @Test func drawingsStandForThemselves() throws {
    let figures = try ReportPage(SampleResult.content(SampleResult.measures())).figures()
    #expect(Set(figures.map(\.name)).count == figures.count && figures.count == 4 + 6 + 5 + 1)
    for figure in figures {
      let parser = XMLParser(data: figure.svg)
      #expect(parser.parse(), "\(figure.name): \(String(describing: parser.parserError))")
      let text = String(decoding: figure.svg, as: UTF8.self)
      #expect(text.contains("xmlns=\"http://www.w3.org/2000/svg\"") && text.contains("mm\""), "\(figure.name)")
      #expect(!text.contains("var(--"), "programs without a browser know no variables")
    }
    try expectViews(figures)
  }

  /// What stands over and below the pictures of the head.
  private func expectViews(_ figures: [FigureFile]) throws {
    let head = try #require(try SampleResult.content(SampleResult.measures()).head)
    // The file without the picture itself.
    let drawn = { (file: FigureFile) -> [DrawnShape] in
      var text = String(decoding: file.svg, as: UTF8.self)
      if let start = text.range(of: "base64,")?.upperBound, let end = text[start...].firstIndex(of: "\"") {
        text.removeSubrange(start..<end)
      }
      return DrawnShape.all(in: text)
    }
    for side in [HeadView.front, .left, .top] {
      let file = try #require(figures.first { $0.name == "view-\(side.rawValue)" })
      #expect(file.description == Language.english("head.side_\(side.rawValue)"))
      let shapes = drawn(file)
      let svg = try #require(shapes.first { $0.name == "svg" }).attributes
      // 60 mm wide; a square picture and a strip of 44 for the bar.
      #expect(svg["viewBox"]?.split(separator: " ").compactMap { Double($0) } == [0, 0, 360, 404], "\(side)")
      #expect(svg["width"] == "60.00mm" && svg["height"] == "67.33mm")
      let image = try #require(shapes.first { $0.name == "image" })
      #expect(image.place == [0, 0] && image["width"] == 360 && image["height"] == 360)
      let overlay = HeadPicture.render(head, from: side, width: 360, height: 360).overlay
      let styled = { (style: String) in shapes.filter { $0.style == style } }
      let seen = overlay.landmarks.filter { !$0.isHidden }
      #expect(styled("view-dot").count == seen.count)
      for (dot, landmark) in zip(styled("view-dot"), seen) {
        #expect((dot.place - landmark.at).length < 0.01 && dot["r"] == 5)
      }
      #expect(styled("view-line").count == overlay.section.filter { !$0.isHidden }.count)
      #expect(styled("view-line view-hidden").count == overlay.section.filter(\.isHidden).count)
      #expect(styled("view-halo").count == styled("view-line").count && styled("view-halo view-hidden").isEmpty)
      #expect(styled("view-hole").count == overlay.holes.filter { !$0.isHidden }.count)
      // The diagonals are laid open from above alone.
      let diagonals = styled("view-diagonal left") + styled("view-diagonal right")
      #expect(diagonals.count == (side == .top ? 2 : 0))
      for (line, told) in zip(diagonals, overlay.diagonals) {
        #expect((line.points[0] - told.front).length < 0.01 && (line.points[1] - told.back).length < 0.01)
      }
      let (length, pixels) = overlay.scaleBar
      let bar = try #require(styled("bar").first).points
      #expect((bar[0] - [12, 382]).length < 0.01 && (bar[1] - [12 + pixels, 382]).length < 0.01)
      let label = try #require(styled("start").first)
      #expect(label.text == "\(Int(length))\u{A0}mm" && (label.place - [22 + pixels, 395]).length < 0.01)
    }
    for side in [HeadView.front, .left, .top, .back, .right] {
      let file = try #require(figures.first { $0.name == "coverage-\(side.rawValue)" })
      let shapes = drawn(file)
      let box = shapes.first { $0.name == "svg" }?.attributes["viewBox"]
      #expect(box?.split(separator: " ").compactMap { Double($0) } == [0, 0, 240, 240])
      #expect(!shapes.contains { $0.style == "bar" || $0.style.hasPrefix("view-line") || $0.style == "view-dot" })
    }
  }

  /// Sides have names by the head frame alone.
  @Test func withoutLandmarksViewsAreNumbered() throws {
    let scene = try HeadScene.make(SampleResult.mesh(), maps: [])
    let titles = HeadPictures.sides.map { HeadPictures(scene: scene, language: .english).title($0) }
    #expect(titles == (1...6).map { "View \($0)" })
  }

  /// Thirty boxes from end to end in the colours of the scale; figures between the ends where there is room.
  @Test(arguments: [130.0, 300]) func aLegendHasItsScale(_ width: Double) throws {
    let map = HeadMap(.coverage, values: [], range: 3...300)
    let figure = MapLegend(map: map, language: .english, width: width).figure
    #expect(figure.size == [width, 40] && figure.corner == [0, 0])
    let shapes = DrawnShape.all(in: figure.content.source)
    let boxes = shapes.filter { $0.name == "rect" }
    #expect(boxes.count == 30)
    for (number, box) in boxes.enumerated() {
      #expect(abs(box.place.x - width * Double(number) / 30) < 0.01 && box.place.y == 4 && box["height"] == 14)
      #expect(abs(box["width"] - width / 30 - 0.5) < 0.01)
      let colour = map.kind.colors.color(at: (Double(number) + 0.5) / 30)
      #expect(box.attributes["style"] == "fill:rgb(\(colour.x),\(colour.y),\(colour.z))", "\(number)")
    }
    let labels = shapes.filter { $0.name == "text" }
    #expect(labels.allSatisfy { $0.place.y == 34 })
    #expect(labels.map(\.text) == (width > 200 ? ["10", "30", "100"] : []) + ["≤ 3", "≥ 300"])
    let ends = labels.suffix(2)
    #expect(ends.map(\.style) == ["tick start", "tick end"] && ends.map(\.place.x) == [0, width])
    if width > 200 { #expect(labels[1].style == "tick" && abs(labels[1].place.x - width / 2) < 0.01) }
  }
}

@Suite struct MarkupTests {
  /// What has a meaning in HTML is replaced, what can't be seen is left out.
  @Test func textsAreEscaped() {
    #expect(
      Markup.text("a<b>&\"c'\u{1}\u{7F}\u{1F} \n\t~").source == "a&lt;b&gt;&amp;&quot;c&#39; \n\t~")
    #expect(Markup.element("p", ["class": "a\"b"], text: "<").source == "<p class=\"a&quot;b\">&lt;</p>\n")
    #expect(Markup.data("{\"a\":\"<&>\"}", id: "x").source.contains("{\"a\":\"\\u003c\\u0026\\u003e\"}"))
    #expect((Markup.text("a") + .text("b")).source == "ab" && Markup.joined([.text("a"), .text("b")]).source == "ab")
  }

  @Test func aUnitStaysWithItsNumber() {
    for (text, kept) in [
      ("12 mm wide", "12\u{A0}mm wide"), ("about 5 %, or 3 °.", "about 5\u{A0}%, or 3\u{A0}°."), ("no mm", "no mm"),
      ("12 markers", "12 markers"), ("a 4 s long", "a 4\u{A0}s long"), ("mm", "mm"), ("2  mm", "2  mm"), ("", ""),
    ] {
      #expect(text.keepingUnits == kept, "\(text)")
    }
  }

  @Test func shapesHaveTwoDecimals() {
    #expect(Shape.number(1.006) == "1.01" && Shape.number(-0.5) == "-0.50" && Shape.number(.nan) == "0")
    let box = DrawnShape.all(in: Shape.box([1, 2], [-3, 4], "x").source)[0]
    #expect(box["width"] == 0 && box["height"] == 4 && box.place == [1, 2])
    let line = DrawnShape.all(in: Shape.line([1, 2], [3, 4], "x").source)[0]
    #expect(line.points == [[1, 2], [3, 4]])
  }
}

@Suite struct AxisTests {
  @Test(arguments: [
    (30.0, 6, 5.0, 30.0), (44, 4, 20, 60), (45, 4, 20, 60), (7.3, 6, 2, 8), (0.004, 6, 0.001, 0.004), (1, 4, 0.5, 1),
  ])
  func ticksAreRound(_ most: Double, _ ticks: Int, _ step: Double, _ end: Double) {
    let axis = Axis(upTo: most, ticks: ticks)
    #expect(abs(axis.step - step) < 1e-12 && abs(axis.end - end) < 1e-12, "\(axis)")
    #expect(axis.ticks.first == 0 && axis.end >= most && axis.ticks.count <= 2 * ticks + 1)
  }

  @Test func numbersHaveTheDecimalsOfTheirDistance() {
    #expect(Axis(upTo: 1, ticks: 4).label(0.5, .german) == "0,5")
    #expect(Axis(upTo: 30, ticks: 6).label(25, .english) == "25")
  }
}
