#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder that is filled aside and appears under its name only when it is complete.
struct RecordingFolder: Sendable {
  private let target, aside: URL

  /// Makes the folder aside, with the given subfolders.
  init(_ target: URL, replacing: Bool, subfolders: [String]) throws(PhantomError) {
    self.target = target
    aside = target.deletingLastPathComponent().appendingPathComponent(".\(target.lastPathComponent).partial")
    if FileManager.default.fileExists(atPath: target.path) && !replacing { throw .outputExists(path: target.path) }
    let manager = FileManager.default
    do {
      if manager.fileExists(atPath: aside.path) { try manager.removeItem(at: aside) }
      try manager.createDirectory(at: aside, withIntermediateDirectories: false)
      for name in subfolders {
        try manager.createDirectory(at: aside.appendingPathComponent(name), withIntermediateDirectories: false)
      }
    } catch { throw .cannotWrite(path: target.path, reason: Self.reason(error)) }
  }

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

  /// Removes what was written aside.
  func discard() { try? FileManager.default.removeItem(at: aside) }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return switch error.code {
    case .fileWriteNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "no space left"
    case .fileNoSuchFile, .fileReadNoSuchFile: "no such folder"
    default: "file system error \(error.code.rawValue)"
    }
  }
}
