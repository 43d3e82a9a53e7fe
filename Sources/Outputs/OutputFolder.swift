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

/// A folder that appears only when it is finished: written aside, then given its name.
public struct OutputFolder: Sendable {
  private let place: OutputPlace
  private let kind: OutputKind
  private let aside: Staging
  private let replaces: Bool

  /// Where the finished folder goes.
  public var destination: URL { URL(filePath: place.path, directoryHint: .isDirectory) }
  /// Where it is written until then, beside the destination.
  public var staging: URL { URL(filePath: aside.path, directoryHint: .isDirectory) }

  /// Claims a destination: makes the folder aside, and the parent folders that are missing.
  ///
  /// - Parameters:
  ///   - destination: must not exist, unless `force` is set and it is empty or an earlier folder of the same kind.
  ///   - kind: what is going to be written.
  ///   - force: whether an earlier one may be replaced.
  ///   - inputs: what is read; a folder that holds one of them is not replaced.
  public init(
    _ destination: URL, holding kind: OutputKind = .result, force: Bool, inputs: [URL] = []
  ) throws(OutputError) {
    self.kind = kind
    place = try OutputPlace(destination.path)
    do throws(OutputError) {
      replaces = FileSystem.kind(place.path) != nil
      if replaces {
        guard force else { throw .exists(path: place.given) }
        if let found = kind.strange(in: place.path) { throw .notOurs(path: place.given, kind: kind, found: found) }
        if let input = OutputInputs(inputs).first(within: place.path) {
          throw .isInput(path: place.given, input: input)
        }
      }
      aside = try Staging.folder(for: place)
    } catch {
      place.takeBack()
      throw error
    }
  }

  /// Makes a folder within the folder aside.
  public func makeFolder(_ name: String) throws(OutputError) {
    guard mkdir(aside.path + "/" + name, 0o777) == 0 else {
      throw .cannotWrite(path: place.given, reason: FileSystem.reason)
    }
  }

  /// Writes files into the folder aside.
  public func write(_ contents: [(name: String, content: Data)]) throws(OutputError) {
    do {
      for (name, content) in contents { try content.write(to: staging.appending(path: name)) }
    } catch {
      throw .cannotWrite(path: place.given, reason: "writing failed (is the disk full?)")
    }
  }

  /// Gives the folder its name. An earlier one is there until the new one is, and what others have put into it, before
  /// or since the claim, is carried over.
  ///
  /// - Returns: the paths within the folder that were carried over, sorted.
  @discardableResult
  public func finish() throws(OutputError) -> [String] {
    guard replaces, FileSystem.kind(place.path) != nil else {
      guard FileSystem.renameToFreeName(aside.path, place.path) else {
        throw errno == EEXIST || errno == ENOTEMPTY
          ? .exists(path: place.given) : .cannotWrite(path: place.given, reason: FileSystem.reason)
      }
      return []
    }
    let earlier = try EarlierFolder(place, kind)
    // Carried over first, so that a run that is killed in between has lost nothing; what comes in that moment, after.
    var carried = try earlier.carry(to: aside.path)
    try earlier.exchange(with: aside)
    carried += (try? earlier.carry(to: place.path)) ?? []
    earlier.remove()
    return Set(carried).sorted()
  }

  /// Takes back what was written aside, even while another thread writes there: its paths lead nowhere at once.
  public func discard() {
    let gone = aside.path + "-gone"
    if rename(aside.path, gone) == 0 { FileSystem.remove(gone) }
    place.takeBack()
  }
}

/// The folder that a new one replaces, held by a lock until it is gone.
private final class EarlierFolder {
  private var path: String
  private let place: OutputPlace
  private let kind: OutputKind
  private let descriptor: Int32

  init(_ place: OutputPlace, _ kind: OutputKind) throws(OutputError) {
    (path, self.place, self.kind) = (place.path, place, kind)
    guard FileSystem.kind(path) == .folder else {
      throw .notOurs(path: place.given, kind: kind, found: "something else since this run began")
    }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Where another run holds it, it is not mistaken for a dead one's leftovers either.
    if descriptor >= 0 { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Gives what others have put into the folder a place in another one as well.
  func carry(to target: String) throws(OutputError) -> [String] {
    var carried: [String] = []
    for name in kind.foreign(in: path) ?? [] {
      if try add(path + "/" + name, to: target + "/" + name) { carried.append(name) }
    }
    return carried
  }

  /// Adds a file or a folder; false where it is there already.
  private func add(_ source: String, to target: String) throws(OutputError) -> Bool {
    guard FileSystem.kind(source) == .folder else {
      if let there = FileSystem.identity(target), there == FileSystem.identity(source) { return false }
      let free = FileSystem.kind(target) == nil ? target : target + ".kept"
      guard FileSystem.linkOrCopy(source, free) || FileSystem.kind(free) != nil else {
        throw .cannotWrite(
          path: place.given, reason: "what was added to the earlier one can't be kept: " + FileSystem.reason)
      }
      return true
    }
    var target = target
    if let kind = FileSystem.kind(target), kind != .folder { target += ".kept" }
    var isNew = mkdir(target, 0o777) == 0
    for name in FileSystem.names(in: source) ?? [] {
      if try add(source + "/" + name, to: target + "/" + name) { isNew = true }
    }
    return isNew
  }

  /// Puts the new folder in its place.
  func exchange(with aside: Staging) throws(OutputError) {
    if FileSystem.exchange(path, aside.path) {
      path = aside.path
      return
    }
    // A file system that can't exchange: for a moment nothing has the name. The next run brings the earlier one back.
    guard rename(path, aside.earlierPath) == 0 else {
      throw .cannotWrite(path: place.given, reason: FileSystem.reason)
    }
    guard rename(aside.path, place.path) == 0 else {
      let reason = FileSystem.reason
      rename(aside.earlierPath, path)
      throw .cannotWrite(path: place.given, reason: reason)
    }
    path = aside.earlierPath
  }

  func remove() { FileSystem.remove(path) }
}
