internal import Diagnostics
public import Platform

/// `scan.json`: what is stated of a scan, in a file inside its recording or beside it (Docs/formats/scan.md).
public enum ScanDescriptionFile {
  /// The file's name.
  public static let name = "scan.json"

  /// The file of a recording that is a folder: inside it, otherwise beside it; nil where there is none.
  public static func find(ofRecording folder: URL) -> URL? {
    [folder, folder.resolvingSymlinksInPath().deletingLastPathComponent()].map { $0.appending(path: name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The bytes of a file that states a description.
  public static func json(_ scan: ScanDescription) throws -> Data { try scan.machineJSON() }

  /// Reads a file.
  ///
  /// - Throws: ``FileError`` for one that can't be read, has an unknown key, or a value that can't be one.
  public static func read(_ url: URL) throws(FileError) -> ScanDescription {
    try parse(FileKind.scan.bytes(url.path), name: url.path)
  }

  /// The description that a JSON text holds; `name` names it in messages. What is null is not stated.
  public static func parse(_ data: Data, name: String) throws(FileError) -> ScanDescription {
    let root = try FileNode(json: data, of: .scan, file: name)
    try root.check(
      keys: ScanDescription.texts.map(\.key) + ["date", "age_months", "sex", "gestation_weeks", "hair_mm"])
    func stated(_ key: String) -> FileNode? { root.optional(key).flatMap { $0.isNull ? nil : $0 } }
    var scan = ScanDescription()
    for (key, path) in ScanDescription.texts + [("date", \.date), ("sex", \.sex)] {
      guard let node = stated(key) else { continue }
      // What is no text is told like an empty one.
      scan[keyPath: path] = node.string ?? ""
    }
    scan.ageMonths = try stated("age_months")?.number(in: ScanDescription.ages)
    scan.gestationWeeks = try stated("gestation_weeks")?.number(in: ScanDescription.gestations)
    scan.hairMm = try stated("hair_mm")?.number(in: ScanDescription.hairsMm)
    if let fault = scan.fault { throw try root[fault.field].fault(fault.expected) }
    return scan
  }
}

extension FileKind {
  /// A description of a scan, `scan.json`.
  package static let scan = FileKind(unreadable: .scanFileUnreadable, invalid: .scanFileInvalid)
}
