import Foundation
import Geometry
import PointClouds
import TestSupport

/// A head as another scanner writes it: a mesh in mm and its landmarks.
enum EllipsoidHead {
  static let vertices = surface.positions.map { [$0.x, $0.y, $0.z] }
  static let faces = surface.triangles.map { [Int($0.x), Int($0.y), Int($0.z)] }
  /// The whole surface as a file.
  static let text = ply(vertices, faces)

  static let landmarks = """
    {"landmarks": {"sellion": {"point_mm": [0, 75, 0]}, "tragion_left": {"point_mm": [-60, 0, 0]},
      "tragion_right": {"point_mm": [60, 0, 0]}}}
    """

  /// An ellipsoid of 120 × 150 mm, 90 mm up and 60 mm down from its widest level, in mm.
  private static let surface = Mesh.globe(rings: 40, spokes: 80) { $0 * Vector3(60, 75, $0.z > 0 ? 90 : 60) }

  /// An ASCII PLY of a surface.
  static func ply(_ vertices: [[Double]], _ faces: [[Int]]) -> String {
    let header = """
      ply
      format ascii 1.0
      element vertex \(vertices.count)
      property double x
      property double y
      property double z
      element face \(faces.count)
      property list uchar int vertex_indices
      end_header

      """
    return header + vertices.map { "\($0[0]) \($0[1]) \($0[2])\n" }.joined()
      + faces.map { "3 \($0[0]) \($0[1]) \($0[2])\n" }.joined()
  }
}

extension Workspace {
  /// Runs `measure` on a mesh and landmarks.
  func measure(
    _ mesh: String, landmarks: String = EllipsoidHead.landmarks, name: String = "head.ply", _ more: [String] = []
  ) throws -> Command.Outcome {
    let files = (file(name), file("landmarks.json"))
    try Data(mesh.utf8).write(to: files.0)
    try Data(landmarks.utf8).write(to: files.1)
    return try Command.run(["measure", files.0.path, "--landmarks", files.1.path] + more)
  }
}
