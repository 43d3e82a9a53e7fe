import Diagnostics

/// How numbers follow a PLY header.
enum PlyEncoding: String {
  case ascii
  case littleEndian = "binary_little_endian"
  case bigEndian = "binary_big_endian"
}

/// The types of PLY numbers, under both of their names.
enum PlyScalar {
  case int8, uint8, int16, uint16, int32, uint32, float32, float64

  init?(_ name: String) {
    switch name {
    case "char", "int8": self = .int8
    case "uchar", "uint8": self = .uint8
    case "short", "int16": self = .int16
    case "ushort", "uint16": self = .uint16
    case "int", "int32": self = .int32
    case "uint", "uint32": self = .uint32
    case "float", "float32": self = .float32
    case "double", "float64": self = .float64
    default: return nil
    }
  }

  /// Bytes of one number in a binary file.
  var size: Int {
    switch self {
    case .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float32: 4
    case .float64: 8
    }
  }

  var isFloating: Bool { self == .float32 || self == .float64 }
}

/// One property of an element: a number, or a list with the type of its length.
struct PlyProperty {
  var name: String
  var type: PlyScalar
  var lengthType: PlyScalar?

  /// The least bytes that one value can take.
  func leastSize(_ encoding: PlyEncoding) -> Int {
    encoding == .ascii ? 2 : (lengthType ?? type).size
  }
}

/// A named sequence of records.
struct PlyElement {
  /// The name of the one whose records are faces.
  static let faces = "face"
  /// The name of the one whose records are strips of triangles.
  static let strips = "tristrips"

  var name: String
  var count: Int
  var properties: [PlyProperty] = []
}

/// The text in front of a PLY file's numbers.
struct PlyHeader {
  var encoding = PlyEncoding.ascii
  var elements: [PlyElement] = []
  var comments: [String] = []
  /// Where the numbers begin.
  var bodyOffset = 0
}

extension PlyHeader {
  /// Reads a header and checks that the counts it announces fit into the bytes behind it.
  ///
  /// - Parameter size: how many bytes the file has, where only its beginning is at hand.
  init(_ bytes: UnsafeBufferPointer<UInt8>, name: String, size: Int? = nil) throws(MeshFileError) {
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
        try checkSizes(bodyBytes: (size ?? bytes.count) - bodyOffset, name: name)
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

extension PlyHeader {
  /// Refuses a binary body that is too short for faces of three corners, the fewest that are read.
  ///
  /// - Parameter bodyBytes: how many bytes stand behind the header.
  func checkFaces(bodyBytes: Int, name: String) throws(MeshFileError) {
    // A header of limited length has no counts that would overflow the sum.
    let needed = elements.reduce(0) { sum, element in
      // Lines and other elements may list vertices too, as few as they like.
      let size = element.properties.reduce(0) { size, property in
        let isFace = element.name == PlyElement.faces && property.isCorners
        return size + property.leastSize(encoding) + (isFace ? 3 * property.type.size : 0)
      }
      return sum + size * element.count
    }
    guard needed > bodyBytes else { return }
    let faces = elements.last { $0.name == PlyElement.faces }
    throw .truncated(
      file: name,
      expected: .phrase("records", ["count": .count(faces?.count ?? 0), "element": .text(PlyElement.faces)]),
      found: .phrase("bytes_in_all", ["count": .count(bodyBytes)]))
  }
}

extension PlyProperty {
  /// Whether it lists the corners of a face, where its element is one of faces.
  var isCorners: Bool { lengthType != nil && (name == "vertex_indices" || name == "vertex_index") }

  /// A property from the words of its line, or nil where they do not declare one.
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

/// Where the numbers behind a PLY header come from: text or bytes.
protocol PlyNumbers {
  /// The next number, or nil at the end of the file or at a word that is not a number.
  mutating func next(_ type: PlyScalar) -> Double?
  /// How many numbers of a type can still follow at most.
  func atMost(_ type: PlyScalar) -> Int
  /// Where reading stands, for messages.
  var place: FindingValue { get }
  /// True when the file has ended.
  var isAtEnd: Bool { get }
  /// What stands in place of a number, after one could not be read.
  var found: FindingValue { get }
  /// True when nothing but blanks and line ends follows.
  var isBlankToTheEnd: Bool { get }
}

/// Numbers as words of text.
struct PlyText: PlyNumbers {
  private var scanner: TextScanner
  private let end: Int
  private(set) var found = FindingValue.phrase("another_word")

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) {
    scanner = TextScanner(bytes, from: offset)
    end = bytes.count
  }

  mutating func next(_ type: PlyScalar) -> Double? {
    guard let word = scanner.word() else { return nil }
    if let number = word.number { return number }
    found = word.shown
    return nil
  }

  func atMost(_ type: PlyScalar) -> Int { (end - scanner.position + 1) / 2 }
  var place: FindingValue { .phrase("line_of_numbers", ["line": .count(scanner.line)]) }
  var isAtEnd: Bool { scanner.isAtEnd }

  var isBlankToTheEnd: Bool {
    var rest = scanner
    return rest.word() == nil
  }
}

/// Numbers as bytes of either order.
struct PlyBinary: PlyNumbers {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private let isSwapped: Bool
  let found = FindingValue.phrase("another_word")

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int, bigEndian: Bool) {
    self.bytes = UnsafeRawBufferPointer(bytes)
    position = offset
    isSwapped = bigEndian
  }

  mutating func next(_ type: PlyScalar) -> Double? {
    guard bytes.count - position >= type.size else {
      position = bytes.count
      return nil
    }
    defer { position += type.size }
    switch type {
    case .int8: return Double(load(Int8.self))
    case .uint8: return Double(load(UInt8.self))
    case .int16: return Double(load(Int16.self))
    case .uint16: return Double(load(UInt16.self))
    case .int32: return Double(load(Int32.self))
    case .uint32: return Double(load(UInt32.self))
    case .float32: return Double(Float(bitPattern: load(UInt32.self)))
    case .float64: return Double(bitPattern: load(UInt64.self))
    }
  }

  func atMost(_ type: PlyScalar) -> Int { (bytes.count - position) / type.size }
  var place: FindingValue { .phrase("byte", ["byte": .count(position)]) }
  var isAtEnd: Bool { position >= bytes.count }
  var isBlankToTheEnd: Bool { bytes[position...].allSatisfy { [32, 9, 13, 10].contains($0) } }

  private func load<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
    let value = bytes.loadUnaligned(fromByteOffset: position, as: Value.self)
    return isSwapped ? Value(bigEndian: value) : Value(littleEndian: value)
  }
}
