#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A hidden name beside an output under which it is written until it is whole.
///
/// It is locked for as long as its run lives, whatever ends that, so the next run can tell a dead one's leftovers from
/// what another run is writing.
final class Staging: Sendable {
  /// `.NAME.partial-…` in the folder of the output.
  let path: String
  private let descriptor: Int32

  /// Makes a folder aside, after what dead runs left behind is gone.
  static func folder(for place: OutputPlace) throws(OutputError) -> Staging {
    sweep(place)
    return try claim(place) { mkdir($0, 0o777) == 0 ? open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1 }
  }

  /// Makes an empty file aside, after what dead runs left behind is gone.
  static func file(for place: OutputPlace) throws(OutputError) -> Staging {
    sweep(place)
    return try claim(place) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
  }

  private init(path: String, descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  deinit { close(descriptor) }

  /// Appends bytes to the file aside.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool { FileSystem.write(bytes, to: descriptor) }

  private static func claim(_ place: OutputPlace, make: (String) -> Int32) throws(OutputError) -> Staging {
    // Another run's sweep may take the name in the moment before it is locked.
    for _ in 0..<10 {
      let path = place.folder + "/" + stem(place.name) + tag()
      let descriptor = make(path)
      guard descriptor >= 0 else {
        if errno == EEXIST || FileSystem.kind(path) != nil { continue }
        throw .cannotWrite(path: place.given, reason: FileSystem.reason)
      }
      let staging = Staging(path: path, descriptor: descriptor)
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      if FileSystem.kind(path) != nil, isLocked || errno != EWOULDBLOCK { return staging }
    }
    throw .cannotWrite(path: place.given, reason: "another run writes there all the time")
  }

  private static func tag() -> String {
    let tag = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    return String(repeating: "0", count: 8 - tag.count) + tag
  }

  /// What the names aside of an output begin with; a long name is cut, as its addition would make it too long.
  private static func stem(_ name: String) -> String {
    var kept = name
    while kept.utf8.count > 200 { kept.removeLast() }
    return ".\(kept).partial-"
  }

  // MARK: What dead runs left behind

  private static let earlier = "-earlier"

  /// The name of the earlier output while a file system without exchange gives its name to the new one.
  var earlierPath: String { path + Self.earlier }

  /// Removes what runs that are dead wrote aside; brings back an earlier output that one of them had moved.
  private static func sweep(_ place: OutputPlace) {
    let stem = stem(place.name)
    for name in FileSystem.names(in: place.folder) ?? [] where name.hasPrefix(stem) {
      let path = place.folder + "/" + name
      ifDead(path) {
        if !name.hasSuffix(earlier) {
          FileSystem.remove(path)
        } else {
          // Where the new output got the name, the earlier one stays: it may hold what was added to it.
          _ = FileSystem.renameToFreeName(path, place.path)
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
