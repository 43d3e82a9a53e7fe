internal import Files
internal import Platform

/// The right to work on what a file stands for, a scan of a study or its store; it ends with the process that has it, however that ends.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock; nil where somebody else has it.
  ///
  /// - Parameter waits: whether to wait until it is free.
  /// - Throws: ``StudyError/cannotWrite(path:reason:)`` where it can't be taken for any other reason: asking again would
  ///   not end.
  init?(_ file: URL, waits: Bool = false) throws(StudyError) {
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
    // Last: from here on the end of the object closes it.
    descriptor = opened
  }

  deinit { close(descriptor) }
}
