import Foundation
import Testing

@testable import Viewer

/// Which requests are answered, and how.
@Suite struct ViewResponderTests {
  private static let guardian = RequestGuard(token: "t", port: 80)

  private static func responder(_ count: Int?) -> ViewResponder {
    let view = View(source: BareSource())
    let stops = (0..<(count ?? 1)).map { number in
      ViewWalk.Stop(title: "scan \(number + 1)", isPicked: { number == 0 }, open: { view })
    }
    let walk = count == nil ? ViewWalk(view) : ViewWalk(stops, .all, observer: nil, isBlind: false)
    return ViewResponder(
      sittings: Sittings(walk, language: .english), language: .english, guardian: guardian)
  }

  private func status(_ method: String, _ path: [String], _ responder: ViewResponder = responder(nil)) async throws
    -> Int
  {
    try await responder.answer(ViewRequest(method: method, target: "", query: [:], fields: []), at: path).status
  }

  /// What is looked at is asked for with GET or HEAD; what changes something is sent with POST.
  @Test func eachPathHasItsMethod() async throws {
    for path in ["words", "view.js", "state", "frames"] {
      #expect(try await status("GET", [path]) == 200, "\(path)")
      #expect(try await status("HEAD", [path]) == 200, "\(path)")
      await #expect(throws: ViewRefusal.wrongMethod(allowed: "GET, HEAD")) { try await status("POST", [path]) }
      await #expect(throws: ViewRefusal.wrongMethod(allowed: "GET, HEAD")) { try await status("PUT", [path]) }
    }
    for path in ["picks", "probe", "protocol", "save"] {
      for method in ["GET", "HEAD", "DELETE"] {
        await #expect(throws: ViewRefusal.wrongMethod(allowed: "POST")) { try await status(method, [path]) }
      }
      // It is let in, and has no body.
      await #expect(throws: ViewRefusal.wrongType) { try await status("POST", [path]) }
    }
    await #expect(throws: ViewRefusal.notFound) { try await status("GET", ["nothing"]) }
  }

  /// The address of several scans leads to the first that is not picked; other addresses lead nowhere.
  @Test func severalScansBeginWithOneOfThem() async throws {
    let responder = Self.responder(3)
    let answer = try await responder.answer(
      ViewRequest(method: "GET", target: "", query: [:], fields: []), at: [""])
    #expect(answer.status == 303)
    #expect(answer.fields["Location"] == "2/")
    for path in [["x"], ["7", ""], ["state"]] {
      await #expect(throws: ViewRefusal.notFound) { try await status("GET", path, responder) }
    }
    #expect(try await status("GET", ["2", ""], responder) == 200)
    #expect(try await status("GET", ["2", "state"], responder) == 200)
    await #expect(throws: ViewRefusal.notFound) { try await status("GET", ["3", "state"], responder) }
    #expect(try await status("GET", ["2", "walk"], responder) == 200)
  }

  @Test func nothingIsUnsavedBeforeAPageIsOpened() async {
    #expect(await !Self.responder(3).hasUnsaved)
    #expect(await !Self.responder(nil).hasUnsaved)
  }
}
