import Foundation
import TestSupport
import Testing

/// A folder of one test with a recording to spoil and an output that must not be left half-written.
final class Workspace {
  private let temporary: TemporaryFolder
  /// The copied recording.
  let recording: URL
  /// Where results go; not there at first.
  let output: URL

  /// Copies a recording, or none.
  init(_ sample: Result<URL, any Error>? = nil) throws {
    temporary = try TemporaryFolder()
    recording = temporary.url.appendingPathComponent("rec")
    output = temporary.url.appendingPathComponent("out")
    if let sample { try FileManager.default.copyItem(at: try sample.get(), to: recording) }
  }

  /// A file or folder beside the recording.
  func file(_ name: String) -> URL { temporary.url.appendingPathComponent(name) }

  /// Writes a file into the recording.
  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  /// Writes a file into the recording.
  func write(_ name: String, _ data: Data) throws {
    try data.write(to: recording.appendingPathComponent(name))
  }

  /// The content of a file of the recording.
  func read(_ name: String) throws -> Data { try Data(contentsOf: recording.appendingPathComponent(name)) }

  /// Removes a file of the recording.
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: recording.appendingPathComponent(name))
  }

  /// The images of a folder of the recording, in order of time, as paths in it.
  func images(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: recording.appendingPathComponent(folder).path).sorted()
      .map { "\(folder)/\($0)" }
  }

  /// Everything beside the recording, hidden names too.
  var leftBehind: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).filter { $0 != "rec" }.sorted()
    }
  }
}

extension Command.Outcome {
  /// Checks that a run failed with an exit code, one clear line that holds some words, and nothing on standard output.
  func expectFailure(
    _ code: Int32, says words: [String], begins: String = "error: ", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let comment = Comment(rawValue: narration)
    #expect(!wasKilled, comment, sourceLocation: sourceLocation)
    #expect(status == code, comment, sourceLocation: sourceLocation)
    #expect(stdout.isEmpty, comment, sourceLocation: sourceLocation)
    #expect(lines.count == 1, comment, sourceLocation: sourceLocation)
    #expect(narration.hasSuffix("\n"), comment, sourceLocation: sourceLocation)
    #expect(narration.hasPrefix(begins), comment, sourceLocation: sourceLocation)
    #expect(!narration.contains("\u{1B}"), comment, sourceLocation: sourceLocation)
    for word in words { #expect(narration.contains(word), comment, sourceLocation: sourceLocation) }
  }
}
