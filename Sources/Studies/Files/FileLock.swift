internal import Platform

/// The right to work on what a file stands for, a scan or the store; it ends with the process that has it, however that ends.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock; nil where somebody else has it.
  ///
  /// - Parameter waits: whether to wait until it is free.
  init?(_ file: URL, waits: Bool = false) {
    let folder = file.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else {
        close(descriptor)
        return nil
      }
    }
  }

  deinit { close(descriptor) }
}
