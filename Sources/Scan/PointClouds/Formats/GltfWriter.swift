internal import Files
import Geometry
import Platform

/// Writes binary glTF 2.0 (Khronos 2021): one mesh in metres, with normals and colours where they are known.
enum GltfWriter {
  /// - Throws: an `EncodingError` for a mesh without vertices, or with one that is not finite.
  static func data(_ mesh: Mesh, comments: [String]) throws -> Data {
    var buffer = GltfBuffer()
    var attributes = ["POSITION": buffer.add(positions: mesh.positions)]
    if !mesh.normals.isEmpty { attributes["NORMAL"] = buffer.add(normals: mesh.normals) }
    if !mesh.colors.isEmpty { attributes["COLOR_0"] = buffer.add(colors: mesh.colors) }
    let indices = buffer.add(triangles: mesh.triangles)
    let primitive: [String: JSONValue] = [
      "attributes": .group(attributes.mapValues { .count($0) }), "indices": .count(indices), "material": .count(0),
    ]
    let scene: [String: JSONValue] = [
      "asset": .group([
        "version": .text("2.0"), "generator": .text("Calvaria"),
        "extras": .group(["comments": .list(comments.map { .text($0) })]),
      ]),
      "scene": .count(0), "scenes": .list([.group(["nodes": .list([.count(0)])])]),
      "nodes": .list([.group(["name": .text("head"), "mesh": .count(0)])]),
      "meshes": .list([.group(["name": .text("head"), "primitives": .list([.group(primitive)])])]),
      "materials": .list([.group(skin)]),
      "accessors": .list(buffer.accessors), "bufferViews": .list(buffer.views),
      "buffers": .list([.group(["byteLength": .count(buffer.bytes.bytes.count)])]),
    ]
    return file(try JSONText.encode(JSONValue.group(scene), isOneLine: true), buffer.bytes.bytes)
  }

  /// A dull surface that is seen from within, too: a head is open below.
  private static let skin: [String: JSONValue] = [
    "doubleSided": .flag(true),
    "pbrMetallicRoughness": .group(["metallicFactor": .count(0), "roughnessFactor": .count(1)]),
  ]

  /// The header, and both parts with theirs; a part's length is a multiple of four.
  private static func file(_ text: Data, _ numbers: [UInt8]) -> Data {
    let text = text + Data(repeating: UInt8(ascii: " "), count: (4 - text.count % 4) % 4)
    var bytes = LittleEndianBytes()
    bytes.reserve(28 + text.count + numbers.count)
    bytes.append("glTF".utf8)
    for word in [2, 28 + text.count + numbers.count, text.count] { bytes.append(UInt32(word)) }
    bytes.append("JSON".utf8)
    bytes.append(text)
    bytes.append(UInt32(numbers.count))
    bytes.append("BIN\0".utf8)
    bytes.append(numbers)
    return Data(bytes.bytes)
  }
}

/// The numbers of a glTF file, and what its text says of them; each item takes a multiple of four bytes.
private struct GltfBuffer {
  private(set) var bytes = LittleEndianBytes()
  private(set) var views: [JSONValue] = []
  private(set) var accessors: [JSONValue] = []

  /// What numbers are for, and of which type they are, by glTF's codes.
  private static let (vertices, corners) = (34962, 34963)
  private static let (float, short, long) = (5126, 5123, 5125)

  mutating func add(positions: [Vector3]) -> Int {
    let places = positions.map { SIMD3<Float>($0) }
    let low = places.reduce(SIMD3(repeating: .infinity), pointwiseMin)
    let high = places.reduce(SIMD3(repeating: -.infinity), pointwiseMax)
    func corner(_ place: SIMD3<Float>) -> JSONValue { .list((0..<3).map { .number(Double(place[$0])) }) }
    return add(places.count, Self.float, "VEC3", ["min": corner(low), "max": corner(high)]) { bytes in
      for place in places { bytes.append(place) }
    }
  }

  /// A normal that is not known points up: the format takes unit vectors alone.
  mutating func add(normals: [SIMD3<Float>]) -> Int {
    add(normals.count, Self.float, "VEC3") { bytes in
      for normal in normals {
        let length = (normal * normal).sum().squareRoot()
        bytes.append(length > 0.5 ? normal / length : [0, 1, 0])
      }
    }
  }

  /// Colours are linear in glTF: sixteen bits keep every shade of eight.
  mutating func add(colors: [SIMD3<UInt8>]) -> Int {
    add(colors.count, Self.short, "VEC4", ["normalized": .flag(true)]) { bytes in
      for color in colors {
        for value in (0..<3).map({ Self.linear[Int(color[$0])] }) + [.max] {
          bytes.append([UInt8(value & 255), UInt8(value >> 8)])
        }
      }
    }
  }

  mutating func add(triangles: [SIMD3<Int32>]) -> Int {
    add(3 * triangles.count, Self.long, "SCALAR", for: Self.corners) { bytes in
      for triangle in triangles { for k in 0..<3 { bytes.append(UInt32(triangle[k])) } }
    }
  }

  private mutating func add(
    _ count: Int, _ type: Int, _ kind: String, _ more: [String: JSONValue] = [:], for use: Int = vertices,
    _ write: (inout LittleEndianBytes) -> Void
  ) -> Int {
    let start = bytes.bytes.count
    write(&bytes)
    views.append(
      .group([
        "buffer": .count(0), "byteOffset": .count(start), "byteLength": .count(bytes.bytes.count - start),
        "target": .count(use),
      ]))
    let accessor: [String: JSONValue] = [
      "bufferView": .count(views.count - 1), "componentType": .count(type), "count": .count(count), "type": .text(kind),
    ]
    accessors.append(.group(accessor.merging(more) { $1 }))
    return accessors.count - 1
  }

  /// Values of sRGB (IEC 61966-2-1) as shares of 65535 of the light.
  private static let linear: [UInt16] = (0...255).map { value in
    let share = Double(value) / 255
    let light = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    return UInt16((light * 65535).rounded())
  }
}
