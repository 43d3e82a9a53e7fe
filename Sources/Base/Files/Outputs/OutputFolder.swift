internal import Diagnostics
public import Platform

/// A folder that appears only when it is finished: written aside, then given its name.
public struct OutputFolder: Sendable {
  private let place: OutputPlace
  private let kind: OutputKind
  private let aside: Staging
  private let force: Bool

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
    _ destination: URL, holding kind: OutputKind, force: Bool, inputs: [URL] = []
  ) throws(OutputError) {
    (self.kind, self.force) = (kind, force)
    place = try OutputPlace(destination.path)
    // First of all: an earlier folder that a dead run had moved comes back.
    Staging.sweep(place)
    do throws(OutputError) {
      if FileSystem.kind(place.path) != nil {
        try Self.checkReplaceable(place, kind, force: force)
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

  /// Checks that a destination can be claimed, and leaves nothing there.
  public static func check(
    _ destination: URL, holding kind: OutputKind, force: Bool, inputs: [URL] = []
  ) throws(OutputError) {
    try OutputFolder(destination, holding: kind, force: force, inputs: inputs).discard()
  }

  /// Refuses to take the place of what exists, unless that is wanted and it is an earlier folder of the same kind, or empty.
  private static func checkReplaceable(_ place: OutputPlace, _ kind: OutputKind, force: Bool) throws(OutputError) {
    guard force else { throw taken(place, kind) }
    if let found = kind.strange(in: place.path) { throw .notOurs(path: place.given, kind: kind, found: found) }
  }

  private static func taken(_ place: OutputPlace, _ kind: OutputKind) -> OutputError {
    kind.isReplaceable ? .exists(path: place.given) : .taken(path: place.given)
  }

  /// Makes a folder within the folder aside.
  public func makeFolder(_ name: String) throws(OutputError) {
    guard mkdir(aside.path + "/" + name, 0o777) == 0 else {
      throw .cannotWrite(path: place.given, reason: FileSystem.reason)
    }
  }

  /// Writes files into the folder aside.
  public func write(_ contents: [(name: String, content: Data)]) throws(OutputError) {
    for (name, content) in contents where !FileSystem.write(content, to: aside.path + "/" + name) {
      throw .cannotWrite(path: place.given, reason: .phrase("writing_failed"))
    }
  }

  /// Gives the folder its name. An earlier one is there until the new one is, and what others have put into it, before
  /// or since the claim, is carried over.
  ///
  /// - Returns: the paths within the folder that were carried over, sorted.
  @discardableResult
  public func finish() throws(OutputError) -> [String] { try finish(exchanging: FileSystem.exchange) }

  /// - Parameter exchange: lets two names change places; false where the file system can't.
  func finish(exchanging exchange: (String, String) -> Bool) throws(OutputError) -> [String] {
    if FileSystem.renameToFreeName(aside.path, place.path) { return [] }
    guard errno == EEXIST || errno == ENOTEMPTY else {
      throw .cannotWrite(path: place.given, reason: FileSystem.reason)
    }
    // It may have come since the claim, of another run with the same output.
    guard force else { throw Self.taken(place, kind) }
    let earlier = try EarlierFolder(place, kind)
    // Carried over first, so that a run that is killed in between has lost nothing; what comes in that moment, after.
    var carried = try earlier.carry(to: aside.path)
    try earlier.exchange(with: aside, exchange)
    do throws(OutputError) {
      carried += try earlier.carry(to: place.path)
      earlier.remove()
    } catch {
      // The result is there; what could not be carried over stays where it is, under a name that is told.
      carried.append(earlier.keep())
    }
    return Set(carried).sorted()
  }

  /// Takes back what was written aside, even while another thread writes there: its paths lead nowhere at once.
  public func discard() {
    if rename(aside.path, aside.gonePath) == 0 { FileSystem.remove(aside.gonePath) }
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
      throw .notOurs(path: place.given, kind: kind, found: .phrase("changed_since"))
    }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Where another run holds it, it is not mistaken for a dead one's leftovers either.
    if descriptor >= 0 { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Gives what others have put into the folder a place in another one as well, and returns where within that.
  func carry(to target: String) throws(OutputError) -> [String] {
    var carried: [String] = []
    for name in kind.foreign(in: path) ?? [] {
      if let added = try add(path + "/" + name, as: name, in: target) { carried.append(added) }
    }
    return carried
  }

  /// Adds a file or a folder under its name, or under another one where that is taken; nil where it is there already.
  private func add(_ source: String, as name: String, in target: String) throws(OutputError) -> String? {
    guard FileSystem.kind(source) == .folder else { return try addFile(source, as: name, in: target) }
    let isTaken = FileSystem.kind(target + "/" + name).map { $0 != .folder } ?? false
    let name = isTaken ? name + Self.kept : name
    var isNew = mkdir(target + "/" + name, 0o777) == 0
    guard let inner = FileSystem.names(in: source) else { throw fault }
    for entry in inner where try add(source + "/" + entry, as: name + "/" + entry, in: target) != nil { isNew = true }
    return isNew ? name : nil
  }

  private func addFile(_ source: String, as name: String, in target: String) throws(OutputError) -> String? {
    guard let file = FileSystem.identity(source) else { throw fault }
    for free in [name, name + Self.kept] {
      if FileSystem.identity(target + "/" + free) == file { return nil }
      if FileSystem.linkOrCopy(source, target + "/" + free) { return free }
      guard errno == EEXIST else { break }
    }
    throw fault
  }

  private static let kept = ".kept"

  private var fault: OutputError {
    .cannotWrite(path: place.given, reason: .phrase("not_kept", ["reason": FileSystem.reason]))
  }

  /// Puts the new folder in its place.
  func exchange(with aside: Staging, _ exchange: (String, String) -> Bool) throws(OutputError) {
    if exchange(path, aside.path) {
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

  /// Gives the folder a name beside the new one that can be seen, and returns it.
  func keep() -> String {
    let name = place.path + Self.kept
    return FileSystem.renameToFreeName(path, name) ? name : path
  }
}
