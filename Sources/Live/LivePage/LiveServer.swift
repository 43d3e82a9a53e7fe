public import Diagnostics
public import Platform
import Synchronization
public import Viewer

/// Serves the page of a scan on a loopback address, for the browser of the same machine.
public struct LiveServer: Sendable {
  private let page: LivePage
  private let folders: LiveFolders
  private let host: LiveHost
  private let language: Language

  /// A server that does not listen yet.
  public init(_ page: LivePage, _ folders: LiveFolders, host: LiveHost, language: Language) {
    (self.page, self.folders, self.host, self.language) = (page, folders, host, language)
  }

  /// Serves the page until it is asked to end.
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
    let picking = Mutex<ViewResponder?>(nil)
    try await Loopback.serve(port: port, until: end, started: started) { guardian in
      let responder = LiveResponder(page: page, folders: folders, host: host, language: language, guardian: guardian)
      picking.withLock { $0 = responder.picking }
      return responder
    }
    guard let page = picking.withLock({ $0 }) else { return false }
    await page.finishSaving()
    return await page.hasUnsaved
  }
}

/// Where a scan lies.
public struct LiveFolders: Sendable {
  let recording, result: URL

  /// - Parameters:
  ///   - recording: the folder that is being recorded into.
  ///   - result: the folder of the result that will be made of it.
  public init(recording: URL, result: URL) { (self.recording, self.result) = (recording, result) }
}

/// What the page leaves to its host.
public struct LiveHost: Sendable {
  let pick: @Sendable () throws -> View
  let show: @Sendable (URL) -> Void

  /// - Parameters:
  ///   - pick: opens the recording for picking; a save renews the result.
  ///   - show: shows a folder in the system's own way.
  public init(pick: @escaping @Sendable () throws -> View, show: @escaping @Sendable (URL) -> Void) {
    (self.pick, self.show) = (pick, show)
  }
}
