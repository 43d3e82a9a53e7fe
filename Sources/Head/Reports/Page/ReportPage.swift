import Analysis
import Diagnostics
import HeadViews
internal import Platform
public import Workers

/// The report of one scan as a page that needs no other file: who and when, the state, the CVAI on its scale, outline and views
/// on a first sheet of A4; the panel, the landmarks and the quality of the data on a second; for a screen also the head in 3-D,
/// the frames, all findings and a text for the record.
public struct ReportPage: Sendable {
  let content: ReportContent
  let language: Language
  private let workers: Workers

  /// The page of a scan.
  ///
  /// - Parameters:
  ///   - language: of all that is not from outside.
  ///   - workers: the threads that share the pictures.
  public init(_ content: ReportContent, language: Language = .english, workers: Workers = Workers(count: 1)) {
    (self.content, self.language, self.workers) = (content, language, workers)
  }

  /// The page's text; equal contents give equal text.
  ///
  /// - Throws: an `ImageError` where a picture can't be encoded, an `EncodingError` where a number is not finite.
  public func html() throws -> String { try page(.screen) }

  /// The page for a program that prints: the two sheets alone, without scripts.
  public func paper() throws -> String { try page(.paper) }

  private enum Medium { case screen, paper }

  private func page(_ medium: Medium) throws -> String {
    let scripts = { @Sendable () throws -> Markup in medium == .screen ? try self.scripts() : .empty }
    // The scene of the scripts takes as long as two pictures.
    let drawn =
      try content.head.map { try HeadPictures(scene: $0, language: language, workers: workers).drawn(beside: scripts) }
      ?? .init(views: [], coverage: [], more: try scripts())
    let summary = SummarySheet(content: content, views: drawn.views, language: language)
    let panel = PanelSheet(content: content, coverage: drawn.coverage, language: language)
    let sheets = [summary.markup, medium == .screen ? space?.place ?? .empty : .empty, panel.markup]
    let more = medium == .screen ? DetailsPart(content: content, language: language).markup : .empty
    let body = Markup.element("body", [:], .joined(sheets), more, footer, drawn.more)
    return "<!DOCTYPE html>\n" + Markup.element("html", ["lang": language.rawValue], head(medium), body).source
  }

  /// The browser itself refuses whatever would come from elsewhere, and to send anything anywhere.
  package static let policy = """
    default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'
    """

  /// The policy of a page without scripts.
  package static let stillPolicy = policy.replacing(" script-src 'unsafe-inline';", with: "")

  private func head(_ medium: Medium) -> Markup {
    let named = [content.scan.subject, content.scan.session, content.scan.date].compactMap(\.self)
      .map { $0.printable(limit: 40) }
    let title = (["Calvaria"] + named).joined(separator: " · ")
    let sheets =
      medium == .paper
      ? Markup.empty
      : .style(library: HeadBrowser.styles)
        + .joined(
          content.sheets.sorted { $0.key < $1.key }.compactMap { name, bytes in
            DetailsPart.sheetClass(name).map { Markup.background(bytes, type: "image/jpeg", of: $0) }
          })
    return .element(
      "head", [:], .element("meta", ["charset": "utf-8"]),
      .element("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("meta", ["name": "referrer", "content": "no-referrer"]),
      .element("title", text: title), .style(SheetStyle.sheet), sheets)
  }

  private var space: HeadSpace? {
    guard let head = content.head, let three = content.threeScript else { return nil }
    return HeadSpace(scene: head, threeScript: three, language: language)
  }

  private func scripts() throws -> Markup {
    let words = try HeadSpace.json([
      "copied": language("report.copied"), "failed": language("report.copy_failed"),
    ])
    return (try space?.scripts() ?? .empty) + .data(words, id: "words") + .script(ReportScript.source)
  }

  private var footer: Markup {
    let version = content.result.provenance.map { "Calvaria \($0.version)" } ?? "Calvaria"
    return .element(
      "footer", ["class": "screen"],
      text: language(
        "report.footer",
        ["version": .text(version.printable(limit: 40)), "schema": .text(content.result.schema.printable(limit: 40))]))
  }
}
