import Foundation
import TestSupport
import Testing

/// Scripts in place of ffmpeg and ffprobe, in a folder of their own; each notes what it was asked for.
final class StandInPrograms {
  private let folder: TemporaryFolder
  var path: String { folder.url.path }

  init(ffmpeg: String = "", ffprobe: String = "") throws {
    folder = try TemporaryFolder()
    for (name, script) in [("ffmpeg", ffmpeg), ("ffprobe", ffprobe)] {
      let file = folder.url.appendingPathComponent(name)
      try Data("#!/bin/sh\necho \"$*\" > \"$0.asked\"\n\(script)\n".utf8).write(to: file)
      try #require(chmod(file.path, 0o700) == 0)
    }
  }

  /// The words that a program was called with.
  func asked(_ program: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(program + ".asked"), encoding: .utf8)
  }
}
