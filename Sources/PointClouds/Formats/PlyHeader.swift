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
