internal import Files
public import Platform

/// How a batch calls the program.
public enum WatchedRun {
  /// The first word of such a call. The file for its failure, the bytes of memory that it may ask for, and the file with
  /// what is stated of the child (``StatedWords``) or ``nothing`` follow.
  public static let word = "watched"
  /// Stands in place of a file.
  public static let nothing = "-"
}

/// What the program says of its own failure to the batch that started it.
public struct ReportedFailure: Codable, Sendable {
  /// The kind of error.
  public let code: String
  /// The error in English, one line.
  public let text: String

  /// A failure that is reported.
  public init(code: String, text: String) { (self.code, self.text) = (code, text) }

  /// Writes it for the batch; a file that can't be written is no reason for another failure.
  public func write(to file: URL) { try? (try? JSONText.encode(self))?.write(to: file) }

  /// Reads the report and takes it away; nil where there is none.
  static func take(_ file: URL) -> ReportedFailure? {
    defer { unlink(file.path) }
    guard let bytes = try? InputFile.bytes(file.path, atMost: 1 << 16) else { return nil }
    return try? JSONText.decode(ReportedFailure.self, from: Data(bytes))
  }
}
