import Diagnostics
import Foundation
import Geometry
import Testing

@testable import PointClouds

@Suite struct GltfReaderTests {
  /// Four corners of a square as floats, behind them two triangles as numbers of two bytes.
  static let numbers: Data = {
    var bytes = LittleEndianBytes()
    for corner in [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]] as [SIMD3<Float>] { bytes.append(corner) }
    for index in [0, 1, 2, 0, 2, 3] as [UInt8] { bytes.append([index, 0]) }
    return Data(bytes.bytes)
  }()

  static func text(
    nodes: String = #"[{"mesh": 0}]"#, primitive: String = #""indices": 1"#, buffer: String = "", more: String = ""
  ) -> String {
    """
    {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": \(nodes),
     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, \(primitive)}]}],
     "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
      {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
     "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
     "buffers": [{"byteLength": 60\(buffer)}]\(more)}
    """
  }

  static func binary(_ text: String, _ numbers: Data = numbers, version: UInt32 = 2) -> Data {
    let text = Data(text.utf8) + Data(repeating: 32, count: (4 - text.utf8.count % 4) % 4)
    func word(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).littleEndian) { Data($0) } }
    return Data("glTF".utf8) + word(Int(version)) + word(28 + text.count + numbers.count) + word(text.count)
      + Data("JSON".utf8) + text + word(numbers.count) + Data("BIN\0".utf8) + numbers
  }

  func read(_ text: String, _ numbers: Data = numbers) throws -> MeshDocument {
    try MeshFile.decode(Self.binary(text, numbers), name: "a.glb")
  }

  @Test func readsTrianglesFromEitherForm() throws {
    let data = Self.numbers.base64EncodedString()
    let embedded = Self.text(buffer: ", \"uri\": \"data:application/octet-stream;base64,\(data)\"")
    for document in [
      try read(Self.text()), try MeshFile.decode(Data(embedded.utf8), name: "a.gltf"),
    ] {
      #expect(document.positions == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
      #expect(document.triangles == [[0, 1, 2], [0, 2, 3]])
      #expect(!document.numbersVertices)
      #expect(document.prescribedUnit == .metres)
    }
  }

  /// Scaled by 2, turned by 90° about Z, moved; then by a parent's matrix, which exchanges X and Z.
  @Test func putsMeshesWhereTheirNodesSay() throws {
    let nodes = """
      [{"children": [1], "matrix": [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 10, 1]},
       {"mesh": 0, "scale": [2, 2, 2], "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476],
        "translation": [0, 5, 0]}]
      """
    let document = try read(Self.text(nodes: nodes))
    let expected: [Vector3] = [[0, 5, 10], [0, 7, 10], [0, 7, 8], [0, 5, 8]]
    for (a, b) in zip(document.positions, expected) { #expect((a - b).length < 1e-12, "\(a)") }
  }

  @Test func readsStripsAndFans() throws {
    #expect(try read(Self.text(primitive: #""mode": 5"#)).triangles == [[0, 1, 2], [2, 1, 3]])
    #expect(try read(Self.text(primitive: #""mode": 6"#)).triangles == [[0, 1, 2], [0, 2, 3]])
    // Lines are no surface.
    #expect(throws: MeshFileError.noVertices(file: "a.glb")) { try read(Self.text(primitive: #""mode": 1"#)) }
  }

  /// Without a choice the first scene is shown, a view is one of the first buffer, and a mesh without nodes is shown as it is.
  @Test func whatIsNotSaidHasItsDefault() throws {
    let whole = Self.text(nodes: #"[{"mesh": 0}, {"translation": [5, 0, 0]}]"#)
    let scenes = whole.replacingOccurrences(
      of: #""scene": 0, "scenes": [{"nodes": [0]}]"#, with: #""scenes": [{"nodes": [0]}, {"nodes": [1]}]"#)
    #expect(scenes != whole)
    #expect(try read(scenes).triangles == [[0, 1, 2], [0, 2, 3]])
    let views = whole.replacingOccurrences(of: #""buffer": 0, "#, with: "")
    #expect(views != whole)
    #expect(try read(views).triangles == [[0, 1, 2], [0, 2, 3]])
    #expect(try read(Self.text(nodes: "[]")).positions.count == 4)
  }

  /// Places of 12 bytes every 20, from the fourth byte of a view on that itself begins at the eighth.
  @Test func readsNumbersAmongOthers() throws {
    var bytes = LittleEndianBytes()
    bytes.append([UInt8](repeating: 9, count: 12))
    for corner in [[0, 0, 0], [1, 0, 0], [1, 2, 0], [0, 1, -3]] as [SIMD3<Float>] {
      bytes.append(corner)
      bytes.append([UInt8](repeating: 9, count: 8))
    }
    let indices = bytes.bytes.count
    for index in [0, 1, 2, 0, 2, 3] as [UInt8] { bytes.append([index, 0]) }
    let text = """
      {"asset": {"version": "2.0"}, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
       "accessors": [{"bufferView": 0, "byteOffset": 4, "componentType": 5126, "count": 4, "type": "VEC3"},
        {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
       "bufferViews": [{"buffer": 0, "byteOffset": 8, "byteLength": 84, "byteStride": 20},
        {"buffer": 0, "byteOffset": \(indices), "byteLength": 12}],
       "buffers": [{"byteLength": \(bytes.bytes.count)}]}
      """
    let document = try read(text, Data(bytes.bytes))
    #expect(document.positions == [[0, 0, 0], [1, 0, 0], [1, 2, 0], [0, 1, -3]])
    #expect(document.triangles == [[0, 1, 2], [0, 2, 3]])
  }

  @Test func saysWhatIsWrongAndWhere() {
    let good = Self.text()
    // Three vertices have no fourth.
    let fewer = good.replacingOccurrences(of: #""count": 4"#, with: #""count": 3"#)
    let numbers = MeshFileError.malformed(
      file: "a.glb", place: .text("accessors[1]"), expected: .phrase("gltf_numbers"), found: .phrase("something_else"))
    #expect(throws: numbers) { try read(fewer) }
    let whole = Self.binary(good)
    let short = MeshFileError.truncated(
      file: "a.glb", expected: .phrase("bytes_at_least", ["count": .count(whole.count)]), found: .count(whole.count - 1)
    )
    #expect(throws: short) { try MeshFile.decode(whole.dropLast(), name: "a.glb") }
    let brief = #expect(throws: MeshFileError.self) { try MeshFile.decode(whole.prefix(7), name: "a.glb") }
    #expect(brief?.problem == "expected glTF of version 2.0, found 0")
  }

  @Test func saysWhatToConvert() {
    for (text, found) in [
      (Self.text(buffer: #", "uri": "head.bin""#), FindingValue.phrase("gltf_of_files")),
      (
        Self.text(more: #", "extensionsRequired": ["KHR_draco_mesh_compression"]"#),
        .text("glTF, KHR_draco_mesh_compression")
      ),
    ] {
      #expect(throws: MeshFileError.needsConversion(file: "a.glb", found: found)) { try read(text) }
    }
  }

  @Test func refusesHostileFiles() throws {
    let good = Self.text()
    for (original, hostile) in [
      (#""count": 4"#, #""count": 5"#), (#""count": 4"#, #""count": -1"#), (#""count": 4"#, #""count": 1e18"#),
      (#""count": 6"#, #""count": 7"#), ("5126", "5123"), ("5123", "5126"),
      (#""byteLength": 48"#, #""byteLength": 99"#),
      (#""byteOffset": 48"#, #""byteOffset": 49"#), (#""byteOffset": 48"#, #""byteOffset": -8"#),
      (#""POSITION": 0"#, #""POSITION": 7"#), (#""buffer": 0"#, #""buffer": 3"#), (#""mesh": 0"#, #""mesh": 1"#),
      (#"{"mesh": 0}"#, #"{"children": [0]}"#), (#""nodes": [0]"#, #""nodes": [4]"#), ("[{", "[{{"),
      (#""type": "VEC3""#, #""type": "VEC2""#), (#""count": 4"#, #""count": 3"#),
    ] {
      let text = good.replacingOccurrences(of: original, with: hostile)
      #expect(text != good)
      let error = #expect(throws: MeshFileError.self, "\(hostile)") { try read(text) }
      #expect(error?.kind == .badData)
    }
    let whole = Self.binary(good)
    #expect(throws: MeshFileError.self) { try MeshFile.decode(whole.dropLast(), name: "a.glb") }
    #expect(throws: MeshFileError.self) { try MeshFile.decode(whole.prefix(10), name: "a.glb") }
    let old = #expect(throws: MeshFileError.self) {
      try MeshFile.decode(Self.binary(good, version: 1), name: "a.glb")
    }
    #expect(old?.problem == "expected glTF of version 2.0, found 1")
    var strange = Self.numbers
    strange.replaceSubrange(0..<4, with: [0, 0, 0xC0, 0x7F])
    #expect(throws: MeshFileError.notFinite(file: "a.glb", vertex: 0)) { try read(good, strange) }
  }

  /// A mesh that a thousand nodes show a thousand times each would fill the memory.
  @Test(.timeLimit(.minutes(1))) func showsNoNodeTwice() {
    let children = String(repeating: "1, ", count: 1000) + "1"
    #expect(throws: MeshFileError.self) {
      try read(Self.text(nodes: "[{\"children\": [\(children)]}, {\"mesh\": 0}]"))
    }
  }
}
