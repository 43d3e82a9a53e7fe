import Foundation
import Testing

/// `measure`: meshes and landmarks of other scanners.
@Suite struct MeshTests {
  /// An ellipsoid of 120 × 150 mm, 90 mm up and 60 mm down from its widest level, in mm.
  static let head: (vertices: [[Double]], faces: [[Int]]) = {
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

  static let landmarks = """
    {"landmarks": {"sellion": {"point_mm": [0, 75, 0]}, "tragion_left": {"point_mm": [-60, 0, 0]},
      "tragion_right": {"point_mm": [60, 0, 0]}}}
    """

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

  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  func measure(
    _ mesh: String, landmarks: String = MeshTests.landmarks, name: String = "head.ply", _ more: [String] = []
  ) throws -> Command.Outcome {
    let files = (workspace.file(name), workspace.file("landmarks.json"))
    try Data(mesh.utf8).write(to: files.0)
    try Data(landmarks.utf8).write(to: files.1)
    return try Command.run(["measure", files.0.path, "--landmarks", files.1.path] + more)
  }

  @Test func aSoundMeshIsMeasured() throws {
    let text = Self.ply(Self.head.vertices, Self.head.faces)
    let table = try measure(text, ["--units", "mm"])
    #expect(table.status == 0 && table.stderr.isEmpty, Comment(rawValue: table.narration))
    #expect(table.text.contains("CVAI") && table.text.contains("Circumference"))
    let json = try measure(text, ["--json"])
    #expect(json.status == 0)
    #expect(json.narration.contains("head.ply: no unit given") && json.lines.count == 1)
    let result = try ResultFile(json.stdout)
    #expect(result["status"] as? String == "complete")
    // Cut at 27 mm of 90: the ellipse of 150 × 120 mm scaled by the square root of 1 − 0.3².
    let length = try #require(result["measures.length.value"] as? Double)
    #expect(abs(length - 150 * (1 - 0.09).squareRoot()) < 0.5)
    #expect(abs(try #require(result["measures.cvai.value"] as? Double)) < 0.05)
  }

  @Test func withoutALandmarkTheMeasuresAreWithheld() throws {
    let landmarks = #"{"landmarks": {"sellion": {"point_mm": [0, 75, 0]}}}"#
    let outcome = try measure(Self.ply(Self.head.vertices, Self.head.faces), landmarks: landmarks, ["--units", "mm"])
    #expect(outcome.status == 2 && outcome.stderr.isEmpty)
    #expect(outcome.text.contains("tragion left was not picked"))
  }

  @Test func anEmptyMesh() throws {
    try measure(Self.ply([], [])).expectFailure(65, says: ["head.ply", "no vertices"])
    try measure("").expectFailure(65, says: ["head.ply"])
  }

  @Test func aMeshWithNaN() throws {
    var vertices = Self.head.vertices
    vertices[100][1] = .nan
    try measure(Self.ply(vertices, Self.head.faces)).expectFailure(65, says: ["head.ply, vertex 100", "NaN"])
  }

  @Test func aMeshWithoutFaces() throws {
    try measure(Self.ply(Self.head.vertices, [])).expectFailure(65, says: ["head.ply", "no faces", "triangles"])
  }

  @Test func aMeshWhoseFacesNameNoVertex() throws {
    try measure(Self.ply(Self.head.vertices, [[0, 1, 9_999_999]]))
      .expectFailure(65, says: ["head.ply, face 0", "9999999"])
  }

  @Test func aMeshThatIsCutShort() throws {
    let text = Self.ply(Self.head.vertices, Self.head.faces)
    try measure(String(text.prefix(text.count / 2))).expectFailure(65, says: ["head.ply", "export or copy"])
  }

  @Test func aTextFile() throws {
    try measure("Dear all,\nthe scan follows.\n", name: "note.txt")
      .expectFailure(65, says: ["note.txt", "PLY, STL or OBJ"])
  }

  @Test func aMeshThatIsNotThere() throws {
    try Command.run("measure", "/no/such.ply", "--landmarks", "/no/such.json")
      .expectFailure(66, says: ["/no/such.json"])
    try Data(Self.landmarks.utf8).write(to: workspace.file("landmarks.json"))
    try Command.run("measure", "/no/such.ply", "--landmarks", workspace.file("landmarks.json").path)
      .expectFailure(66, says: ["/no/such.ply"])
  }

  @Test func clicksInsteadOfPoints() throws {
    let clicks = #"{"landmarks": {"sellion": [{"frame": "1", "pixel": [1, 2]}]}}"#
    try measure(Self.ply(Self.head.vertices, Self.head.faces), landmarks: clicks)
      .expectFailure(78, says: ["landmarks.json, sellion", "point_mm", "clicks"])
  }

  @Test func landmarksAwayFromTheMesh() throws {
    let away = Self.landmarks.replacingOccurrences(of: "[0, 75, 0]", with: "[0, 120, 0]")
    try measure(Self.ply(Self.head.vertices, Self.head.faces), landmarks: away, ["--units", "mm"])
      .expectFailure(65, says: ["landmark sellion", "45", "frame and unit"])
  }

  @Test func aMeshOfNoHeadsSize() throws {
    let small = Self.head.vertices.map { $0.map { $0 * 1e-4 } }
    try measure(Self.ply(small, Self.head.faces)).expectFailure(65, says: ["head.ply", "--units"])
    let large = Self.head.vertices.map { $0.map { $0 / 10 } }
    try measure(Self.ply(large, Self.head.faces), ["--units", "m"])
      .expectFailure(65, says: ["head.ply", "15.0 m", "numbers in m", "a head in cm"])
  }

  @Test func landmarksByVertex() throws {
    // The widest ring is the 20th; its spokes start at the right ear and go round by the front.
    let landmarks =
      #"{"landmarks": {"sellion": {"vertex": 1620}, "tragion_left": {"vertex": 1640}, "tragion_right": {"vertex": 1600}}}"#
    let text = Self.ply(Self.head.vertices, Self.head.faces)
    let byVertex = try measure(text, landmarks: landmarks, ["--units", "mm"])
    let byPoint = try measure(text, ["--units", "mm"])
    #expect(byVertex.status == 0 && byVertex.stdout == byPoint.stdout, Comment(rawValue: byVertex.narration))
    try measure(text, landmarks: landmarks.replacingOccurrences(of: "1620", with: "999999"))
      .expectFailure(65, says: ["landmarks.json, sellion", "0 to 3279", "999999"])
  }

  @Test(arguments: [
    ([0, 2, 1], "left and right are exchanged"), ([1, 2, 0], "which landmark is which"),
    ([2, 0, 1], "which landmark is which"), ([0, 1, 1], "one line"),
  ])
  func landmarksThatHaveChangedPlaces(_ order: [Int], _ says: String) throws {
    let places = ["[0, 75, 0]", "[-60, 0, 0]", "[60, 0, 0]"]
    let entries = zip(["sellion", "tragion_left", "tragion_right"], order).map {
      "\"\($0)\": {\"point_mm\": \(places[$1])}"
    }
    try measure(
      Self.ply(Self.head.vertices, Self.head.faces), landmarks: "{\"landmarks\": {\(entries.joined(separator: ", "))}}",
      ["--units", "mm"]
    ).expectFailure(65, says: ["landmarks.json", says])
  }

  @Test func aDeviceIsNotRead() throws {
    try Data(Self.landmarks.utf8).write(to: workspace.file("landmarks.json"))
    try Command.run("measure", "/dev/zero", "--landmarks", workspace.file("landmarks.json").path)
      .expectFailure(66, says: ["/dev/zero"])
  }

  @Test func aHoleAcrossTheSectionWithholds() throws {
    let open = Self.head.faces.filter { face in
      let corners = face.map { Self.head.vertices[$0] }
      return !corners.allSatisfy { $0[1] < -55 && abs($0[2] - 27) < 15 }
    }
    let outcome = try measure(Self.ply(Self.head.vertices, open), ["--units", "mm"])
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("at the back, where the surface was not seen"), Comment(rawValue: outcome.text))
  }
}
