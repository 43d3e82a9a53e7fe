import Foundation
import TestSupport
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

  @Test func everyProtocolSideBySide() throws {
    let text = Self.ply(Self.head.vertices, Self.head.faces)
    let table = try measure(text, ["--units", "mm", "--all-protocols"])
    #expect(table.status == 0, Comment(rawValue: table.narration))
    let names = [
      "calvaria-default", "ear-line-axis", "longest-section", "greatest-circumference", "bounding-box-centre",
      "diagonals-at-40", "shorter-denominator", "cap-included",
    ]
    for name in names { #expect(table.text.contains("\n\(name) ")) }
    let json = try measure(text, ["--units", "mm", "--all-protocols", "--json", "--cap-thickness-mm", "1"])
    #expect(json.status == 0)
    let root = try #require(JSONSerialization.jsonObject(with: json.stdout) as? [String: Any])
    let results = try #require(root["results"] as? [[String: Any]])
    let found = results.compactMap { ($0["protocol"] as? [String: Any])?["name"] as? String }
    #expect(found == names)
    // The widest section of the ellipsoid is the base plane's: 150 mm, and 148 under a cap of 1 mm.
    let lengths = results.compactMap { result -> Double? in
      ((result["measures"] as? [String: Any])?["length"] as? [String: Any])?["value"] as? Double
    }
    #expect(lengths.count == names.count)
    #expect(abs(lengths[7] - lengths[0] - 2) < 0.2)
  }

  @Test func aProtocolAndScalesOfTheUsers() throws {
    let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets")
    let text = try String(contentsOf: folder.appendingPathComponent("protocols/calvaria-default.yaml"), encoding: .utf8)
      .replacingOccurrences(of: "name: calvaria-default", with: "name: mine")
      .replacingOccurrences(of: "fraction: 0.3", with: "fraction: 0.5")
    try Data(text.utf8).write(to: workspace.file("mine.yaml"))
    let ply = Self.ply(Self.head.vertices, Self.head.faces)
    let outcome = try measure(
      ply,
      [
        "--units", "mm", "--json", "--protocol", workspace.file("mine.yaml").path, "--scale", "mortenson-steinbok",
        "--scale",
        folder.appendingPathComponent("scales/skully-care.yaml").path,
      ])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["protocol.name"] as? String == "mine")
    #expect(abs(try #require(result["measures.length.value"] as? Double) - 150 * 0.75.squareRoot()) < 0.5)
    #expect(result["severity.scale"] as? String == "mortenson-steinbok")
    let grades = try #require(result["severities"] as? [[String: Any]])
    #expect(grades.compactMap { $0["scale"] as? String } == ["mortenson-steinbok", "skully-care"])
    #expect(grades.compactMap { $0["level"] as? Int } == [1, 1])
  }

  @Test func normsByAgeAndSex() throws {
    let ply = Self.ply(Self.head.vertices, Self.head.faces)
    let norms = ["--units", "mm", "--age-months", "6", "--sex", "female"]
    let table = try measure(ply, norms + ["--protocol", "greatest-circumference"])
    #expect(table.status == 0, Comment(rawValue: table.narration))
    #expect(table.text.contains("Circumference by cdc-2000-head-circumference: z "))
    let plain = try measure(ply, norms)
    #expect(plain.text.contains("withheld: the table holds for the section of greatest circumference"))
    for wrong in [
      ["--age-months", "6"], ["--sex", "male"], ["--norms", "x"], ["--age-months", "-1", "--sex", "male"],
    ] {
      #expect(try measure(ply, ["--units", "mm"] + wrong).status == 64)
    }
  }

  @Test(
    arguments: [
      (["--protocol", "no-such"], Int32(66), ["no-such", "calvaria-default", "found neither"]),
      (["--scale", "/no/such.yaml"], 66, ["/no/such.yaml", "choa", "found neither"]),
      (["--norms", "nothing", "--age-months", "6", "--sex", "male"], 66, ["nothing", "cdc-2000"]),
      (["--protocol", "landmarks.json"], 66, ["landmarks.json"]),
    ] as [([String], Int32, [String])]) func definitionsThatAreNotThere(
      _ more: [String], _ code: Int32, _ says: [String]
    ) throws
  {
    try measure(Self.ply(Self.head.vertices, Self.head.faces), ["--units", "mm"] + more).expectFailure(code, says: says)
  }

  @Test(arguments: [
    ("fraction: 0.3", "fraction: 1.3", ["line 9", "`level.fraction`", "0.02 to 0.95", "\"1.3\""]),
    ("fraction: 0.3", "fraction: .nan", ["`level.fraction`", ".nan"]),
    ("ap_axis", "forward", ["line 8, `forward`", "ap_axis", "an unknown key"]),
    (
      "{rule: fraction_of_vertex_height, fraction: 0.3}", "{rule: height, height_mm: 120}",
      ["level", "90 mm", "120 mm"]
    ),
  ]) func aWrongProtocol(_ part: String, _ wrong: String, _ says: [String]) throws {
    let file = SharedMaterial.packageRoot.appendingPathComponent("Datasets/protocols/calvaria-default.yaml")
    let text = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: part, with: wrong)
    try Data(text.utf8).write(to: workspace.file("wrong.yaml"))
    try measure(
      Self.ply(Self.head.vertices, Self.head.faces), ["--units", "mm", "--protocol", workspace.file("wrong.yaml").path]
    ).expectFailure(78, says: says)
  }

  @Test func aWrongScale() throws {
    let file = SharedMaterial.packageRoot.appendingPathComponent("Datasets/scales/choa.yaml")
    let text = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: "below: 6.25", with: "below: 2")
    try Data(text.utf8).write(to: workspace.file("wrong.yaml"))
    try measure(
      Self.ply(Self.head.vertices, Self.head.faces), ["--units", "mm", "--scale", workspace.file("wrong.yaml").path]
    ).expectFailure(78, says: ["wrong.yaml, line", "`levels[1].below`", "above 3.5", "\"2\""])
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
