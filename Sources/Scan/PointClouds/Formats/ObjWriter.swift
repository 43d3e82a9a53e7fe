import Geometry
import Platform

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
