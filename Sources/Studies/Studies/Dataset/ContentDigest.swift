internal import Files
internal import Platform

/// The content of a scan: all files of its folder, or the one file that it is, by their paths in it. The recording itself is
/// told from what lies with it, which says who was scanned and where landmarks are, and may differ between copies.
struct ContentDigest {
  /// A file's path and its status, by which it is known without being read.
  private struct Entry {
    let path: String
    let status: stat
    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    var isCompanion: Bool { ContentDigest.companions.contains(path) }
  }

  private let root: URL
  private let entries: [Entry]
  /// Whether all of it could be listed.
  private let isWhole: Bool

  /// Files in a recording's folder that lie with it and are not of it.
  private static let companions = ["scan.json", "landmarks.json", "cap.yaml", "rating.json"]
  /// No scan has more files.
  private static let mostFiles = 200_000

  /// Lists the files of a scan, without reading them.
  init(of url: URL) {
    root = url
    guard OnDisk.isFolder(url) else {
      var status = stat()
      isWhole = stat(url.path, &status) == 0
      entries = isWhole ? [Entry(path: "", status: status)] : []
      return
    }
    var entries: [Entry] = []
    isWhole = Self.walk(url.path, "", &entries)
    self.entries = entries.sorted { $0.path < $1.path }
  }

  /// Adds what lies in a folder; links to folders are not followed, so that no circle is walked.
  ///
  /// - Returns: whether all of it could be listed. Links that lead nowhere hold nothing.
  private static func walk(_ root: String, _ folder: String, _ entries: inout [Entry]) -> Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder) else { return false }
    var isWhole = true
    for name in names {
      let path = folder.isEmpty ? name : folder + "/" + name
      var status = stat()
      if entries.count == mostFiles || lstat(root + "/" + path, &status) != 0 {
        isWhole = false
      } else if status.st_mode & S_IFMT == S_IFDIR {
        isWhole = walk(root, path, &entries) && isWhole
      } else if stat(root + "/" + path, &status) != 0 {
        isWhole = isWhole && errno == ENOENT
      } else if status.st_mode & S_IFMT != S_IFDIR {
        entries.append(Entry(path: path, status: status))
      }
    }
    return isWhole
  }

  private var recorded: [Entry] { entries.filter { !$0.isCompanion } }

  /// Whether there are files of a recording, and all of them are known.
  var isListed: Bool { isWhole && !recorded.isEmpty }

  /// Whether there is a recording to compare: files, all of which can be read.
  var isComparable: Bool { !recorded.isEmpty && recorded.allSatisfy(\.isRegular) }

  /// Names and sizes of the recording: where these differ it is another one, so that most files need not be read.
  var outline: String { text(recorded) { "\($0.path)\u{0}\($0.status.st_size)\n" } }

  /// What changes whenever a file of the recording is written: a digest that was taken once holds as long as this does.
  var stamp: String {
    text(recorded) { entry in
      let time = entry.status.st_mtim
      return "\(entry.path)\u{0}\(entry.status.st_size)\u{0}\(time.tv_sec).\(time.tv_nsec)\u{0}\(entry.status.st_ino)\n"
    }
  }

  /// The SHA-256 of the recording's paths and contents, in hexadecimal digits; nil where there is none or a part of it can't
  /// be read: all such recordings would be one.
  var recordingDigest: String? {
    guard isListed else { return nil }
    var lines = ""
    for entry in recorded {
      guard let line = line(entry) else { return nil }
      lines += line
    }
    return Checksum.sha256(Array(lines.utf8))
  }

  /// A pipe or a device is named and never opened.
  private func line(_ entry: Entry) -> String? {
    guard entry.isRegular else { return "\(entry.path)\u{0}unreadable\n" }
    return Checksum.sha256(of: root.appending(path: entry.path)).map { "\(entry.path)\u{0}\($0)\n" }
  }

  private func text(_ entries: [Entry], _ line: (Entry) -> String) -> String {
    Checksum.sha256(Array(entries.map(line).joined().utf8))
  }
}
