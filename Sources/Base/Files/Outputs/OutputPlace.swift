internal import Diagnostics
internal import Platform

/// Where an output goes, found as the system finds it: a link is followed before `..` leads out of where it leads.
struct OutputPlace: Sendable {
  /// The path as the user gave it, for messages.
  let given: String
  /// The folder of the output, without links and dots.
  let folder: String
  /// The output's own name in it.
  let name: String
  /// Parent folders that were made for it, the outermost first.
  private let made: [String]

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }

  /// Finds the place and makes the parent folders that are missing.
  ///
  /// - Parameter followsLink: whether a link of that name leads to the place, or is the place.
  init(_ given: String, followsLink: Bool = true) throws(OutputError) {
    self.given = given
    var parts = given.split(separator: "/").filter { $0 != "." }
    guard let last = parts.popLast(), !given.utf8.contains(0) else {
      throw .cannotWrite(path: given, reason: .expected(.phrase("output_name"), found: .phrase("none")))
    }
    // What is there already may be named by a link or by dots; both lead to a place with a name of its own.
    if last == ".." || followsLink && FileSystem.kind(given) == .link,
      FileSystem.kind(given, following: true) != .device,
      let real = FileSystem.realPath(given), let slash = real.lastIndex(of: "/")
    {
      made = []
      (folder, name) = (
        slash == real.startIndex ? "/" : String(real[..<slash]), String(real[real.index(after: slash)...])
      )
      guard !name.isEmpty else {
        throw .cannotWrite(path: given, reason: .expected(.phrase("an_output"), found: .phrase("root_folder")))
      }
      return
    }
    let parent = (given.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    (folder, made) = try Self.makeFolders(parent, for: given)
    name = String(last)
  }

  /// Takes back the parent folders that were made, as far as nothing else came into them.
  func takeBack() {
    for folder in made.reversed() where rmdir(folder) != 0 { return }
  }

  /// Makes the folder again where another run, which had made it for an output of its own, has taken it back.
  ///
  /// - Returns: whether it is there now.
  func restore() -> Bool { (try? Self.makeFolders(folder, for: given)) != nil }

  private static func makeFolders(
    _ path: String, for given: String
  ) throws(OutputError) -> (folder: String, made: [String]) {
    var reason = Int32(0)
    // A folder that is found here may be taken back by the run that made it, before anything lies in it.
    for _ in 0..<attempts where reason == 0 || reason == ENOENT {
      do throws(Fault) {
        let made = try makeFolders(path)
        if let folder = FileSystem.realPath(path.isEmpty ? "." : path) { return (folder, made) }
        reason = errno
      } catch { reason = error.code }
    }
    errno = reason
    throw .cannotWrite(path: given, reason: FileSystem.reason)
  }

  private static func makeFolders(_ path: String) throws(Fault) -> [String] {
    var (made, at) = ([String](), path.hasPrefix("/") ? "" : ".")
    for part in path.split(separator: "/") {
      at += "/" + part
      if mkdir(at, 0o777) == 0 {
        made.append(at)
        continue
      }
      let fault = errno
      if FileSystem.kind(at, following: true) == .folder { continue }
      for folder in made.reversed() { rmdir(folder) }
      switch FileSystem.kind(at) {
      case nil, .folder: throw Fault(code: fault == EEXIST ? ENOENT : fault)
      default: throw Fault(code: ENOTDIR)
      }
    }
    return made
  }

  private static let attempts = 20

  private struct Fault: Error { let code: Int32 }
}

/// What a command reads: no output may take its place, `--force` or not.
struct OutputInputs {
  private let paths: [String]

  init(_ inputs: [URL]) { paths = inputs.map(\.path) }

  /// The input that an existing file is, or in whose folder it lies.
  ///
  /// A recording is a folder whose files are read as they are needed, so every file in it counts.
  func first(at path: String) -> String? {
    guard let file = FileSystem.identity(path, following: true), let real = FileSystem.realPath(path) else {
      return nil
    }
    return paths.first { input in
      if FileSystem.kind(input, following: true) == .folder {
        return FileSystem.realPath(input).map { Self.isWithin(real, $0) } ?? false
      }
      return FileSystem.identity(input, following: true) == file
    }
  }

  /// The input that lies within a folder, or is it.
  func first(within folder: String) -> String? {
    guard let real = FileSystem.realPath(folder) else { return nil }
    return paths.first { FileSystem.realPath($0).map { Self.isWithin($0, real) } ?? false }
  }

  private static func isWithin(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
