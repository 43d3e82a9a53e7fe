package import Diagnostics
internal import LibC
package import Platform

/// The system calls that outputs rest on, with errors in words.
package enum FileSystem {
  /// What stands at a path.
  enum Kind: Equatable {
    case file, folder, link, pipe, device, other
  }

  /// One file, however it is named: its device and number.
  struct Identity: Hashable {
    let device, number: UInt64
  }

  /// What stands at a path; a symbolic link is one itself unless it is followed. Nil where nothing does.
  static func kind(_ path: String, following: Bool = false) -> Kind? {
    guard let status = status(path, following: following) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    case S_IFIFO: return .pipe
    case S_IFCHR: return .device
    default: return .other
    }
  }

  /// Which file stands at a path; a symbolic link is one itself unless it is followed. Nil where nothing does.
  static func identity(_ path: String, following: Bool = false) -> Identity? {
    status(path, following: following).map { Identity(device: UInt64($0.st_dev), number: UInt64($0.st_ino)) }
  }

  private static func status(_ path: String, following: Bool) -> stat? {
    var status = stat()
    guard !path.utf8.contains(0) else { return nil }
    return (following ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
  }

  /// The path without links and dots, as the system finds it; nil where nothing exists.
  static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The names in a folder except `.` and `..`, sorted; nil where it can't be listed.
  static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Renames only where nothing has the new name.
  static func renameToFreeName(_ from: String, _ to: String) -> Bool {
    renameToFreeName(from, to) { renameat2(AT_FDCWD, $0, AT_FDCWD, $1, rename_to_free_name) == 0 }
  }

  /// - Parameter exclusive: renames only where nothing has the new name; false with a reason where it did not.
  static func renameToFreeName(_ from: String, _ to: String, by exclusive: (String, String) -> Bool) -> Bool {
    if exclusive(from, to) { return true }
    // A file system that does not know the flag.
    guard errno == EINVAL || errno == ENOSYS else { return false }
    guard kind(to) == nil else {
      errno = EEXIST
      return false
    }
    return rename(from, to) == 0
  }

  /// Lets two names change places at once, so that each is there at every moment; false where the file system can't.
  static func exchange(_ a: String, _ b: String) -> Bool {
    renameat2(AT_FDCWD, a, AT_FDCWD, b, rename_exchange) == 0
  }

  /// Gives a file another name, or copies it where the file system has no second names.
  static func linkOrCopy(_ from: String, _ to: String) -> Bool {
    linkat(AT_FDCWD, from, AT_FDCWD, to, 0) == 0 || errno != EEXIST && copy(from, to)
  }

  /// Writes bytes into an open file.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let written = Platform.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }

  /// Makes a file of bytes, or gives one that is there this content.
  ///
  /// Where the system takes a part of the bytes only, Foundation's `Data.write(to:)` goes on with the first ones again, and the
  /// file is whole by its size alone.
  package static func write(_ data: Data, to path: String) -> Bool {
    let output = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard output >= 0 else { return false }
    let isWhole = data.withUnsafeBytes { write($0, to: output) }
    let reason = errno
    // What close reports last belongs to the file too.
    if close(output) == 0 { errno = reason } else { return false }
    return isWhole
  }

  /// Removes a file, or a folder with all in it.
  static func remove(_ path: String) {
    if kind(path) == .folder {
      for name in names(in: path) ?? [] { remove(path + "/" + name) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// The last error of the system in the words of our messages.
  package static var reason: FindingValue {
    switch errno {
    case ENOENT: .phrase("parent_missing")
    case ENOTDIR: .phrase("no_folder_in_path")
    case EACCES, EPERM: .phrase("not_allowed")
    case EROFS: .phrase("read_only")
    case ENOSPC, EDQUOT: .phrase("disk_full")
    case ENAMETOOLONG: .phrase("name_too_long")
    case ELOOP: .phrase("link_circle")
    default: .text(String(cString: strerror(errno)))
    }
  }

  /// Copies a file to a free name; nothing is left of it where that fails.
  static func copy(_ from: String, _ to: String) -> Bool {
    let input = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard input >= 0 else { return false }
    defer { close(input) }
    let output = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard output >= 0 else { return false }
    let isWhole = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while true {
        let count = read(input, buffer.baseAddress, buffer.count)
        if count == 0 { return true }
        guard count > 0, write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: output) else { return false }
      }
    }
    // What close reports last belongs to the copy too: some disks say only then that they are full.
    if close(output) == 0, isWhole { return true }
    let reason = errno
    unlink(to)
    errno = reason
    return false
  }
}
