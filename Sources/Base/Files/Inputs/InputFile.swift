package import Diagnostics
internal import Platform

/// A file that is read whole: a regular one, of limited size.
///
/// A pipe might never end and a device might never begin, so neither is opened. The size is checked before memory is
/// taken for it, and again while reading, since the file may grow.
package enum InputFile {
  /// Why a file can't be read.
  package enum Fault: Error, Equatable {
    /// Nothing has that name.
    case missing
    /// It may not be read, or reading failed; the system's reason.
    case unreadable(reason: String)
    /// It is a folder, a pipe or a device.
    case notRegular(kind: FindingValue)
    /// It is larger than any file of its kind should be.
    case tooLarge(bytes: Int, limit: Int)

    /// What was found in place of a readable file, in words.
    package var found: FindingValue {
      switch self {
      case .missing: .phrase("none")
      case .unreadable(let reason): .phrase("unreadable_because", ["reason": .text(reason)])
      case .notRegular(let kind): kind
      case .tooLarge(let bytes, let limit):
        .phrase("too_many_bytes", ["bytes": .count(bytes), "limit": .count(limit)])
      }
    }
  }

  /// The bytes of a regular file.
  ///
  /// - Parameter limit: the most bytes that the file may have.
  package static func bytes(_ path: String, atMost limit: Int) throws(Fault) -> [UInt8] {
    let file = try open(path)
    defer { close(file.descriptor) }
    guard file.size <= limit else { throw .tooLarge(bytes: file.size, limit: limit) }
    let bytes = try read(file.descriptor, atMost: max(file.size, 1), orMore: limit + 1)
    guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
    return bytes
  }

  /// The first bytes of a regular file of any size.
  package static func start(_ path: String, count: Int) throws(Fault) -> [UInt8] {
    let file = try open(path)
    defer { close(file.descriptor) }
    return try read(file.descriptor, atMost: min(max(file.size, 1), count), orMore: count)
  }

  /// Opens a regular file for reading; the caller closes it.
  package static func open(_ path: String) throws(Fault) -> (descriptor: Int32, size: Int) {
    guard !path.utf8.contains(0) else { throw .missing }
    var status = stat()
    // Looked at before it is opened: opening alone makes some devices act.
    guard stat(path, &status) == 0 else { throw fault() }
    try requireRegular(status)
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw fault() }
    do throws(Fault) {
      guard fstat(descriptor, &status) == 0 else { throw fault() }
      try requireRegular(status)
    } catch {
      close(descriptor)
      throw error
    }
    return (descriptor, Int(status.st_size))
  }

  private static func requireRegular(_ status: stat) throws(Fault) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .notRegular(kind: .phrase("folder"))
    case S_IFIFO: throw .notRegular(kind: .phrase("pipe"))
    case S_IFSOCK: throw .notRegular(kind: .phrase("socket"))
    default: throw .notRegular(kind: .phrase("device"))
    }
  }

  /// Reads up to an expected count, and on to `limit` where the file has grown since.
  private static func read(_ descriptor: Int32, atMost expected: Int, orMore limit: Int) throws(Fault) -> [UInt8] {
    var bytes = try chunk(descriptor, atMost: min(expected, limit))
    while bytes.count < limit {
      let more = try chunk(descriptor, atMost: min(limit - bytes.count, 1 << 16))
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// The next bytes of a file; fewer than wanted where it ends.
  private static func chunk(_ descriptor: Int32, atMost limit: Int) throws(Fault) -> [UInt8] {
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while count < limit, isRead {
        let got = Platform.read(descriptor, buffer.baseAddress! + count, limit - count)
        if got == 0 { return }
        if got > 0 { count += got } else if errno != EINTR { isRead = false }
      }
    }
    guard isRead else { throw fault() }
    return bytes
  }

  private static func fault() -> Fault {
    errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(reason: String(cString: strerror(errno)))
  }
}
