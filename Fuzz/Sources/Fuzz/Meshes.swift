import Foundation
import Phantom

@testable import PointClouds

extension Target {
  /// Mesh files of every format, and surfaces made of them.
  static let meshes: [Target] = [
    mesh(
      "ply",
      [
        "ply", "format ascii 1.0", "format binary_little_endian 1.0", "format binary_big_endian 1.0", "comment ",
        "element vertex ", "element face ", "property list uchar int vertex_indices", "property float x",
        "property double y", "property uchar red", "property int ", "end_header\n", "nan", "1e400", "-0",
      ]
    ) { mesh in [.ascii, .binary].map { ply(mesh, $0) } },
    mesh("stl", ["solid ", "facet normal ", "outer loop", "vertex ", "endloop", "endfacet", "endsolid", "nan", "1e39"])
    {
      [MeshFile.encode($0, as: .stl, unit: .millimetres), asciiSTL($0)]
    },
    mesh("obj", ["v ", "vn ", "vt ", "f ", "1//1", "1/1/1", "-1", "#", "\\\n", "o ", "nan", "1e400"]) {
      [MeshFile.encode($0, as: .obj, unit: .millimetres)]
    },
    mesh(
      "glb", ["glTF", "JSON", "BIN\0", "\"bufferView\":", "\"byteOffset\":", "\"componentType\":5126", "\"matrix\":"]
    ) {
      [try MeshFile.glb($0)]
    },
    surface,
  ]

  private enum Kind { case ascii, binary }

  private static func ply(_ mesh: Mesh, _ kind: Kind) -> Data {
    guard kind == .ascii else { return MeshFile.encode(mesh, as: .ply, unit: .millimetres) }
    let vertices = mesh.positions.map { "\($0.x) \($0.y) \($0.z)\n" }.joined()
    let faces = mesh.triangles.map { "3 \($0[0]) \($0[1]) \($0[2])\n" }.joined()
    return Data(
      """
      ply
      format ascii 1.0
      comment unit m
      element vertex \(mesh.positions.count)
      property double x
      property double y
      property double z
      element face \(mesh.triangles.count)
      property list uchar int vertex_indices
      end_header
      \(vertices)\(faces)
      """.utf8)
  }

  private static func asciiSTL(_ mesh: Mesh) -> Data {
    let facets = mesh.triangles.map { triangle in
      let corners = (0..<3).map { k in
        let p = mesh.positions[Int(triangle[k])]
        return "vertex \(p.x) \(p.y) \(p.z)\n"
      }
      return "facet normal 0 0 0\nouter loop\n\(corners.joined())endloop\nendfacet\n"
    }
    return Data("solid head\n\(facets.joined())endsolid head\n".utf8)
  }

  /// A mesh file: what is read of it is written in every format and read back.
  private static func mesh(
    _ ending: String, _ words: [String], _ write: @escaping @Sendable (Mesh) throws -> [Data]
  ) -> Target {
    Target(
      name: ending, words: words, seeds: { try write(PhantomHead(HeadShape()).mesh(subdivisions: 1)) },
      prepare: {
        { bytes in
          let mesh = try MeshFile.decode(bytes, name: "head.\(ending)").mesh(unit: .metres)
          // Formats of single precision have no place for larger numbers; no head comes near.
          guard mesh.positions.allSatisfy({ max(abs($0.x), abs($0.y), abs($0.z)) < 1e6 }), !mesh.triangles.isEmpty
          else {
            return
          }
          for format in [MeshFormat.ply, .stl, .obj] {
            Check.isReadBack(mesh, isRounded: true) {
              MeshFile.encode($0, as: format, unit: .metres)
            } read: {
              try MeshFile.decode($0, name: "head.\(format)").mesh(unit: .metres)
            }
          }
        }
      })
  }

  /// A mesh of any shape, cleaned as `measure` does.
  private static let surface = Target(
    name: "surface", seeds: { try [ply(PhantomHead(HeadShape()).mesh(subdivisions: 1), .binary)] },
    prepare: {
      { bytes in
        let surface = try HeadSurface(ofFile: MeshFile.decode(bytes, name: "head.ply").mesh(unit: .millimetres))
        Check.that(surface.positions.allSatisfy { $0.isFinite }, "a surface with places that are not finite")
      }
    })
}
