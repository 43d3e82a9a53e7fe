import Synchronization

/// The files that a recording's reader has read, beside images that are files of their own: what a result states digests
/// of. Noted where they are read, so that no reader can forget one.
final class RecordingSources: Sendable {
  private let files = Mutex<[String: Set<String>]>([:])

  /// Notes a file of the recording's folder, by its name or that of the kind of which there is one for each frame.
  func note(_ name: String, kind: String? = nil) {
    files.withLock { _ = $0[kind ?? name, default: []].insert(name) }
  }

  /// The files by their names or kinds.
  var all: [String: [String]] { files.withLock { $0.mapValues { $0.sorted() } } }
}
