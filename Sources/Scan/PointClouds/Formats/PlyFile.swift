import Diagnostics
import Geometry
import Platform

/// Reads PLY files: text or binary of either order, properties in any order and of any type (Turk 1994).
enum PlyReader {
  static func read(_ bytes: [UInt8], name: String) throws(MeshFileError) -> MeshDocument {
    try bytes.withUnsafeBufferPointer { (buffer) throws(MeshFileError) in
      let header = try PlyHeader(buffer, name: name)
      switch header.encoding {
      case .ascii:
        return try body(of: header, from: PlyText(buffer, from: header.bodyOffset), name: name)
      case .littleEndian, .bigEndian:
        let numbers = PlyBinary(buffer, from: header.bodyOffset, bigEndian: header.encoding == .bigEndian)
        return try body(of: header, from: numbers, name: name)
      }
    }
  }

  /// Whether numbers are binary, by the beginning of a file; checks that its counts fit into its size.
  static func isBinary(_ start: [UInt8], name: String, size: Int) throws(MeshFileError) -> Bool {
    try start.withUnsafeBufferPointer { (buffer) throws(MeshFileError) in
      let header = try PlyHeader(buffer, name: name, size: size)
      guard header.encoding != .ascii else { return false }
      try header.checkFaces(bodyBytes: size - header.bodyOffset, name: name)
      return true
    }
  }

  /// Reads all records of a text and keeps none.
  static func readThrough(_ bytes: [UInt8], name: String) throws(MeshFileError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(MeshFileError) in
      let header = try PlyHeader(buffer, name: name)
      var numbers = PlyText(buffer, from: header.bodyOffset)
      for element in header.elements { try skip(element, from: &numbers, name: name) }
    }
  }

  private static func body<Numbers: PlyNumbers>(
    of header: PlyHeader, from numbers: Numbers, name: String
  ) throws(MeshFileError) -> MeshDocument {
    var numbers = numbers
    var document = MeshDocument(name: name)
    document.comments = header.comments
    for element in header.elements {
      switch element.name {
      case "vertex": try readVertices(element, from: &numbers, into: &document)
      case PlyElement.faces, PlyElement.strips: try readCorners(element, from: &numbers, into: &document)
      default: try skip(element, from: &numbers, name: name)
      }
    }
    // What no record claims says that a count of the header is wrong.
    guard numbers.isBlankToTheEnd else {
      throw .malformed(
        file: name, place: numbers.place, expected: .phrase("end_behind_records"),
        found: .phrase("more_numbers"))
    }
    return document
  }

  /// Reads faces or strips of triangles, by their lists of corners.
  private static func readCorners<Numbers: PlyNumbers>(
    _ element: PlyElement, from numbers: inout Numbers, into document: inout MeshDocument
  ) throws(MeshFileError) {
    let areFaces = element.name == PlyElement.faces
    if areFaces { document.triangles.reserveCapacity(element.count) }
    var corners: [Int32] = []
    for record in 0..<element.count {
      for property in element.properties {
        guard property.isCorners else {
          try skip(property, from: &numbers, name: document.name)
          continue
        }
        try readList(property, from: &numbers, into: &corners, name: document.name)
        if areFaces { try document.appendFan(corners, face: record) } else { document.appendStrips(corners) }
      }
    }
  }

  private static func readList<Numbers: PlyNumbers>(
    _ property: PlyProperty, from numbers: inout Numbers, into list: inout [Int32], name: String
  ) throws(MeshFileError) {
    let length = try length(of: property, from: &numbers, name: name)
    list.removeAll(keepingCapacity: true)
    for _ in 0..<length {
      let value = try next(property.type, from: &numbers, name: name)
      guard let index = Int32(exactly: value) else {
        throw .malformed(file: name, place: numbers.place, expected: .phrase("vertex_index"), found: .text("\(value)"))
      }
      list.append(index)
    }
  }

  private static func skip<Numbers: PlyNumbers>(
    _ element: PlyElement, from numbers: inout Numbers, name: String
  ) throws(MeshFileError) {
    for _ in 0..<element.count {
      for property in element.properties { try skip(property, from: &numbers, name: name) }
    }
  }

  static func skip<Numbers: PlyNumbers>(
    _ property: PlyProperty, from numbers: inout Numbers, name: String
  ) throws(MeshFileError) {
    let count = property.lengthType == nil ? 1 : try length(of: property, from: &numbers, name: name)
    for _ in 0..<count { _ = try next(property.type, from: &numbers, name: name) }
  }

  private static func length<Numbers: PlyNumbers>(
    of property: PlyProperty, from numbers: inout Numbers, name: String
  ) throws(MeshFileError) -> Int {
    let value = try next(property.lengthType!, from: &numbers, name: name)
    guard let length = Int(exactly: value), length >= 0, length <= numbers.atMost(property.type) else {
      let shown = Int(exactly: value).map { "\($0)" } ?? "\(value)"
      throw .malformed(
        file: name, place: numbers.place, expected: .phrase("fitting_list"),
        found: .phrase("length_of", ["length": .text(shown)]))
    }
    return length
  }

  static func next<Numbers: PlyNumbers>(
    _ type: PlyScalar, from numbers: inout Numbers, name: String
  ) throws(MeshFileError) -> Double {
    if let value = numbers.next(type) { return value }
    if numbers.isAtEnd {
      throw .truncated(file: name, expected: .phrase("more_numbers"), found: .phrase("end_of_file"))
    }
    throw .malformed(file: name, place: numbers.place, expected: .phrase("a_number"), found: numbers.found)
  }
}

extension MeshDocument {
  /// Adds the triangles of a convex face of any number of corners.
  mutating func appendFan(_ corners: [Int32], face: Int) throws(MeshFileError) {
    guard corners.count >= 3 else {
      throw .malformed(
        file: name, place: .phrase("face", ["face": .count(face)]),
        expected: .phrase("corners_at_least", ["count": .count(3)]),
        found: .count(corners.count))
    }
    for i in 2..<corners.count { triangles.append([corners[0], corners[i - 1], corners[i]]) }
  }

  /// Adds the triangles of strips, which a number below 0 ends.
  fileprivate mutating func appendStrips(_ corners: [Int32]) {
    for strip in corners.split(whereSeparator: { $0 < 0 }) { appendStrip(Array(strip)) }
  }

  /// Adds the triangles of a strip: each corner with the two before it, every other triangle turned.
  mutating func appendStrip(_ corners: [Int32]) {
    for i in corners.indices.dropFirst(2) {
      let (a, b) = i % 2 == 0 ? (corners[i - 2], corners[i - 1]) : (corners[i - 1], corners[i - 2])
      triangles.append([a, b, corners[i]])
    }
  }
}

/// What a vertex property means here.
private enum VertexRole {
  case position(Int), normal(Int), color(Int), weight, deviation, other

  init(_ name: String) {
    switch name {
    case "x": self = .position(0)
    case "y": self = .position(1)
    case "z": self = .position(2)
    case "nx": self = .normal(0)
    case "ny": self = .normal(1)
    case "nz": self = .normal(2)
    case "red", "r", "diffuse_red": self = .color(0)
    case "green", "g", "diffuse_green": self = .color(1)
    case "blue", "b", "diffuse_blue": self = .color(2)
    case "quality", "weight", "confidence": self = .weight
    case "deviation": self = .deviation
    default: self = .other
    }
  }
}

/// One vertex while its properties come in.
private struct VertexRecord {
  var position = Vector3.zero
  var normal = Vector3.zero
  var color = Vector3.zero
  var weight = 0.0
  var deviation = 0.0

  mutating func set(_ role: VertexRole, _ value: Double, isFloating: Bool) {
    switch role {
    case .position(let axis): position[axis] = value
    case .normal(let axis): normal[axis] = value
    case .color(let channel): color[channel] = isFloating ? value * 255 : value
    case .weight: weight = value
    case .deviation: deviation = value
    case .other: break
    }
  }
}

extension PlyReader {
  static func readVertices<Numbers: PlyNumbers>(
    _ element: PlyElement, from numbers: inout Numbers, into document: inout MeshDocument
  ) throws(MeshFileError) {
    let scalars = element.properties.filter { $0.lengthType == nil }.map(\.name)
    guard ["x", "y", "z"].allSatisfy(scalars.contains) else {
      throw .malformed(
        file: document.name, place: .element("vertex"), expected: .phrase("vertex_properties"),
        found: .names(scalars))
    }
    let roles = element.properties.map { VertexRole($0.name) }
    let known = KnownAttributes(roles)
    document.positions.reserveCapacity(element.count)
    for _ in 0..<element.count {
      var record = VertexRecord()
      for (property, role) in zip(element.properties, roles) {
        guard property.lengthType == nil else {
          try skip(property, from: &numbers, name: document.name)
          continue
        }
        let value = try next(property.type, from: &numbers, name: document.name)
        record.set(role, value, isFloating: property.type.isFloating)
      }
      document.append(record, known)
    }
  }
}

/// Which attributes all vertices of a file have.
private struct KnownAttributes {
  var normals, colors, weights, deviations: Bool

  init(_ roles: [VertexRole]) {
    normals = roles.count { if case .normal = $0 { true } else { false } } == 3
    colors = roles.count { if case .color = $0 { true } else { false } } == 3
    weights = roles.contains { if case .weight = $0 { true } else { false } }
    deviations = roles.contains { if case .deviation = $0 { true } else { false } }
  }
}

extension MeshDocument {
  fileprivate mutating func append(_ record: VertexRecord, _ known: KnownAttributes) {
    positions.append(record.position)
    if known.normals { normals.append(SIMD3<Float>(record.normal)) }
    if known.colors { colors.append(color8(record.color)) }
    if known.weights { weights.append(Float(record.weight)) }
    if known.deviations { deviations.append(Float(record.deviation)) }
  }
}

/// A colour of 0 … 255 in eight bits; NaN becomes 0.
func color8(_ color: Vector3) -> SIMD3<UInt8> {
  func channel(_ value: Double) -> UInt8 { value > 0 ? UInt8(min(value.rounded(), 255)) : 0 }
  return [channel(color.x), channel(color.y), channel(color.z)]
}

/// Writes binary little-endian PLY: float32 positions, then normals, colours, `quality` and `deviation` where they are known.
enum PlyWriter {
  static func data(
    _ mesh: Mesh, unit: LengthUnit, comments: [String], faces: Bool = true, scalars: [VertexScalar] = []
  ) -> Data {
    var bytes = LittleEndianBytes()
    let header = header(mesh, comments: comments, faces: faces, scalars: scalars)
    // Roughly: most meshes have all attributes.
    bytes.reserve(header.utf8.count + 35 * mesh.positions.count + 13 * mesh.triangles.count)
    bytes.append(header.utf8)
    for i in mesh.positions.indices {
      bytes.append(SIMD3<Float>(mesh.positions[i] * unit.perMetre))
      if !mesh.normals.isEmpty { bytes.append(mesh.normals[i]) }
      if !mesh.colors.isEmpty { bytes.append([mesh.colors[i].x, mesh.colors[i].y, mesh.colors[i].z]) }
      if !mesh.weights.isEmpty { bytes.append(mesh.weights[i]) }
      if !mesh.deviations.isEmpty { bytes.append(mesh.deviations[i] * Float(unit.perMetre)) }
      for scalar in scalars { bytes.append(scalar.values[i]) }
    }
    for triangle in mesh.triangles where faces {
      bytes.append([3])
      for corner in 0..<3 { bytes.append(UInt32(bitPattern: triangle[corner])) }
    }
    return Data(bytes.bytes)
  }

  private static func header(_ mesh: Mesh, comments: [String], faces: Bool, scalars: [VertexScalar]) -> String {
    var lines = ["ply", "format binary_little_endian 1.0"]
    // A line break in a comment would start a header line of its own.
    lines += comments.map { "comment " + $0.filter { !$0.isNewline } }
    lines.append("element vertex \(mesh.positions.count)")
    lines += ["x", "y", "z"].map { "property float \($0)" }
    if !mesh.normals.isEmpty { lines += ["nx", "ny", "nz"].map { "property float \($0)" } }
    if !mesh.colors.isEmpty { lines += ["red", "green", "blue"].map { "property uchar \($0)" } }
    if !mesh.weights.isEmpty { lines.append("property float quality") }
    if !mesh.deviations.isEmpty { lines.append("property float deviation") }
    lines += scalars.map { "property float \($0.name)" }
    if faces { lines += ["element face \(mesh.triangles.count)", "property list uchar int vertex_indices"] }
    return (lines + ["end_header", ""]).joined(separator: "\n")
  }
}

/// A number at every vertex, under a name of its own.
public struct VertexScalar: Sendable {
  /// The property's name in the file: one word.
  public let name: String
  /// As many values as vertices; NaN where there is none.
  public let values: [Float]

  /// A scalar from its parts.
  public init(_ name: String, _ values: [Float]) { (self.name, self.values) = (name, values) }
}

/// Bytes of numbers, least significant first.
struct LittleEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  mutating func append(_ value: UInt32) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func append(_ value: Float) { append(value.bitPattern) }

  mutating func append(_ value: SIMD3<Float>) {
    for axis in 0..<3 { append(value[axis]) }
  }
}
