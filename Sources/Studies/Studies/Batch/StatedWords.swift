internal import Files
internal import Platform

/// What is stated of a child, handed to the program in a file: everybody on a shared machine may read its arguments.
public enum StatedWords {
  private static let largestBytes = 1 << 20

  static func write(_ words: [String], to file: URL) throws(StudyError) {
    do { try OutputFile(file, force: true).write(try JSONText.encode(words)) } catch {
      throw StudyError(writing: error, file.path)
    }
  }

  /// The words, which go with the others of the call; none where there is no file.
  ///
  /// - Parameter path: what the batch named: a file, or ``WatchedRun/nothing``.
  public static func read(_ path: String) -> [String] {
    guard path != WatchedRun.nothing, let bytes = try? InputFile.bytes(path, atMost: largestBytes) else { return [] }
    return (try? JSONText.decode([String].self, from: Data(bytes))) ?? []
  }
}
