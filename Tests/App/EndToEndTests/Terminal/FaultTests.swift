import Foundation
import TestSupport
import Testing

/// Reads and writes that fail, as `make faults` tries them on every verb.
@Suite struct FaultTests {
  private static let shim = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-shim-\(ProcessInfo.processInfo.processIdentifier).so")

  /// Whether `Scripts/robustness/shim.c` could be built, as it is once for all tests; it goes when the process ends.
  private static let hasShim: Bool = {
    atexit { try? FileManager.default.removeItem(at: FaultTests.shim) }
    let source = SharedMaterial.packageRoot.appendingPathComponent("Scripts/robustness/shim.c").path
    return (try? Command.shell("clang -shared -fPIC -O2 -o '\(shim.path)' '\(source)'"))?.status == 0
  }()

  private static let needsShim: Comment = "needs clang, which is absent here"

  private let workspace: Workspace
  private let mesh, landmarks: URL

  init() throws {
    workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.file("inputs"), withIntermediateDirectories: true)
    (mesh, landmarks) = (workspace.file("inputs/head.ply"), workspace.file("inputs/head.json"))
    try Data(EllipsoidHead.text.utf8).write(to: mesh)
    try Data(EllipsoidHead.landmarks.utf8).write(to: landmarks)
  }

  private func run(_ words: [String], fault: String?) throws -> Command.Outcome {
    let environment = fault.map { ["LD_PRELOAD": Self.shim.path, "FAULT": $0] }
    return try Running(words, environment: environment ?? [:]).outcome()
  }

  private func measure(to name: String, fault: String? = nil) throws -> Command.Outcome {
    let words = [
      "measure", mesh.path, "--landmarks", landmarks.path, "--units", "mm", "--output", workspace.file(name).path,
    ]
    return try run(words, fault: fault)
  }

  private func content(_ name: String) throws -> [String: Data] {
    let folder = workspace.file(name)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
  }

  @Test(.enabled(if: hasShim, needsShim)) func aDiskThatTakesLittleAtATimeGetsEveryByte() throws {
    #expect(try measure(to: "whole").status == 0)
    let outcome = try measure(to: "parts", fault: "write-short:0:\(workspace.file("").path)")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(try content("parts") == content("whole"))
  }

  /// Whichever read is the first to fail, the run is refused, or nothing needed it: a digest of what was read is not left out.
  @Test(.enabled(if: hasShim, needsShim)) func anInputThatCannotBeReadAgainIsNoInput() throws {
    #expect(try measure(to: "whole").status == 0)
    var refused = 0
    for number in 0..<9 {
      let outcome = try measure(to: "out-\(number)", fault: "read-eio:\(number):\(workspace.file("inputs").path)")
      if outcome.status == 0 {
        #expect(try content("out-\(number)") == content("whole"), "read \(number)")
      } else {
        refused += 1
        outcome.expectFailure(66, says: ["head."])
      }
    }
    #expect(refused > 4)
    #expect(try !workspace.leftBehind.contains { $0.hasPrefix(".") })
  }

  /// `live` has its folder from the beginning: a cap that can't be written whole takes it along.
  @Test(.enabled(if: hasShim, needsShim)) func aLiveScanWithoutAWholeCapLeavesNothing() throws {
    let words = ["live", "--replay", try SampleRecording.glimpse.get().path, "--output", workspace.output.path]
    try run(words, fault: "write-enospc:0:\(workspace.output.path)").expectFailure(73, says: ["out", "writing failed"])
    #expect(try workspace.leftBehind == ["inputs"])
  }

  /// Dispatch waits without end for a thread that the system has no memory for; a batch then works on its own thread.
  @Test(arguments: [300_000, 340_000, 370_000, 400_000, 440_000, 1_000_000])
  func aBatchShortOfMemoryEnds(_ kilobytes: Int) throws {
    let dataset = try StudyDataset()
    for number in 0..<3 { try dataset.addMesh("sub-\(number)/head.ply", scale: 1 + 0.01 * Double(number)) }
    let words = dataset.batch("--jobs", "2", "--threads", "1").map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Command.shell("ulimit -c 0; ulimit -v \(kilobytes); exec \"$0\" \(words)")
    #expect(!outcome.wasKilled, "it hangs or crashes: \(outcome.status)")
    // Complete; a scan failed; no memory, or none to write with.
    #expect([0, 2, 1, 73].contains(outcome.status), "\(outcome.status) \(outcome.narration)")
    if kilobytes == 1_000_000 {
      #expect(outcome.status == 0, "this much is enough: \(outcome.narration)")
      #expect(outcome.text.hasPrefix("3 complete,"), "\(outcome.text)")
    }
  }

  /// A limit of the size of files is a full disk, not a signal.
  @Test func aFileThatMayNotGrowIsRefused() throws {
    let call = "ulimit -f 4; exec \"$0\" measure '\(mesh.path)' --landmarks '\(landmarks.path)' --units mm"
    let outcome = try Command.shell("\(call) --output '\(workspace.output.path)'")
    outcome.expectFailure(73, says: ["writing failed"])
    #expect(try !workspace.leftBehind.contains { $0.contains("out") })
  }
}
