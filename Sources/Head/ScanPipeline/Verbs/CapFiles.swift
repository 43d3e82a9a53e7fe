public import CapSheets
public import Diagnostics
public import Foundation
internal import Files

/// The files of a printable cap: its sheets, and `cap.yaml` beside them.
public struct CapFiles: Sendable {
  private let destination: URL
  private let force: Bool
  private let isPDF: Bool
  private let capFile: OutputFile

  /// The name of the cap file beside the sheets.
  private let name: String

  /// The names of the file of a cap, which `reconstruct` finds in a recording, and of a board.
  public static let (capName, boardName) = ("cap.yaml", "board.yaml")

  /// Claims the destination, which ends with `.pdf` or `.svg`, and the cap file beside it.
  ///
  /// - Throws: `CapSheetError.badSuffix`, `OutputError`.
  public init(_ destination: URL, as name: String = capName, force: Bool) throws {
    let suffix = destination.pathExtension.lowercased()
    guard suffix == "pdf" || suffix == "svg" else { throw CapSheetError.badSuffix(path: destination.relativePath) }
    (self.destination, self.name, self.force, isPDF) = (destination, name, force, suffix == "pdf")
    if isPDF { _ = try OutputFile(destination, force: force) }
    capFile = try OutputFile(
      destination.deletingLastPathComponent().appending(path: name), force: force)
  }

  /// Writes the sheets and the cap file. Of an SVG each page is a file of its own: `cap.svg` stands for `cap-1.svg`,
  /// `cap-2.svg` …
  ///
  /// - Returns: what was written.
  public func write(_ sheets: CapSheets, language: Language) throws -> [URL] {
    let pages = isPDF ? [try sheets.pdf(language)] : try sheets.svg(language)
    let places = isPDF ? [destination] : pages.indices.map(place)
    // All are claimed before the first is written.
    let files = try places.map { try OutputFile($0, force: force) }
    for (file, page) in zip(files, pages) { try file.write(page) }
    try capFile.write(Data(sheets.cap.yaml.utf8))
    return places + [destination.deletingLastPathComponent().appending(path: name)]
  }

  /// Writes the sheet of a board and its file.
  ///
  /// - Returns: what was written.
  public func write(_ sheet: BoardSheet, language: Language) throws -> [URL] {
    try OutputFile(destination, force: force).write(try isPDF ? sheet.pdf(language) : sheet.svg(language))
    try capFile.write(Data(sheet.cap.yaml.utf8))
    return [destination, destination.deletingLastPathComponent().appending(path: name)]
  }

  private func place(of page: Int) -> URL {
    let name = destination.deletingPathExtension().lastPathComponent
    return destination.deletingLastPathComponent()
      .appending(path: "\(name)-\(page + 1).\(destination.pathExtension)")
  }
}
