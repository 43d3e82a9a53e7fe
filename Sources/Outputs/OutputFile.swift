#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that appears only when it is finished: written aside, then renamed. A device or a pipe is written through.
public struct OutputFile: Sendable {
  private let place: OutputPlace
  private let force: Bool
  private let inputs: OutputInputs
  private let isStream: Bool

  /// Where the finished file goes.
  public var destination: URL { URL(filePath: place.path, directoryHint: .notDirectory) }

  /// Claims a destination; nothing is written yet but the parent folders that are missing.
  ///
  /// - Parameters:
  ///   - force: whether a file that is there may be replaced.
  ///   - inputs: files that are read, and folders whose files are; none of them is replaced, whatever `force` says.
  public init(_ destination: URL, force: Bool, inputs: [URL] = []) throws(OutputError) {
    let given = destination.path
    (self.force, self.inputs) = (force, OutputInputs(inputs))
    isStream = Self.isStream(given)
    place = try OutputPlace(given)
    do throws(OutputError) {
      try checkDestination()
      guard isStream || access(place.folder, W_OK | X_OK) == 0 else {
        throw .cannotWrite(path: given, reason: FileSystem.reason)
      }
    } catch {
      place.takeBack()
      throw error
    }
  }

  /// Writes the whole file.
  public func write(_ data: Data) throws(OutputError) {
    if isStream { return try writeThrough(data) }
    do throws(OutputError) {
      let aside = try Staging.file(for: place)
      guard data.withUnsafeBytes({ aside.write($0) }) else {
        let reason = FileSystem.reason
        unlink(aside.path)
        throw .cannotWrite(path: place.given, reason: reason)
      }
      try finish(aside)
    } catch {
      place.takeBack()
      throw error
    }
  }

  /// Takes the content of a finished file, which goes; it may lie on another disk.
  public func take(_ file: URL) throws(OutputError) {
    guard let data = try? Data(contentsOf: file, options: .alwaysMapped) else {
      throw .cannotWrite(path: place.given, reason: "what was made for it can't be read")
    }
    try write(data)
    unlink(file.path)
  }

  /// Takes back the parent folders that were made, where nothing was written after all.
  public func discard() { place.takeBack() }

  private func finish(_ aside: Staging) throws(OutputError) {
    do throws(OutputError) {
      try checkDestination()
      let isRenamed =
        force ? rename(aside.path, place.path) == 0 : FileSystem.renameToFreeName(aside.path, place.path)
      guard isRenamed else {
        throw errno == EEXIST
          ? .exists(path: place.given) : .cannotWrite(path: place.given, reason: FileSystem.reason)
      }
    } catch {
      unlink(aside.path)
      throw error
    }
  }

  private func checkDestination() throws(OutputError) {
    guard !isStream, let kind = FileSystem.kind(place.path) else { return }
    if let input = inputs.first(at: place.path) { throw .isInput(path: place.given, input: input) }
    guard force else { throw .exists(path: place.given) }
    guard kind == .file || kind == .link else {
      throw .cannotWrite(path: place.given, reason: "expected a file to replace, found a folder or a device")
    }
  }

  // MARK: Devices and pipes

  /// True for what is written through: a pipe, a character device, and what the shell lends as `/dev/stdout` or `/dev/fd`.
  private static func isStream(_ path: String) -> Bool {
    switch FileSystem.kind(path, following: true) {
    case .pipe, .device: true
    case .file: path.hasPrefix("/dev/") || path.hasPrefix("/proc/self/fd/")
    default: false
    }
  }

  private func writeThrough(_ data: Data) throws(OutputError) {
    // Without waiting: a pipe that nobody reads would hold the program for ever.
    let descriptor = open(place.given, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let reason = errno == ENXIO ? "nobody reads from this pipe" : FileSystem.reason
      throw .cannotWrite(path: place.given, reason: reason)
    }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND)
    guard data.withUnsafeBytes({ FileSystem.write($0, to: descriptor) }) else {
      throw .cannotWrite(path: place.given, reason: FileSystem.reason)
    }
  }
}
