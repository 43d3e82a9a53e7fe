import Foundation
import TestSupport
import Testing

/// Reads and writes that fail, as `make faults` tries them on every verb.
@Suite struct FaultTests {
  private let workspace: Workspace
  /// `Scripts/robustness/shim.c`, built; nil without a compiler.
  private let shim: URL?
  private let mesh, landmarks: URL

  init() throws {
    workspace = try Workspace()
    let library = workspace.file("shim.so")
    let source = SharedMaterial.packageRoot.appendingPathComponent("Scripts/robustness/shim.c").path
    shim = try Command.shell("clang -shared -fPIC -O2 -o '\(library.path)' '\(source)'").status == 0 ? library : nil
    try FileManager.default.createDirectory(at: workspace.file("inputs"), withIntermediateDirectories: true)
    (mesh, landmarks) = (workspace.file("inputs/head.ply"), workspace.file("inputs/head.json"))
    try Data(EllipsoidHead.text.utf8).write(to: mesh)
    try Data(EllipsoidHead.landmarks.utf8).write(to: landmarks)
  }

  private func measure(to name: String, fault: String? = nil) throws -> Command.Outcome {
    let words = [
      "measure", mesh.path, "--landmarks", landmarks.path, "--units", "mm", "--output", workspace.file(name).path,
    ]
    let environment = fault.flatMap { fault in shim.map { ["LD_PRELOAD": $0.path, "FAULT": fault] } }
    return try Running(words, environment: environment ?? [:]).outcome()
  }

  private func content(_ name: String) throws -> [String: Data] {
    let folder = workspace.file(name)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
  }

  @Test func aDiskThatTakesLittleAtATimeGetsEveryByte() throws {
    guard shim != nil else { return }
    #expect(try measure(to: "whole").status == 0)
    let outcome = try measure(to: "parts", fault: "write-short:0:\(workspace.file("").path)")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(try content("parts") == content("whole"))
  }

  /// Whichever read is the first to fail, the run is refused, or nothing needed it: a digest of what was read is not left out.
  @Test func anInputThatCannotBeReadAgainIsNoInput() throws {
    guard shim != nil else { return }
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

  /// Dispatch waits without end for a thread that the system has no memory for; a batch then works on its own thread.
  @Test(arguments: [300_000, 340_000, 370_000, 400_000, 440_000]) func aBatchShortOfMemoryEnds(_ kilobytes: Int) throws
  {
    let dataset = try StudyDataset()
    for number in 0..<3 { try dataset.addMesh("sub-\(number)/head.ply", scale: 1 + 0.01 * Double(number)) }
    let words = dataset.batch("--jobs", "2", "--threads", "1").map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Command.shell("ulimit -c 0; ulimit -v \(kilobytes); exec \"$0\" \(words)")
    #expect(!outcome.wasKilled, "it hangs or crashes: \(outcome.status)")
  }

  /// A limit of the size of files is a full disk, not a signal.
  @Test func aFileThatMayNotGrowIsRefused() throws {
    let call = "ulimit -f 4; exec \"$0\" measure '\(mesh.path)' --landmarks '\(landmarks.path)' --units mm"
    let outcome = try Command.shell("\(call) --output '\(workspace.output.path)'")
    outcome.expectFailure(73, says: ["writing failed"])
    #expect(try !workspace.leftBehind.contains { $0.contains("out") })
  }
}
