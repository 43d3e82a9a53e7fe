/// The input of the network in an ONNX file, which OpenCV does not tell: read from the file's own fields (ONNX's onnx.proto,
/// in the wire format of Protocol Buffers), and nothing else of it.
struct ONNXShapes: Equatable {
  /// The inputs that are no weights, and the extent of each of their dimensions; nil for one that is left open.
  private(set) var inputs: [[Int?]] = []

  /// The shapes in a file's bytes; nil where these are no ONNX file.
  init?(_ bytes: [UInt8]) {
    var (graphs, named, weights): (Int, [(name: [UInt8], shape: [Int?])], Set<[UInt8]>) = (0, [], [])
    let isWhole = bytes.withUnsafeBytes { bytes in
      WireFields.each(bytes) { field in
        // ModelProto.graph
        guard field.number == 7, let graph = field.content else { return true }
        graphs += 1
        return WireFields.each(graph) { field in
          guard let content = field.content else { return true }
          switch field.number {
          // GraphProto.initializer, and TensorProto.name
          case 5:
            return WireFields.each(content) { part in
              if part.number == 8, let name = part.content { weights.insert(Array(name)) }
              return true
            }
          // GraphProto.input
          case 11:
            guard named.count < Self.mostInputs, let input = Self.input(content) else { return false }
            named.append(input)
            return true
          default: return true
          }
        }
      }
    }
    guard isWhole, graphs == 1 else { return nil }
    // Old files list their weights among the inputs.
    inputs = named.filter { !weights.contains($0.name) }.map(\.shape)
  }

  /// Old files list every weight.
  private static let mostInputs = 100_000
  private static let mostDimensions = 16

  /// ValueInfoProto: name, and type.tensor_type.shape.dim.
  private static func input(_ bytes: UnsafeRawBufferPointer) -> (name: [UInt8], shape: [Int?])? {
    var (name, shape): ([UInt8], [Int?]) = ([], [])
    let isWhole = WireFields.each(bytes) { field in
      guard let content = field.content else { return true }
      if field.number == 1 { name = Array(content) }
      guard field.number == 2 else { return true }
      return WireFields.within(content, [1, 2]) { dimension in
        guard dimension.number == 1, let content = dimension.content, shape.count < mostDimensions else {
          return dimension.number != 1
        }
        var extent: Int?
        let isWhole = WireFields.each(content) { part in
          if part.number == 1, let value = part.value, value > 0, value <= 1 << 20 { extent = Int(value) }
          return true
        }
        shape.append(extent)
        return isWhole
      }
    }
    return isWhole ? (name, shape) : nil
  }
}

/// The fields of a message in the wire format of Protocol Buffers.
struct WireFields {
  let number: UInt64
  /// The value of a field that is one number of variable length.
  let value: UInt64?
  /// The bytes of a field that is a text, a message or a list.
  let content: UnsafeRawBufferPointer?

  /// Calls `body` for each field of a message until it returns false.
  ///
  /// - Returns: false where `body` has, or where these are no fields.
  static func each(_ bytes: UnsafeRawBufferPointer, _ body: (WireFields) -> Bool) -> Bool {
    var i = 0
    while i < bytes.count {
      guard let key = variable(bytes, &i), key >> 3 > 0 else { return false }
      var field = WireFields(number: key >> 3, value: nil, content: nil)
      switch key & 7 {
      case 0:
        guard let value = variable(bytes, &i) else { return false }
        field = WireFields(number: field.number, value: value, content: nil)
      case 1, 5:
        i += key & 7 == 1 ? 8 : 4
        guard i <= bytes.count else { return false }
      case 2:
        guard let count = variable(bytes, &i), count <= UInt64(bytes.count - i) else { return false }
        let end = i + Int(count)
        field = WireFields(
          number: field.number, value: nil, content: UnsafeRawBufferPointer(rebasing: bytes[i..<end]))
        i = end
      default: return false
      }
      guard body(field) else { return false }
    }
    return true
  }

  /// Reads the fields of a message within a message, to which a path of field numbers leads.
  static func within(
    _ bytes: UnsafeRawBufferPointer, _ path: [UInt64], _ body: (WireFields) -> Bool
  ) -> Bool {
    guard let first = path.first else { return each(bytes, body) }
    return each(bytes) { field in
      guard field.number == first, let content = field.content else { return true }
      return within(content, Array(path.dropFirst()), body)
    }
  }

  /// A number of variable length: seven bits a byte, the lowest first.
  private static func variable(_ bytes: UnsafeRawBufferPointer, _ i: inout Int) -> UInt64? {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while i < bytes.count, shift < 64 {
      let byte = bytes[i]
      i += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }
}
