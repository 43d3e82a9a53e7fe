internal import Files
internal import Platform

/// The right to work on what a file stands for, a scan of a study or its store; it ends with the process that has it, however that ends.
///
/// The file goes with the lock. Whoever waited for it has then locked a file without a name, and asks again.
public final class FileLock: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Takes the lock; nil where somebody else has it.
  ///
  /// - Parameter waits: whether to wait until it is free.
  /// - Throws: ``StudyError/cannotWrite(path:reason:)`` where it can't be taken for any other reason: asking again would
  ///   not end.
  init?(_ file: URL, waits: Bool = false) throws(StudyError) {
    while true {
      guard let opened = try Self.locked(file, waits: waits) else { return nil }
      if Self.isNamed(opened, file.path) {
        (descriptor, path) = (opened, file.path)
        return
      }
      close(opened)
    }
  }

  /// The descriptor of the file, locked; nil where somebody else has it.
  private static func locked(_ file: URL, waits: Bool) throws(StudyError) -> Int32? {
    var opened: Int32 = -1
    // Another run may take back a folder around it that is still empty.
    for _ in 0..<20 {
      let folder = file.deletingLastPathComponent()
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      opened = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
      if opened >= 0 || errno != ENOENT { break }
    }
    guard opened >= 0 else { throw .cannotWrite(path: file.path, reason: FileSystem.reason) }
    while flock(opened, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let isTaken = errno == EWOULDBLOCK
      let reason = FileSystem.reason
      close(opened)
      if isTaken { return nil }
      throw .cannotWrite(path: file.path, reason: reason)
    }
    return opened
  }

  /// Whether the file of a descriptor is still the one at a path.
  private static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino
      && mine.st_dev == there.st_dev
  }

  deinit {
    // While it is still locked: nobody else's can be at that place.
    if Self.isNamed(descriptor, path) { unlink(path) }
    close(descriptor)
  }
}
