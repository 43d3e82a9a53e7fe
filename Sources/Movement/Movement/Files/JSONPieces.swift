/// A long list in a JSON text, item by item: a decoder that is given all of it takes ten times the memory of the file.
///
/// The list is the text itself, or the value of a key of the object that the text is, or all objects of a text of several, one
/// behind the other (JSON lines). Items are told apart by brackets and
/// quotes only; whether each is JSON is for its decoder to say.
struct JSONPieces {
  /// Where each item stands.
  let items: [Range<Int>]
  /// The text around the list, with an empty list in its place; `[]` where the text is the list or has several objects.
  let frame: [UInt8]

  /// Too many items, or brackets that don't match.
  struct Fault: Error {
    /// How many items were found where there are too many.
    let count: Int?
  }

  /// The items of a text in memory; nil where it is an object without that key or with something else under it.
  init?(_ text: [UInt8], key: String, atMost limit: Int) throws(Fault) {
    try self.init(FileText(text), key: key, atMost: limit)
  }

  /// The items of a text; nil where it is an object without that key or with something else under it.
  init?(_ text: FileText, key: String, atMost limit: Int) throws(Fault) {
    guard let first = Self.firstWord(text, from: 0) else { return nil }
    guard let start = text[first] == UInt8(ascii: "[") ? first : Self.list(under: key, in: text) else {
      guard let lines = try Self.lines(text, from: first, atMost: limit) else { return nil }
      (items, frame) = (lines, Array("[]".utf8))
      return
    }
    var (items, depth, begin, i) = ([Range<Int>](), 0, start + 1, start)
    var end: Int?
    while i < text.count, end == nil {
      switch text[i] {
      case UInt8(ascii: "\""): i = Self.endOfText(text, i)
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { end = i }
      case UInt8(ascii: ",") where depth == 1:
        items.append(begin..<i)
        begin = i + 1
      default: break
      }
      guard items.count < limit else { throw Fault(count: items.count) }
      i += 1
    }
    guard let end else { throw Fault(count: nil) }
    if !items.isEmpty || Self.firstWord(text, from: begin).map({ $0 < end }) ?? false { items.append(begin..<end) }
    self.items = items
    frame = text[0..<start] + Array("[]".utf8) + text[(end + 1)..<text.count]
  }

  /// Where the first byte is that is no white space; nil where there is none.
  private static func firstWord(_ text: FileText, from start: Int) -> Int? {
    var i = start
    while i < text.count, text[i] <= 32 { i += 1 }
    return i < text.count ? i : nil
  }

  /// Where each of several objects stands that follow each other; nil where there is one only.
  private static func lines(_ text: FileText, from first: Int, atMost limit: Int) throws(Fault) -> [Range<Int>]? {
    var (items, depth, begin, i) = ([Range<Int>](), 0, first, first)
    while i < text.count {
      switch text[i] {
      case UInt8(ascii: "\""): i = endOfText(text, i)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if depth == 0 { begin = i }
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard depth == 0 else { break }
        items.append(begin..<(i + 1))
        // An object that is followed by nothing, or by no other one, is the text.
        guard let next = firstWord(text, from: i + 1), text[next] == UInt8(ascii: "{") else {
          return items.count > 1 ? items : nil
        }
      default: break
      }
      guard items.count < limit else { throw Fault(count: items.count) }
      i += 1
    }
    return nil
  }

  /// Where the list under a key of the outermost object begins.
  private static func list(under key: String, in text: FileText) -> Int? {
    let word = Array("\"\(key)\"".utf8)
    var (depth, i) = (0, 0)
    while i < text.count {
      switch text[i] {
      case UInt8(ascii: "\""):
        let end = endOfText(text, i)
        if depth == 1, text[i..<min(text.count, i + word.count)] == word,
          let colon = firstWord(text, from: min(end + 1, text.count)), text[colon] == UInt8(ascii: ":"),
          let value = firstWord(text, from: colon + 1), text[value] == UInt8(ascii: "[")
        {
          return value
        }
        i = end
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      i += 1
    }
    return nil
  }

  /// The closing quote of a text that opens at a place.
  private static func endOfText(_ text: FileText, _ start: Int) -> Int {
    var i = start + 1
    while i < text.count, text[i] != UInt8(ascii: "\"") { i += text[i] == UInt8(ascii: "\\") ? 2 : 1 }
    return i
  }
}
