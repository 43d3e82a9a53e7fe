import Files
import Foundation
import ScanPipeline
import TestSupport
import Testing

@testable import Viewer

/// What a save replaces stays beside it.
@Suite struct EarlierFilesTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  /// The files of the folder that takes the place of one with some files, by their paths.
  private func kept(_ names: [String]) throws -> [String: String] {
    let (earlier, output) = (temporary.url.appending(path: "earlier"), temporary.url.appending(path: "output"))
    try FileManager.default.createDirectory(at: earlier, withIntermediateDirectories: true)
    for name in names { try Data("old \(name)".utf8).write(to: earlier.appending(path: name)) }
    let folder = try OutputFolder(output, holding: .pickedResult, force: true)
    try EarlierFiles.keep(from: earlier, in: folder, at: Date(timeIntervalSince1970: 1_700_000_000))
    try folder.finish()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: output.path)
    return try Dictionary(
      uniqueKeysWithValues: paths.filter { $0.contains(".") }.map { path -> (String, String) in
        (path, try String(contentsOf: output.appending(path: path), encoding: .utf8))
      })
  }

  /// The picks, the result and the report, in a folder of the time: 14 November 2023, 22:13:20.
  @Test func picksAndResultsAreKept() throws {
    #expect(
      try kept(["landmarks.json", "result.json", "mesh.ply", "report.html"]) == [
        "earlier/20231114T221320Z/landmarks.json": "old landmarks.json",
        "earlier/20231114T221320Z/result.json": "old result.json",
        "earlier/20231114T221320Z/report.html": "old report.html",
      ])
  }

  @Test func oneOfThemIsEnough() throws {
    #expect(try kept(["landmarks.json"]) == ["earlier/20231114T221320Z/landmarks.json": "old landmarks.json"])
  }

  @Test func whereThereIsNothingThereIsNoFolder() throws {
    #expect(try kept(["mesh.ply"]).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: temporary.url.appending(path: "output/earlier").path))
  }
}
