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

  /// The name of a cap file that `reconstruct` finds in a recording.
  static let capName = "cap.yaml"

  /// Claims the destination, which ends with `.pdf` or `.svg`, and `cap.yaml` beside it.
  ///
  /// - Throws: `CapSheetError.badSuffix`, `OutputError`.
  public init(_ destination: URL, force: Bool) throws {
    let suffix = destination.pathExtension.lowercased()
    guard suffix == "pdf" || suffix == "svg" else { throw CapSheetError.badSuffix(path: destination.relativePath) }
    (self.destination, self.force, isPDF) = (destination, force, suffix == "pdf")
    if isPDF { _ = try OutputFile(destination, force: force) }
    capFile = try OutputFile(
      destination.deletingLastPathComponent().appending(path: Self.capName), force: force)
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
    return places + [destination.deletingLastPathComponent().appending(path: Self.capName)]
  }

  private func place(of page: Int) -> URL {
    let name = destination.deletingPathExtension().lastPathComponent
    return destination.deletingLastPathComponent()
      .appending(path: "\(name)-\(page + 1).\(destination.pathExtension)")
  }
}
