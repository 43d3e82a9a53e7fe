internal import Outputs
internal import Platform

/// The content of a scan: all files of its folder, or the one file that it is, by their paths in it.
struct ContentDigest {
  /// What a file is, without reading it.
  private struct Entry {
    let path: String
    let status: stat
    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
  }

  private let root: URL
  private let entries: [Entry]

  /// No scan has more files.
  private static let mostFiles = 200_000

  /// Lists the files of a scan, without reading them.
  init(of url: URL) {
    root = url
    guard OnDisk.isFolder(url) else {
      var status = stat()
      entries = stat(url.path, &status) == 0 ? [Entry(path: "", status: status)] : []
      return
    }
    var entries: [Entry] = []
    Self.walk(url.path, "", &entries)
    self.entries = entries.sorted { $0.path < $1.path }
  }

  /// Adds what lies in a folder; links to folders are not followed, so that no circle is walked.
  private static func walk(_ root: String, _ folder: String, _ entries: inout [Entry]) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? [] {
      let path = folder.isEmpty ? name : folder + "/" + name
      var status = stat()
      guard entries.count < mostFiles, lstat(root + "/" + path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        walk(root, path, &entries)
      } else if stat(root + "/" + path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
        entries.append(Entry(path: path, status: status))
      }
    }
  }

  /// Whether there is something to compare: files, all of which can be read.
  var isComparable: Bool { !entries.isEmpty && entries.allSatisfy(\.isRegular) }

  /// Names and sizes: scans in which these differ are no twins, so that most files need not be read.
  var outline: String { text { "\($0.path)\u{0}\($0.status.st_size)\n" } }

  /// What changes whenever a file is written: a digest that was taken once holds as long as this does.
  var stamp: String {
    text { entry in
      let time = entry.status.st_mtim
      return "\(entry.path)\u{0}\(entry.status.st_size)\u{0}\(time.tv_sec).\(time.tv_nsec)\u{0}\(entry.status.st_ino)\n"
    }
  }

  /// The SHA-256 of paths and contents, in hexadecimal digits. A pipe or a device is named and never opened.
  var digest: String {
    text { entry in
      let content = entry.isRegular ? Checksum.sha256(of: root.appending(path: entry.path)) : nil
      return "\(entry.path)\u{0}\(content ?? "unreadable")\n"
    }
  }

  private func text(_ line: (Entry) -> String) -> String {
    Checksum.sha256(Array(entries.map(line).joined().utf8))
  }
}
