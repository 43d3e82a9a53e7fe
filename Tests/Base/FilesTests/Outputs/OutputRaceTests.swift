import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Files

/// Several runs that write the same output at the same time.
@Suite struct OutputRaceTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let runs = 6
  private static let rounds = 8

  private var place: URL { folder.url.appendingPathComponent("out") }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  /// What a run writes: large enough that others come in between.
  private static func content(_ run: Int) -> Data {
    Data(#"{"schema": "calvaria/result/1"}"#.utf8) + Data(repeating: UInt8(65 + run), count: 300_000)
  }

  /// Runs something at the same time and returns the runs that succeeded and the errors of the others.
  private func race(_ body: @Sendable (Int) throws -> Void) -> (succeeded: [Int], errors: [any Error]) {
    let outcome = Mutex<(succeeded: [Int], errors: [any Error])>(([], []))
    DispatchQueue.concurrentPerform(iterations: Self.runs) { run in
      do {
        try body(run)
        outcome.withLock { $0.succeeded.append(run) }
      } catch { outcome.withLock { $0.errors.append(error) } }
    }
    return outcome.withLock { $0 }
  }

  @Test func ofFilesThatMayNotBeReplacedOneIsWritten() throws {
    for _ in 0..<Self.rounds {
      let (succeeded, errors) = race { [place] run in
        try OutputFile(place, force: false).write(Self.content(run))
      }
      #expect(succeeded.count == 1)
      #expect(errors.count == Self.runs - 1)
      #expect(errors.allSatisfy { $0 as? OutputError == .exists(path: place.path) }, "\(errors)")
      #expect(try Data(contentsOf: place) == Self.content(try #require(succeeded.first)) && names == ["out"])
      try FileManager.default.removeItem(at: place)
    }
  }

  @Test func aFileThatIsReplacedIsAlwaysWhole() throws {
    for _ in 0..<Self.rounds {
      let (_, errors) = race { [place] run in try OutputFile(place, force: true).write(Self.content(run)) }
      #expect(errors.isEmpty, "\(errors)")
      let found = try Data(contentsOf: place)
      #expect((0..<Self.runs).contains { Self.content($0) == found })
      #expect(try names == ["out"])
    }
  }

  @Test func outputsThatShareFoldersWhichAreMissingDoNotTakeThemFromEachOther() throws {
    for round in 0..<200 {
      let parent = place.appending(path: "\(round)/deeper")
      let (_, errors) = race { run in
        try OutputFile(parent.appending(path: "\(run)"), force: false).write(Data([1]))
      }
      #expect(errors.isEmpty, "\(errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).count == Self.runs)
    }
  }

  @Test func ofFoldersThatMayNotBeReplacedOneIsWritten() throws {
    for _ in 0..<Self.rounds {
      let (succeeded, errors) = race { [place] run in
        let output = try OutputFolder(place, force: false)
        do {
          try output.write([("result.json", Self.content(run))])
          try output.finish()
        } catch {
          output.discard()
          throw error
        }
      }
      #expect(succeeded.count == 1)
      #expect(errors.allSatisfy { $0 as? OutputError == .exists(path: place.path) }, "\(errors)")
      let found = try Data(contentsOf: place.appendingPathComponent("result.json"))
      #expect(try found == Self.content(try #require(succeeded.first)) && names == ["out"])
      try FileManager.default.removeItem(at: place)
    }
  }

  /// And what somebody had added is still there.
  @Test func aFolderThatIsReplacedIsAlwaysWhole() throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    try Self.content(0).write(to: place.appendingPathComponent("result.json"))
    try Data("rated".utf8).write(to: place.appendingPathComponent("rating.json"))
    for _ in 0..<Self.rounds {
      let (_, errors) = race { [place] run in
        let output = try OutputFolder(place, force: true)
        try output.write([("result.json", Self.content(run)), ("mesh.ply", Self.content(run))])
        try output.finish()
      }
      #expect(errors.isEmpty, "\(errors)")
      let files = ["result.json", "mesh.ply"].map { place.appendingPathComponent($0) }
      let found = try files.map { try Data(contentsOf: $0) }
      #expect((0..<Self.runs).contains { Self.content($0) == found[0] })
      #expect(found[0] == found[1])
      #expect(try String(contentsOf: place.appendingPathComponent("rating.json"), encoding: .utf8) == "rated")
      #expect(try names == ["out"])
    }
  }
}
