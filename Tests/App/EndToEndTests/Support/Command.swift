import Foundation
import TestSupport
import Testing

/// The built program, run as a user runs it.
enum Command {
  /// What a run left behind.
  struct Outcome {
    let status: Int32
    /// True where a signal ended it.
    let wasKilled: Bool
    let stdout, stderr: Data

    var text: String { String(decoding: stdout, as: UTF8.self) }
    var narration: String { String(decoding: stderr, as: UTF8.self) }
    /// The lines on standard error.
    var lines: [Substring] { narration.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
  }

  /// The program beside the running tests, which the package builds before them.
  static let program: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let beside = tests.deletingLastPathComponent().appendingPathComponent("calvaria")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return SharedMaterial.packageRoot.appendingPathComponent(".build/debug/calvaria")
  }()

  /// Runs the program to its end.
  static func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  /// Runs a line of a shell to its end, in which `$0` is the program: for what can't be said in strings.
  static func shell(_ line: String) throws -> Outcome {
    try Running(["-c", line, program.path], of: URL(fileURLWithPath: "/bin/sh")).outcome()
  }

  /// Runs the program to its end.
  static func run(_ arguments: [String]) throws -> Outcome { try Running(arguments).outcome() }
}

/// A run that has not ended yet.
final class Running {
  private let folder: TemporaryFolder
  private let process = Process()
  private let ended = DispatchSemaphore(value: 0)
  private let output, errors: URL

  /// No run of the program in these tests takes as long, in seconds, even beside others; one that does hangs.
  static let patience = 240

  private let patience: Int

  /// Starts the program.
  ///
  /// Both streams go to files: several tests run at once, and a child could inherit another child's pipe.
  ///
  /// - Parameters:
  ///   - standardInput: what the program reads; nothing by default.
  ///   - standardOutput, standardError: where the streams go instead.
  ///   - path: the `PATH` of the program, where it is not this one's.
  ///   - environment: further variables.
  ///   - directory: where it runs, if not where this one does.
  ///   - patience: after how many seconds it is taken to hang.
  init(
    _ arguments: [String], of program: URL = Command.program, standardInput: FileHandle = .nullDevice,
    standardOutput: FileHandle? = nil,
    standardError: FileHandle? = nil, path: String? = nil, environment: [String: String] = [:],
    directory: URL? = nil, patience: Int = Running.patience
  ) throws {
    folder = try TemporaryFolder()
    self.patience = patience
    output = folder.url.appendingPathComponent("stdout")
    errors = folder.url.appendingPathComponent("stderr")
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = program
    process.arguments = arguments
    // In English, wherever the tests are run.
    let own = ["LC_ALL": "C.UTF-8"].merging(path.map { ["PATH": $0] } ?? [:]) { $1 }
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = directory }
    process.standardInput = standardInput
    process.standardOutput = try standardOutput ?? FileHandle(forWritingTo: output)
    process.standardError = try standardError ?? FileHandle(forWritingTo: errors)
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  var processIdentifier: Int32 { process.processIdentifier }

  /// What it has written to standard error so far.
  var narration: String { get throws { String(decoding: try Data(contentsOf: errors), as: UTF8.self) } }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end; a run that hangs is killed.
  func outcome() throws -> Command.Outcome {
    if ended.wait(timeout: .now() + .seconds(patience)) == .timedOut {
      send(SIGKILL)
      ended.wait()
    }
    return Command.Outcome(
      status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      stdout: try Data(contentsOf: output), stderr: try Data(contentsOf: errors))
  }
}

/// Asks again and again until there is an answer.
///
/// - Throws: ``Late`` where there is none after a time in which every run of the program ends, even beside others.
func awaited<Answer>(_ answer: () throws -> Answer?) throws -> Answer {
  let end = ContinuousClock.now + .seconds(Running.patience)
  repeat {
    if let found = try answer() { return found }
    usleep(20_000)
  } while ContinuousClock.now < end
  throw Late()
}

/// What was awaited did not come.
struct Late: Error {}

/// A terminal without a window: what a program writes to its inner end can be read from outside.
final class PseudoTerminal {
  /// The end that a program takes for a terminal.
  let inner: FileHandle
  private let outer: Int32

  /// Requests of Linux's <asm-generic/ioctls.h> that Swift does not import: unlock, open the inner end.
  private static let (setLock, openPeer) = (UInt(0x4004_5431), UInt(0x5441))

  init(columns: UInt16? = nil) throws {
    outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    try #require(outer >= 0, "no pseudo-terminal to be had")
    var unlocked: Int32 = 0
    try #require(ioctl(outer, Self.setLock, &unlocked) == 0)
    let peer = ioctl(outer, Self.openPeer, O_RDWR | O_NOCTTY)
    try #require(peer >= 0)
    inner = FileHandle(fileDescriptor: peer, closeOnDealloc: true)
    guard let columns else { return }
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(peer, UInt(TIOCSWINSZ), &size) == 0)
  }

  deinit { close(outer) }

  /// Types a text, as a person at the terminal would.
  func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(outer, $0.baseAddress, $0.count) } }

  /// What was written since the last call.
  func drain() -> Data {
    var text = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(outer, &buffer, buffer.count), count > 0 { text += buffer.prefix(count) }
    return text
  }
}
