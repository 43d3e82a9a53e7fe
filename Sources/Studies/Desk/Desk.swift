public import Diagnostics
import Files
public import Platform
public import Studies
public import Viewer

/// What the desk leaves to its host.
public struct DeskHost: Sendable {
  let pick: @Sendable (ScanToPick, _ kept: @escaping @Sendable () -> Void) throws -> View
  let show: @Sendable (URL) -> Void
  let programs: String

  /// - Parameters:
  ///   - pick: opens a scan for picking; `kept` is called whenever picks were written.
  ///   - show: shows a folder in the system's own way.
  ///   - programs: the folders in which programs are looked for, as `PATH` has them.
  public init(
    pick: @escaping @Sendable (ScanToPick, _ kept: @escaping @Sendable () -> Void) throws -> View,
    show: @escaping @Sendable (URL) -> Void, programs: String
  ) { (self.pick, self.show, self.programs) = (pick, show, programs) }
}

/// A folder of work on one page: scans are added, measured one after the other, picked, and handed over.
///
/// The folder is a study in the folder of its dataset; nothing is known to the page alone, so that `batch` and `study` go on
/// with it.
public struct Desk: Sendable {
  private let list: DeskList
  private let queue: DeskQueue
  private let arrivals: Arrivals
  private let corrections: Corrections
  private let papers: Papers
  private let host: DeskHost
  private let lock: FileLock
  private let language: Language

  /// The desk of a folder of work; it does not serve yet.
  ///
  /// - Parameter options: how each scan is measured; one after the other, whatever they say of jobs.
  /// - Throws: ``DeskError/isOpen(path:)`` where another desk works on it; ``StudyError`` where the folder is none of a study and none of scans, or can't be written.
  public init(_ study: StudyFolder, _ options: BatchOptions, host: DeskHost, language: Language) throws {
    guard let lock = try study.deskLock() else { throw DeskError.isOpen(path: study.root.path) }
    self.lock = lock
    list = try DeskList(study, measuring: options.settings, language)
    let places = ScanPlaces(study, dataset: list.dataset, language: language)
    try places.tidy()
    queue = try DeskQueue(study, options) { [list] scan in
      list.forget(scan)
      list.refresh()
    }
    arrivals = try Arrivals(places)
    corrections = Corrections(list: list, queue: queue, arrivals: arrivals, places: places)
    papers = Papers(study, programs: host.programs, language: language)
    (self.host, self.language) = (host, language)
  }

  /// Serves the page until it is asked to end; a scan that is being measured is called off then, and stays in the queue.
  ///
  /// - Parameters:
  ///   - port: the port, or 0 for one that is free.
  ///   - end: returns when it is to end.
  ///   - started: called with the page's address as soon as it can be opened.
  /// - Returns: whether something was picked that is not saved.
  /// - Throws: ``ViewServerError`` where no port can be had.
  public func run(
    port: Int = 0, until end: @escaping @Sendable () async -> Void, started: @escaping @Sendable (String) -> Void
  ) async throws -> Bool {
    list.refresh()
    queue.begin()
    let sittings = PickingPages(list, queue, host, language)
    let watch = Task { [list, arrivals] in
      while !Task.isCancelled {
        try? await Task.sleep(for: list.pause)
        await Background.run {
          list.refresh()
          arrivals.sweep()
        }
      }
    }
    do {
      try await Loopback.serve(port: port, until: end, started: started) { guardian in
        DeskResponder(
          list: list, queue: queue, arrivals: arrivals, corrections: corrections, papers: papers, pages: sittings,
          show: host.show, language: language, guardian: guardian)
      }
    } catch {
      watch.cancel()
      await queue.end()
      throw error
    }
    watch.cancel()
    await queue.end()
    arrivals.clear()
    return await sittings.end()
  }
}
