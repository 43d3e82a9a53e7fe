#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A folder that appears only when it is finished: written aside, then renamed.
public struct OutputFolder: Sendable {
  /// Where the finished folder goes.
  public let destination: URL
  /// Where it is written until then, beside the destination.
  public let staging: URL
  private let replaces: Bool

  /// Claims a destination: makes the folder aside.
  ///
  /// - Parameters:
  ///   - destination: must not exist, unless `force` is set and it is empty or an earlier folder of the same kind.
  ///   - kind: what is going to be written.
  ///   - force: whether an earlier one may be replaced.
  public init(_ destination: URL, holding kind: OutputKind = .result, force: Bool) throws(OutputError) {
    let files = FileManager.default
    self.destination = destination.standardizedFileURL
    let path = self.destination.path
    // Unlike `fileExists`, this also sees a symbolic link that leads nowhere.
    replaces = (try? files.attributesOfItem(atPath: path)) != nil
    if replaces {
      guard force else { throw .exists(path: path) }
      if let found = kind.strange(in: self.destination) { throw .notOurs(path: path, kind: kind, found: found) }
    }
    // Not the process's number: in a container it may be that of an earlier run that was killed.
    let tag = UUID().uuidString.prefix(8).lowercased()
    staging = self.destination.deletingLastPathComponent()
      .appending(path: ".\(self.destination.lastPathComponent).partial-\(tag)", directoryHint: .isDirectory)
    do {
      try files.createDirectory(at: staging, withIntermediateDirectories: false)
    } catch {
      throw .cannotWrite(path: path, reason: "its parent folder is missing or can't be written")
    }
  }

  /// Writes files into the folder aside.
  public func write(_ contents: [(name: String, content: Data)]) throws(OutputError) {
    do {
      for (name, content) in contents { try content.write(to: staging.appending(path: name)) }
    } catch {
      throw .cannotWrite(path: destination.path, reason: "writing failed (is the disk full?)")
    }
  }

  /// Gives the folder its name; an earlier one goes only once the new one is there.
  ///
  /// - Parameter inner: a folder within ``staging`` that gets the name in its place.
  public func finish(_ inner: String? = nil) throws(OutputError) {
    let files = FileManager.default
    let old = aside("replaced")
    do {
      if replaces { try files.moveItem(at: destination, to: old) }
      do {
        try files.moveItem(at: inner.map { staging.appending(path: $0) } ?? staging, to: destination)
      } catch {
        if replaces { try files.moveItem(at: old, to: destination) }
        throw error
      }
    } catch {
      throw .cannotWrite(path: destination.path, reason: "renaming failed (did something else write there?)")
    }
    for rest in [old, staging] { try? files.removeItem(at: rest) }
  }

  /// Takes back what was written aside, even while another thread writes there: its paths lead nowhere at once.
  public func discard() {
    let gone = aside("gone")
    try? FileManager.default.moveItem(at: staging, to: gone)
    try? FileManager.default.removeItem(at: gone)
  }

  private func aside(_ word: String) -> URL {
    staging.deletingLastPathComponent()
      .appending(path: "\(staging.lastPathComponent)-\(word)", directoryHint: .isDirectory)
  }
}
