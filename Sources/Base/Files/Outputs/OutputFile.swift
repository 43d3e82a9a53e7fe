internal import Diagnostics
public import Platform

/// A file that appears only when it is finished: written aside, then renamed. A device or a pipe is written through.
public struct OutputFile: Sendable {
  private let given: String
  private let force, followsLink: Bool
  private let inputs: OutputInputs

  /// Claims a destination: checks that it can be written; nothing is left there until it is.
  ///
  /// - Parameters:
  ///   - force: whether a file that is there may be replaced.
  ///   - inputs: files that are read, and folders whose files are read; none of them is replaced, whatever `force`
  ///     says.
  ///   - followsLink: whether a link that is there leads to the destination, as one does that the user names. A file that
  ///     a folder is to get takes the place of a link in it: the folder may be somebody else's.
  public init(
    _ destination: URL, force: Bool, inputs: [URL] = [], followsLink: Bool = true
  ) throws(OutputError) {
    (given, self.force, self.inputs) = (destination.path, force, OutputInputs(inputs))
    self.followsLink = followsLink
    guard !isStream else { return }
    let place = try OutputPlace(given, followsLink: followsLink)
    defer { place.takeBack() }
    try check(place)
    // A folder that is gone again was another run's; writing makes it anew.
    guard access(place.folder, W_OK | X_OK) == 0 || errno == ENOENT else {
      throw .cannotWrite(path: given, reason: FileSystem.reason)
    }
  }

  /// Writes the whole file, and the parent folders that are missing.
  public func write(_ data: Data) throws(OutputError) { try Self.write([(self, data)]) }

  /// Writes files that belong together: all are written aside before the first gets its name, so that a run that is killed
  /// leaves the earlier ones or the new ones.
  public static func write(_ files: [(OutputFile, Data)]) throws(OutputError) {
    var written: [Written] = []
    do throws(OutputError) {
      for (file, data) in files where !file.isStream { written.append(try Written(data, for: file)) }
      for (file, data) in files where file.isStream { try file.writeThrough(data) }
      for one in written { try one.finish() }
    } catch {
      for one in written { one.takeBack() }
      throw error
    }
  }

  /// Takes the content of a finished file, which goes; it may lie on another disk.
  public func take(_ file: URL) throws(OutputError) {
    guard let data = try? Data(contentsOf: file, options: .alwaysMapped) else {
      throw .cannotWrite(path: given, reason: .phrase("source_unreadable"))
    }
    try write(data)
    unlink(file.path)
  }

  /// A file that is written aside and does not have its name yet.
  private struct Written {
    let file: OutputFile
    let place: OutputPlace
    let aside: Staging

    init(_ data: Data, for file: OutputFile) throws(OutputError) {
      (self.file, place) = (file, try OutputPlace(file.given, followsLink: file.followsLink))
      do throws(OutputError) {
        Staging.sweep(place)
        aside = try Staging.file(for: place)
      } catch {
        place.takeBack()
        throw error
      }
      do throws(OutputError) {
        guard data.withUnsafeBytes({ aside.write($0) }) else {
          throw .cannotWrite(path: file.given, reason: FileSystem.reason)
        }
        try file.check(place)
      } catch {
        takeBack()
        throw error
      }
    }

    func finish() throws(OutputError) {
      let isRenamed =
        file.force ? rename(aside.path, place.path) == 0 : FileSystem.renameToFreeName(aside.path, place.path)
      guard isRenamed else {
        throw errno == EEXIST ? .exists(path: file.given) : .cannotWrite(path: file.given, reason: FileSystem.reason)
      }
    }

    /// Does nothing to a file that has its name.
    func takeBack() {
      unlink(aside.path)
      place.takeBack()
    }
  }

  /// Refuses what may not be replaced.
  private func check(_ place: OutputPlace) throws(OutputError) {
    guard let kind = FileSystem.kind(place.path) else { return }
    if let input = inputs.first(at: place.path) { throw .isInput(path: given, input: input) }
    guard force else { throw .exists(path: given) }
    guard kind == .file || kind == .link else {
      throw .cannotWrite(path: given, reason: .expected(.phrase("file_to_replace"), found: .phrase("folder_or_device")))
    }
  }

  // MARK: Devices and pipes

  /// True for what is written through: a pipe, a character device, and what the shell has opened for the program.
  private var isStream: Bool {
    let kind = FileSystem.kind(given, following: followsLink)
    return kind == .pipe || kind == .device || lent != nil
  }

  /// The number of the open file that a name such as `/dev/stdout` or `/dev/fd/63` stands for.
  private var lent: Int32? {
    switch given {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { given.hasPrefix($0) }
      return folder.flatMap { Int32(given.dropFirst($0.count)) }
    }
  }

  private func writeThrough(_ data: Data) throws(OutputError) {
    // What the shell has opened is used as it is: a second opening would begin at the file's start again. Anything else
    // is opened without waiting: a pipe that nobody reads would hold the program for ever.
    let descriptor = lent.map { dup($0) } ?? open(given, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let reason = errno == ENXIO ? .phrase("nobody_reads") : FileSystem.reason
      throw .cannotWrite(path: given, reason: reason)
    }
    defer { close(descriptor) }
    if lent == nil { _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND) }
    guard data.withUnsafeBytes({ FileSystem.write($0, to: descriptor) }) else {
      throw .cannotWrite(path: given, reason: FileSystem.reason)
    }
  }
}
