import ArgumentParser
import Diagnostics
import Foundation
import Platform

/// How the program ends after an error: what it says, and its exit code.
struct Failure {
  private let code: Int32
  /// What goes to standard output (a help text), and the lines for standard error.
  private let page: String?, lines: [String]
  private let root: any ParsableCommand.Type

  /// - Parameter root: the command that was parsed, which tells what the parser says.
  init(_ error: any Error, of root: any ParsableCommand.Type) {
    self.root = root
    if let diagnosis = error as? any UserFacingError {
      (code, page, lines) = (diagnosis.kind.rawValue, nil, [Self.line(diagnosis)])
    } else if let exit = error as? ExitCode {
      (code, page, lines) = (exit.rawValue, nil, [])
    } else {
      switch root.exitCode(for: error) {
      case .success: (code, page, lines) = (0, Self.fitted(root.fullMessage(for: error)), [])
      case .validationFailure:
        (code, page, lines) = (ExitCode.validationFailure.rawValue, nil, Self.explained(error, of: root))
      default:
        let unforeseen = UnforeseenError(error)
        (code, page, lines) = (unforeseen.kind.rawValue, nil, [Self.line(unforeseen)])
      }
    }
  }

  /// Tells what is wrong and ends the program.
  func end() -> Never {
    for line in lines { Terminal.narrate(line) }
    do { try page.map { try Terminal.print(Data(($0 + "\n").utf8)) } } catch { Failure(error, of: root).end() }
    Terminal.end(code)
  }

  /// Tells a line for which neither memory nor a file is needed, and ends the program as a failure; also in a handler of signals.
  static func end(_ line: StaticString) -> Never {
    _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    _exit(UserFacingErrorKind.failure.rawValue)
  }

  /// An error in the language of the call.
  private static func line(_ error: any UserFacingError) -> String {
    let language = Language.ofCall
    language.read()
    return language("narration.error", ["text": .text(error.description(in: language))])
  }

  /// A help text with the one line of it that the parser does not fit to the terminal.
  private static func fitted(_ help: String) -> String {
    let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    let width = columns ?? Terminal.columns(of: .standardOutput) ?? 80
    return help.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("USAGE: ") ? $0.laidOut(columns: max(20, width)) : String($0) }.joined(separator: "\n")
  }

  /// What the parser says of a wrong call, whose first lines hold what was typed, and then how to call.
  private static func explained(_ error: any Error, of root: any ParsableCommand.Type) -> [String] {
    let message = root.message(for: error)
    let whole = root.fullMessage(for: error)
    let usage = whole.dropFirst((root._errorPrefix + message).count)
    let words = ParserWords(language: .ofCall)
    let cause = words.cause(message.split(whereSeparator: \.isNewline).joined(separator: " "))
    return [root._errorPrefix + cause.printable(limit: 600)]
      + usage.split(separator: "\n").map { words.line(String($0)) }
  }
}

/// An error that no part of the program foresaw, in one plain line.
struct UnforeseenError: UserFacingError {
  let message: ErrorMessage

  init(_ error: any Error) {
    message =
      switch error {
      case EncodingError.invalidValue(let value, let context): Self.notFinite(value, context)
      case let error as CocoaError where error.isFileError: Self.file(error)
      default:
        ErrorMessage(.unforeseenFailure, at: "calvaria", nil, ["type": .text("\(type(of: error))")])
      }
  }

  private static func notFinite(_ value: Any, _ context: EncodingError.Context) -> ErrorMessage {
    let place = context.codingPath.map(\.stringValue).joined(separator: ".")
    let result = FindingValue.phrase("result")
    return ErrorMessage(
      .unforeseenNotFinite, at: place.isEmpty ? result : .list([result, .text(place)]), ["found": .text("\(value)")])
  }

  private static func file(_ error: CocoaError) -> ErrorMessage {
    let isRead = error.code.rawValue < CocoaError.fileWriteUnknown.rawValue
    let path = error.filePath ?? error.url?.path
    return ErrorMessage(
      isRead ? .unforeseenUnreadable : .unforeseenCannotWrite, at: path.map { .text($0) } ?? .phrase("file"))
  }
}

/// The end of a run that the system refuses memory: of Swift's allocations, of C++'s where nobody catches them, and of C's
/// where nobody looks, it is no error but a signal.
enum MemoryRefusal {
  private static let signals = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV]
  /// The actions that these signals had before.
  private static let earlier = signals.map { number in
    var action = sigaction()
    sigaction(number, nil, &action)
    return action
  }

  /// From here on such a run ends in one line, and with the exit code of a failure.
  static func watch() {
    // Made now: in the handler there is no memory to make it.
    guard !earlier.isEmpty else { return }
    for number in signals { signal(number) { MemoryRefusal.judge($0) } }
  }

  /// Tells a refusal from other ends by the thread's last error of the system; those go on as they were.
  private static func judge(_ number: Int32) {
    if errno == ENOMEM { end() }
    guard let place = signals.firstIndex(of: number) else { return }
    var action = earlier[place]
    sigaction(number, &action, nil)
    raise(number)
  }

  /// Says so in words that no catalogue has to be read for.
  static func end() -> Never {
    Failure.end(
      "error: out of memory: the system refuses more; raise `ulimit -v` or the limit of the container, or end other programs\n"
    )
  }
}

/// The end of a run that may open hardly any file: the system's thread pool ends a process in which there is none left for it.
enum HandleRefusal {
  /// For the program itself, beside what it reads and writes.
  private static let least: rlim_t = 32

  /// Says so where fewer may be open; no catalogue is opened for it.
  static func check() {
    guard let limit = rlimit(of: RLIMIT_NOFILE), limit.rlim_cur < least else { return }
    Failure.end("error: too few files may be open at once; raise `ulimit -n` to 32 or more\n")
  }
}
