public import Diagnostics
public import Platform

/// `scan.json`: what is stated of a scan, in a file inside its recording or beside it (Docs/formats/scan.md).
public enum ScanDescriptionFile {
  /// The file's name.
  public static let name = "scan.json"
  /// No such file is larger, in bytes; a larger one is not read.
  static let largestBytes = 1 << 17

  /// The file of a recording that is a folder: inside it, otherwise beside it; nil where there is none.
  public static func find(ofRecording folder: URL) -> URL? {
    [folder, folder.resolvingSymlinksInPath().deletingLastPathComponent()].map { $0.appending(path: name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The bytes of a file that states a description.
  public static func json(_ scan: ScanDescription) throws -> Data { try scan.machineJSON() }

  /// Reads a file.
  ///
  /// - Throws: ``ScanDescriptionError`` for one that can't be read, has an unknown key, or a value that can't be one.
  public static func read(_ url: URL) throws(ScanDescriptionError) -> ScanDescription {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      throw .unreadable(file: url.path, found: error.found)
    }
    return try parse(Data(bytes), name: url.path)
  }

  /// The description that a JSON text holds; `name` names it in messages.
  public static func parse(_ data: Data, name: String) throws(ScanDescriptionError) -> ScanDescription {
    let value: JSONValue
    do throws(JSONText.Fault) { value = try JSONText.decode(JSONValue.self, from: data) } catch {
      throw .invalid(file: name, key: nil, expected: .phrase("json_of_scan"), found: error.found)
    }
    guard case .group(let members) = value else {
      throw .invalid(file: name, key: nil, expected: .phrase("json_of_scan"), found: value.described)
    }
    let known = texts.map(\.key) + ["date", "age_months", "sex", "hair_mm"]
    for key in members.keys.sorted() where !known.contains(key) {
      throw .invalid(
        file: name, key: nil, expected: .phrase("one_of_keys", ["keys": .names(known)]),
        found: .phrase("the_key", ["key": .quoted(key)]))
    }
    let node = { (key: String) in Node(file: name, key: key, value: members[key] ?? .none) }
    var scan = ScanDescription()
    for (key, path) in texts {
      scan[keyPath: path] = try node(key).text(.phrase("text_of_scan"), ScanDescription.isText)
    }
    scan.date = try node("date").text(.phrase("day"), ScanDescription.isDate)
    scan.sex = try node("sex").text(.oneOf(ScanDescription.sexes), ScanDescription.sexes.contains)
    scan.ageMonths = try node("age_months").number(in: ScanDescription.ages)
    scan.hairMm = try node("hair_mm").number(in: ScanDescription.hairsMm)
    return scan
  }

  private static var texts: [(key: String, path: WritableKeyPath<ScanDescription, String?>)] {
    [
      ("subject", \.subject), ("session", \.session), ("operator", \.operator), ("device", \.device),
      ("recording", \.recording),
    ]
  }

  /// A value of the file; one that is missing or null is not stated.
  private struct Node {
    let file, key: String
    let value: JSONValue

    func text(
      _ expected: FindingValue, _ isAllowed: (String) -> Bool
    ) throws(ScanDescriptionError) -> String? {
      if value == .none { return nil }
      guard case .text(let text) = value, isAllowed(text) else { throw fault(expected) }
      return text
    }

    func number(in range: ClosedRange<Double>) throws(ScanDescriptionError) -> Double? {
      if value == .none { return nil }
      guard let number = value.asNumber, range.contains(number) else { throw fault(.number(in: range)) }
      return number
    }

    private func fault(_ expected: FindingValue) -> ScanDescriptionError {
      let found: FindingValue = if case .text(let text) = value { .quoted(text) } else { value.described }
      return .invalid(file: file, key: key, expected: expected, found: found)
    }
  }
}

/// Why a `scan.json` can't be used.
public enum ScanDescriptionError: UserFacingError, Equatable {
  /// It can't be read.
  case unreadable(file: String, found: FindingValue)
  /// Its content, or one key's, is not what it should be.
  case invalid(file: String, key: String?, expected: FindingValue, found: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let file, let found): ErrorMessage(.scanFileUnreadable, at: file, nil, ["found": found])
    case .invalid(let file, let key, let expected, let found):
      ErrorMessage(
        .scanFileInvalid, at: file, key.map { .text("`\($0)`") }, ["expected": expected, "found": found])
    }
  }
}
