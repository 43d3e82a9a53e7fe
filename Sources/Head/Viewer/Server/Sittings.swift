import Diagnostics
import Foundation

/// The sessions of a server: one on a single scan, or one scan after the other, each at an address of its own.
actor Sittings {
  private let walk: ViewWalk
  private let language: Language
  /// The address of a page above that the scan's page leads back to; nil where there is none.
  private let home: String?
  /// The session of the page that was opened last; those of other scans have ended.
  private var current: (number: Int, session: PickingSession)?
  /// What was picked of other scans and not saved.
  private var drafts: [Int: Picks] = [:]
  /// The preparation of the last session, after which the next one begins: each takes all of the machine.
  private var preparing: Task<Void, Never>?

  init(_ walk: ViewWalk, home: String? = nil, language: Language) {
    (self.walk, self.home, self.language) = (walk, home, language)
  }

  /// Begins with a single scan; of several, the first is begun when its page is opened.
  func begin() async {
    if walk.isSingle { await open(1) }
  }

  /// Whether something was picked that is in no file.
  var hasUnsaved: Bool {
    get async {
      let isOpen = await current?.session.hasUnsaved ?? false
      return isOpen || !drafts.isEmpty
    }
  }

  /// Returns once nothing is being saved.
  func finishSaving() async {
    while await current?.session.isSaving ?? false { try? await Task.sleep(for: .milliseconds(50)) }
  }

  /// What a path leads to: the scan's number, and the path within its page. Of a single scan all paths are its own.
  func place(_ path: [String]) -> (number: Int, path: [String])? {
    guard !walk.isSingle else { return (1, path) }
    guard path.count > 1, let number = Int(path[0]), String(number) == path[0], walk.stops.indices.contains(number - 1)
    else { return nil }
    return (number, Array(path.dropFirst()))
  }

  /// The page to begin with, as seen from the server's own address: the first scan that is still to be picked.
  var first: String {
    let place = walk.stops.firstIndex { !$0.isPicked() } ?? 0
    return "\(place + 1)/"
  }

  /// The session of a scan.
  ///
  /// - Throws: ``ViewRefusal/notFound`` where the page of another scan was opened since.
  func session(_ number: Int) async throws -> PickingSession {
    // A single scan is asked for before its preparation has begun, too.
    await begin()
    guard let current, current.number == number else { throw ViewRefusal.notFound }
    return current.session
  }

  /// Begins the session of a scan, where it is not there; that of the scan before ends, and what it has not saved is kept.
  func open(_ number: Int) async {
    if current?.number == number { return }
    let stop = walk.stops[number - 1]
    let place = SessionState.Walk(
      number: number, count: walk.stops.count, kind: walk.kind.rawValue, isBlind: walk.isBlind)
    let source = await Background.run { [observer = walk.observer] in stop.source(observer: observer) }
    let leaving = current
    // Another page may have been opened meanwhile.
    if leaving?.number == number { return }
    let session = PickingSession(
      source, language: language, walk: walk.isSingle ? nil : place, home: home,
      draft: drafts.removeValue(forKey: number))
    current = (number, session)
    if let leaving { drafts[leaving.number] = await leaving.session.draft }
    let earlier = preparing
    preparing = Task {
      await earlier?.value
      // Who leafs through the scans does not have each of them reconstructed.
      if isCurrent(session) { await session.prepare() }
    }
  }

  private func isCurrent(_ session: PickingSession) -> Bool { current?.session === session }

  /// The scans in their order.
  ///
  /// - Throws: ``ViewRefusal/notFound`` where there is only one.
  func list() throws -> ViewAnswer {
    guard !walk.isSingle else { throw ViewRefusal.notFound }
    return try .json(
      WalkList(
        stops: walk.stops.enumerated().map { index, stop in
          .init(number: index + 1, name: stop.title, picked: stop.isPicked())
        }))
  }

  private struct WalkList: Encodable {
    struct Stop: Encodable {
      let number: Int
      let name: String
      let picked: Bool
    }
    let stops: [Stop]
  }
}
