import Foundation

/// Standard output for results, standard error for narration.
enum Terminal {
  /// Writes bytes to standard output.
  static func print(_ data: Data) { FileHandle.standardOutput.write(data) }

  /// Writes a line to standard error.
  static func narrate(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

  /// True when standard error is a terminal.
  static var narratesToTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

  /// The columns of that terminal.
  static var columns: Int {
    var size = winsize()
    guard ioctl(FileHandle.standardError.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }
}
