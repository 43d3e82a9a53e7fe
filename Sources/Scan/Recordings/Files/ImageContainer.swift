/// One file that holds the images of many frames: an archive or a video.
protocol ImageContainer: Sendable {
  /// A reader of its items for one thread.
  func reader() throws(RecordingError) -> any ImageContainerReader
}

/// Reads the items of a container; only one thread at a time may use it.
protocol ImageContainerReader {
  /// Reads an item of at most `limit` bytes; `name` is what an error calls it.
  mutating func read(_ item: Int, limit: Int, name: String, into bytes: inout FileBytes) throws(RecordingError)
}
