import Diagnostics

extension PlyHeader {
  /// Reads a header and checks that the counts it announces fit into the bytes behind it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, name: String) throws(MeshFileError) {
    var scanner = TextScanner(bytes)
    var hasFormat = false
    guard scanner.restOfLine() == "ply" else {
      throw .malformed(file: name, place: .line(1), expected: .text("ply"), found: .phrase("something_else"))
    }
    while true {
      let line = scanner.line
      guard !scanner.isAtEnd else {
        throw .truncated(file: name, expected: .text("end_header"), found: .phrase("end_of_file"))
      }
      let text = scanner.restOfLine()
      let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      func malformed(_ expected: FindingValue) -> MeshFileError {
        .malformed(file: name, place: .line(line), expected: expected, found: .text("\"\(text.prefix(80))\""))
      }
      switch words.first {
      case nil: continue
      case "end_header":
        guard hasFormat else { throw malformed(.phrase("ply_format_line")) }
        bodyOffset = min(scanner.position, bytes.count)
        try checkSizes(bodyBytes: bytes.count - bodyOffset, name: name)
        return
      case "comment", "obj_info": comments.append(String(text.drop { $0 != " " }.dropFirst()))
      case "format":
        guard words.count == 3, let encoding = PlyEncoding(rawValue: words[1]), words[2] == "1.0" else {
          throw malformed(.phrase("ply_format"))
        }
        self.encoding = encoding
        hasFormat = true
      case "element":
        guard words.count == 3, let count = Int(words[2]), count >= 0, count <= Int(Int32.max) else {
          throw malformed(.phrase("ply_element", ["limit": .count(Int(Int32.max))]))
        }
        elements.append(PlyElement(name: words[1], count: count))
      case "property":
        guard !elements.isEmpty, let property = PlyProperty(words) else {
          throw malformed(.phrase("ply_property"))
        }
        elements[elements.count - 1].properties.append(property)
      default: throw malformed(.phrase("ply_keyword"))
      }
    }
  }

  /// Refuses counts that can't fit, before anything is allocated for them.
  private func checkSizes(bodyBytes: Int, name: String) throws(MeshFileError) {
    // An ASCII file may leave out the last line's end.
    var room = bodyBytes + (encoding == .ascii ? 1 : 0)
    for element in elements where element.count > 0 {
      let least = element.properties.reduce(0) { $0 + $1.leastSize(encoding) }
      guard least > 0 else {
        throw .malformed(
          file: name, place: .element(element.name), expected: .phrase("properties"),
          found: .phrase("without_any", ["count": .count(element.count)]))
      }
      let (needed, overflow) = least.multipliedReportingOverflow(by: element.count)
      guard !overflow, needed <= room else {
        throw .truncated(
          file: name,
          expected: .phrase("records", ["count": .count(element.count), "element": .text(element.name)]),
          found: .phrase("bytes_in_all", ["count": .count(bodyBytes)]))
      }
      room -= needed
    }
  }
}

extension PlyProperty {
  /// A property from the words of its line, or nil where they are no such line.
  fileprivate init?(_ words: [String]) {
    if words.count == 5, words[1] == "list" {
      guard let length = PlyScalar(words[2]), !length.isFloating, let type = PlyScalar(words[3]) else { return nil }
      self.init(name: words[4], type: type, lengthType: length)
    } else {
      guard words.count == 3, let type = PlyScalar(words[1]) else { return nil }
      self.init(name: words[2], type: type)
    }
  }
}
