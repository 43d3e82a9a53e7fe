import Foundation
import TestSupport
import Testing

/// `measure`: meshes and landmarks that can't be used.
@Suite struct BadMeshTests {
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  @Test func anEmptyMesh() throws {
    try workspace.measure(EllipsoidHead.ply([], [])).expectFailure(65, says: ["head.ply", "no vertices"])
    try workspace.measure("").expectFailure(65, says: ["head.ply"])
  }

  @Test func aMeshWithNaN() throws {
    var vertices = EllipsoidHead.vertices
    vertices[100][1] = .nan
    try workspace.measure(EllipsoidHead.ply(vertices, EllipsoidHead.faces)).expectFailure(
      65, says: ["head.ply, vertex 100", "NaN"])
  }

  @Test func aMeshWithoutFaces() throws {
    try workspace.measure(EllipsoidHead.ply(EllipsoidHead.vertices, [])).expectFailure(
      65, says: ["head.ply", "no faces", "triangles"])
  }

  @Test func aMeshWhoseFacesNameNoVertex() throws {
    try workspace.measure(EllipsoidHead.ply(EllipsoidHead.vertices, [[0, 1, 9_999_999]]))
      .expectFailure(65, says: ["head.ply, face 0", "9999999"])
  }

  @Test func aMeshThatIsCutShort() throws {
    let text = EllipsoidHead.text
    try workspace.measure(String(text.prefix(text.count / 2))).expectFailure(65, says: ["head.ply", "export or copy"])
  }

  @Test func aTextFile() throws {
    try workspace.measure("Dear all,\nthe scan follows.\n", name: "note.txt")
      .expectFailure(65, says: ["note.txt", "PLY, STL, OBJ or glTF"])
  }

  @Test func aMeshThatIsNotThere() throws {
    try Command.run("measure", "/no/such.ply", "--landmarks", "/no/such.json")
      .expectFailure(66, says: ["/no/such.json"])
    try Data(EllipsoidHead.landmarks.utf8).write(to: workspace.file("landmarks.json"))
    try Command.run("measure", "/no/such.ply", "--landmarks", workspace.file("landmarks.json").path)
      .expectFailure(66, says: ["/no/such.ply"])
  }

  @Test func clicksInsteadOfPoints() throws {
    let clicks = #"{"landmarks": {"sellion": [{"frame": "1", "pixel": [1, 2]}]}}"#
    try workspace.measure(EllipsoidHead.text, landmarks: clicks)
      .expectFailure(78, says: ["landmarks.json, sellion", "point_mm", "clicks"])
  }

  @Test func landmarksAwayFromTheMesh() throws {
    let away = EllipsoidHead.landmarks.replacingOccurrences(of: "[0, 75, 0]", with: "[0, 120, 0]")
    try workspace.measure(EllipsoidHead.text, landmarks: away, ["--units", "mm"])
      .expectFailure(65, says: ["landmark sellion", "45", "frame and unit"])
  }

  @Test func aMeshOfNoHeadsSize() throws {
    let small = EllipsoidHead.vertices.map { $0.map { $0 * 1e-4 } }
    try workspace.measure(EllipsoidHead.ply(small, EllipsoidHead.faces)).expectFailure(
      65, says: ["head.ply", "--units"])
    let large = EllipsoidHead.vertices.map { $0.map { $0 / 10 } }
    try workspace.measure(EllipsoidHead.ply(large, EllipsoidHead.faces), ["--units", "m"])
      .expectFailure(65, says: ["head.ply", "15.0 m", "numbers in m", "a head in cm"])
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
    try workspace.measure(
      EllipsoidHead.text, landmarks: "{\"landmarks\": {\(entries.joined(separator: ", "))}}",
      ["--units", "mm"]
    ).expectFailure(65, says: ["landmarks.json", says])
  }

  /// A vertex at the right end of the section, 10 m away.
  @Test func aFarVertexIsCutAndSaid() throws {
    var vertices = EllipsoidHead.vertices
    let right = vertices.indices.max { vertices[$0][0] + vertices[$0][2] / 9 < vertices[$1][0] + vertices[$1][2] / 9 }!
    vertices[right][0] += 10_000
    let outcome = try workspace.measure(EllipsoidHead.ply(vertices, EllipsoidHead.faces), ["--units", "mm"])
    #expect(outcome.text.contains("Warning: the mesh is damaged: 1 vertex off the surface cut."), "\(outcome.text)")
    #expect(!outcome.text.contains("10120"))
    #expect(!outcome.text.contains("10060"))
  }

  @Test func muchDamageIsRefused() throws {
    var vertices = EllipsoidHead.vertices
    for i in stride(from: 400, to: 2800, by: 47) { vertices[i] = vertices[i].map { $0 * 1.1 } }
    try workspace.measure(EllipsoidHead.ply(vertices, EllipsoidHead.faces), ["--units", "mm"])
      .expectFailure(65, says: ["head.ply", "52 damaged places", "copy the mesh again"])
  }

  @Test func aPipeIsNotOpened() throws {
    #expect(mkfifo(workspace.file("head.ply").path, 0o600) == 0)
    try Data(EllipsoidHead.landmarks.utf8).write(to: workspace.file("landmarks.json"))
    try Command.run("measure", workspace.file("head.ply").path, "--landmarks", workspace.file("landmarks.json").path)
      .expectFailure(66, says: ["head.ply", "not a regular file"])
  }

  @Test func aHugeFileIsNotRead() throws {
    try Data("ply\n".utf8).write(to: workspace.file("head.ply"))
    #expect(truncate(workspace.file("head.ply").path, 300 << 20) == 0)
    try Data(EllipsoidHead.landmarks.utf8).write(to: workspace.file("landmarks.json"))
    try Command.run("measure", workspace.file("head.ply").path, "--landmarks", workspace.file("landmarks.json").path)
      .expectFailure(65, says: ["head.ply", "256 MiB", "300 MiB"])
  }

  @Test(arguments: ["1e-320", "0.009", "nan", "-1", "21"]) func aCapThicknessThatIsNone(_ thickness: String) throws {
    let outcome = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--cap-thickness-mm=\(thickness)"])
    #expect(!outcome.wasKilled)
    #expect(outcome.status == 64)
    #expect(outcome.stdout.isEmpty)
    #expect(outcome.narration.contains("--cap-thickness-mm: expected 0, or 0.01 to 20"), "\(outcome.narration)")
  }

  /// No interval, no level, no side.
  @Test func landmarksThatNobodyKnowsWithholdEverything() throws {
    let vague = EllipsoidHead.landmarks.replacingOccurrences(of: "[0, 75, 0]}", with: "[0, 75, 0], \"sd_mm\": 30}")
    let outcome = try workspace.measure(EllipsoidHead.text, landmarks: vague, ["--units", "mm"])
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("Sellion: its stated standard deviation is 30.0 mm"))
    for word in ["level", "flattened", "Flattened"] { #expect(!outcome.text.contains(word), "\(outcome.text)") }
  }

  @Test func aDeviceIsNotRead() throws {
    try Data(EllipsoidHead.landmarks.utf8).write(to: workspace.file("landmarks.json"))
    try Command.run("measure", "/dev/zero", "--landmarks", workspace.file("landmarks.json").path)
      .expectFailure(66, says: ["/dev/zero"])
  }
}
