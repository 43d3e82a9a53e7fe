import Diagnostics
import Foundation
internal import Files

/// Standard output for results, standard error for narration.
enum Terminal {
  /// Writes bytes to standard output.
  ///
  /// - Throws: ``OutputError/cannotPrint``, for example on a full disk.
  static func print(_ data: Data) throws {
    do { try FileHandle.standardOutput.write(contentsOf: data) } catch { throw OutputError.cannotPrint }
  }

  /// A table as it goes to standard output: nothing in it steers a terminal, and no word breaks at a terminal's edge.
  static func page(_ table: String) -> Data { Data(table.laidOut(columns: columns(of: .standardOutput)).utf8) }

  /// A text as ``page(_:)`` has it; its last line is bold on a terminal, unless NO_COLOR is set (no-color.org).
  static func page(closingWith text: String) -> Data {
    let isPlain =
      isatty(FileHandle.standardOutput.fileDescriptor) == 0
      || ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty == false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard !isPlain, let last = lines.last else { return page(text) }
    return page(lines.dropLast().map { $0 + "\n" }.joined()) + Data("\u{1B}[1m".utf8) + page(String(last))
      + Data("\u{1B}[0m\n".utf8)
  }

  /// Writes a line to standard error; line breaks in it are escaped as other control characters are, and paths in the working
  /// folder begin there.
  static func narrate(_ line: String) {
    draw(line.asCalled.printable(limit: 2000).laidOut(columns: columns(of: .standardError)) + "\n")
  }

  /// Writes text to standard error as it is; a failure to do so is ignored.
  static func draw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// Wipes out the line that a bar stands in.
  static func wipe() { if narratesToTerminal { draw("\r\u{1B}[K") } }

  /// Ends the program without what libraries do at the exit of a process: one that was refused memory may ask for it there
  /// again and again.
  static func end(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
  }

  /// True when standard error is a terminal.
  static var narratesToTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

  /// True when standard input is a terminal.
  static var readsFromTerminal: Bool { isatty(FileHandle.standardInput.fileDescriptor) == 1 }

  /// The columns of the terminal on standard error.
  static var columns: Int { columns(of: .standardError) ?? 80 }

  /// The columns of a terminal, at least 20; nil for a file or a pipe.
  static func columns(of handle: FileHandle) -> Int? {
    guard isatty(handle.fileDescriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(handle.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return max(20, Int(size.ws_col))
  }
}
