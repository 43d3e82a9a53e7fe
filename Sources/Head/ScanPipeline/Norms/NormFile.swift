public import Analysis
public import Diagnostics
public import Files
import Foundation
import Platform
import Recordings

/// A file of norms: ours, or WHO's table of the head circumference as WHO publishes it.
public enum NormFile {
  /// The norms of a built-in name or of a file.
  ///
  /// - Throws: ``FileError``.
  public static func find(_ nameOrPath: String) throws(FileError) -> NormTable {
    guard !NormTable.builtIn.contains(where: { $0.name == nameOrPath }) else { return try NormTable.find(nameOrPath) }
    guard let bytes = try? FileKind.definition.bytes(nameOrPath) else { return try NormTable.find(nameOrPath) }
    let isWorkbook = bytes.starts(with: Data("PK".utf8))
    let rows = isWorkbook ? try XLSXSheet.rows(nameOrPath) : rows(bytes)
    guard isWorkbook || WHOTable.isHeader(rows.first ?? []) else {
      return try NormTable.parse(FileKind.definition.text(of: bytes, file: nameOrPath), file: nameOrPath)
    }
    return try WHOTable.read(
      rows, sex: sex(ofFile: nameOrPath), version: "sha256:" + Checksum.sha256(bytes).prefix(12), file: nameOrPath)
  }

  /// The norms that a file by the scan holds, or why it holds none: nobody named it, so it stops nothing.
  public static func shared(_ file: URL) -> Result<NormTable, NormFileFault> {
    do { return .success(try find(file.path)) } catch {
      let values: [String: FindingValue] = ["file": .text(file.lastPathComponent), "reason": error.reason]
      return .failure(NormFileFault(finding: Finding(.normUnusable, values)))
    }
  }

  /// The increments of a file: of a text, or of a workbook.
  ///
  /// - Throws: ``FileError``.
  public static func increments(_ path: String) throws(FileError) -> IncrementTable {
    let bytes = try FileKind.definition.bytes(path)
    let rows = bytes.starts(with: Data("PK".utf8)) ? try XLSXSheet.rows(path) : rows(bytes)
    return try IncrementTable.read(rows, version: "sha256:" + Checksum.sha256(bytes).prefix(12), file: path)
  }

  /// The names that a file of norms has for all that lies beside and below it.
  public static let sharedNames = ["norms.txt", "norms.yaml"]

  /// How far above what lies beside a scan its file of norms may lie: a dataset has a folder for the child and one for the visit.
  private static let levels = 3

  /// The file of norms of a scan: in its folder, beside it, or in a folder not far above; nil where there is none.
  public static func find(of scan: URL) -> URL? {
    var folder = scan.resolvingSymlinksInPath()
    for _ in 0..<(levels + 2) {
      let found = sharedNames.map { folder.appending(path: $0) }
        .first { FileManager.default.fileExists(atPath: $0.path) }
      if let found { return found }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }

  /// The cells of a text; none of what is no text.
  private static func rows(_ bytes: Data) -> [[String]] {
    let text = String(validating: PlainText.utf8(bytes), as: UTF8.self) ?? ""
    return text.split(whereSeparator: \.isNewline).map { line in
      line.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map { $0.trimmingCharacters(in: ["\""]) }
    }
  }

  /// The sex that the name of a table of one sex says, as WHO's names do.
  private static func sex(ofFile path: String) -> Sex? {
    let name = (path.split(separator: "/").last ?? "").lowercased()
    let sexes: [(Sex, [String])] = [(.male, ["boys", "male"]), (.female, ["girls", "female"])]
    let found = sexes.filter { $0.1.contains { word in name.hasWord(word) } }
    return found.count == 1 ? found[0].0 : nil
  }
}

/// Why a file of norms that lies by a scan can't be used.
public struct NormFileFault: Error {
  /// What is said of it.
  public let finding: Finding
}

extension String {
  /// Whether it holds a word that no letter stands before or behind.
  fileprivate func hasWord(_ word: String) -> Bool {
    split { !$0.isLetter }.contains { $0 == word }
  }
}
