import Diagnostics
import Geometry
import Platform

/// Reads the surface of a Wavefront OBJ file: `v` (with colours, where given), `vn` and `f`; all else is passed over.
enum ObjReader {
  static func read(_ bytes: [UInt8], name: String) throws(MeshFileError) -> MeshDocument {
    try bytes.withUnsafeBufferPointer { (buffer) throws(MeshFileError) in
      var parser = ObjParser(buffer, name: name)
      return try parser.document()
    }
  }
}

/// Reads line by line.
private struct ObjParser {
  private var scanner: TextScanner
  private var result: MeshDocument
  private var normals: [SIMD3<Float>] = []
  private var normalOfVertex: [Int32: Int32] = [:]
  private var faces = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, name: String) {
    scanner = TextScanner(bytes)
    result = MeshDocument(name: name)
  }

  mutating func document() throws(MeshFileError) -> MeshDocument {
    while !scanner.isAtEnd {
      if let word = scanner.wordInLine() { try read(word) }
      scanner.nextLine()
    }
    if result.colors.count != result.positions.count { result.colors = [] }
    assignNormals()
    return result
  }

  private mutating func read(_ keyword: UnsafeBufferPointer<UInt8>) throws(MeshFileError) {
    if keyword.isWord("v") {
      try readVertex()
    } else if keyword.isWord("vn") {
      let n = try numbers(3...3)
      normals.append(SIMD3<Float>(Vector3(n[0], n[1], n[2])))
    } else if keyword.isWord("f") {
      try readFace()
    } else if keyword.first == UInt8(ascii: "#") {
      result.comments.append(commentText(keyword))
    }
  }

  private mutating func commentText(_ first: UnsafeBufferPointer<UInt8>) -> String {
    var words = first.count > 1 ? [String(first.text.dropFirst())] : []
    while let word = scanner.wordInLine() { words.append(word.text) }
    return words.joined(separator: " ")
  }

  private mutating func readVertex() throws(MeshFileError) {
    let n = try numbers(3...7)
    guard result.positions.count < Int(Int32.max) else {
      throw malformed(
        .phrase("vertices_at_most", ["limit": .count(Int(Int32.max))]), .phrase("more"))
    }
    result.positions.append([n[0], n[1], n[2]])
    if n.count >= 6 { result.colors.append(color8(Vector3(n[3], n[4], n[5]) * 255)) }
  }

  private mutating func readFace() throws(MeshFileError) {
    var corners: [Int32] = []
    while let word = scanner.wordInLine(isContinued: true) {
      let parts = word.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let vertex = try index(parts[0], count: result.positions.count)
      corners.append(vertex)
      if parts.count == 3, !parts[2].isEmpty {
        normalOfVertex[vertex] = try index(parts[2], count: normals.count)
      }
    }
    try result.appendFan(corners, face: faces)
    faces += 1
  }

  /// An index from 0: OBJ counts from 1, and backwards from the newest where negative.
  private func index(_ part: Slice<UnsafeBufferPointer<UInt8>>, count: Int) throws(MeshFileError) -> Int32 {
    let text = String(decoding: part, as: UTF8.self)
    guard let number = Int(text), number != 0 else {
      throw malformed(.phrase("an_index"), .text("\"\(text.prefix(20))\""))
    }
    let (index, overflow) = number > 0 ? (number - 1, false) : count.addingReportingOverflow(number)
    guard !overflow, index >= 0, index < Int(Int32.max) else {
      throw .indexOutOfRange(file: result.name, face: faces, index: number, vertices: count)
    }
    return Int32(index)
  }

  private mutating func numbers(_ counts: ClosedRange<Int>) throws(MeshFileError) -> [Double] {
    var values: [Double] = []
    while let word = scanner.wordInLine(isContinued: true) {
      guard let value = word.number else { throw malformed(.phrase("a_number"), word.shown) }
      values.append(value)
      if values.count > counts.upperBound { break }
    }
    guard counts.contains(values.count) else {
      throw malformed(
        .phrase("numbers", ["low": .count(counts.lowerBound), "high": .count(counts.upperBound)]), .count(values.count))
    }
    return values
  }

  /// Gives each vertex the normal that a face last named for it; none at all unless every vertex has one.
  private mutating func assignNormals() {
    guard normalOfVertex.count == result.positions.count else { return }
    let chosen = (0..<Int32(result.positions.count)).map { normalOfVertex[$0].map(Int.init) ?? .max }
    guard chosen.allSatisfy({ $0 < normals.count }) else { return }
    result.normals = chosen.map { normals[$0] }
  }

  private func malformed(_ expected: FindingValue, _ found: FindingValue) -> MeshFileError {
    .malformed(file: result.name, place: .line(scanner.line), expected: expected, found: found)
  }
}

/// Writes OBJ text: vertices with colours where known, normals, faces.
enum ObjWriter {
  static func data(_ mesh: Mesh, unit: LengthUnit, comments: [String]) -> Data {
    var text = ""
    for comment in comments { text += "# " + comment.filter { !$0.isNewline } + "\n" }
    for i in mesh.positions.indices {
      let p = SIMD3<Float>(mesh.positions[i] * unit.perMetre)
      text += "v \(p.x) \(p.y) \(p.z)"
      if !mesh.colors.isEmpty {
        let c = SIMD3<Float>(mesh.colors[i]) / 255
        text += " \(c.x) \(c.y) \(c.z)"
      }
      text += "\n"
    }
    for n in mesh.normals { text += "vn \(n.x) \(n.y) \(n.z)\n" }
    for t in mesh.triangles {
      let corners = [t.x, t.y, t.z].map { mesh.normals.isEmpty ? "\($0 + 1)" : "\($0 + 1)//\($0 + 1)" }
      text += "f " + corners.joined(separator: " ") + "\n"
    }
    return Data(text.utf8)
  }
}
