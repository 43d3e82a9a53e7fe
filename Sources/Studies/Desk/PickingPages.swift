import Diagnostics
import Studies
import Viewer

/// The pages on which scans are picked, each beneath the desk's own.
actor PickingPages {
  private let list: DeskList
  private let queue: DeskQueue
  private let host: DeskHost
  private let language: Language
  private var open: [(scan: String, page: ViewResponder)] = []

  /// Heads take memory: no more scans are open at once, but for those with picks that are not saved.
  private static let most = 6

  init(_ list: DeskList, _ queue: DeskQueue, _ host: DeskHost, _ language: Language) {
    (self.list, self.queue, self.host, self.language) = (list, queue, host, language)
  }

  /// The page of a scan.
  ///
  /// - Parameter isNew: whether it is loaded: it begins anew then, with what was saved, unless something is picked on it.
  func page(of scan: String, isNew: Bool, _ guardian: RequestGuard) async throws(ViewRefusal) -> ViewResponder {
    if let index = open.firstIndex(where: { $0.scan == scan }) {
      let known = open[index].page
      guard isNew, await !known.hasUnsaved else { return known }
      open.removeAll { $0.scan == scan }
    }
    // Asked for by a page that was put away: it says so itself.
    guard isNew, list.scan(scan) != nil else { throw .notFound }
    let (study, host, queue) = (list.study, host, queue)
    let page = ViewResponder(scan, home: "../../#\(scan)", language: language, guardian: guardian) {
      let toPick = try PickingList(study, StudyStore.current(of: study).store, .one(scan))
      guard let found = toPick.scans.first else { throw DeskError.nothingToPickOn(scan: scan) }
      return try host.pick(found) { queue.add([scan]) }
    }
    // Another window may have opened it meanwhile.
    open.removeAll { $0.scan == scan }
    open.append((scan, page))
    for (name, page) in open.dropLast(Self.most) where await !page.hasUnsaved { open.removeAll { $0.scan == name } }
    return page
  }

  /// Puts the page of a scan away.
  ///
  /// - Throws: ``DeskError/isPicked(scan:)`` where something is picked on it that is not saved.
  func close(_ scan: String) async throws {
    for (name, page) in open where name == scan {
      await page.finishSaving()
      if await page.hasUnsaved { throw DeskError.isPicked(scan: scan) }
    }
    open.removeAll { $0.scan == scan }
  }

  /// Waits for what is being saved.
  ///
  /// - Returns: whether something was picked that is not saved.
  func end() async -> Bool {
    var hasUnsaved = false
    for (_, page) in open {
      await page.finishSaving()
      if await page.hasUnsaved { hasUnsaved = true }
    }
    return hasUnsaved
  }
}
