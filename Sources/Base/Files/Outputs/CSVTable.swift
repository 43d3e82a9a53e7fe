internal import Diagnostics
public import Platform

/// Comma-separated values after RFC 4180: lines end with CR LF or, where a program reads them, LF; fields with commas, quotes
/// or line breaks are quoted.
public struct CSVTable: Sendable {
  /// A field.
  public enum Field: Sendable {
    /// A text from outside: a spreadsheet never takes it for a formula.
    case text(String)
    /// A count or an index.
    case integer(Int)
    /// A figure with a number of decimals; empty where it is not known or not finite.
    case number(Double?, decimals: Int)
    /// A figure with all its digits; empty where it is not known or not finite.
    case exact(Double?)
    /// 1 for yes, 0 for no.
    case flag(Bool)
  }

  /// How a line ends.
  public enum LineEnd: String, Sendable {
    /// As RFC 4180 and spreadsheets have it.
    case carriageReturn = "\r\n"
    case lineFeed = "\n"
  }

  /// What stands between fields.
  public enum Form: Sendable {
    case commas(LineEnd)
    /// As BIDS has tables: tabs, no quotes, and `n/a` for what is not known; a tab or a line break in a text is a space.
    case tabs
  }

  /// The file's text so far.
  public private(set) var text: String
  private let form: Form

  /// The text as bytes.
  public var data: Data { Data(text.utf8) }

  /// A table with a header.
  public init(header: [String], form: Form = .commas(.carriageReturn)) {
    (text, self.form) = (Self.line(header.map { .text($0) }, form), form)
  }

  /// Adds a row.
  public mutating func add(_ fields: [Field]) { text += Self.line(fields, form) }

  /// A line with its end, for a file that is written line by line.
  package static func line(_ fields: [Field], end: LineEnd = .carriageReturn) -> String {
    fields.map { quoted(plain($0)) }.joined(separator: ",") + end.rawValue
  }

  private static func line(_ fields: [Field], _ form: Form) -> String {
    switch form {
    case .commas(let end): line(fields, end: end)
    case .tabs: fields.map { tabbed(plain($0)) }.joined(separator: "\t") + LineEnd.lineFeed.rawValue
    }
  }

  private static func tabbed(_ field: String) -> String {
    let text = String(field.map { $0 == "\t" || $0.isNewline ? " " : $0 })
    return text.isEmpty ? "n/a" : text
  }

  private static func plain(_ field: Field) -> String {
    switch field {
    case .text(let text): harmless(text)
    case .integer(let value): "\(value)"
    case .number(let value?, let decimals) where value.isFinite: number(value, decimals)
    case .exact(let value?) where value.isFinite: "\(value)"
    case .number, .exact: ""
    case .flag(let value): value ? "1" : "0"
    }
  }

  /// Beyond 15 digits no decimals are left to print.
  private static func number(_ value: Double, _ decimals: Int) -> String {
    value.fixed(decimals: decimals) ?? "\(value)"
  }

  /// Spreadsheets run a text that begins like a formula, quoted or not; an apostrophe before it keeps it a text. One that
  /// has apostrophes there itself gets another, so that a reader who takes one off has every text as it was. A plain
  /// number, such as a name that is a time, is no formula. A spreadsheet that takes semicolons, tabs or lines for the ends
  /// of fields makes a cell of what follows them, too.
  private static func harmless(_ text: String) -> String {
    // Most texts are names, in which neither is found: a table has some hundred thousand.
    let begins = text.utf8.first { $0 != UInt8(ascii: "'") }.map(isOpening) ?? false
    guard begins || text.utf8.contains(where: isEnd) else { return text }
    if begins, text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?/) != nil { return text }
    let bytes = Array(text.utf8)
    var safe: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if index == 0 || isEnd(bytes[index - 1]),
        let first = bytes[index...].first(where: { $0 != UInt8(ascii: "'") }),
        index == 0 ? isOpening(first) : isOpening(first) && !isEnd(first)
      {
        safe.append(UInt8(ascii: "'"))
      }
      safe.append(byte)
    }
    return String(decoding: safe, as: UTF8.self)
  }

  /// What a formula begins with, or what stands before one unseen.
  private static func isOpening(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: byte != UInt8(ascii: ";") && isEnd(byte)
    }
  }

  /// What ends a field beside the comma, which is quoted.
  private static func isEnd(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }

  /// What a field can't hold without quotation marks.
  private static let special = [UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n")]

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { special.contains($0) }
    return needsQuotes
      ? "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" : field
  }
}
