import Diagnostics

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
