import Foundation
import Outputs

/// Standard output for results, standard error for narration.
enum Terminal {
  /// Writes bytes to standard output.
  ///
  /// - Throws: ``OutputError/cannotPrint``, for example on a full disk.
  static func print(_ data: Data) throws {
    do { try FileHandle.standardOutput.write(contentsOf: data) } catch { throw OutputError.cannotPrint }
  }

  /// Writes a line to standard error.
  static func narrate(_ line: String) { draw(line + "\n") }

  /// Writes text to standard error; where that is not possible there is nobody to tell.
  static func draw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// A text without line breaks and other control characters, which names of files may hold.
  static func singleLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  /// True when standard error is a terminal.
  static var narratesToTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

  /// True when standard input is a terminal.
  static var readsFromTerminal: Bool { isatty(FileHandle.standardInput.fileDescriptor) == 1 }

  /// The columns of the terminal on standard error.
  static var columns: Int {
    var size = winsize()
    guard ioctl(FileHandle.standardError.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }
}
