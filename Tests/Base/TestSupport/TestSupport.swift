import Foundation
import Testing

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

extension Trait where Self == ConditionTrait {
  /// For suites and tests of some seconds: `make test-fast` leaves them out, everything else runs them.
  ///
  /// It is no tag, because neither `swift test --filter` nor `--skip` knows tags (Swift 6.3).
  public static var slow: Self {
    .disabled(if: ProcessInfo.processInfo.environment["CALVARIA_TESTS"] == "fast", "slow: left out by make test-fast")
  }
}

/// The seconds that the processors have worked for this process so far: a busy machine changes little of them.
public func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
