import ArgumentParser
internal import Files
import Diagnostics
import Foundation

extension URL {
  /// A path as the user gave it. Foundation would take `link/..` for the folder that holds the link; the system goes to
  /// where the link leads first.
  static func given(_ path: String) -> URL {
    path.hasPrefix("/") ? URL(fileURLWithPath: path) : URL(fileURLWithPath: (workingFolder ?? gone) + "/" + path)
  }

  /// The folder that the program was called in; nil where it does not exist any more.
  static var workingFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }

  /// Stands for a folder that does not exist any more: nothing is found under a device, nothing can be made there, and `..`
  /// leads nowhere from it.
  private static let gone = "/dev/null"
}

extension String {
  /// The text as one word of a shell, in quotes where it needs them.
  var asShellWord: String {
    let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/-+".contains($0)) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }

  /// The text with the paths that begin with the working folder as they are called from there.
  var asCalled: String {
    guard let folder = URL.workingFolder, folder != "/" else { return self }
    var text = ""
    var rest = self[...]
    while let found = rest.range(of: folder + "/") {
      text += rest[..<found.lowerBound]
      // Elsewhere it is the middle of another path.
      let isBegin = text.last.map { $0.isWhitespace || "\"'“„(".contains($0) } ?? true
      if !isBegin { text += rest[found] }
      rest = rest[found.upperBound...]
    }
    return text + rest
  }
}

extension Definition {
  /// The file that is read for a name or a path; nil for what is built in.
  static func file(of nameOrPath: String) -> URL? {
    builtIn.contains { $0.name == nameOrPath } ? nil : URL.given(nameOrPath)
  }

  /// What a result says of such an option: of a file only that there was one, since a path names people and machines.
  static func stated(_ nameOrPath: String) -> String { file(of: nameOrPath) == nil ? nameOrPath : "given" }
}

/// Refuses two options that name one file to write.
func requireDistinct(_ files: [(option: String, path: String?)]) throws {
  let named = files.compactMap { file in file.path.map { (file.option, URL.given($0).resolvingSymlinksInPath().path) } }
  for (index, file) in named.enumerated() where !file.1.hasPrefix("/dev/") {
    if let other = named[..<index].first(where: { $0.1 == file.1 }) {
      throw CallError.wrong(
        option: "\(other.0), \(file.0)", expected: .phrase("own_files"), found: .phrase("named_twice")
      ).refusal
    }
  }
}

/// Refuses files that lie in the output folder, which is written as a whole.
func requireApart(_ files: [(option: String, path: String?)], from output: String) throws {
  let folder = URL.given(output).resolvingSymlinksInPath().path
  for (option, path) in files {
    guard let path else { continue }
    let file = URL.given(path).resolvingSymlinksInPath().path
    guard file != folder, !file.hasPrefix(folder + "/") else {
      throw CallError.wrong(
        option: option, expected: .phrase("file_outside_output"), found: .phrase("one_in_it")
      ).refusal
    }
  }
}
