#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that appears only when it is finished: written aside, then renamed.
public struct OutputFile: Sendable {
  /// Where the finished file goes.
  public let destination: URL
  /// Where it is written until then, beside the destination.
  public let staging: URL
  private let force: Bool

  /// Claims a destination; nothing is written yet.
  ///
  /// - Parameter force: whether a file that is there may be replaced.
  public init(_ destination: URL, force: Bool) throws(OutputError) {
    (self.destination, self.force) = (destination.standardizedFileURL, force)
    let folder = self.destination.deletingLastPathComponent()
    let tag = UUID().uuidString.prefix(8).lowercased()
    staging = folder.appending(path: ".\(self.destination.lastPathComponent).partial-\(tag)")
    try checkDestination()
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      throw .cannotWrite(path: self.destination.path, reason: "its folder is missing or can't be written")
    }
  }

  /// Writes the whole file.
  public func write(_ data: Data) throws(OutputError) {
    do { try data.write(to: staging) } catch {
      discard()
      throw .cannotWrite(path: destination.path, reason: "writing failed (is the disk full?)")
    }
    try finish()
  }

  /// Takes a finished file from elsewhere, of another disk even.
  public func take(_ file: URL) throws(OutputError) {
    do { try FileManager.default.moveItem(at: file, to: staging) } catch {
      discard()
      throw .cannotWrite(path: destination.path, reason: "writing failed (is the disk full?)")
    }
    try finish()
  }

  /// Gives what was written aside its name.
  public func finish() throws(OutputError) {
    do throws(OutputError) {
      try checkDestination()
      guard rename(staging.path, destination.path) == 0 else {
        throw .cannotWrite(path: destination.path, reason: "renaming failed (did something else write there?)")
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Takes back what was written aside.
  public func discard() { try? FileManager.default.removeItem(at: staging) }

  private func checkDestination() throws(OutputError) {
    // Unlike `fileExists`, this also sees a symbolic link that leads nowhere.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: destination.path) else { return }
    guard force else { throw .exists(path: destination.path) }
    if attributes[.type] as? FileAttributeType == .typeDirectory {
      throw .cannotWrite(path: destination.path, reason: "expected a file to replace, found a folder")
    }
  }
}
