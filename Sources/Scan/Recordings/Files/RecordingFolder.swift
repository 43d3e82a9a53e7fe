internal import Diagnostics
internal import Files
import Platform

/// The folder of a recording; reads only regular files of limited size.
struct RecordingFolder {
  let url: URL
  /// The path as messages name it.
  let path: String
  /// What was read of it.
  let sources = RecordingSources()

  /// The largest list or metadata file, in bytes: hours of frames.
  static let indexLimit = 32 << 20
  /// The largest image file, in bytes.
  static let imageLimit = 256 << 20

  /// A folder that exists and can be read.
  init(checking url: URL) throws(RecordingError) {
    self.url = url
    path = url.path(percentEncoded: false)
    guard let kind = Self.kind(path) else {
      throw .missing(path: path, expected: .phrase("recording_folder"), found: .phrase("nothing_readable"))
    }
    guard kind == .folder else {
      throw .missing(path: path, expected: .phrase("recording_folder"), found: .phrase("file"))
    }
    guard access(path, R_OK | X_OK) == 0 else {
      throw .missing(path: path, expected: .phrase("readable_folder"), found: .phrase("forbidden_one"))
    }
  }

  func hasFile(_ name: String) -> Bool {
    if case .file = Self.kind(path + "/" + name) { true } else { false }
  }

  /// Whether the file of an image is there; what lies in a container is.
  func has(_ image: StoredImage) -> Bool {
    switch image.place {
    case .file(let path), .slice(let path, _, _): hasFile(path)
    case .item: true
    }
  }

  /// True for anything of that name, even a broken link.
  func hasEntry(_ name: String) -> Bool {
    var status = stat()
    return lstat(path + "/" + name, &status) == 0
  }

  func hasFolder(_ name: String) -> Bool { Self.kind(path + "/" + name) == .folder }

  func url(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

  /// The names in the folder or one of its folders, sorted; hidden ones are left out.
  func names(in subfolder: String? = nil) throws(RecordingError) -> [String] {
    let path = subfolder.map { self.path + "/" + $0 } ?? self.path
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw .missing(path: path, expected: .phrase("readable_folder"), found: .phrase("unlistable_one"))
    }
  }

  /// The text of a list or metadata file, in UTF-8.
  ///
  /// - Parameter kind: what stands for all such files where there is one for each frame.
  func index(_ name: String, kind: String? = nil) throws(RecordingError) -> Data {
    let content = try Self.data(url(name), limit: Self.indexLimit, name: name)
    sources.note(name, kind: kind)
    return PlainText.utf8(content)
  }

  /// The content of a regular file of limited size; `name` is what an error calls it.
  static func data(_ url: URL, limit: Int, name: String) throws(RecordingError) -> Data {
    do throws(InputFile.Fault) {
      return Data(try InputFile.bytes(url.path(percentEncoded: false), atMost: limit))
    } catch {
      switch error {
      case .tooLarge(let bytes, let limit): throw .tooLarge(file: name, bytes: bytes, limit: limit)
      case .missing: throw .missing(path: name, expected: .phrase("file"), found: .phrase("nothing_there"))
      default: throw .missing(path: name, expected: .phrase("readable_file"), found: error.found)
      }
    }
  }

  /// Reads a regular file of limited size into memory that is reused; `name` is what an error calls it.
  static func read(
    _ url: URL, limit: Int, name: String, into bytes: inout FileBytes
  ) throws(RecordingError) {
    let path = url.path(percentEncoded: false)
    guard bytes.read(path, size: try size(of: path, limit: limit, name: name)) else {
      throw .missing(path: name, expected: .phrase("readable_file"), found: .phrase("unreadable_one"))
    }
  }

  /// Reads a part of a regular file; `name` is what an error calls it.
  static func read(
    _ url: URL, offset: Int, count: Int, name: String, into bytes: inout FileBytes
  ) throws(RecordingError) {
    let path = url.path(percentEncoded: false)
    guard offset >= 0, count >= 0, count <= imageLimit, bytes.read(path, offset: offset, size: count) else {
      throw .missing(path: name, expected: .phrase("readable_file"), found: .phrase("unreadable_one"))
    }
  }

  /// The bytes of a regular file; nil for anything else.
  static func size(of url: URL) -> Int? {
    if case .file(let size)? = kind(url.path(percentEncoded: false)) { size } else { nil }
  }

  /// True for a regular file.
  static func isFile(_ url: URL) -> Bool {
    if case .file = kind(url.path(percentEncoded: false)) { true } else { false }
  }

  /// True for a folder.
  static func isFolder(_ url: URL) -> Bool {
    if case .folder = kind(url.path(percentEncoded: false)) { true } else { false }
  }

  private static func size(of path: String, limit: Int, name: String) throws(RecordingError) -> Int {
    guard case .file(let size)? = kind(path) else {
      throw .missing(
        path: name, expected: .phrase("file"),
        found: kind(path) == nil ? .phrase("nothing_there") : .phrase("something_else"))
    }
    guard size <= limit else { throw .tooLarge(file: name, bytes: size, limit: limit) }
    return size
  }

  private enum Kind: Equatable {
    case folder, other
    case file(size: Int)
  }

  private static func kind(_ path: String) -> Kind? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file(size: Int(status.st_size))
    default: return .other
    }
  }
}
