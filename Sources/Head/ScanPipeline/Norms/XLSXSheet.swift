import Diagnostics
import Files
import Foundation
import FoundationXML
import Recordings

/// The first sheet of an Office Open XML workbook (ECMA-376): its cells as texts, row by row.
enum XLSXSheet {
  /// No part of a workbook that is read is larger when unpacked, in bytes.
  private static let largestPart = 16 << 20
  /// No sheet that is read has more cells.
  private static let mostCells = 200_000

  /// The rows of a file, each as long as its last cell; cells that are left out are empty.
  ///
  /// - Throws: ``FileError`` for what is no such workbook.
  static func rows(_ file: String) throws(FileError) -> [[String]] {
    let fault = FileKind.definition.fault(
      in: file, at: .phrase("text"), expected: .phrase("xlsx"), found: .phrase("something_else"))
    let archive: ZipArchive
    do throws(ZipError) { archive = try ZipArchive(file, entryLimit: 1000) } catch { throw fault }
    func part(_ name: String) throws(FileError) -> Data? {
      guard let entry = archive.entries.firstIndex(where: { $0.name == name }) else { return nil }
      let bytes: [UInt8]
      do throws(ZipError) { bytes = try archive.bytes(entry, atMost: largestPart) } catch { throw fault }
      let data = Data(bytes)
      // A workbook declares no entities, and entities of entities fill the memory.
      guard data.range(of: Data("<!DOCTYPE".utf8)) == nil, !data.starts(with: [0xFE, 0xFF]),
        !data.starts(with: [0xFF, 0xFE])
      else { throw fault }
      return data
    }
    let texts = SharedTexts()
    if let shared = try part("xl/sharedStrings.xml"), !texts.read(shared) { throw fault }
    let cells = Cells(texts.texts, most: mostCells)
    guard let sheet = try part("xl/worksheets/sheet1.xml"), cells.read(sheet) else { throw fault }
    return cells.rows
  }
}

/// Reads the elements of a part, and gathers the text within some of them.
///
/// Witnesses of the delegate's methods are those of the class that conforms, so the others override ``open(_:_:)`` and
/// ``close(_:_:)``.
private class PartReader: NSObject, XMLParserDelegate {
  fileprivate var text = ""
  fileprivate var isOpen = false

  /// Reads a part; false for what is no well-formed XML.
  func read(_ part: Data) -> Bool {
    let parser = XMLParser(data: part)
    parser.delegate = self
    // What is cut short is parsed as far as it goes.
    return parser.parse() && parser.parserError == nil
  }

  /// An element begins; its name has no prefix.
  fileprivate func open(_ element: Substring, _ attributes: [String: String]) {}

  /// An element ends.
  fileprivate func close(_ element: Substring, _ parser: XMLParser) {}

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open(Self.local(name), attributes)
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    close(Self.local(name), parser)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { if isOpen { text += string } }

  private static func local(_ name: String) -> Substring { name.split(separator: ":").last ?? "" }
}

/// The texts that cells share, in their order.
private final class SharedTexts: PartReader {
  private(set) var texts: [String] = []

  override func open(_ element: Substring, _ attributes: [String: String]) {
    switch element {
    case "si": text = ""
    case "t": isOpen = true
    default: break
    }
  }

  override func close(_ element: Substring, _ parser: XMLParser) {
    switch element {
    case "si": texts.append(text)
    case "t": isOpen = false
    default: break
    }
  }
}

/// The cells of a sheet.
private final class Cells: PartReader {
  private(set) var rows: [[String]] = []
  private let texts: [String]
  private let most: Int
  private var count = 0
  private var column = 0
  private var isShared = false

  init(_ texts: [String], most: Int) { (self.texts, self.most) = (texts, most) }

  override func open(_ element: Substring, _ attributes: [String: String]) {
    switch element {
    case "row": rows.append([])
    case "c":
      (text, isShared) = ("", attributes["t"] == "s")
      column = attributes["r"].flatMap(Self.column) ?? rows.last?.count ?? 0
    case "v", "t": isOpen = true
    default: break
    }
  }

  override func close(_ element: Substring, _ parser: XMLParser) {
    switch element {
    case "v", "t": isOpen = false
    case "c":
      guard !rows.isEmpty, column < 256 else { return parser.abortParsing() }
      // Cells that are left out take room as well.
      count += max(1, column + 1 - rows[rows.count - 1].count)
      guard count <= most else { return parser.abortParsing() }
      while rows[rows.count - 1].count < column { rows[rows.count - 1].append("") }
      let shared = isShared ? Int(text).flatMap { texts.indices.contains($0) ? texts[$0] : nil } : text
      rows[rows.count - 1].append((shared ?? "").trimmingCharacters(in: .whitespaces))
    default: break
    }
  }

  /// The index of a column from the place of a cell, such as 1 from B7; nil for what is no place.
  private static func column(_ place: String) -> Int? {
    let letters = place.prefix { $0.isLetter }
    guard !letters.isEmpty, letters.utf8.count <= 3, letters.utf8.allSatisfy({ (65...90).contains($0) }) else {
      return nil
    }
    return letters.utf8.reduce(0) { 26 * $0 + Int($1) - 64 } - 1
  }
}
