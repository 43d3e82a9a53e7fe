import Analysis
import Diagnostics
import Foundation
import Landmarks
import Testing

@testable import Viewer

/// One sitting without a server.
@Suite struct PickingSessionTests {
  private static let earlier: Picks = {
    var picks = Picks()
    picks[.sellion] = .init(point: [0, 0.07, 0])
    return picks
  }()

  private static let draft: Picks = {
    var picks = Picks()
    picks[.tragionLeft] = .init(point: [-0.06, 0, 0])
    return picks
  }()

  private func request(_ revision: Int) throws -> PicksRequest {
    let text = #"{"revision": \#(revision), "picks": {"tragion_right": {"point": {"mm": [60, 0, 0]}}}}"#
    return try JSONDecoder().decode(PicksRequest.self, from: Data(text.utf8))
  }

  @Test func whatWasPickedBeforeIsLoaded() async {
    let session = PickingSession(BareSource(picks: Self.earlier), language: .english)
    #expect(await !session.hasUnsaved)
    await session.prepare()
    #expect(await session.picks == Self.earlier)
    #expect(await !session.hasUnsaved)
    #expect(await session.draft == nil)
  }

  /// A draft of an earlier session is all that is picked: what was taken back there does not come back.
  @Test func aDraftIsGoneOnWith() async {
    let session = PickingSession(BareSource(picks: Self.earlier), language: .english, draft: Self.draft)
    #expect(await session.hasUnsaved)
    await session.prepare()
    #expect(await session.picks == Self.draft)
    #expect(await session.draft == Self.draft)
  }

  /// What is picked before the scan is there stays, and joins what was picked before.
  @Test func picksThatAreFasterThanTheScanStay() async throws {
    let session = PickingSession(BareSource(picks: Self.earlier), language: .english)
    try await session.submit(request(0))
    await session.prepare()
    #expect(await Set(session.picks.landmarks.keys) == [.sellion, .tragionRight])
    // Another window knows nothing of the sellion yet.
    await #expect(throws: ViewRefusal.outdated) { try await session.submit(request(1)) }
    try await session.submit(request(2))
    #expect(await Set(session.picks.landmarks.keys) == [.tragionRight])
  }

  @Test func anotherProtocolIsMeasuredByAndNotSaved() async throws {
    let session = PickingSession(BareSource(), language: .english)
    await session.prepare()
    let (first, other) = (MeasurementProtocol.builtIn[0].name, MeasurementProtocol.builtIn[1].name)
    #expect(await session.state()?.protocol == first)
    try await session.choose(first)
    #expect(await session.state()?.revision == 0, "nothing was changed")
    try await session.choose(other)
    #expect(await session.state()?.protocol == other)
    #expect(await session.state()?.revision == 1)
    #expect(await session.measured?.choices.name == other)
    #expect(await session.hasUnsaved)
    await #expect(throws: ViewRefusal.badRequest) { try await session.choose("nobody's") }
    try await session.choose(first)
    #expect(await session.state()?.protocol == first)
    #expect(await session.state()?.revision == 2)
  }

  @Test func aSaveIsOfTheRevisionThatIsShown() async throws {
    let session = PickingSession(BareSource(), language: .english)
    await #expect(throws: ViewRefusal.notReady) { try await session.save(revision: 0) }
    await session.prepare()
    await #expect(throws: ViewRefusal.outdated) { try await session.save(revision: 1) }
    #expect(await session.state()?.message == nil)
    // This source can't save, which is told and no error of the request.
    try await session.save(revision: 0)
    #expect(await session.state()?.message?.isEmpty == false)
    #expect(await session.state()?.saved == nil)
    #expect(await session.state()?.stage.key == "ready")
    #expect(await !session.isSaving)
  }

  @Test func aPageIsToldWhatHasChanged() async throws {
    let session = PickingSession(BareSource(), language: .english)
    let state = try #require(await session.state())
    #expect(state.stage.key == "reading")
    #expect(state.measures.state == "none")
    #expect(await session.state(since: state.change) == nil)
    #expect(await session.state(since: state.change - 1) != nil)
    try await session.submit(request(0))
    #expect(await session.state(since: state.change)?.revision == 1)
    #expect(await session.state()?.landmarks.map(\.state) == ["open", "open", "accepted"])
  }
}
