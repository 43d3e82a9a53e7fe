import Diagnostics
import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Files
internal import NIOCore

/// Answers the page's requests: what is asked for goes to the session of the scan that the path names.
struct ViewResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let sittings: Sittings
  let language: Language
  let guardian: RequestGuard

  /// No body is larger, in bytes.
  private static let largestBody = 1 << 20

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    let response = try await response(to: request)
    // A body would be taken for the beginning of the next answer.
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func response(to request: Request) async throws -> Response {
    do {
      let answer = try await answer(request, at: guardian.path(of: request))
      return answer.response
    } catch let refusal as ViewRefusal {
      return await refused(refusal)
    } catch let error as HTTPError where error.status == .contentTooLarge {
      return await refused(.tooLarge)
    }
  }

  private func answer(_ request: Request, at path: [String]) async throws -> ViewAnswer {
    guard let (number, path) = await sittings.place(path) else {
      guard path == [""] else { throw ViewRefusal.notFound }
      return ViewAnswer(status: 303, content: Data(), type: "", fields: [.location: await sittings.first])
    }
    guard let route = ViewRoute(path) else { throw ViewRefusal.notFound }
    guard request.method == (route.isChange ? .post : .get) || (request.method == .head && !route.isChange) else {
      throw ViewRefusal.wrongMethod(allowed: route.isChange ? "POST" : "GET, HEAD")
    }
    switch route {
    case .file(let file):
      if path == [""], request.method == .get { await sittings.open(number) }
      return file
    case .words: return try .json(PageWords(language))
    case .walk: return try await sittings.list()
    default: return try await answer(request, route, sittings.session(number))
    }
  }

  private func answer(_ request: Request, _ route: ViewRoute, _ session: PickingSession) async throws -> ViewAnswer {
    switch route {
    case .file, .words, .walk: throw ViewRefusal.notFound
    case .state:
      let known = request.uri.queryParameters["since"].flatMap { Int(String($0)) }
      return try await session.state(since: known).map { try .json($0) } ?? .nothing
    case .head: return try await session.headScene()
    case .picture(let view):
      let map = request.uri.queryParameters["map"].map { String($0) }
      return try await session.picture(view, map: map)
    case .frames: return try await session.frameList()
    case .frame(let index):
      let width = request.uri.queryParameters["width"].flatMap { Int(String($0)) }
      return try await session.frame(index, width: width)
    case .picks: return try await changed(request, session) { (picks: PicksRequest) in try await session.submit(picks) }
    case .protocolChoice:
      return try await changed(request, session) { (choice: ProtocolRequest) in try await session.choose(choice.name) }
    case .save:
      return try await changed(request, session) { (save: SaveRequest) in
        try await session.save(revision: save.revision, replacing: save.replacing)
      }
    case .probe:
      let asked: ProbeRequest = try await body(of: request)
      return try await session.probe(asked)
    }
  }

  /// Does what a body asks for, and answers with the state that follows.
  private func changed<Body: Decodable>(
    _ request: Request, _ session: PickingSession, _ change: (Body) async throws -> Void
  ) async throws -> ViewAnswer {
    let body: Body = try await body(of: request)
    do { try await change(body) } catch ViewRefusal.outdated {
      let text = language(ViewRefusal.outdated.word)
      return try .json(OutdatedAnswer(error: text, state: await session.state()!), status: 409)
    }
    return try .json(await session.state()!)
  }

  private func body<Body: Decodable>(of request: Request) async throws -> Body {
    guard request.headers[.contentType]?.split(separator: ";").first == "application/json" else {
      throw ViewRefusal.wrongType
    }
    // What is announced is refused before a byte of it is read.
    if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > Self.largestBody {
      throw ViewRefusal.tooLarge
    }
    let bytes: ByteBuffer
    do { bytes = try await request.body.collect(upTo: Self.largestBody) } catch is NIOTooManyBytesError {
      throw ViewRefusal.tooLarge
    }
    guard let value = try? JSONText.decode(Body.self, from: Data(bytes.readableBytesView)) else {
      throw ViewRefusal.badRequest
    }
    return value
  }

  private func refused(_ refusal: ViewRefusal) async -> Response {
    var answer =
      (try? ViewAnswer.json(ErrorAnswer(error: language(refusal.word)), status: refusal.status))
      ?? .nothing
    if case .wrongMethod(let allowed) = refusal { answer.fields[.allow] = allowed }
    // A body that was not read stays behind on the connection.
    answer.fields[.connection] = "close"
    return answer.response
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
