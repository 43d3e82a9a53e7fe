import Geometry
import Platform

/// Writes binary STL with face normals.
enum StlWriter {
  static func data(_ mesh: Mesh, unit: LengthUnit) -> Data {
    var bytes = LittleEndianBytes()
    bytes.reserve(84 + 50 * mesh.triangles.count)
    bytes.append([UInt8](repeating: 32, count: 80))
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
