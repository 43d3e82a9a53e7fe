package import Platform

/// Questions about the files and folders at a path.
package enum OnDisk {
  /// The names in a folder that are not hidden, sorted; empty where it can't be listed.
  static func names(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  package static func isFolder(_ url: URL) -> Bool { isKind(S_IFDIR, url) }

  package static func isFile(_ url: URL) -> Bool { isKind(S_IFREG, url) }

  /// Whether a symbolic link is at a path, wherever it leads.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether nothing is at a path, or a link there leads nowhere; false where that can't be told.
  static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  private static func isKind(_ kind: mode_t, _ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT == kind
  }

  /// The first link at a path, or in the folder there, that leads out of a folder or nowhere; nil where none does.
  ///
  /// - Parameter root: the folder, without links and dots.
  static func linkOut(of root: String, at path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFLNK: return real(path).map { $0.hasPrefix(root + "/") } ?? false ? nil : path
    case S_IFDIR:
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.sorted().lazy.compactMap { linkOut(of: root, at: path + "/" + $0) }.first
    default: return nil
    }
  }

  /// Whether a file has further names (hard links), by which what is written into it changes elsewhere.
  static func hasOtherNames(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink > 1
  }

  /// What changes whenever a file is written; nil where nothing is there.
  static func stamp(_ url: URL) -> String? {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ino)"
  }

  /// The path without links and dots; nil where nothing is there.
  static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
