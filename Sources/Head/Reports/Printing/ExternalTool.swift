public import Diagnostics
import Foundation

/// A program of another package that turns bytes into others: standard input to standard output.
public struct ExternalTool: Sendable {
  private let program: URL
  private let name: String

  /// Finds a program.
  ///
  /// - Parameters:
  ///   - name: the program's file name.
  ///   - package: the Debian package that has it, for the message where it is missing.
  ///   - path: the folders to look in, as `PATH` has them.
  init(_ name: String, package: String, path: String) throws(ExternalToolError) {
    let candidates = path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appending(path: name) }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw .notInstalled(program: name, package: package)
    }
    (program, self.name) = (found, name)
  }

  /// Runs the program to its end.
  ///
  /// What it reads and writes lies in files without names, which vanish with the process: neither side can wait for the other,
  /// and nothing of a child stays on the disk.
  func run(_ arguments: [String], input: Data) throws(ExternalToolError) -> Data {
    guard let source = tmpfile(), let target = tmpfile(), let messages = tmpfile() else { throw fault(nil) }
    defer { for file in [source, target, messages] { fclose(file) } }
    let written = input.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, source) }
    guard written == input.count, fflush(source) == 0 else { throw fault(nil) }
    rewind(source)
    let handle = { (file: UnsafeMutablePointer<FILE>) in
      FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(Self.fixed) { $1 }
    process.standardInput = handle(source)
    process.standardOutput = handle(target)
    process.standardError = handle(messages)
    do { try process.run() } catch { throw fault(nil) }
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw fault(Self.content(messages))
    }
    let output = Self.content(target)
    guard !output.isEmpty else { throw fault(Self.content(messages)) }
    return output
  }

  /// Programs write the time of day into fonts and the like unless they are told one: the same input would give other bytes.
  private static let fixed = ["SOURCE_DATE_EPOCH": "0", "PYTHONHASHSEED": "0"]

  /// All that a file holds.
  private static func content(_ file: UnsafeMutablePointer<FILE>) -> Data {
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: max(ftell(file), 0))
    rewind(file)
    let count = fread(&bytes, 1, bytes.count, file)
    return Data(bytes.prefix(count))
  }

  /// What the program said last.
  private func fault(_ messages: Data?) -> ExternalToolError {
    let line = messages.flatMap {
      String(decoding: $0.suffix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).last
    }
    return .failed(program: name, reason: line.map { .text(String($0.prefix(200))) } ?? .phrase("said_nothing"))
  }
}

/// Why another program did not do its work.
public enum ExternalToolError: UserFacingError, Equatable {
  /// It is not installed.
  case notInstalled(program: String, package: String)
  /// It stopped.
  case failed(program: String, reason: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .notInstalled(let program, let package):
      ErrorMessage(.reportNoTool, at: program, nil, ["program": .text(program), "package": .text(package)])
    case .failed(let program, let reason):
      ErrorMessage(.reportToolFailed, at: program, nil, ["reason": reason, "program": .text(program)])
    }
  }
}
