extension PlyHeader {
  /// Reads a header and checks that the counts it announces fit into the bytes behind it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, name: String) throws(MeshFileError) {
    var scanner = TextScanner(bytes)
    var hasFormat = false
    guard scanner.restOfLine() == "ply" else {
      throw .malformed(file: name, place: "line 1", expected: "ply", found: "something else")
    }
    while true {
      let line = scanner.line
      guard !scanner.isAtEnd else {
        throw .truncated(file: name, expected: "end_header", found: "the end of the file")
      }
      let text = scanner.restOfLine()
      let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      func malformed(_ expected: String) -> MeshFileError {
        .malformed(file: name, place: "line \(line)", expected: expected, found: "\"\(text.prefix(80))\"")
      }
      switch words.first {
      case nil: continue
      case "end_header":
        guard hasFormat else { throw malformed("a format line before end_header") }
        bodyOffset = min(scanner.position, bytes.count)
        try checkSizes(bodyBytes: bytes.count - bodyOffset, name: name)
        return
      case "comment", "obj_info": comments.append(String(text.drop { $0 != " " }.dropFirst()))
      case "format":
        guard words.count == 3, let encoding = PlyEncoding(rawValue: words[1]), words[2] == "1.0" else {
          throw malformed("format ascii, binary_little_endian or binary_big_endian 1.0")
        }
        self.encoding = encoding
        hasFormat = true
      case "element":
        guard words.count == 3, let count = Int(words[2]), count >= 0, count <= Int(Int32.max) else {
          throw malformed("element, its name and a count up to \(Int32.max)")
        }
        elements.append(PlyElement(name: words[1], count: count))
      case "property":
        guard !elements.isEmpty, let property = PlyProperty(words) else {
          throw malformed("a property of an element with a known type")
        }
        elements[elements.count - 1].properties.append(property)
      default: throw malformed("a PLY keyword")
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
          file: name, place: "element \(element.name)", expected: "properties", found: "\(element.count) without any")
      }
      let (needed, overflow) = least.multipliedReportingOverflow(by: element.count)
      guard !overflow, needed <= room else {
        throw .truncated(
          file: name, expected: "\(element.count) records of \(element.name)", found: "\(bodyBytes) bytes in all")
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
