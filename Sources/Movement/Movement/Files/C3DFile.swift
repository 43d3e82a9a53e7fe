internal import Diagnostics
internal import Geometry

/// C3D, the binary marker files of motion capture (c3d.org): points as integers or floats, of Intel, DEC and MIPS processors.
///
/// Frames are read a part at a time, and only those markers are kept that are a body's. A negative residual is a missing point.
struct C3DReader {
  let path: String

  /// The bytes of a block.
  private static let block = 512
  /// How many bytes of frames are read at a time.
  private static let part = 1 << 18

  /// Whether a file begins as one: the parameters are in one of the first blocks, which no text says.
  static func isOne(_ start: [UInt8]) -> Bool { start.count >= 2 && 2...8 ~= start[0] && start[1] == 0x50 }

  /// The sequence that a file holds.
  func sequence(_ text: FileText) throws(MotionError) -> LandmarkSequence {
    let layout = try layout(text)
    let known = TRCReader.known(layout.names)
    var positions: [[Vector3]] = known.map { _ in [] }
    for place in positions.indices { positions[place].reserveCapacity(layout.frames) }
    let atOnce = max(1, Self.part / layout.stride)
    for first in stride(from: 0, to: layout.frames, by: atOnce) {
      let start = layout.start + first * layout.stride
      let count = min(atOnce, layout.frames - first)
      let bytes = C3DBytes(text[start..<(start + count * layout.stride)], layout.processor)
      for frame in 0..<count {
        for (place, marker) in known.enumerated() {
          let point = try point(bytes, frame * layout.stride + marker.place * layout.pointSize, layout, first + frame)
          positions[place].append(point)
        }
      }
    }
    let numbers = layout.first..<(layout.first + layout.frames)
    let times = numbers.map { Double($0 - 1) / layout.rate }
    return try TRCReader.sequence(
      TRCReader.tracks(known.map(\.point), positions), times, numbers.map(String.init), path: path, units: "POINT:UNITS"
    )
  }

  /// The point at a place of some frames, in metres.
  private func point(
    _ bytes: C3DBytes, _ place: Int, _ layout: Layout, _ frame: Int
  ) throws(MotionError) -> Vector3 {
    let values =
      layout.isFloat
      ? (0..<4).map { bytes.float(place + 4 * $0) } : (0..<4).map { Double(bytes.signed(place + 2 * $0)) }
    guard values[3] >= 0 else { return .missing }
    let scale = layout.isFloat ? 1 : layout.scale
    let point = Vector3(values[0] * scale, values[1] * scale, values[2] * scale)
    guard point.isFinite, point != .zero else { return .missing }
    if let far = [point.x, point.y, point.z].first(where: { abs($0) > MotionLimits.largest }) {
      throw .malformed(
        path: path, place: .text("\(layout.first + frame)"),
        expected: .number(in: -MotionLimits.largest...MotionLimits.largest), found: .exact(far))
    }
    return point * layout.unit
  }

  /// Where the points stand and what they mean.
  private struct Layout {
    let processor: C3DBytes.Processor
    let names: [String]
    /// Frames a second, and the number of the first frame.
    let rate: Double, first: Int
    let frames: Int
    /// The place of the first frame, and how many bytes a frame and a point of it have.
    let start: Int, stride: Int, pointSize: Int
    let isFloat: Bool
    /// What integers are multiplied by; the metres of the unit.
    let scale: Double, unit: Double
  }

  private func layout(_ text: FileText) throws(MotionError) -> Layout {
    let at = (Int(text[0]) - 1) * Self.block
    guard text.count >= at + 4 else { throw cut }
    guard let processor = C3DBytes.Processor(rawValue: text[at + 3]) else {
      throw fault(
        "PROCESSOR", .oneOf(["84 (Intel)", "85 (DEC)", "86 (MIPS)"]), .count(Int(text[at + 3])))
    }
    let header = C3DBytes(text[0..<Self.block], processor)
    let parameters = try C3DParameters(text, at + 4, processor, path: path)
    let count = parameters.whole("POINT:USED") ?? header.unsigned(2)
    guard count <= MotionLimits.columns else {
      throw fault("POINT:USED", .phrase("number_at_most", ["limit": .count(MotionLimits.columns)]), .count(count))
    }
    let rate = parameters.number("POINT:RATE") ?? header.float(20)
    guard MotionLimits.rates.contains(rate) else {
      throw fault("POINT:RATE", .number(in: MotionLimits.rates), .exact(rate))
    }
    let scale = parameters.number("POINT:SCALE") ?? header.float(12)
    guard scale.isFinite, scale != 0 else { throw fault("POINT:SCALE", .phrase("a_number"), .exact(scale)) }
    let unit = try TRCReader(path: path).unit(parameters.texts("POINT:UNITS").first, place: .text("POINT:UNITS"))
    let ends = ["TRIAL:ACTUAL_START_FIELD", "TRIAL:ACTUAL_END_FIELD"].map { parameters.long($0) }
    let first = ends[0] ?? header.unsigned(6)
    // Header and parameters have 16 bits, so that long files state their frames elsewhere.
    let frames =
      [
        parameters.whole("POINT:FRAMES") ?? 0, header.unsigned(8) - header.unsigned(6) + 1,
        ends[1].map { $0 - first + 1 } ?? 0, parameters.number("POINT:LONG_FRAMES").flatMap { Int(exactly: $0) } ?? 0,
      ].max()!
    guard frames <= MotionLimits.frames else {
      throw fault("POINT:FRAMES", .phrase("number_at_most", ["limit": .count(MotionLimits.frames)]), .count(frames))
    }
    let size = scale < 0 ? 4 : 2
    let samples = header.unsigned(4)
    // The header counts the samples of all channels in a frame, the parameters the channels.
    if let channels = parameters.whole("ANALOG:USED"), channels > 0 ? samples % channels != 0 : samples > 0 {
      throw fault("ANALOG:USED", .count(samples), .count(channels))
    }
    let stride = size * (4 * count + samples)
    let stated = header.unsigned(16)
    if let other = parameters.whole("POINT:DATA_START"), stated > 0, other > 0, other != stated {
      throw fault("POINT:DATA_START", .count(stated), .count(other))
    }
    let start = ((stated > 0 ? stated : parameters.whole("POINT:DATA_START") ?? 0) - 1) * Self.block
    guard start > at, stride > 0, frames > 0 else { throw cut }
    // Both are small, so that the product is no overflow.
    guard text.count - start >= frames * stride else {
      throw fault(
        "POINT:FRAMES", .phrase("c3d_frames", ["count": .count(frames)]), .count(max(0, text.count - start) / stride))
    }
    let names = (1...9).flatMap { parameters.texts("POINT:LABELS" + ($0 == 1 ? "" : "\($0)")) }
    return Layout(
      processor: processor, names: Array(names.prefix(count)), rate: rate, first: max(1, first), frames: frames,
      start: start, stride: stride, pointSize: 4 * size, isFloat: scale < 0, scale: abs(scale), unit: unit)
  }

  private var cut: MotionError {
    fault("C3D", .phrase("c3d_parameters"), .phrase("end_of_file"))
  }

  private func fault(_ name: String, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .text(name), expected: expected, found: found)
  }
}

/// Bytes of a C3D file as numbers; those behind the end are zeros.
struct C3DBytes {
  /// The processor whose numbers a file has.
  enum Processor: UInt8 { case intel = 84, dec, mips }

  let bytes: [UInt8]
  private let processor: Processor

  init(_ bytes: [UInt8], _ processor: Processor) { (self.bytes, self.processor) = (bytes, processor) }

  func unsigned(_ place: Int) -> Int {
    guard place + 2 <= bytes.count else { return 0 }
    let (first, second) = (Int(bytes[place]), Int(bytes[place + 1]))
    return processor == .mips ? first << 8 | second : second << 8 | first
  }

  func signed(_ place: Int) -> Int { Int(Int16(truncatingIfNeeded: unsigned(place))) }

  func float(_ place: Int) -> Double {
    let (first, second) = (UInt32(unsigned(place)), UInt32(unsigned(place + 2)))
    switch processor {
    case .intel: return Double(Float(bitPattern: second << 16 | first))
    case .mips: return Double(Float(bitPattern: first << 16 | second))
    case .dec:
      // DEC's F has its exponent two higher, and no infinity: an exponent of 0 is 0.
      let bits = first << 16 | second
      let exponent = Int(bits >> 23 & 0xFF)
      if exponent == 0 { return 0 }
      let size = Double(sign: .plus, exponent: exponent - 129, significand: 1 + Double(bits & 0x7F_FFFF) / 0x1p23)
      return bits >> 31 == 1 ? -size : size
    }
  }
}

/// The parameters of a C3D file by `GROUP:NAME`.
private struct C3DParameters {
  /// Where the values stand, how long each is in bytes (−1: letters), and how many there are in each direction.
  private struct Value {
    let place: Int, kind: Int, sides: [Int]
    var count: Int { sides.reduce(1, *) }
  }

  private let bytes: C3DBytes
  private var values: [String: Value] = [:]

  /// How many bytes there may be: 255 blocks, and as much again of writers that count no blocks.
  private static let longest = 1 << 18

  /// Reads the chain from a place of the file on.
  init(_ text: FileText, _ start: Int, _ processor: C3DBytes.Processor, path: String) throws(MotionError) {
    bytes = C3DBytes(text[start..<min(text.count, start + Self.longest)], processor)
    let all = bytes.bytes
    var (place, groups, found) = (0, [Int: String](), [(group: Int, name: String, value: Value)]())
    // Each link leads forwards, so that the chain ends.
    while place + 2 <= all.count, all[place] != 0 {
      let length = abs(Int(Int8(bitPattern: all[place])))
      let group = Int(Int8(bitPattern: all[place + 1]))
      let link = place + 2 + length
      let next = link + bytes.unsigned(link)
      guard group != 0, link + 4 <= all.count, next == link || next > link + 2 else {
        throw .malformed(
          path: path, place: .text("C3D"), expected: .phrase("c3d_parameters"), found: .count(start + place))
      }
      let name = String(decoding: all[(place + 2)..<link], as: UTF8.self).uppercased()
      if group < 0 {
        groups[-group] = name
      } else if let value = Self.value(all, link + 2) {
        found.append((group, name, value))
      }
      if next == link { break }
      place = next
    }
    for (group, name, value) in found {
      if let owner = groups[group] { values[owner + ":" + name] = value }
    }
  }

  /// The value at a place; nil where it would reach beyond the end.
  private static func value(_ bytes: [UInt8], _ place: Int) -> Value? {
    let kind = Int(Int8(bitPattern: bytes[place]))
    let start = place + 2 + Int(bytes[place + 1])
    guard [-1, 1, 2, 4].contains(kind), bytes[place + 1] <= 7, start <= bytes.count else { return nil }
    // Seven sides of at most 255 are less than 2⁵⁶.
    let value = Value(place: start, kind: kind, sides: bytes[(place + 2)..<start].map(Int.init))
    return value.count <= (bytes.count - start) / abs(kind) ? value : nil
  }

  /// The first number of a parameter.
  func number(_ name: String) -> Double? {
    guard let value = values[name], value.count > 0 else { return nil }
    switch value.kind {
    case 4: return bytes.float(value.place)
    case 2: return Double(bytes.signed(value.place))
    case 1: return Double(bytes.bytes[value.place])
    default: return nil
    }
  }

  /// The first number of a parameter, whole and not negative: integers have no sign here.
  func whole(_ name: String) -> Int? {
    guard let value = values[name], value.count > 0, value.kind > 0 else { return nil }
    return value.kind == 2 ? bytes.unsigned(value.place) : number(name).flatMap { Int(exactly: $0) }.map { max(0, $0) }
  }

  /// A number of 32 bits in two words, the lower one first.
  func long(_ name: String) -> Int? {
    guard let value = values[name], value.kind == 2, value.count == 2 else { return nil }
    return bytes.unsigned(value.place) | bytes.unsigned(value.place + 2) << 16
  }

  /// The texts of a parameter, without the blanks that fill them.
  func texts(_ name: String) -> [String] {
    guard let value = values[name], value.kind == -1, let length = value.sides.first, length > 0 else { return [] }
    return (0..<(value.count / length)).map { row in
      let start = value.place + row * length
      let text = bytes.bytes[start..<(start + length)].prefix { $0 != 0 }
      return String(decoding: text, as: UTF8.self).filter { $0 != " " }
    }
  }
}
