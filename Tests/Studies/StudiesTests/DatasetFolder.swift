import Foundation
import TestSupport

@testable import Studies

/// A dataset of one test: files by their paths.
final class DatasetFolder {
  private let temporary: TemporaryFolder
  let url: URL

  init(_ files: [String: String] = [:]) throws {
    temporary = try TemporaryFolder()
    url = temporary.url.appendingPathComponent("dataset")
    for (path, text) in files { try write(path, text) }
  }

  /// A place beside the dataset.
  func beside(_ name: String) -> URL { temporary.url.appendingPathComponent(name) }

  func write(_ path: String, _ text: String) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func link(_ path: String, to target: URL) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
  }

  func read() throws -> Dataset { try Dataset.read(url) }
}

extension Dataset {
  /// The codes of what is said of a scan.
  func codes(_ name: String) -> [String]? { scans.first { $0.name == name }?.findings.map(\.code.rawValue) }

  func scan(_ name: String) -> DatasetScan? { scans.first { $0.name == name } }
}
