import Diagnostics
internal import Files
import Platform

/// Points that were picked in MeshLab (`.pp`): `<point x="…" y="…" z="…" name="…" active="1"/>`, in the numbers of the mesh.
enum PickedPointsFile {
  /// The points of a text; nil where it is none of theirs.
  static func read(_ data: Data, name: String) throws(FileError) -> LandmarkFile? {
    guard data.first == UInt8(ascii: "<") else { return nil }
    var (tags, isTheirs) = (Tags([UInt8](data)), false)
    var points = ForeignPoints(name, .asInMesh)
    var count = 0
    while let tag = tags.next() {
      isTheirs = isTheirs || tag.name == "PickedPoints"
      guard tag.name == "point" else { continue }
      defer { count += 1 }
      guard tag.attributes["active"] ?? "1" == "1" else { continue }
      try points.add(
        tag.attributes["name"] ?? "", ["x", "y", "z"].compactMap { tag.attributes[$0].flatMap { Double($0) } }, unit: 1,
        at: .text("point[\(count)]"))
    }
    guard isTheirs else {
      throw FileKind.landmarks.fault(
        in: name, at: .phrase("text"), expected: .phrase("named_points"), found: .phrase("something_else"))
    }
    return try points.read()
  }

  /// The tags of an XML text, each byte of which is looked at once.
  private struct Tags: IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (name: String, attributes: [String: String])? {
      while pass("<") {
        if bytes[position...].starts(with: "!--".utf8) {
          skipComment()
          continue
        }
        let name = word()
        var attributes: [String: String] = [:]
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
          guard Self.isName(bytes[position]) else {
            position += 1
            continue
          }
          let key = word()
          if let value = value(), attributes[key] == nil { attributes[key] = value }
        }
        return (name, attributes)
      }
      return nil
    }

    /// Moves behind the next such character; false at the end.
    private mutating func pass(_ character: Unicode.Scalar) -> Bool {
      while position < bytes.count {
        position += 1
        if bytes[position - 1] == UInt8(ascii: character) { return true }
      }
      return false
    }

    /// An unfinished comment goes on to the end.
    private mutating func skipComment() {
      position += 3
      while position < bytes.count, !bytes[position...].starts(with: "-->".utf8) { position += 1 }
    }

    private static func isName(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 128
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func word() -> String {
      let start = position
      while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// What stands in quotes behind an equals sign; nil where nothing does.
    private mutating func value() -> String? {
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return nil }
      position += 1
      skipBlanks()
      guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]) else {
        return nil
      }
      let (quote, start) = (bytes[position], position + 1)
      position = start
      while position < bytes.count, bytes[position] != quote { position += 1 }
      defer { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipBlanks() {
      while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }
  }
}
