public import Diagnostics
package import Platform

/// Why a file that is checked value by value, such as a cap, a protocol or options, can't be used.
public struct FileError: UserFacingError, Equatable {
  /// The kind of file, and whether it can't be read or holds something wrong.
  public let code: ErrorCode
  /// The file, as messages name it.
  public let file: String
  /// Where in the file; nil where none of it can be read.
  public let place: FindingValue?
  /// What should stand there; nil where the code says it.
  public let expected: FindingValue?
  /// What stands there instead.
  public let found: FindingValue

  /// An error from its parts.
  public init(
    _ code: ErrorCode, file: String, place: FindingValue? = nil, expected: FindingValue? = nil, found: FindingValue
  ) {
    (self.code, self.file, self.place, self.expected, self.found) = (code, file, place, expected, found)
  }

  /// The place and what is wrong there, for texts that name the file themselves.
  public var reason: FindingValue {
    place.map { .phrase("problem_at", ["place": $0, "problem": message.problem]) } ?? message.problem
  }

  public var message: ErrorMessage {
    var values = ["found": found]
    values["expected"] = expected
    return ErrorMessage(code, at: file, place, values)
  }
}

/// A kind of file that is checked value by value, by the codes of its errors. The module that reads the kind declares it.
public struct FileKind: Sendable, Equatable {
  /// The code of a file that can't be read, and that of one that holds something wrong.
  let unreadable, invalid: ErrorCode

  /// Whether a number of JSON stands for a text, as it does in YAML: in options, which may hold what a YAML file would.
  let takesNumbersAsText: Bool

  /// A kind from the codes of its errors.
  package init(unreadable: ErrorCode, invalid: ErrorCode, takesNumbersAsText: Bool = false) {
    (self.unreadable, self.invalid, self.takesNumbersAsText) = (unreadable, invalid, takesNumbersAsText)
  }

  /// No such file is larger, in bytes; a larger one is not read.
  package static let largestBytes = 1 << 20

  /// The bytes of a file.
  package func bytes(_ path: String) throws(FileError) -> Data {
    do throws(InputFile.Fault) { return Data(try InputFile.bytes(path, atMost: Self.largestBytes)) } catch {
      if case .tooLarge = error { throw tooLarge(path, found: error.found) }
      throw FileError(unreadable, file: path, found: error.found)
    }
  }

  /// The error of a file that is larger than ``largestBytes``.
  package func tooLarge(_ file: String, found: FindingValue) -> FileError {
    fault(in: file, at: .phrase("size"), expected: .atMostMiB(Self.largestBytes >> 20), found: found)
  }

  /// The text of a file.
  package func text(_ path: String) throws(FileError) -> String { try text(of: bytes(path), file: path) }

  /// The text that a file's bytes are.
  package func text(of bytes: some Collection<UInt8>, file: String) throws(FileError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw fault(in: file, at: .phrase("text"), expected: .phrase("utf8_text"), found: .phrase("something_else"))
    }
    return text
  }

  /// The error of a place in a file that holds something wrong.
  package func fault(
    in file: String, at place: FindingValue?, expected: FindingValue, found: FindingValue
  ) -> FileError {
    FileError(invalid, file: file, place: place, expected: expected, found: found)
  }
}
