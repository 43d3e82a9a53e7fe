/// An error that tells a user which file or frame is at fault, what was expected, what was found and what to try.
///
/// Every error enum of the package conforms, so that the command line can print any of them in one shape, in any language,
/// and map its ``kind`` to an exit code.
public protocol UserFacingError: Error, CustomStringConvertible, Sendable {
  /// What is said of it.
  var message: ErrorMessage { get }
}

extension UserFacingError {
  /// The stable name of this kind of error.
  public var code: ErrorCode { message.code }
  /// The class of failure, which fixes the exit code of the command line.
  public var kind: UserFacingErrorKind { code.kind }
  /// The file, folder, frame or option at fault, in English.
  public var subject: String { message.subject?.text() ?? "" }
  /// What is wrong, in English: what was expected and what was found, as one clause without a full stop.
  public var problem: String { message.problem.text() }
  /// What the user can try, in English; nil where nothing sensible can be said.
  public var remedy: String? { message.remedy(in: .english) }
  /// One line in English: `subject: problem; remedy`.
  public var description: String { message.line(in: .english) }

  /// The same line in a language.
  public func description(in language: Language) -> String { message.line(in: language) }
}

/// Classes of failure; the raw value is the exit code of the command line (after BSD sysexits).
public enum UserFacingErrorKind: Int32, Sendable, CaseIterable {
  /// Anything that fits no other class.
  case failure = 1
  /// The command was called wrongly.
  case usage = 64
  /// The input's content is unusable.
  case badData = 65
  /// An input file or folder is missing or unreadable.
  case inputMissing = 66
  /// A program or library that is needed is not installed.
  case toolMissing = 69
  /// The output can't be written.
  case cannotWrite = 73
  /// A configuration file (cap, protocol, scale, landmarks) is invalid.
  case badConfiguration = 78
}
