package import Diagnostics
import Foundation
internal import Files

/// Answers the page's requests: what is asked for goes to the session of the scan that the path names.
package struct ViewResponder: ViewResponding {
  let sittings: Sittings
  package let language: Language
  package let guardian: RequestGuard

  init(sittings: Sittings, language: Language, guardian: RequestGuard) {
    (self.sittings, self.language, self.guardian) = (sittings, language, guardian)
  }

  /// What answers for one scan, beneath a page that has others.
  ///
  /// - Parameters:
  ///   - title: what the page calls it.
  ///   - home: that page's address, as seen from this scan's; the page leads back there.
  ///   - open: opens the scan; what it throws is told by the page.
  package init(
    _ title: String, home: String, language: Language, guardian: RequestGuard,
    open: @escaping @Sendable () throws -> View
  ) {
    let walk = ViewWalk(single: ViewWalk.Stop(title: title, isPicked: { false }, open: open))
    self.init(sittings: Sittings(walk, home: home, language: language), language: language, guardian: guardian)
  }

  /// Whether something was picked that is in no file.
  package var hasUnsaved: Bool { get async { await sittings.hasUnsaved } }

  /// Returns once nothing is being saved.
  package func finishSaving() async { await sittings.finishSaving() }

  /// The answer to a request with its body.
  package func answer(_ request: ViewRequest) async -> ViewAnswer {
    do { return try await answer(request, at: guardian.path(of: request)) } catch let refusal as ViewRefusal {
      return .refused(refusal, language)
    } catch { return ViewAnswer(status: 500, content: Data(), type: "") }
  }

  /// The answer to a request whose path leads to this page's part of the addresses.
  package func answer(_ request: ViewRequest, at path: [String]) async throws -> ViewAnswer {
    guard let (number, path) = await sittings.place(path) else {
      guard path == [""] else { throw ViewRefusal.notFound }
      return ViewAnswer(status: 303, content: Data(), type: "", fields: ["Location": await sittings.first])
    }
    guard let route = ViewRoute(path) else { throw ViewRefusal.notFound }
    guard request.method == (route.isChange ? "POST" : "GET") || (request.method == "HEAD" && !route.isChange) else {
      throw ViewRefusal.wrongMethod(allowed: route.isChange ? "POST" : "GET, HEAD")
    }
    switch route {
    case .file(let file):
      if path == [""], request.method == "GET" { await sittings.open(number) }
      return file
    case .words: return try .json(PageWords(language, ["view.", "head."]))
    case .walk: return try await sittings.list()
    default: return try await answer(request, route, sittings.session(number))
    }
  }

  private func answer(_ request: ViewRequest, _ route: ViewRoute, _ session: PickingSession) async throws -> ViewAnswer
  {
    switch route {
    case .file, .words, .walk: throw ViewRefusal.notFound
    case .state:
      let known = request.query["since"].flatMap { Int($0) }
      return try await session.state(since: known).map { try .json($0) } ?? .nothing
    case .head: return try await session.headScene()
    case .picture(let view):
      return try await session.picture(view, map: request.query["map"])
    case .frames: return try await session.frameList()
    case .frame(let index):
      let width = request.query["width"].flatMap { Int($0) }
      return try await session.frame(index, width: width)
    case .picks: return try await changed(request, session) { (picks: PicksRequest) in try await session.submit(picks) }
    case .protocolChoice:
      return try await changed(request, session) { (choice: ProtocolRequest) in try await session.choose(choice.name) }
    case .save:
      return try await changed(request, session) { (save: SaveRequest) in
        try await session.save(revision: save.revision, replacing: save.replacing)
      }
    case .probe:
      let asked: PicksRequest.Click = try request.body()
      return try await session.probe(asked)
    }
  }

  /// Does what a body asks for, and answers with the state that follows.
  private func changed<Body: Decodable>(
    _ request: ViewRequest, _ session: PickingSession, _ change: (Body) async throws -> Void
  ) async throws -> ViewAnswer {
    let body: Body = try request.body()
    do { try await change(body) } catch ViewRefusal.outdated {
      let text = language(ViewRefusal.outdated.word)
      return try .json(OutdatedAnswer(error: text, state: await session.state()!), status: 409)
    }
    return try .json(await session.state()!)
  }
}

extension ViewAnswer {
  /// A refusal in words.
  package static func refused(_ refusal: ViewRefusal, _ language: Language) -> ViewAnswer {
    var answer =
      (try? ViewAnswer.json(ErrorAnswer(error: language(refusal.word)), status: refusal.status))
      ?? .nothing
    if case .wrongMethod(let allowed) = refusal { answer.fields["Allow"] = allowed }
    // A body that was not read stays behind on the connection.
    answer.fields["Connection"] = "close"
    return answer
  }
}

/// What asks for a change of protocol.
private struct ProtocolRequest: Decodable { let name: String }

/// What asks for a save; of picks that may be replaced, by the question's id.
private struct SaveRequest: Decodable {
  let revision: Int
  let replacing: String?
}

/// A refusal in words.
private struct ErrorAnswer: Encodable { let error: String }

/// That another window was first, and what it has done.
private struct OutdatedAnswer: Encodable {
  let error: String
  let state: SessionState
}
