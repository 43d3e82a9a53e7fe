import Diagnostics
import Files
import Platform
import Reports
import ScanPipeline
import Studies
import Viewer

/// Answers the requests of the desk's page; those below a scan's picking page are that page's.
struct DeskResponder: ViewResponding {
  let list: DeskList
  let queue: DeskQueue
  let arrivals: Arrivals
  let corrections: Corrections
  let papers: Papers
  let pages: PickingPages
  let show: @Sendable (URL) -> Void
  let language: Language
  let guardian: RequestGuard

  func answer(_ request: ViewRequest) async -> ViewAnswer {
    do { return try await answer(request, at: guardian.path(of: request)) } catch {
      return refusal(error, isPage: request.target.split(separator: "?").first?.hasSuffix(".html") == true)
    }
  }

  /// What goes wrong is told in words: where it was asked, or on a page where a page was asked for.
  private func refusal(_ error: any Error, isPage: Bool) -> ViewAnswer {
    var (answer, text) = (ViewAnswer(status: 422, content: Data(), type: ""), language.told(error))
    switch error {
    case let refusal as ViewRefusal:
      answer = .refused(refusal, language)
      text = language(refusal == .badRequest ? "desk.bad_request" : refusal.word)
    case is ArrivalFault: (answer.status, text) = (400, language.told(DeskError.brokenOff))
    default: break
    }
    // Where the folder of work lies, and a scan on its way into it, is nothing to read.
    text = text.replacing(list.study.root.path + "/", with: "").replacing(/\.incoming\/[0-9a-f]{32}\//, with: "")
    if isPage {
      answer = ProblemPage.answer(text, answer, language)
    } else if let json = try? ViewAnswer.json(Problem(error: text)) {
      (answer.content, answer.type) = (json.content, json.type)
    }
    return answer
  }

  private struct Problem: Encodable { let error: String }

  private func answer(_ request: ViewRequest, at path: [String]) async throws -> ViewAnswer {
    // A body whose size was not announced is known to be too large only now.
    if request.isTooLarge { throw ViewRefusal.tooLarge }
    if path.first == "pick", path.count > 2 {
      let isPage = path.count == 3 && path[2].isEmpty
      let page = try await pages.page(of: path[1], isNew: isPage && request.method == "GET", guardian)
      return try await page.answer(request, at: Array(path.dropFirst(2)))
    }
    return request.method == "POST" ? try await change(request, path) : try await show(request, path)
  }

  // MARK: Showing

  private func show(_ request: ViewRequest, _ path: [String]) async throws -> ViewAnswer {
    guard ["GET", "HEAD"].contains(request.method) else { throw ViewRefusal.wrongMethod(allowed: "GET, HEAD") }
    switch (path.count, path[0]) {
    case (1, "words"): return try .json(PageWords(language, ["desk.", "view.close"]))
    case (1, "state"): return try .json(state)
    case (1, "list"): return try .json(listed)
    case (1, "caps"): return try .json(KnownCaps(list.dataset).all)
    case (1, "compare.html"):
      let scans = request.query["scans"]?.split(separator: ",").map(String.init) ?? []
      guard scans.count >= 2, scans.allSatisfy({ list.scan($0) != nil }) else { throw ViewRefusal.notFound }
      return try await Background.run {
        for scan in scans { try list.study.checkLinks(of: scan) }
        return try papers.comparison(of: scans)
      }
    case (1, let name):
      guard let file = DeskFiles.file(name) else { throw ViewRefusal.notFound }
      return file
    case (3, "scan"):
      guard let scan = list.scan(path[1]) else { throw ViewRefusal.notFound }
      return try await Background.run { try path[2] == "rating" ? questions(of: scan) : paper(path[2], of: scan) }
    default: throw ViewRefusal.notFound
    }
  }

  private func paper(_ name: String, of scan: DatasetScan) throws -> ViewAnswer {
    try list.study.checkLinks(of: scan.name)
    return switch name {
    case "report.html": try papers.report(of: scan.name)
    case "report.pdf": try papers.pdf(of: scan.name)
    case "export.zip": try papers.archive(of: scan.name)
    case "picture.jpg": try papers.picture(of: scan)
    default: throw ViewRefusal.notFound
    }
  }

  private var listed: Listed {
    let (revision, scans) = list.scans
    return Listed(folder: list.study.root.standardizedFileURL.lastPathComponent, revision: revision, scans: scans)
  }

  private struct Listed: Encodable {
    let folder: String
    let revision: Int
    let scans: [DeskScan]
  }

  private struct State: Encodable {
    let revision: Int
    let waiting: [String]
    let working: Working?
    /// What keeps the folder from being read, or scans from being measured.
    let failure: String?
    let isStopped: Bool
  }

  private struct Working: Encodable {
    let scan: String
    let share: Double
    let secondsLeft: Double?
  }

  private var state: State {
    let (now, read) = (queue.now, list.state)
    let progress = now.working.flatMap { list.study.progress(of: $0) }
    let failure = now.failure.map(language.told)
    return State(
      revision: read.revision, waiting: now.waiting,
      working: now.working.map {
        Working(scan: $0, share: progress?.share ?? 0, secondsLeft: progress?.secondsLeft)
      }, failure: failure ?? read.failure, isStopped: failure != nil)
  }

  private func questions(of scan: DatasetScan) throws -> ViewAnswer {
    let isRated = FileManager.default.fileExists(atPath: try rated(scan).ratingFile.path)
    return try .json(
      Questions(isRated: isRated, fields: RatingForm.find("standard").fields.map { Question($0, language) }))
  }

  private func rated(_ scan: DatasetScan) throws -> RatedScan {
    try list.study.checkLinks(of: scan.name)
    return try list.study.page(of: scan.name) == nil || scan.kind == .mesh
      ? .recording(scan.url) : .result(list.study.result(of: scan.name))
  }

  private struct Questions: Encodable {
    let isRated: Bool
    let fields: [Question]
  }

  /// A question of the rating form.
  private struct Question: Encodable {
    let key, question: String
    let isRequired: Bool
    let choices: [Choice]?

    init(_ field: RatingForm.Field, _ language: Language) {
      (key, isRequired) = (field.key, field.isRequired)
      question = language.term(field.key, of: "rating_question")
      let words =
        switch field.kind {
        case .number(let range): range.count <= 11 ? range.map(String.init) : nil
        case .choice(let words): words
        case .text: [String]?.none
        }
      choices = words?.map { Choice(key: $0, text: language.term($0, of: "rating_answer")) }
    }
  }

  private struct Choice: Encodable { let key, text: String }

  // MARK: Changing

  private func change(_ request: ViewRequest, _ path: [String]) async throws -> ViewAnswer {
    switch (path.count, path[0]) {
    case (1, "queue"):
      let asked: Queued = try request.body(keys: .convertFromSnakeCase)
      queue.cancel(asked.cancel ?? [])
      queue.add((asked.add ?? []).filter { list.scan($0) != nil })
      return try .json(state)
    case (1, "add"): return try .json(Begun(id: try arrivals.begin()))
    case (2, "add"):
      guard let file = request.query["path"], let offset = request.query["offset"].flatMap({ Int($0) }) else {
        throw ViewRefusal.badRequest
      }
      try await Background.run { try arrivals.take(request.body, of: file, at: offset, in: path[1]) }
      return .nothing
    case (3, "add"): return try await add(request, path[1], path[2])
    case (3, "scan"):
      guard let scan = list.scan(path[1]) else { throw ViewRefusal.notFound }
      return try await act(request, path[2], on: scan)
    default: throw ViewRefusal.notFound
    }
  }

  private func add(_ request: ViewRequest, _ id: String, _ verb: String) async throws -> ViewAnswer {
    switch verb {
    case "look": return try await Background.run { try .json(arrivals.look(id, language)) }
    case "drop":
      arrivals.drop(id)
      return .nothing
    case "settle":
      let form: Arrivals.Form = try request.body(keys: .convertFromSnakeCase)
      let name = try await Background.run {
        let source = try arrivals.settle(id, form)
        list.refresh()
        return list.scans.scans.first { list.scan($0.name)?.source == source }?.name
      }
      if let name { queue.add([name]) }
      return try .json(Settled(scan: name))
    default: throw ViewRefusal.notFound
    }
  }

  private func act(_ request: ViewRequest, _ verb: String, on scan: DatasetScan) async throws -> ViewAnswer {
    switch verb {
    case "edit":
      let form: Arrivals.Form = try request.body(keys: .convertFromSnakeCase)
      try await pages.close(scan.name)
      return try await .json(Settled(scan: Background.run { try corrections.correct(scan, form) }))
    case "remove":
      try await pages.close(scan.name)
      try await Background.run { try corrections.remove(scan) }
    case "open":
      let result = list.study.result(of: scan.name)
      show(list.study.page(of: scan.name) == nil ? result.deletingLastPathComponent() : result)
    case "rating":
      let answers: [String: String] = try request.body(keys: .convertFromSnakeCase)
      let form = try RatingForm.find("standard")
      let rating = try Rating(form, settings: answers.map { "\($0.key)=\($0.value)" })
      let rated = try rated(scan)
      do {
        try rated.claim(force: request.query["replace"] == "1").write(rating.json(resultDigest: rated.digest))
      } catch ResultFolderError.rated { throw DeskError.isRated(scan: scan.name) }
    default: throw ViewRefusal.notFound
    }
    return .nothing
  }

  private struct Queued: Decodable { let add, cancel: [String]? }
  private struct Begun: Encodable { let id: String }
  private struct Settled: Encodable { let scan: String? }
}

/// A page that says what went wrong, where a page was asked for.
enum ProblemPage {
  private static let policy = ["Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"]

  /// - Parameter answer: its status and fields stay.
  static func answer(_ text: String, _ answer: ViewAnswer, _ language: Language) -> ViewAnswer {
    let page = Markup.element(
      "html", ["lang": language.rawValue],
      .element(
        "head", [:], .element("meta", ["charset": "utf-8"]),
        .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .element("title", text: "Calvaria"),
        .style(
          "body { font: 17px/1.5 system-ui, sans-serif; color: #1d2733; max-width: 40em; margin: 12vh auto; padding: 0 20px; }"
        )),
      .element("body", [:], .element("p", ["role": "alert"], text: text)))
    return ViewAnswer(
      status: answer.status, content: Data(("<!doctype html>\n" + page.source).utf8), type: "text/html; charset=utf-8",
      fields: answer.fields.merging(policy) { $1 })
  }
}

/// The files of the page, which come with the program; some are those of the picking page.
enum DeskFiles {
  static func file(_ name: String) -> ViewAnswer? {
    switch name {
    case "": .text(PackageResources.desk_html, "text/html")
    case "desk.css": .text(PackageResources.desk_css, "text/css")
    case "desk.js": .text(PackageResources.desk_js, "text/javascript")
    case "desk-list.js": .text(PackageResources.desk_list_js, "text/javascript")
    case "desk-panel.js": .text(PackageResources.desk_panel_js, "text/javascript")
    case "desk-add.js": .text(PackageResources.desk_add_js, "text/javascript")
    case "base.css", "dom.js", "words.js", "server.js", "icon.svg": PageFiles.file(name)
    default: nil
    }
  }
}
