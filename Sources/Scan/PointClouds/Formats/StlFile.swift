import Diagnostics
internal import Files
import Geometry
import Platform

/// Reads STL, binary or text, and merges corners at exactly the same place into one vertex.
enum StlReader {
  static func read(_ bytes: [UInt8], name: String) throws(MeshFileError) -> MeshDocument {
    try bytes.withUnsafeBufferPointer { (buffer) throws(MeshFileError) in
      // Binary files may begin with "solid" too, so their size decides first.
      let declared = binaryCount(buffer)
      if let declared, buffer.count >= 84 + 50 * declared { return try binary(buffer, declared, name: name) }
      if let plain = plainText(bytes) {
        return try plain.withUnsafeBufferPointer { (text) throws(MeshFileError) in try read(text: text, name: name) }
      }
      guard let declared else {
        throw .truncated(
          file: name, expected: .phrase("bytes_at_least", ["count": .count(84)]), found: .count(buffer.count))
      }
      throw .truncated(file: name, expected: size(of: declared), found: .count(buffer.count))
    }
  }

  /// The size of a binary file by the count in its beginning; nil where it is too short for one.
  static func declaredSize(_ start: [UInt8]) -> Int? {
    start.withUnsafeBufferPointer { binaryCount($0) }.map { 84 + 50 * $0 }
  }

  private static func size(of count: Int) -> FindingValue {
    .phrase("bytes_for_triangles", ["bytes": .count(84 + 50 * count), "count": .count(count)])
  }

  /// The text of a file that begins as text, with the encodings and line ends of other systems made plain; remarks may
  /// come before its `solid`.
  private static func plainText(_ bytes: [UInt8]) -> [UInt8]? {
    let text = PlainText.utf8(bytes)
    return text.prefix(84).allSatisfy { $0 >= 32 || (9...13).contains($0) } ? text : nil
  }

  private static func binaryCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count >= 84 else { return nil }
    let count = UInt32(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: 80, as: UInt32.self))
    // Programs that don't know it yet when they begin leave no bit set, or all.
    return count == .max ? 0 : Int(count)
  }

  /// Some programs write no count, and some write texts or colours behind the last triangle. Triangles behind it that go on
  /// where the counted ones end say that the count is wrong.
  private static func binary(_ bytes: UnsafeBufferPointer<UInt8>, _ declared: Int, name: String) throws(MeshFileError)
    -> MeshDocument
  {
    let raw = UnsafeRawBufferPointer(bytes)
    // Each triangle has its normal, three corners and two bytes more.
    func vector(_ place: Int, of triangle: Int) -> Vector3 {
      let offset = 84 + 50 * triangle + 12 * place
      func coordinate(_ axis: Int) -> Double {
        let bits = raw.loadUnaligned(fromByteOffset: offset + 4 * axis, as: UInt32.self)
        return Double(Float(bitPattern: UInt32(littleEndian: bits)))
      }
      return [coordinate(0), coordinate(1), coordinate(2)]
    }
    func corner(_ index: Int) -> Vector3 { vector(1 + index % 3, of: index / 3) }
    let room = (bytes.count - 84) / 50
    // Without a count they end where a normal is longer than one: there other bytes begin.
    let count = declared == 0 ? (0..<room).prefix { vector(0, of: $0).length < 1.1 }.count : declared
    var merger = CornerMerger(name: name, expected: count)
    for index in 0..<(3 * count) { try merger.add(corner(index)) }
    if (3 * count..<3 * room).contains(where: { merger.contains(corner($0)) }) {
      throw .malformed(file: name, place: .phrase("size"), expected: size(of: count), found: size(of: room))
    }
    return merger.document
  }

  private static func read(text bytes: UnsafeBufferPointer<UInt8>, name: String) throws(MeshFileError) -> MeshDocument {
    var scanner = TextScanner(bytes)
    var merger = CornerMerger(name: name)
    var (cornersOfFacet, isEnded) = (0, false)
    var start = scanner
    if start.word()?.isWord("solid") == true {
      scanner = start
      let title = scanner.restOfLine().drop { $0 == " " }
      if !title.isEmpty { merger.comments = [String(title)] }
    }
    while let word = scanner.word() {
      if word.isWord("vertex") {
        try merger.add(try corner(&scanner, name: name))
        cornersOfFacet += 1
      } else if word.isWord("endfacet") {
        guard cornersOfFacet == 3 else {
          throw .malformed(
            file: name, place: .line(scanner.line), expected: .phrase("corners", ["count": .count(3)]),
            found: .count(cornersOfFacet))
        }
        cornersOfFacet = 0
      } else if word.isWord("solid") || word.isWord("endsolid") {
        // One file may hold several solids, each with a title on its line.
        isEnded = word.isWord("endsolid")
        _ = scanner.restOfLine()
      }
    }
    guard isEnded else { throw .truncated(file: name, expected: .text("endsolid"), found: .phrase("end_of_file")) }
    return merger.document
  }

  private static func corner(_ scanner: inout TextScanner, name: String) throws(MeshFileError) -> Vector3 {
    var point = Vector3.zero
    for axis in 0..<3 {
      let word = scanner.wordInLine()
      guard let value = word?.number else {
        throw .malformed(
          file: name, place: .line(scanner.line), expected: .phrase("three_coordinates"),
          found: word?.shown ?? .count(axis))
      }
      point[axis] = value
    }
    return point
  }
}

/// Builds an indexed mesh from loose corners, three a triangle.
private struct CornerMerger {
  var comments: [String] = []
  private let name: String
  private var vertices: PlaceTable
  private var corners: [Int32] = []

  /// - Parameter expected: how many vertices are expected.
  init(name: String, expected: Int = 0) { (self.name, vertices) = (name, PlaceTable(capacity: expected)) }

  /// The mesh of all triangles that are whole.
  var document: MeshDocument {
    var document = MeshDocument(name: name)
    (document.numbersVertices, document.comments) = (false, comments)
    document.positions = vertices.places
    document.triangles = stride(from: 2, to: corners.count, by: 3).map {
      [corners[$0 - 2], corners[$0 - 1], corners[$0]]
    }
    return document
  }

  func contains(_ point: Vector3) -> Bool { vertices.number(of: point) != nil }

  mutating func add(_ point: Vector3) throws(MeshFileError) {
    guard point.isFinite else { throw .notFinite(file: name, vertex: vertices.places.count) }
    corners.append(Int32(vertices.add(point)))
  }
}

/// Writes binary STL with face normals; as much of the comments as the header has room for.
enum StlWriter {
  static func data(_ mesh: Mesh, unit: LengthUnit, comments: [String]) -> Data {
    var bytes = LittleEndianBytes()
    bytes.reserve(84 + 50 * mesh.triangles.count)
    let title = comments.joined(separator: "; ").utf8.prefix(80).map { (32..<127).contains($0) ? $0 : 32 }
    bytes.append(title + [UInt8](repeating: 32, count: 80 - title.count))
    bytes.append(UInt32(mesh.triangles.count))
    for t in mesh.triangles {
      let corners = [t.x, t.y, t.z].map { mesh.positions[Int($0)] * unit.perMetre }
      let area = (corners[1] - corners[0]).cross(corners[2] - corners[0])
      bytes.append(SIMD3<Float>(area.length > 0 ? area.normalized : .zero))
      for corner in corners { bytes.append(SIMD3<Float>(corner)) }
      bytes.append([0, 0])
    }
    return Data(bytes.bytes)
  }
}
