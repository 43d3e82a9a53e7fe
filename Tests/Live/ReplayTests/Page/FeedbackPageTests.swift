import Feedback
import Foundation
import Geometry
import Testing

import Reports

@testable import Replay

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct FeedbackPageTests {
  /// Four seconds: the camera is too close for one, later the phone is hot and a part of the head is left.
  private func page(
    _ file: FeedbackFile = .builtIn, language: String = "en", ids: Set<Int>? = Set(0..<16), frames: Int = 121,
    source: PartsSource? = .cap, name: (Int) -> String = { "1700.\($0)" }
  ) throws -> (page: FeedbackPage, events: [FeedbackEvent]) {
    var (engine, timeline, summary) = (FeedbackEngine(file.rules, ids: ids), FeedbackTimeline(), FeedbackSummary())
    for index in 0..<frames {
      let isClose = (30..<60).contains(index)
      var facts = FrameFacts(frame: index, time: Double(index) / 30, blur: 1.5, validDepth: 0.3)
      facts.markers = (0..<8).map {
        SeenMarker(
          id: $0, place: [0.1 * Double($0), 0], validDepth: isClose ? 0.1 : 0.9, distance: isClose ? 0.14 : 0.3)
      }
      if index == 100 { facts.markers = [] }
      facts.parts = [.nose: PartFacts(covered: 0.2, direction: .left, away: 60), .crown: PartFacts(covered: 0.9)]
      facts.partsSource = source
      if index > 60 { facts.heat = .serious }
      let feedback = engine.step(facts)
      summary.add(feedback)
      timeline.add(feedback)
    }
    summary.finish(engine, file.rules)
    let pictures = [0, 60].map { FramePicture(frame: $0, jpeg: Data([1, 2, UInt8($0)])) }
    let page = FeedbackPage(
      timeline, names: (0..<frames).map(name), pictures: pictures, summary: summary, file: file,
      book: try file.phrasebook(language))
    return (page, timeline.events)
  }

  private func data(_ html: String) throws -> [String: Any] {
    let start = try #require(html.range(of: "id=\"data\">"))
    let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
    let text = html[start.upperBound..<end.lowerBound]
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Without the first line, `<!DOCTYPE html>`, a page is XML.
  private func isWellFormed(_ html: String) -> Bool { XMLParser(data: Data(html.drop { $0 != "\n" }.utf8)).parse() }

  @Test func isWellFormedAndNeedsNoOtherFile() throws {
    let html = try page().page.html()
    #expect(isWellFormed(html))
    for foreign in ["http:", "https:", "src=", "@import", "url("] { #expect(!html.contains(foreign), "\(foreign)") }
    #expect(html.components(separatedBy: "href=").count == html.components(separatedBy: "href=\"#frame\"").count)
    #expect(html.contains("content=\"default-src &#39;none&#39;; img-src data:;"))
  }

  @Test func anAssumptionAboutWherePartsLieIsSaid() throws {
    let words = "Benannt nach einer Annahme, keiner Messung. Die Aufnahme begann vor: Stirn"
    #expect(try page(language: "de", source: .firstView).page.html().contains(words))
    #expect(try !page(language: "de", source: .layout).page.html().contains("Annahme"))
  }

  @Test func everyEventIsARow() throws {
    let (page, events) = try page()
    let html = try page.html()
    let body = try #require(html.range(of: "<tbody>")).upperBound
    let rows = html[body...].components(separatedBy: "<tr>").dropFirst()
    #expect(rows.count == events.count)
    #expect(events.count > 10)
    for (row, event) in zip(rows, events) {
      #expect(row.contains("data-frame=\"\(event.frame)\""))
      #expect(row.contains(page.book.text(for: event) ?? page.book.name(of: event)), "\(event)")
    }
  }

  @Test func showsHowTheScanWasSteered() throws {
    let html = try page().page.html()
    for part in [
      "1.0 s</strong>", "Too close, move back", "lost below 40 %, regained from 50 %", "too far from 450",
      "The phone is getting hot", "Markers never seen (8): 8, 9, 10, 11, 12, 13, 14, 15", "■ not scanned", "50 % ▲",
    ] { #expect(html.contains(part), "\(part)") }
  }

  @Test func whatComesFromOutsideStaysText() throws {
    let evil = "</script><script>alert('x')</script>\u{2028}&<img onerror=\"x\">"
    let yaml = "schema: calvaria/feedback-rules/1\nname: <b>&\nphrases: {en: {hint_too_close: \"<i>close & 'x'\"}}\n"
    let file = try FeedbackFile.parse(yaml, path: "own.yaml")
    let html = try page(file) { _ in evil }.page.html()
    #expect(isWellFormed(html))
    #expect(html.components(separatedBy: "<script").count == 3, "the page's own two")
    for raw in ["alert('x')</", "<img onerror", "<i>close", "<b>&"] { #expect(!html.contains(raw), "\(raw)") }
    #expect(html.contains("&lt;i&gt;close &amp; &#39;x&#39;"))
    #expect(html.contains("&lt;b&gt;&amp;"))
    let data = try data(html)
    #expect((data["name"] as? [String])?.allSatisfy { $0 == evil } == true)
    #expect((data["hint"] as? [[String: Any]])?.contains { $0["text"] as? String == "<i>close & 'x'" } == true)
  }

  @Test func theFrameHasItsFigures() throws {
    let (page, events) = try page()
    let data = try data(try page.html())
    let numbers = { (key: String) in (data[key] as? [Any])?.map { $0 as? Double } ?? [] }
    for key in ["time", "overlap", "shared", "distance", "invalid", "blur"] {
      #expect(numbers(key).count == 121, "\(key)")
    }
    #expect(numbers("time")[45] == 1.5)
    #expect(numbers("distance")[45] == 140)
    #expect(numbers("invalid")[45] == 100)
    #expect(numbers("distance")[100] == nil && numbers("blur")[45] == 1.5)
    let vibrating = try #require(data["vibrating"] as? [[String: Any]]).map { $0["frame"] as? Int }
    #expect(vibrating == [0] + events.filter { $0.name.hasPrefix("vibration") }.map(\.frame))
    let pictures = try #require(data["pictures"] as? [[String: Any]])
    #expect(pictures.map { $0["frame"] as? Int } == [0, 60] && pictures[0]["jpeg"] as? String == "AQIA")
  }

  @Test func speaksTheLanguageOfThePhrases() throws {
    let (german, english) = (try page(language: "de").page.html(), try page().page.html())
    #expect(german.contains("<html lang=\"de\">"))
    #expect(german.contains(">Zeitverlauf<"))
    #expect(german.contains("Zu nah, weiter weg"))
    let (en, de) = (try FeedbackFile.builtIn.phrasebook("en"), try FeedbackFile.builtIn.phrasebook("de"))
    for word in PrintedWord.allCases where en[word] != de[word] {
      #expect(!german.contains(">\(en[word])<"), "\(word)")
      #expect(!english.contains(">\(de[word])<"), "\(word)")
    }
  }

  /// Whole figures without decimals, others with four.
  @Test func figuresAreThoseOfTheirEvents() throws {
    let html = try page().page.html()
    #expect(html.contains("percent 50 · seen 8 · share 0.5000"))
    #expect(html.contains("<ol class=\"steps\">"))
  }

  @Test func aBarStaysWithinItsFrame() throws {
    let page = try page(frames: 1).page
    for (share, width) in [(-0.2, "0.0"), (0.347, "34.7"), (1.5, "100.0")] {
      #expect(page.bar(share, "red").source.contains("<div class=\"fill red\" style=\"width:\(width)%\">"))
    }
  }

  @Test func whereNothingWasToldItSaysSo() throws {
    let html = try page(frames: 1).page.html()
    for title in ["When how many markers had been seen", "How long hints and alerts held"] {
      #expect(html.contains("<h3>\(title)</h3>\n<p class=\"quiet\">none</p>"), "\(title)")
    }
    #expect(try !page().page.html().contains("</h3>\n<p class=\"quiet\">none</p>"))
  }

  /// A hint that comes with the last frame has held for no time.
  @Test func aHintOfTheLastFrameIsToldToo() throws {
    for frames in 31...60 {
      let page = try page(frames: frames).page
      guard page.timeline.frames.last?.hint != nil else { continue }
      #expect(try page.html().contains("<td>Too close, move back</td>\n<td class=\"number\">0.0 s</td>"))
      return
    }
    Issue.record("no hint was told")
  }

  @Test func equalScansGiveEqualBytes() throws {
    #expect(try page().page.html() == page().page.html())
  }

  @Test(arguments: [0, 1, 2]) func aShortScanHasAPageToo(frames: Int) throws {
    #expect(isWellFormed(try page(frames: frames).page.html()))
  }

  @Test func withoutACapFileThereIsNoProgress() throws {
    let html = try page(ids: nil).page.html()
    #expect(isWellFormed(html))
    #expect(!html.contains("Markers never seen"))
    #expect(try #require(data(html)["progress"] as? [Any]).isEmpty)
  }

  @Test func aFigureThatIsNoNumberIsAnError() throws {
    var (engine, timeline) = (FeedbackEngine(FeedbackFile.builtIn.rules, ids: nil), FeedbackTimeline())
    timeline.add(engine.step(FrameFacts(frame: 0, time: 0, blur: .nan)))
    let page = FeedbackPage(
      timeline, names: ["a"], pictures: [], summary: FeedbackSummary(), file: .builtIn,
      book: try FeedbackFile.builtIn.phrasebook("en"))
    #expect(throws: EncodingError.self) { try page.html() }
  }
}
