/// Comma-separated values after RFC 4180: lines end with CR LF, fields with commas, quotes or line breaks are quoted.
public struct CSVTable: Sendable {
  private var lines: [String]

  /// A table with a header.
  public init(header: [String]) { lines = [Self.line(header)] }

  /// Adds a row.
  public mutating func add(_ fields: [String]) { lines.append(Self.line(fields)) }

  /// The file's text.
  public var text: String { lines.joined() }

  private static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    return needsQuotes
      ? "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" : field
  }
}
