import Foundation
import TestSupport
import Testing

/// The commands that the guides show, run as they stand there: page after page in one folder, beside the project's Datasets.
///
/// A block of `sh` that calls `calvaria` is run as a script; it succeeds, or ends with the code that its comment names
/// (`# exit code 2`). A block of `console` is a dialogue: what stands after each question is typed.
@Suite struct GuideTests {
  @Test func everyCommandDoesWhatThePageSays() throws {
    let place = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: SharedMaterial.packageRoot.appendingPathComponent("Datasets"),
      to: place.url.appendingPathComponent("Datasets"))
    var run = 0
    for page in try GuidePage.all {
      for block in page.blocks where block.callsCalvaria {
        guard FFmpeg.isInstalled || !block.script.contains("--video") else { continue }
        guard ExportCommandTests.wraps || !block.script.contains("--as dicom") else { continue }
        let outcome = try block.run(in: place.url)
        #expect(!outcome.wasKilled, "\(page.name): \(block.script)\n\(outcome.narration)")
        #expect(outcome.status == block.exitCode, "\(page.name): \(block.script)\n\(outcome.narration)")
        run += 1
      }
    }
    #expect(run >= 10)
  }

  @Test func theCitationNamesThisVersion() throws {
    let citation = try String(
      contentsOf: SharedMaterial.packageRoot.appendingPathComponent("CITATION.cff"), encoding: .utf8)
    #expect(citation.contains("\nversion: \(try Command.run("--version").text)"))
  }

  /// A command in a block of another kind would never be run here.
  @Test func noCommandHidesInABlockThatIsNotRun() throws {
    for page in try GuidePage.all {
      let hidden = page.blocks.filter { $0.callsCalvaria && !["sh", "console"].contains($0.language) }
      #expect(hidden.isEmpty, "\(page.name): \(hidden.map(\.text))")
      #expect(page.text.firstMatch(of: /\n(?: {4}|\t)calvaria\b/) == nil, "\(page.name): an indented command")
    }
  }
}

/// A page for users with its blocks of code.
private struct GuidePage {
  let name, text: String

  /// The guides in order of their names, and README.
  static var all: [GuidePage] {
    get throws {
      let guide = SharedMaterial.packageRoot.appendingPathComponent("Docs/guide")
      let pages = try FileManager.default.contentsOfDirectory(at: guide, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
      return try (pages + [SharedMaterial.packageRoot.appendingPathComponent("README.md")]).map {
        GuidePage(name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
      }
    }
  }

  /// A block in a list is indented as its fence is.
  var blocks: [CodeBlock] {
    text.matches(of: /(?ms)^( *)```(\w*)\n(.*?)^ *```$/).map { fence in
      let lines = fence.3.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.hasPrefix(fence.1) ? $0.dropFirst(fence.1.count) : $0
      }
      return CodeBlock(language: String(fence.2), text: lines.joined(separator: "\n"))
    }
  }
}

/// A fenced block.
private struct CodeBlock {
  let language, text: String

  private var isDialogue: Bool { language == "console" }

  var callsCalvaria: Bool { script.split(separator: "\n").contains { $0.hasPrefix("calvaria ") } }

  /// What a shell runs: of a dialogue, the line after the prompt.
  var script: String {
    isDialogue ? text.firstMatch(of: /(?m)^\$ (.*)$/).map { String($0.1) } ?? "" : text
  }

  /// The answers of a dialogue, a line each.
  private var answers: String { text.matches(of: /(?m)^.*\]: ?(.*)$/).map { $0.1 + "\n" }.joined() }

  /// 0 unless a comment says otherwise.
  var exitCode: Int32 { text.firstMatch(of: /# exit code (\d+)/).flatMap { Int32($0.1) } ?? 0 }

  func run(in folder: URL) throws -> Command.Outcome {
    let path =
      "\(Command.program.deletingLastPathComponent().path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    let terminal = try PseudoTerminal()
    let running = try Running(
      ["-e", "-c", script], of: URL(fileURLWithPath: "/bin/sh"),
      standardInput: isDialogue ? terminal.inner : .nullDevice, path: path, directory: folder, patience: 900)
    if isDialogue { terminal.type(answers) }
    return try running.outcome()
  }
}
