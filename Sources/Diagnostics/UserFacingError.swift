/// An error that tells a user which file or frame is at fault, what was expected, what was found and what to try.
///
/// Every error enum of the package conforms, so that the command line can print any of them in one shape and map its
/// ``kind`` to an exit code.
public protocol UserFacingError: Error, CustomStringConvertible, Sendable {
  /// The class of failure, which fixes the exit code of the command line.
  var kind: UserFacingErrorKind { get }
  /// The file, folder, frame or option at fault.
  var subject: String { get }
  /// What is wrong: what was expected and what was found, as one clause without a full stop.
  var problem: String { get }
  /// What the user can try, or nil where nothing sensible can be said.
  var remedy: String? { get }
}

extension UserFacingError {
  /// One line: `subject: problem; remedy`. What comes from files, paths and arguments is cut and escaped here, in all
  /// three, so that no error has to.
  public var description: String {
    let cause = subject.printable() + ": " + problem.printable(limit: 600)
    return [cause, remedy?.printable(limit: 300)].compactMap { $0 }.joined(separator: "; ")
  }
}

/// Classes of failure; the raw value is the exit code of the command line (after BSD sysexits).
public enum UserFacingErrorKind: Int32, Sendable {
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
