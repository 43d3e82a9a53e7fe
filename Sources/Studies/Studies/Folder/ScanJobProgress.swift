internal import Files
public import Platform

/// How far a scan's run has come.
public struct ScanJobProgress: Codable, Sendable, Equatable {
  /// The share that is done, 0 to 1.
  public let share: Double
  /// The seconds that are left; nil while that can't be told.
  public let secondsLeft: Double?

  /// A run that has come so far.
  public init(share: Double, secondsLeft: Double?) { (self.share, self.secondsLeft) = (share, secondsLeft) }

  /// Writes it for whoever looks; a file that can't be written keeps no run from going on.
  public func write(to file: URL) { try? (try? JSONText.encode(self))?.write(to: file, options: .atomic) }

  /// Reads it; nil where there is none.
  static func read(_ file: URL) -> ScanJobProgress? {
    guard let bytes = try? InputFile.bytes(file.path, atMost: 1 << 12) else { return nil }
    return try? JSONText.decode(ScanJobProgress.self, from: Data(bytes))
  }
}
