#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder of a simulated recording: filled aside, it appears under its name only when it is complete.
struct PhantomFolder: Sendable {
  private let target, aside: URL

  /// Only a folder with this file in it is replaced.
  private static let mark = "truth.json"

  /// Makes the folder aside; the parent must exist.
  ///
  /// - Parameter replacing: whether an earlier simulated recording, or an empty folder, of that name is replaced.
  init(_ url: URL, replacing: Bool) throws(PhantomError) {
    target = url.standardizedFileURL
    let name = ".\(target.lastPathComponent).partial-\(ProcessInfo.processInfo.processIdentifier)"
    aside = target.deletingLastPathComponent().appendingPathComponent(name)
    try Self.require(target, replacing: replacing)
    do {
      try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: false)
      for name in ["rgb", "depth"] {
        try FileManager.default.createDirectory(
          at: aside.appendingPathComponent(name), withIntermediateDirectories: false)
      }
    } catch { throw .cannotWrite(path: url.path, reason: Self.reason(error)) }
  }

  /// Removes what was written aside.
  func discard() { try? FileManager.default.removeItem(at: aside) }

  /// Writes a file, named by its path in the folder.
  func write(_ data: Data, to name: String) throws(PhantomError) {
    do { try data.write(to: aside.appendingPathComponent(name)) } catch {
      throw .cannotWrite(path: target.appendingPathComponent(name).path, reason: Self.reason(error))
    }
  }

  /// Gives the folder its name.
  func finish() throws(PhantomError) {
    let manager = FileManager.default
    do {
      if manager.fileExists(atPath: target.path) { try manager.removeItem(at: target) }
      try manager.moveItem(at: aside, to: target)
    } catch { throw .cannotWrite(path: target.path, reason: Self.reason(error)) }
  }

  private static func require(_ target: URL, replacing: Bool) throws(PhantomError) {
    guard FileManager.default.fileExists(atPath: target.path) else { return }
    guard replacing else { throw .outputExists(path: target.path) }
    let entries = try? FileManager.default.contentsOfDirectory(atPath: target.path)
    guard let entries, entries.isEmpty || entries.contains(mark) else { throw .notARecording(path: target.path) }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return switch error.code {
    case .fileWriteNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "no space left"
    case .fileNoSuchFile, .fileReadNoSuchFile: "its parent folder is missing"
    default: "file system error \(error.code.rawValue)"
    }
  }
}
