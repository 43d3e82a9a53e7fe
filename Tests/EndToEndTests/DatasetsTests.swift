import Foundation
import TestSupport
import Testing
import Yams

/// The recordings of the project against what their index promises.
@Suite struct DatasetsTests {
  private struct Index: Decodable {
    let recordings: [Entry]
  }

  struct Entry: Decodable, CustomTestStringConvertible {
    struct Expectation: Decodable {
      let exitCode: Int32
      let status: String
      let cvai, cva: Bound?

      enum CodingKeys: String, CodingKey {
        case status, cvai, cva
        case exitCode = "exit_code"
      }
    }

    struct Bound: Decodable {
      let value, tolerance: Double
    }

    let name, sha256: String
    let markers, bytes: Int
    let expected: Expectation

    var testDescription: String { name }
  }

  private static let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets")

  private static let entries: [Entry] = {
    guard let text = try? String(contentsOf: folder.appendingPathComponent("index.yaml"), encoding: .utf8),
      let index = try? YAMLDecoder().decode(Index.self, from: text)
    else { return [] }
    return index.recordings
  }()

  @Test func theIndexNamesEveryRecordingAndAllOfThemAreSmall() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent($0 + "/rgb.txt").path) }
    #expect(folders.sorted() == Self.entries.map(\.name).sorted() && folders.contains("sample"))
    #expect(Self.entries.reduce(0) { $0 + $1.bytes } <= 15_000_000)
  }

  @Test(arguments: entries) func theFilesAreThoseOfTheIndex(entry: Entry) throws {
    let shell = Process()
    let pipe = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.currentDirectoryURL = Self.folder.appendingPathComponent(entry.name)
    shell.arguments = ["-c", "find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum"]
    shell.standardOutput = pipe
    try shell.run()
    let digest = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).prefix(64)
    shell.waitUntilExit()
    #expect(digest == entry.sha256)
  }

  @Test(arguments: entries) func theResultIsWithinTheStatedTolerance(entry: Entry) throws {
    let workspace = try Workspace()
    let recording = Self.folder.appendingPathComponent(entry.name).path
    let outcome = try Command.run("reconstruct", recording, "-o", workspace.output.path, "--json")
    #expect(outcome.status == entry.expected.exitCode, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["status"] as? String == entry.expected.status)
    #expect(result["tracking.frames_used_fraction"] as? Double == 1)
    for (key, bound) in [("cvai", entry.expected.cvai), ("cva", entry.expected.cva)] {
      let value = result["measures.\(key).value"] as? Double
      guard let bound else {
        #expect(entry.expected.exitCode != 2 || value == nil)
        continue
      }
      #expect(
        abs(try #require(value) - bound.value) <= bound.tolerance, "\(key) \(value ?? .nan), truth \(bound.value)")
    }
  }
}
