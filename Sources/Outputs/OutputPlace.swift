import Diagnostics
import Platform

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
  init(_ given: String) throws(OutputError) {
    self.given = given
    var parts = given.split(separator: "/").filter { $0 != "." }
    guard let last = parts.popLast(), !given.utf8.contains(0) else {
      throw .cannotWrite(path: given, reason: .expected(.phrase("output_name"), found: .phrase("none")))
    }
    // What is there already may be named by a link or by dots; both lead to a place with a name of its own.
    if last == ".." || FileSystem.kind(given) == .link, FileSystem.kind(given, following: true) != .device,
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
    made = try Self.makeFolders(parent, for: given)
    guard let real = FileSystem.realPath(parent.isEmpty ? "." : parent) else {
      throw .cannotWrite(path: given, reason: FileSystem.reason)
    }
    (folder, name) = (real, String(last))
  }

  /// Takes back the parent folders that were made, as far as nothing else came into them.
  func takeBack() {
    for folder in made.reversed() where rmdir(folder) != 0 { return }
  }

  private static func makeFolders(_ path: String, for given: String) throws(OutputError) -> [String] {
    var (made, at) = ([String](), path.hasPrefix("/") ? "" : ".")
    for part in path.split(separator: "/") {
      at += "/" + part
      if mkdir(at, 0o777) == 0 {
        made.append(at)
      } else if FileSystem.kind(at, following: true) != .folder {
        if FileSystem.kind(at) != nil { errno = ENOTDIR }
        let reason = FileSystem.reason
        for folder in made.reversed() { rmdir(folder) }
        throw .cannotWrite(path: given, reason: reason)
      }
    }
    return made
  }
}
