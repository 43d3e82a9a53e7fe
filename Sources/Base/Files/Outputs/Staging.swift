internal import Diagnostics
internal import Platform

/// A hidden name beside an output under which it is written until it is whole.
///
/// It is locked for as long as its run lives, whatever ends that, so the next run can tell a dead one's leftovers from
/// what another run is writing.
final class Staging: Sendable {
  /// `.NAME.partial-…` in the folder of the output.
  let path: String
  private let descriptor: Int32

  /// Makes a folder aside.
  static func folder(for place: OutputPlace) throws(OutputError) -> Staging {
    try claim(place) { mkdir($0, 0o777) == 0 ? open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1 }
  }

  /// Makes an empty file aside.
  static func file(for place: OutputPlace) throws(OutputError) -> Staging {
    try claim(place) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
  }

  private init(path: String, descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  deinit { close(descriptor) }

  /// Appends bytes to the file aside.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool { FileSystem.write(bytes, to: descriptor) }

  private static func claim(_ place: OutputPlace, make: (String) -> Int32) throws(OutputError) -> Staging {
    // Another run's sweep may take the name in the moment before it is locked.
    var last = FindingValue.phrase("other_runs")
    for _ in 0..<10 {
      let path = place.folder + "/" + stem(place.name) + tag()
      let descriptor = make(path)
      guard descriptor >= 0 else {
        let (fault, reason) = (errno, FileSystem.reason)
        // A folder that was made may be swept away before it is opened, or taken back with the one around it.
        if fault == EEXIST || fault == ENOENT && place.restore() {
          if fault == ENOENT { last = reason }
          continue
        }
        rmdir(path)
        throw .cannotWrite(path: place.given, reason: reason)
      }
      let staging = Staging(path: path, descriptor: descriptor)
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      if FileSystem.kind(path) != nil, isLocked || errno != EWOULDBLOCK { return staging }
    }
    throw .cannotWrite(path: place.given, reason: last)
  }

  private static func tag() -> String {
    let tag = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    return String(repeating: "0", count: tagLength - tag.count) + tag
  }

  private static let tagLength = 8

  /// What the names aside of an output begin with; of a long name, to which nothing can be added, a digest stands there.
  private static func stem(_ name: String) -> String {
    let title = name.utf8.count <= 200 ? name : String(name.prefix(20)) + Checksum.sha256(Array(name.utf8))
    return ".\(title).partial-"
  }

  // MARK: What dead runs left behind

  private static let (earlier, gone) = (Substring("-earlier"), Substring("-gone"))

  /// The name of the earlier output while a file system without exchange gives its name to the new one.
  var earlierPath: String { path + Self.earlier }
  /// The name of what is taken back while it goes.
  var gonePath: String { path + Self.gone }

  /// Removes what runs that are dead wrote aside; brings back an earlier output that one of them had moved.
  static func sweep(_ place: OutputPlace) {
    let stem = stem(place.name)
    for name in FileSystem.names(in: place.folder) ?? [] where name.hasPrefix(stem) {
      let (tag, rest) = (name.dropFirst(stem.count).prefix(tagLength), name.dropFirst(stem.count + tagLength))
      guard tag.count == tagLength, tag.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { continue }
      let path = place.folder + "/" + name
      ifDead(path) {
        switch rest {
        case "", gone: FileSystem.remove(path)
        // Where the new output got the name, the earlier one stays: it may hold what was added to it.
        case earlier: _ = FileSystem.renameToFreeName(path, place.path)
        default: break
        }
      }
    }
  }

  /// Does something with a name aside that no living run holds.
  private static func ifDead(_ path: String, _ action: () -> Void) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { action() }
  }
}
