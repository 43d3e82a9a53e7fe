internal import Platform

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
