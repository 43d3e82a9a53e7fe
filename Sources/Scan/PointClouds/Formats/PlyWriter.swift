import Geometry
import Platform

/// Writes binary little-endian PLY: float32 positions, then normals, colours, `quality` and `deviation` where they are known.
enum PlyWriter {
  static func data(
    _ mesh: Mesh, unit: LengthUnit, comments: [String], faces: Bool = true, scalars: [VertexScalar] = []
  ) -> Data {
    var bytes = LittleEndianBytes()
    let header = header(mesh, comments: comments, faces: faces, scalars: scalars)
    let attributes =
      (mesh.normals.isEmpty ? 0 : 12) + (mesh.colors.isEmpty ? 0 : 3) + (mesh.weights.isEmpty ? 0 : 4)
      + (mesh.deviations.isEmpty ? 0 : 4) + 4 * scalars.count
    bytes.reserve(header.utf8.count + mesh.positions.count * (12 + attributes) + mesh.triangles.count * 13)
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
