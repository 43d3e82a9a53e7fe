internal import Diagnostics
internal import Files
internal import Platform

/// What marks a folder as a study: the content of `study.json` (schema `calvaria/study/1`).
struct StudyMark: Codable, Equatable {
  private var schema = Self.schema
  /// Where the dataset of the last batch lies, as seen from the study's folder: both may be moved together.
  var dataset: String?

  /// The file's name.
  static let fileName = "study.json"

  private static let schema = "calvaria/study/1"

  /// A mark that names no dataset.
  init() {}

  /// Reads the mark of a study.
  ///
  /// - Throws: ``StudyError``.
  static func read(in study: URL) throws(StudyError) -> StudyMark {
    let file = study.appending(path: Self.fileName)
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(file.path, atMost: 1 << 16) } catch {
      if case .missing = error { throw .noStudy(path: study.path) }
      throw .notOurs(path: study.path, found: error.found)
    }
    guard let mark = try? JSONText.decode(StudyMark.self, from: Data(bytes)) else {
      throw .notOurs(path: study.path, found: .phrase("something_else"))
    }
    if mark.schema == schema { return mark }
    guard mark.schema.hasPrefix("calvaria/study/") else {
      throw .notOurs(path: study.path, found: .phrase("something_else"))
    }
    throw .otherVersion(path: study.path, expected: schema, found: mark.schema)
  }

  /// Writes the mark aside and renames it.
  func write(in study: URL) throws(StudyError) {
    do {
      try OutputFile(study.appending(path: Self.fileName), force: true).write(try JSONText.encode(self))
    } catch { throw StudyError(writing: error, study.path) }
  }

  /// A path as seen from a folder; both without links and dots.
  static func path(of place: String, from folder: String) -> String {
    let (there, here) = (place.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(there, here).prefix { $0 == $1 }.count
    let steps = here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared).map(String.init)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }
}
