import Foundation

/// A head as another scanner writes it: a mesh in mm and its landmarks.
enum EllipsoidHead {
  static var vertices: [[Double]] { surface.vertices }
  static var faces: [[Int]] { surface.faces }
  /// The whole surface as a file.
  static let text = ply(vertices, faces)

  static let landmarks = """
    {"landmarks": {"sellion": {"point_mm": [0, 75, 0]}, "tragion_left": {"point_mm": [-60, 0, 0]},
      "tragion_right": {"point_mm": [60, 0, 0]}}}
    """

  /// An ellipsoid of 120 × 150 mm, 90 mm up and 60 mm down from its widest level, in mm.
  private static let surface: (vertices: [[Double]], faces: [[Int]]) = {
    let (rings, spokes) = (40, 80)
    let vertices = (0...rings).flatMap { i in
      (0..<spokes).map { j -> [Double] in
        let (polar, azimuth) = (Double.pi * Double(i) / Double(rings), 2 * Double.pi * Double(j) / Double(spokes))
        let height = i < rings / 2 ? 90.0 : 60.0
        return [60 * sin(polar) * cos(azimuth), 75 * sin(polar) * sin(azimuth), height * cos(polar)]
      }
    }
    let at = { (i: Int, j: Int) in i * spokes + j % spokes }
    let faces = (0..<rings).flatMap { i in
      (0..<spokes).flatMap { j in
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
      }
    }
    return (vertices, faces)
  }()

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
