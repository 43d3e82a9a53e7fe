import Foundation

/// Where test material lies. Tests that need the shared scans are enabled only where these are present.
public enum SharedMaterial {
  /// The package's root folder.
  public static let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of scans beside the package, which is not part of the project.
  public static let folder = packageRoot.deletingLastPathComponent().appendingPathComponent("shared")

  /// True where that folder is present.
  public static let isPresent = FileManager.default.fileExists(atPath: folder.appendingPathComponent("scans").path)

  /// Why a test is skipped where it is absent.
  public static let absence = "needs the shared scans beside the package, which are absent here"
}

/// A new empty folder, removed when the value goes away.
public final class TemporaryFolder {
  /// The folder.
  public let url: URL

  /// Makes the folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("calvaria-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
