import Diagnostics
import Files
import Platform
import ScanPipeline
import Viewer

/// Answers the requests of the page; those below `pick` are those of the page for picking.
struct LiveResponder: ViewResponding {
  let page: LivePage
  let language: Language
  let guardian: RequestGuard
  private let folders: LiveFolders
  private let host: LiveHost
  private let pictures: LivePictures
  let picking: ViewResponder

  private static let largestPage = 256 << 20

  init(page: LivePage, folders: LiveFolders, host: LiveHost, language: Language, guardian: RequestGuard) {
    (self.page, self.folders, self.host) = (page, folders, host)
    (self.language, self.guardian) = (language, guardian)
    pictures = LivePictures(folders.recording)
    picking = ViewResponder(
      folders.result.lastPathComponent, home: "../", language: language, guardian: guardian, open: host.pick)
  }

  func answer(_ request: ViewRequest) async -> ViewAnswer {
    do { return try await answer(request, at: guardian.path(of: request)) } catch let refusal as ViewRefusal {
      return .refused(refusal, language)
    } catch { return .refused(.notFound, language) }
  }

  private func answer(_ request: ViewRequest, at path: [String]) async throws -> ViewAnswer {
    // A body whose size was not announced is known to be too large only now.
    if request.isTooLarge { throw ViewRefusal.tooLarge }
    if path.first == "pick", path.count > 1 {
      guard page.isFinished else { throw ViewRefusal.notReady }
      return try await picking.answer(request, at: Array(path.dropFirst()))
    }
    return request.method == "POST" ? try change(request, path) : try await show(request, path)
  }

  private func show(_ request: ViewRequest, _ path: [String]) async throws -> ViewAnswer {
    guard ["GET", "HEAD"].contains(request.method) else { throw ViewRefusal.wrongMethod(allowed: "GET, HEAD") }
    switch (path.count, path[0]) {
    case (1, "words"): return try .json(PageWords(language, ["live."]))
    case (1, "state"):
      return try page.state(since: request.query["since"].flatMap { Int($0) }).map { try .json($0) } ?? .nothing
    case (1, "outcome"):
      return try await Background.run {
        guard let folder = ResultFolder(at: folders.result) else { throw ViewRefusal.notFound }
        return try .json(LiveOutcome(folder.result, of: folders, language))
      }
    case (1, "report.html"):
      return try await Background.run {
        let bytes = try InputFile.bytes(folders.result.appending(path: "report.html").path, atMost: Self.largestPage)
        return .report(Data(bytes))
      }
    case (1, "cloud"):
      let since = request.query["since"].flatMap { Int($0) }
      return await Background.run {
        page.cloud.points(since: since).map { ViewAnswer(content: $0, type: "application/octet-stream") } ?? .nothing
      }
    case (2, "frames"):
      guard let frame = Int(path[1]).flatMap(page.frame) else { throw ViewRefusal.notFound }
      return try await Background.run { try pictures.image(of: frame) }
    case (1, let name):
      guard let file = LiveFiles.file(name) else { throw ViewRefusal.notFound }
      return file
    default: throw ViewRefusal.notFound
    }
  }

  private func change(_ request: ViewRequest, _ path: [String]) throws -> ViewAnswer {
    let _: Wish = try request.body()
    switch path {
    case ["start"]: page.start()
    case ["pause"]: guard page.pause(true) else { throw ViewRefusal.notReady }
    case ["resume"]: guard page.pause(false) else { throw ViewRefusal.notReady }
    case ["done"]: guard page.end() else { throw ViewRefusal.notReady }
    case ["close"]: guard page.close() else { throw ViewRefusal.notReady }
    case ["open"]: host.show(folders.result)
    default: throw ViewRefusal.notFound
    }
    return .nothing
  }

  /// What is sent to have something done: an object of JSON, which no page of another site can send.
  private struct Wish: Decodable {}
}

/// The files of the page, which come with the program; some are those of the picking page.
enum LiveFiles {
  static func file(_ name: String) -> ViewAnswer? {
    switch name {
    case "": .text(PackageResources.live_html, "text/html")
    case "live.css": .text(PackageResources.live_css, "text/css")
    case "live.js": .text(PackageResources.live_js, "text/javascript")
    case "live-picture.js": .text(PackageResources.live_picture_js, "text/javascript")
    case "live-head.js": .text(PackageResources.live_head_js, "text/javascript")
    case "live-cloud.js": .text(PackageResources.live_cloud_js, "text/javascript")
    case "live-voice.js": .text(PackageResources.live_voice_js, "text/javascript")
    case "dom.js", "words.js", "server.js", "icon.svg", "base.css", "view.css", "three.js":
      PageFiles.file(name)
    default: nil
    }
  }
}
