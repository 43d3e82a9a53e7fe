/// ONNX files made field by field (ONNX's onnx.proto, in the wire format of Protocol Buffers).
enum TinyModel {
  // MARK: Fields

  /// A number of variable length: seven bits a byte, the lowest first.
  static func variable(_ value: Int) -> [UInt8] {
    value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + variable(value >> 7)
  }

  /// A field that is a number.
  static func field(_ number: Int, _ value: Int) -> [UInt8] { variable(number << 3) + variable(value) }

  /// A field that is a message, a list or bytes.
  static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    variable(number << 3 | 2) + variable(content.count) + content
  }

  static func field(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  // MARK: Messages

  /// A file of a graph.
  static func file(_ graph: [UInt8]) -> [UInt8] { field(1, 7) + field(7, graph) + field(8, field(2, 11)) }

  /// An input or output of a graph; nil for a dimension that is left open.
  static func value(_ name: String, _ shape: [Int?]) -> [UInt8] {
    let dimensions = shape.flatMap { field(1, $0.map { field(1, $0) } ?? field(2, "n")) }
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, dimensions)))
  }

  private static func node(_ name: String, _ inputs: [String], _ output: String, _ more: [UInt8] = []) -> [UInt8] {
    field(1, inputs.flatMap { field(1, $0) } + field(2, output) + field(4, name) + more)
  }

  /// Numbers that a graph holds: of kind 1 in single precision, of kind 7 whole ones of 64 bits.
  private static func tensor(_ name: String, _ shape: [Int], _ kind: Int, _ bytes: [UInt8]) -> [UInt8] {
    field(5, shape.flatMap { field(1, $0) } + field(2, kind) + field(8, name) + field(9, bytes))
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// A file of a model that has the same outputs for every picture: its mean times 0 plus the values.
  static func constant(width: Int, height: Int, _ outputs: [(shape: [Int], values: [Double])]) -> [UInt8] {
    let kernel = field(5, field(1, "kernel_shape") + field(8, 1) + field(8, 1) + field(20, 7))
    var graph = node("GlobalAveragePool", ["input"], "mean") + field(2, "constant")
    for (k, output) in outputs.enumerated() {
      let count = output.values.count
      graph += node("Conv", ["mean", "w\(k)", "b\(k)"], "c\(k)", kernel)
      graph += node("Reshape", ["c\(k)", "s\(k)"], "o\(k)")
      graph += tensor("w\(k)", [count, 3, 1, 1], 1, [UInt8](repeating: 0, count: 12 * count))
      graph += tensor("b\(k)", [count], 1, output.values.flatMap { bytes(Float($0).bitPattern) })
      graph += tensor("s\(k)", [output.shape.count], 7, output.shape.flatMap { bytes(Int64($0)) })
      graph += field(12, value("o\(k)", output.shape))
    }
    return file(graph + field(11, value("input", [1, 3, height, width])))
  }
}
