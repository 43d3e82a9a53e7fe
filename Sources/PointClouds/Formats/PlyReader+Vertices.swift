import Diagnostics
import Geometry

/// What a vertex property means here.
private enum VertexRole {
  case position(Int), normal(Int), color(Int), weight, other

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

  mutating func set(_ role: VertexRole, _ value: Double, isFloating: Bool) {
    switch role {
    case .position(let axis): position[axis] = value
    case .normal(let axis): normal[axis] = value
    case .color(let channel): color[channel] = isFloating ? value * 255 : value
    case .weight: weight = value
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
  var normals, colors, weights: Bool

  init(_ roles: [VertexRole]) {
    normals = roles.count { if case .normal = $0 { true } else { false } } == 3
    colors = roles.count { if case .color = $0 { true } else { false } } == 3
    weights = roles.contains { if case .weight = $0 { true } else { false } }
  }
}

extension MeshDocument {
  fileprivate mutating func append(_ record: VertexRecord, _ known: KnownAttributes) {
    positions.append(record.position)
    if known.normals { normals.append(SIMD3<Float>(record.normal)) }
    if known.colors { colors.append(color8(record.color)) }
    if known.weights { weights.append(Float(record.weight)) }
  }
}

/// A colour of 0 … 255 in eight bits; what is no number becomes 0.
func color8(_ color: Vector3) -> SIMD3<UInt8> {
  func channel(_ value: Double) -> UInt8 { value > 0 ? UInt8(min(value.rounded(), 255)) : 0 }
  return [channel(color.x), channel(color.y), channel(color.z)]
}
