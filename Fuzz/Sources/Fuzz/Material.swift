import Foundation

/// Files that targets begin with and write to.
enum Material {
  /// The project's folder: the program runs there.
  private static let root = URL(filePath: FileManager.default.currentDirectoryPath)

  static func url(_ path: String) -> URL { root.appending(path: path) }

  /// A file of the project.
  static func data(_ path: String) throws -> Data { try Data(contentsOf: url(path)) }

  /// The files of a folder with an ending, in order.
  static func all(_ folder: String, _ ending: String, most: Int = 12) throws -> [Data] {
    try FileManager.default.contentsOfDirectory(atPath: url(folder).path).filter { $0.hasSuffix(ending) }.sorted()
      .prefix(most).map { try data(folder + "/" + $0) }
  }

  /// The words of files that are keys or names there, for dictionaries.
  static func words(_ texts: [Data]) -> [String] {
    let words = texts.flatMap { text in
      String(decoding: text, as: UTF8.self).split { !($0.isLetter || $0.isNumber && $0.isASCII || $0 == "_") }
    }
    return Set(words.filter { 3..<40 ~= $0.utf8.count && $0.contains(where: \.isLetter) }.map(String.init)).sorted()
  }

  /// A new folder where the caller's TMPDIR lies, which takes it away.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
