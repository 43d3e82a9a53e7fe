import Diagnostics

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

  /// A file that marks a folder as a result of this program, which `--force` may replace.
  private static let mark = "result.json"

  /// Claims a destination: makes the folder aside.
  ///
  /// - Parameters:
  ///   - destination: must not exist, unless `force` is set and it is empty or holds an earlier result.
  ///   - force: whether an earlier result may be replaced.
  public init(_ destination: URL, force: Bool) throws(OutputError) {
    let files = FileManager.default
    let path = destination.path
    replaces = files.fileExists(atPath: path)
    if replaces {
      guard force else { throw .exists(path: path) }
      guard let entries = try? files.contentsOfDirectory(atPath: path), entries.isEmpty || entries.contains(Self.mark)
      else { throw .notAResult(path: path) }
    }
    self.destination = destination.standardizedFileURL
    let name = ".\(destination.lastPathComponent).partial-\(ProcessInfo.processInfo.processIdentifier)"
    staging = self.destination.deletingLastPathComponent().appending(path: name)
    do {
      try files.createDirectory(at: staging, withIntermediateDirectories: false)
    } catch {
      throw .cannotWrite(path: path, reason: "its parent folder is missing or can't be written")
    }
  }

  /// Writes the files and renames the folder to its destination.
  public func finish(with contents: [(name: String, content: Data)]) throws(OutputError) {
    let files = FileManager.default
    do {
      for (name, content) in contents { try content.write(to: staging.appending(path: name)) }
      if replaces { try files.removeItem(at: destination) }
      try files.moveItem(at: staging, to: destination)
    } catch {
      discard()
      throw .cannotWrite(path: destination.path, reason: "writing failed (is the disk full?)")
    }
  }

  /// Takes back what was written aside.
  public func discard() {
    try? FileManager.default.removeItem(at: staging)
  }
}

/// Why an output can't be written.
public enum OutputError: Diagnosis, Equatable {
  /// The destination exists.
  case exists(path: String)
  /// The destination is to be replaced but is no earlier result.
  case notAResult(path: String)
  /// The file system refuses.
  case cannotWrite(path: String, reason: String)

  public var kind: DiagnosisKind { .cannotWrite }

  public var subject: String {
    switch self {
    case .exists(let path), .notAResult(let path), .cannotWrite(let path, _): path
    }
  }

  public var problem: String {
    switch self {
    case .exists: "expected a new output folder, found one that exists"
    case .notAResult: "expected an earlier result to replace, found something else"
    case .cannotWrite(_, let reason): reason
    }
  }

  public var remedy: String? {
    switch self {
    case .exists: "name another one, or replace it with --force"
    case .notAResult: "name another one; --force replaces only results and empty folders"
    case .cannotWrite: "name a folder that can be written with --output"
    }
  }
}
