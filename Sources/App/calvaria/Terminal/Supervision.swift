import ArgumentParser
import Diagnostics
import Foundation
import Studies

/// A run that a batch has started and watches: its words begin with `watched`, the file for its failure, the bytes of
/// memory that it may ask for, and the file with what is stated of the child.
struct Supervision {
  private let failureFile: URL

  /// Takes the watcher's words off; nil where nobody watches.
  init?(_ words: inout [String]) {
    guard words.first == WatchedRun.word, words.count > 4, let wall = Int(words[2]) else { return nil }
    failureFile = URL(filePath: words[1])
    let stated = StatedWords.read(words[3])
    words = Array(words.dropFirst(4)) + stated
    Lifeline.hold()
    if wall > 0 { MemoryWall.set(wall) }
  }

  /// Tells the batch what kind of error ended the run, which an exit code alone does not say.
  func report(_ error: any Error, of root: any ParsableCommand.Type) {
    let code = root.exitCode(for: error)
    if let error = error as? any UserFacingError {
      ReportedFailure(code: error.code.rawValue, text: error.description).write(to: failureFile)
    } else if code == .validationFailure {
      ReportedFailure(code: ErrorCode.callWrong.rawValue, text: root.message(for: error).printable(limit: 600))
        .write(to: failureFile)
    } else if !(error is ExitCode), !code.isSuccess {
      let unforeseen = UnforeseenError(error)
      ReportedFailure(code: unforeseen.code.rawValue, text: unforeseen.description).write(to: failureFile)
    }
  }
}
