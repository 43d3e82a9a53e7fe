internal import Platform

/// What lies at a path.
enum OnDisk {
  /// The names in a folder that are not hidden, sorted; empty where it can't be listed.
  static func names(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  static func isFolder(_ url: URL) -> Bool { isKind(S_IFDIR, url) }

  static func isFile(_ url: URL) -> Bool { isKind(S_IFREG, url) }

  private static func isKind(_ kind: mode_t, _ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT == kind
  }

  /// The path without links and dots; nil where nothing is there.
  static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
