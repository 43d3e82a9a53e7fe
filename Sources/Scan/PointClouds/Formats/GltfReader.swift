import Diagnostics
import Geometry
internal import Files
import Platform

/// Reads the surface of a glTF 2.0 file (Khronos 2021), binary or text with its numbers inside: the triangles of every mesh
/// of the scene, where its nodes put it.
///
/// The format has a default for most of what a file may lack, and its parts name each other by number, so the text is read as a
/// `JSONValue` and not key by key through `FileNode`.
enum GltfReader {
  private static let magic = "glTF"

  static func recognises(_ bytes: [UInt8], name: String) -> Bool {
    bytes.starts(with: magic.utf8) || [".glb", ".gltf"].contains { name.lowercased().hasSuffix($0) }
  }

  static func read(_ bytes: [UInt8], name: String) throws(MeshFileError) -> MeshDocument {
    guard bytes.starts(with: magic.utf8) else {
      var scene = try GltfScene(Data(bytes), binary: nil, name: name)
      return try scene.document()
    }
    let version = number(bytes, at: 4)
    guard version == 2 else {
      throw .malformed(
        file: name, place: .phrase("byte", ["byte": .count(4)]), expected: .phrase("gltf_of_version_2"),
        found: .count(version ?? 0))
    }
    var (chunks, position): ([ArraySlice<UInt8>], Int) = ([], 12)
    // The first holds the text, the second the numbers; others may follow.
    while chunks.count < 2, let length = number(bytes, at: position) {
      guard length <= bytes.count - position - 8 else {
        throw .truncated(
          file: name, expected: .phrase("bytes_at_least", ["count": .count(position + 8 + length)]),
          found: .count(bytes.count))
      }
      chunks.append(bytes[(position + 8)..<(position + 8 + length)])
      position += 8 + length
    }
    var scene = try GltfScene(
      Data(chunks.first ?? []), binary: chunks.count > 1 ? Array(chunks[1]) : nil, name: name)
    return try scene.document()
  }

  /// Four bytes as a number; nil where the file ends before.
  private static func number(_ bytes: [UInt8], at position: Int) -> Int? {
    guard position + 8 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
  }
}

/// The text of a glTF file and the numbers that it tells of.
private struct GltfScene {
  private typealias Object = [String: JSONValue]

  private let name: String
  private let root: Object
  private let binary: [UInt8]?
  private var buffers: [Int: [UInt8]] = [:]
  private var result: MeshDocument

  /// No more vertices are read than the largest file could hold: nodes may show a mesh any number of times.
  private static let most = (256 << 20) / 12

  init(_ text: Data, binary: [UInt8]?, name: String) throws(MeshFileError) {
    (self.name, self.binary, result) = (name, binary, MeshDocument(name: name))
    result.numbersVertices = false
    result.prescribedUnit = .metres
    guard case .group(let root)? = try? JSONText.decode(JSONValue.self, from: text) else {
      throw .malformed(file: name, place: .phrase("text"), expected: .text("JSON"), found: .phrase("something_else"))
    }
    self.root = root
    let packed = Self.list(root["extensionsRequired"]).compactMap(\.asText).first {
      $0.contains("compression") || $0.contains("quantization")
    }
    if let packed { throw .needsConversion(file: name, found: .text("glTF, \(packed)")) }
  }

  mutating func document() throws(MeshFileError) -> MeshDocument {
    let nodes = Self.list(root["nodes"])
    guard !nodes.isEmpty else {
      for mesh in Self.list(root["meshes"]) { try add(mesh.asObject, .identity) }
      return result
    }
    let scenes = Self.list(root["scenes"])
    let chosen = root["scene"]?.asCount ?? 0
    let children = Set(nodes.flatMap { Self.list($0.asObject["children"]).compactMap(\.asCount) })
    let roots =
      scenes.indices.contains(chosen)
      ? Self.list(scenes[chosen].asObject["nodes"]).compactMap(\.asCount)
      : nodes.indices.filter { !children.contains($0) }
    var (open, seen) = (roots.map { ($0, Affine.identity) }, 0)
    while let (index, parent) = open.popLast() {
      seen += 1
      guard nodes.indices.contains(index), seen <= nodes.count else {
        throw malformed("nodes", index, .phrase("gltf_tree"))
      }
      let node = nodes[index].asObject
      let transform = parent * Affine(node)
      if let mesh = node["mesh"] { try add(item("meshes", mesh), transform) }
      open += Self.list(node["children"]).compactMap(\.asCount).map { ($0, transform) }
    }
    return result
  }

  private mutating func add(_ mesh: Object, _ transform: Affine) throws(MeshFileError) {
    for primitive in Self.list(mesh["primitives"]) {
      let mode = primitive.asObject["mode"]?.asCount ?? 4
      guard (4...6).contains(mode), let place = primitive.asObject["attributes"]?.asObject["POSITION"] else { continue }
      let first = Int32(result.positions.count)
      let flat = try numbers(place, perItem: 3)
      guard result.positions.count + flat.count / 3 <= Self.most else {
        throw malformed("accessors", place.asCount, .phrase("vertices_at_most", ["limit": .count(Self.most)]))
      }
      for i in stride(from: 0, to: flat.count, by: 3) {
        result.positions.append(transform.applied(to: [flat[i], flat[i + 1], flat[i + 2]]))
      }
      let corners =
        try primitive.asObject["indices"].map { (place) throws(MeshFileError) in
          let indices = try numbers(place, perItem: 1)
          guard result.triangles.count + indices.count <= Self.most,
            indices.allSatisfy({ $0 >= 0 && $0 < Double(flat.count / 3) })
          else { throw malformed("accessors", place.asCount, .phrase("gltf_numbers")) }
          return indices.map { first + Int32($0) }
        } ?? (0..<Int32(flat.count / 3)).map { first + $0 }
      switch mode {
      case 4:
        for i in stride(from: 2, to: corners.count, by: 3) {
          result.triangles.append([corners[i - 2], corners[i - 1], corners[i]])
        }
      case 5: result.appendStrip(corners)
      default:
        for i in corners.indices.dropFirst(2) { result.triangles.append([corners[0], corners[i - 1], corners[i]]) }
      }
    }
  }

  /// The numbers of an accessor one after the other: floats three an item, or unsigned whole numbers one an item.
  private mutating func numbers(_ place: JSONValue, perItem: Int) throws(MeshFileError) -> [Double] {
    let accessor = try item("accessors", place)
    if accessor["sparse"] != nil { throw .needsConversion(file: name, found: .text("glTF, sparse")) }
    let sizes = perItem == 3 ? [5126: 4] : [5121: 1, 5123: 2, 5125: 4]
    guard let viewPlace = accessor["bufferView"], let count = accessor["count"]?.asCount, count >= 0,
      let size = accessor["componentType"]?.asCount.flatMap({ sizes[$0] }),
      accessor["type"]?.asText == (perItem == 3 ? "VEC3" : "SCALAR")
    else { throw malformed("accessors", place.asCount, .phrase("gltf_numbers")) }
    let view = try item("bufferViews", viewPlace)
    let bytes = try buffer(view["buffer"]?.asCount ?? 0)
    let stride = view["byteStride"]?.asCount ?? size * perItem
    let start = [view["byteOffset"], accessor["byteOffset"]].map { $0?.asCount ?? 0 }
    let length = view["byteLength"]?.asCount ?? 0
    guard (1...4096).contains(stride), start.allSatisfy({ (0...bytes.count).contains($0) }),
      (0...bytes.count).contains(length), count <= bytes.count,
      count == 0 || start[1] + stride * (count - 1) + size * perItem <= length, start[0] + length <= bytes.count
    else { throw malformed("accessors", place.asCount, .phrase("gltf_numbers")) }
    return bytes.withUnsafeBytes { raw in
      (0..<(count * perItem)).map { index in
        let at = start[0] + start[1] + stride * (index / perItem) + size * (index % perItem)
        let bits = (0..<size).reduce(UInt32(0)) { $0 | UInt32(raw[at + $1]) << UInt32(8 * $1) }
        return perItem == 3 ? Double(Float(bitPattern: bits)) : Double(bits)
      }
    }
  }

  /// The bytes of a buffer: those behind the text of a binary file, or those in the text.
  private mutating func buffer(_ index: Int) throws(MeshFileError) -> [UInt8] {
    if let known = buffers[index] { return known }
    guard let uri = try item("buffers", .count(index))["uri"]?.asText else {
      guard let binary, index == 0 else { throw malformed("buffers", index, .phrase("gltf_numbers")) }
      return binary
    }
    guard uri.hasPrefix("data:"), let comma = uri.firstIndex(of: ","),
      let data = Data(base64Encoded: String(uri[uri.index(after: comma)...]))
    else { throw .needsConversion(file: name, found: .phrase("gltf_of_files")) }
    buffers[index] = [UInt8](data)
    return buffers[index]!
  }

  private func item(_ key: String, _ place: JSONValue) throws(MeshFileError) -> Object {
    let items = Self.list(root[key])
    guard let index = place.asCount, items.indices.contains(index) else {
      throw malformed(key, place.asCount, .phrase("gltf_numbers"))
    }
    return items[index].asObject
  }

  private func malformed(_ key: String, _ index: Int?, _ expected: FindingValue) -> MeshFileError {
    .malformed(
      file: name, place: .text("\(key)[\(index.map(String.init) ?? "?")]"), expected: expected,
      found: .phrase("something_else"))
  }

  private static func list(_ value: JSONValue?) -> [JSONValue] {
    if case .list(let items)? = value { items } else { [] }
  }
}

/// A node's place: any affine map.
private struct Affine {
  /// The images of the axes, and of the origin.
  private var x, y, z, origin: Vector3

  static let identity = Affine(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], origin: .zero)

  private init(x: Vector3, y: Vector3, z: Vector3, origin: Vector3) {
    (self.x, self.y, self.z, self.origin) = (x, y, z, origin)
  }

  /// The map of a node to its parent: a matrix by columns, or a scale, then a rotation (a quaternion x, y, z, w), then a
  /// translation.
  init(_ node: [String: JSONValue]) {
    func numbers(_ key: String, _ count: Int) -> [Double]? {
      guard case .list(let items)? = node[key] else { return nil }
      let numbers = items.compactMap(\.asNumber)
      return numbers.count == count ? numbers : nil
    }
    if let m = numbers("matrix", 16) {
      self.init(x: [m[0], m[1], m[2]], y: [m[4], m[5], m[6]], z: [m[8], m[9], m[10]], origin: [m[12], m[13], m[14]])
      return
    }
    let (t, s) = (numbers("translation", 3) ?? [0, 0, 0], numbers("scale", 3) ?? [1, 1, 1])
    let q = numbers("rotation", 4) ?? [0, 0, 0, 1]
    let (u, w) = (Vector3(q[0], q[1], q[2]), q[3])
    func turned(_ v: Vector3) -> Vector3 { v + 2 * u.cross(u.cross(v) + w * v) }
    self.init(
      x: turned([s[0], 0, 0]), y: turned([0, s[1], 0]), z: turned([0, 0, s[2]]), origin: [t[0], t[1], t[2]])
  }

  func applied(to p: Vector3) -> Vector3 { x * p.x + y * p.y + z * p.z + origin }

  /// The second map, then the first.
  static func * (a: Affine, b: Affine) -> Affine {
    let turned = { (v: Vector3) in a.applied(to: v) - a.origin }
    return Affine(x: turned(b.x), y: turned(b.y), z: turned(b.z), origin: a.applied(to: b.origin))
  }
}

extension JSONValue {
  /// The members of an object; none of anything else.
  fileprivate var asObject: [String: JSONValue] { if case .group(let members) = self { members } else { [:] } }
  /// A text; nil for anything else.
  fileprivate var asText: String? { if case .text(let text) = self { text } else { nil } }
}
