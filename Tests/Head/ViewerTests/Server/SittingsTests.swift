import Diagnostics
import Foundation
import Geometry
import Landmarks
import Synchronization
import Testing

@testable import Viewer

/// One session after the other, each of a scan of its own.
struct SittingsTests {
  /// What a keeper was given.
  private final class Kept: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  private struct Gone: UserFacingError {
    var message: ErrorMessage { ErrorMessage(ErrorCode("dataset.missing"), at: "/lab/sub-Knut") }
  }

  private static func walk(_ kept: Kept = Kept(), isBlind: Bool = false) -> ViewWalk {
    let stops = (1...3).map { number in
      ViewWalk.Stop(title: "scan \(number)", isPicked: { kept.all.contains("\(number)") || number == 1 }) {
        if number == 3 { throw Gone() }
        let keeper = PickKeeper { _, _, answered in
          if answered != "yes" { throw SaveQuestion(id: "yes", observer: "A", time: nil) }
          kept.add("\(number)")
          return "landmarks.json"
        }
        return View(source: BareSource(name: "file")).kept(as: "scan \(number)", by: keeper)
      }
    }
    return ViewWalk(stops, .toPick, observer: nil, isBlind: isBlind)
  }

  private static let document = """
    {"revision": 0, "picks": {"sellion": {"clicks": [], "point": {"mm": [1, 2, 3]}, "state": "accepted"}}}
    """

  /// The session as soon as its scan is there, or can't be opened.
  private static func opened(_ sittings: Sittings, _ number: Int) async throws -> PickingSession {
    await sittings.open(number)
    let session = try await sittings.session(number)
    // Other tests hold the threads on which the scan is opened for minutes.
    let end = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < end {
      let stage = await session.state()!.stage.key
      if stage == "ready" || stage == "failed" { return session }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("scan \(number) is never ready")
    return session
  }

  @Test func aPathNamesItsScan() async throws {
    let sittings = Sittings(Self.walk(), language: .english)
    #expect(await sittings.first == "2/", "the first that is not picked")
    #expect(await sittings.place(["2", "state"])?.number == 2)
    #expect(await sittings.place(["3", "frames", "1.jpg"])?.path == ["frames", "1.jpg"])
    for path in [[""], ["2"], ["0", ""], ["4", ""], ["02", ""], ["-1", ""], ["state", ""], ["+1", ""]] {
      #expect(await sittings.place(path) == nil, "\(path)")
    }
    let single = Sittings(ViewWalk(View(source: BareSource(name: "x"))), language: .english)
    #expect(await single.place(["state"])?.path == ["state"])
    await #expect(throws: ViewRefusal.notFound) { try await single.list() }
    #expect(try await single.session(1).walk == nil)
  }

  @Test func oneSessionEndsWhereTheNextBeginsAndKeepsWhatIsNotSaved() async throws {
    let sittings = Sittings(Self.walk(), language: .english)
    let first = try await Self.opened(sittings, 1)
    let picks = try JSONDecoder().decode(PicksRequest.self, from: Data(Self.document.utf8))
    try await first.submit(picks)
    #expect(await sittings.hasUnsaved)
    let second = try await Self.opened(sittings, 2)
    #expect(await !second.hasUnsaved)
    #expect(await sittings.hasUnsaved, "that of the first")
    await #expect(throws: ViewRefusal.notFound) { try await sittings.session(1) }
    let again = try await Self.opened(sittings, 1)
    #expect(await again.picks[.sellion].point == Vector3(0.001, 0.002, 0.003))
    #expect(await again.hasUnsaved)
  }

  @Test func aSaveAsksBeforeItReplacesAndRefusesToSaveNothing() async throws {
    let kept = Kept()
    let sittings = Sittings(Self.walk(kept), language: .english)
    let session = try await Self.opened(sittings, 2)
    try await session.save(revision: 0)
    #expect(await session.state()?.message?.contains("nothing is picked") == true)
    try await session.submit(JSONDecoder().decode(PicksRequest.self, from: Data(Self.document.utf8)))
    try await session.save(revision: 1)
    let question = await session.state()?.question
    #expect(question?.id == "yes")
    #expect(question?.by == "A")
    #expect(kept.all.isEmpty)
    #expect(await session.hasUnsaved)
    try await session.save(revision: 1, replacing: "yes")
    let state = try #require(await session.state())
    #expect(state.question == nil)
    #expect(state.saved?.file == "landmarks.json")
    #expect(kept.all == ["2"])
    #expect(await !sittings.hasUnsaved)
    let list = String(decoding: try await sittings.list().content, as: UTF8.self)
    #expect(list.matches(of: /"picked":true/).count == 2 || list.matches(of: /"picked" : true/).count == 2, "\(list)")
  }

  /// A saved result that is opened again is none that waits to be saved, until something is picked.
  @Test(arguments: [false, true]) func measuresOfASavedResultAreFinalUntilAPick(_ isSaved: Bool) async throws {
    let sittings = Sittings(ViewWalk(View(source: BareSource(name: "x", isSaved: isSaved))), language: .english)
    let session = try await Self.opened(sittings, 1)
    // The scan is there a moment before what is measured on it.
    while await session.state()?.measures.state == "none" { try await Task.sleep(for: .milliseconds(20)) }
    #expect(await session.state()?.measures.isFinal == isSaved)
    try await session.submit(JSONDecoder().decode(PicksRequest.self, from: Data(Self.document.utf8)))
    #expect(await session.state()?.measures.isFinal == false)
  }

  @Test func aScanThatCanNotBeOpenedIsToldAndBlindItsPathIsNot() async throws {
    for isBlind in [false, true] {
      let sittings = Sittings(Self.walk(isBlind: isBlind), language: .english)
      let text = try #require(await Self.opened(sittings, 3).state()?.stage.text)
      #expect(text.contains("Knut") != isBlind, "\(text)")
      if isBlind { #expect(text.contains("dataset.missing")) }
    }
  }
}
