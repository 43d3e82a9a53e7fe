import Foundation
import TestSupport
import Testing

/// `measure`: meshes and landmarks of other scanners.
@Suite struct MeshTests {
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  @Test func aSoundMeshIsMeasured() throws {
    let text = EllipsoidHead.text
    let table = try workspace.measure(text, ["--units", "mm"])
    #expect(table.status == 0, Comment(rawValue: table.narration))
    #expect(table.stderr.isEmpty, Comment(rawValue: table.narration))
    #expect(table.text.contains("CVAI"))
    #expect(table.text.contains("Circumference"))
    let json = try workspace.measure(text, ["--json"])
    #expect(json.status == 0)
    #expect(json.stderr.isEmpty)
    let result = try ResultFile(json.stdout)
    let notes = try #require(result["notes"] as? [String])
    #expect(notes.contains { $0.hasPrefix("no unit given") })
    #expect(result["status"] as? String == "complete")
    // Cut at 27 mm of 90: the ellipse of 150 × 120 mm scaled by the square root of 1 − 0.3².
    let length = try #require(result["measures.length.value"] as? Double)
    #expect(abs(length - 150 * (1 - 0.09).squareRoot()) < 0.5)
    #expect(abs(try #require(result["measures.cvai.value"] as? Double)) < 0.05)
  }

  @Test func landmarksByVertex() throws {
    // The widest ring is the 20th; its spokes start at the right ear and go round by the front.
    let landmarks =
      #"{"landmarks": {"sellion": {"vertex": 1620}, "tragion_left": {"vertex": 1640}, "tragion_right": {"vertex": 1600}}}"#
    let text = EllipsoidHead.text
    let byVertex = try workspace.measure(text, landmarks: landmarks, ["--units", "mm"])
    let byPoint = try workspace.measure(text, ["--units", "mm"])
    #expect(byVertex.status == 0, Comment(rawValue: byVertex.narration))
    #expect(byVertex.stdout == byPoint.stdout, Comment(rawValue: byVertex.narration))
    try workspace.measure(text, landmarks: landmarks.replacingOccurrences(of: "1620", with: "999999"))
      .expectFailure(65, says: ["landmarks.json, sellion", "0 to 3279", "999999"])
  }

  @Test func withoutALandmarkTheMeasuresAreWithheld() throws {
    let landmarks = #"{"landmarks": {"sellion": {"point_mm": [0, 75, 0]}}}"#
    let outcome = try workspace.measure(EllipsoidHead.text, landmarks: landmarks, ["--units", "mm"])
    #expect(outcome.status == 2)
    #expect(outcome.stderr.isEmpty)
    #expect(outcome.text.contains("Tragion left, tragion right were not picked."))
  }

  /// `scan.json` beside the mesh states hair as the option does, which goes before it.
  @Test func hairIsStatedByAFileOrAnOption() throws {
    let cap = ["--units", "mm", "--cap-thickness-mm", "1", "--json"]
    let measured = { (options: [String]) throws -> (ends: [Double], result: ResultFile) in
      let outcome = try workspace.measure(EllipsoidHead.text, cap + options)
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      let result = try ResultFile(outcome.stdout)
      return (try #require(result["measures.circumference.ci95"] as? [Double]), result)
    }
    let assumed = { (result: ResultFile) in try result.findings.contains { $0.code == "cap.hair_assumed" } }
    let (silent, option, bald) = (
      try measured([]), try measured(["--hair-mm", "3"]), try measured(["--hair-mm", "0"])
    )
    #expect(try assumed(silent.result) && !assumed(option.result) && !assumed(bald.result))
    #expect(option.ends[0] < silent.ends[0] - 5)
    #expect(bald.ends[0] > silent.ends[0] + 1)
    try Data(#"{"hair_mm": 3}"#.utf8).write(to: workspace.file("scan.json"))
    let file = try measured([])
    #expect(file.ends == option.ends)
    #expect(file.result["scan.hair_mm"] as? Double == 3)
    let both = try measured(["--hair-mm", "0"])
    #expect(both.ends == bald.ends)
    #expect(both.result["scan.hair_mm"] as? Double == 0)
    try Data(#"{"hair_mm": 30}"#.utf8).write(to: workspace.file("scan.json"))
    try workspace.measure(EllipsoidHead.text, cap).expectFailure(78, says: ["scan.json", "hair_mm", "0 to 20"])
  }

  @Test func aHoleAcrossTheSectionWithholds() throws {
    let open = EllipsoidHead.faces.filter { face in
      let corners = face.map { EllipsoidHead.vertices[$0] }
      return !corners.allSatisfy { $0[1] < -55 && abs($0[2] - 27) < 15 }
    }
    let outcome = try workspace.measure(EllipsoidHead.ply(EllipsoidHead.vertices, open), ["--units", "mm"])
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("at the back, where the surface was not seen"), Comment(rawValue: outcome.text))
  }
}

/// `measure`: the protocols, scales and norms that are asked for.
@Suite struct MeshDefinitionsTests {
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  @Test func everyProtocolSideBySide() throws {
    let text = EllipsoidHead.text
    let table = try workspace.measure(text, ["--units", "mm", "--all-protocols"])
    #expect(table.status == 0, Comment(rawValue: table.narration))
    let names = [
      "calvaria-default", "ear-line-axis", "longest-section", "greatest-circumference", "bounding-box-centre",
      "diagonals-at-40", "shorter-denominator", "cap-included", "face-symmetry",
    ]
    for name in names { #expect(table.text.contains("\n\(name) ")) }
    let json = try workspace.measure(text, ["--units", "mm", "--all-protocols", "--json", "--cap-thickness-mm", "1"])
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
    let ply = EllipsoidHead.text
    let outcome = try workspace.measure(
      ply,
      [
        "--units", "mm", "--json", "--protocol", workspace.file("mine.yaml").path, "--scale", "cranial-therapy-centers",
        "--scale",
        folder.appendingPathComponent("scales/skully-care.yaml").path,
      ])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["protocol.name"] as? String == "mine")
    #expect(abs(try #require(result["measures.length.value"] as? Double) - 150 * 0.75.squareRoot()) < 0.5)
    #expect(result["severity.scale"] as? String == "cranial-therapy-centers")
    let grades = try #require(result["severities"] as? [[String: Any]])
    #expect(grades.compactMap { $0["scale"] as? String } == ["cranial-therapy-centers", "skully-care"])
    #expect(grades.compactMap { $0["level"] as? Int } == [1, 1])
  }

  /// Scales grade what they are for, and the protocol that serves one is named.
  @Test func aScaleOfOtherDiagonalsGradesNothing() throws {
    let at40 = ["--units", "mm", "--protocol", "diagonals-at-40"]
    let usual = try workspace.measure(EllipsoidHead.text, at40)
    #expect(usual.text.contains("PLAGIOCEPHALOMETRY level 1 of 2 by OCLR") && !usual.text.contains("CHOA level"))
    #expect(usual.text.contains("--protocol calvaria-default"))
    let choa = try ResultFile(workspace.measure(EllipsoidHead.text, at40 + ["--json", "--scale", "choa"]).stdout)
    #expect((choa["severities"] as? [Any])?.isEmpty == true)
    let codes = (choa["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
    #expect(try #require(codes).contains("scale.angle"))
  }

  @Test func normsByAgeAndSex() throws {
    let ply = EllipsoidHead.text
    let norms = ["--units", "mm", "--age-months", "6", "--sex", "female"]
    let (tape, cdc) = (["--protocol", "greatest-circumference"], ["--norms", "cdc-2000-head-circumference"])
    let table = try workspace.measure(ply, norms + tape + cdc)
    #expect(table.status == 0, Comment(rawValue: table.narration))
    #expect(table.text.contains("Circumference by cdc-2000-head-circumference: z "))
    #expect(table.text.contains("has z −0.15") && table.text.contains("by a tape z would be "))
    let unnamed = try workspace.measure(ply, norms + tape)
    #expect(
      unnamed.text.contains("withheld: below 24 months cdc-2000-head-circumference counts only where it is named"))
    let plain = try workspace.measure(ply, norms + cdc)
    #expect(plain.text.contains("withheld: the table holds for the section of greatest circumference"))
    for wrong in [
      ["--age-months", "6"], ["--sex", "male"], ["--norms", "x"], ["--age-months", "-1", "--sex", "male"],
      ["--age-months", "6", "--age-days", "6", "--sex", "male"], ["--gestation-weeks", "30"],
      ["--age-days", "6", "--sex", "male", "--gestation-weeks", "21"], ["--birth-date", "2026-02-30", "--sex", "male"],
      ["--birth-date", "2026-02-20", "--sex", "male"],
      ["--birth-date", "2026-02-20", "--date", "2026-02-19", "--sex", "male"],
    ] {
      #expect(try workspace.measure(ply, ["--units", "mm"] + wrong).status == 64, "\(wrong)")
    }
  }

  /// WHO's table as a file, by days, from birth and scan date, for a child born early; and the same file beside the mesh.
  @Test func normsOfAFileByDays() throws {
    let days = (0..<200).map { "2 \($0) 1 \(34 + Double($0) / 20) 0.03" }
    let text = Data((["sex age l m s"] + days).joined(separator: "\n").utf8)
    let file = workspace.file("who.txt")
    try text.write(to: file)
    let options = ["--units", "mm", "--json", "--protocol", "greatest-circumference", "--sex", "female"]
    func norm(_ more: [String]) throws -> (z: Double, age: Double, corrected: Double?) {
      let outcome = try workspace.measure(EllipsoidHead.text, options + more)
      let result = try ResultFile(outcome.stdout)
      #expect(result["norm.table"] as? String == "who-2007-head-circumference", Comment(rawValue: outcome.narration))
      return (
        try #require(result["norm.z"] as? Double), try #require(result["norm.age_months"] as? Double),
        result["norm.corrected_age_months"] as? Double
      )
    }
    let plain = try norm(["--age-days", "122", "--norms", file.path])
    let born = try norm(["--birth-date", "2026-01-01", "--date", "2026-05-03", "--norms", file.path])
    #expect(plain.z == born.z)
    #expect(abs(plain.age - 122 / 30.4375) < 1e-3 && plain.corrected == nil)
    let early = try norm(["--age-days", "178", "--gestation-weeks", "32", "--norms", file.path])
    #expect(early.z == plain.z)
    #expect(abs(try #require(early.corrected) - 122 / 30.4375) < 1e-3)
    try text.write(to: workspace.file("norms.txt"))
    #expect(try norm(["--age-days", "122"]).z == plain.z)
    // A file of that name that is no table stops nothing.
    try Data("to do".utf8).write(to: workspace.file("norms.txt"))
    let odd = try workspace.measure(EllipsoidHead.text, options.filter { $0 != "--json" } + ["--age-days", "122"])
    #expect(odd.status == 0 && odd.text.contains("withheld: norms.txt by the scan or above it is no table of norms"))
  }

  /// Groups of children stand beside the measures; no percentile follows from them.
  @Test func groupsOfChildrenBesideTheMeasures() throws {
    let options = ["--units", "mm", "--age-months", "3.5", "--sex", "male"]
    let names = ["--reference", "miyabayashi-2022", "--reference", "hutchison-2004"]
    let table = try workspace.measure(EllipsoidHead.text, options + names)
    #expect(
      table.text.contains("healthy Japanese infants, 3 months: median CVAI 5.8 % (miyabayashi-2022, n = 92 in all"))
    let result = try ResultFile(workspace.measure(EllipsoidHead.text, options + names + ["--json"]).stdout)
    let groups = (result["references"] as? [[String: Any]])?.compactMap { $0["group"] as? String }
    #expect(groups == ["miyabayashi-2022"])
    let codes = (result["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
    #expect(try #require(codes).contains("reference.age"))
    let alone = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--reference", "nam-2021"])
    #expect(alone.status == 64 && alone.narration.contains("--reference"))
    try workspace.measure(EllipsoidHead.text, options + ["--reference", "none"]).expectFailure(66, says: ["nam-2021"])
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
    try workspace.measure(EllipsoidHead.text, ["--units", "mm"] + more).expectFailure(code, says: says)
  }

  @Test(arguments: [
    ("fraction: 0.3", "fraction: 1.3", ["line 9", "`level.fraction`", "0.02 to 0.95", "`1.3`"]),
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
    try workspace.measure(
      EllipsoidHead.text, ["--units", "mm", "--protocol", workspace.file("wrong.yaml").path]
    ).expectFailure(78, says: says)
  }

  @Test func aWrongScale() throws {
    let file = SharedMaterial.packageRoot.appendingPathComponent("Datasets/scales/choa.yaml")
    let text = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: "below: 6.25", with: "below: 2")
    try Data(text.utf8).write(to: workspace.file("wrong.yaml"))
    try workspace.measure(
      EllipsoidHead.text, ["--units", "mm", "--scale", workspace.file("wrong.yaml").path]
    ).expectFailure(78, says: ["wrong.yaml, line", "`levels[1].below`", "above 3.5", "`2`"])
  }
}

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

/// A result of `reconstruct` that `measure` takes up again.
@Suite struct RemeasureTests {
  /// The mesh says its unit, its frame and that the cap is on it; measured again it gives the same head.
  @Test func theMeshOfAResultMeasuresAsItDid() throws {
    let workspace = try Workspace()
    try FileManager.default.copyItem(at: try SampleRecording.measured.get(), to: workspace.output)
    let result = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("result.json")))
    let mesh = workspace.output.appendingPathComponent("mesh.ply")
    let header = String(decoding: try Data(contentsOf: mesh).prefix(1000), as: UTF8.self)
    for line in ["unit mm", "SPACE=RAS", "frame head, RAS", "cap on, thickness 1.000 mm"] {
      #expect(header.contains("comment \(line)"), "\(line)")
    }

    let landmarks = workspace.file("landmarks.json")
    let write = { (source: String) in
      let points = try ["sellion", "tragion_left", "tragion_right"].map { name in
        let at = try #require(result["landmarks.\(name).mm"] as? [Double])
        let deviation = try #require(result["landmarks.\(name).sd_mm"] as? Double)
        return "\"\(name)\": {\"point_mm\": \(at), \"sd_mm\": \(deviation)}"
      }
      try Data("{\"source\": \"\(source)\", \"landmarks\": {\(points.joined(separator: ", "))}}".utf8)
        .write(to: landmarks)
    }
    try write("picked")
    let again = try Command.run("measure", mesh.path, "--landmarks", landmarks.path, "--json")
    #expect(again.status == 0, Comment(rawValue: again.narration))
    #expect(again.stderr.isEmpty, Comment(rawValue: again.narration))
    let measured = try ResultFile(again.stdout)
    let measures = try #require(result["measures"] as? [String: [String: Any]])
    for (name, measure) in measures {
      guard let value = measure["value"] as? Double else { continue }
      let other = try #require(measured["measures.\(name).value"] as? Double, "\(name)")
      #expect(abs(other - value) < 0.02, "\(name): \(other), not \(value)")
      let ends = try #require(measure["ci95"] as? [Double], "\(name)")
      let others = try #require(measured["measures.\(name).ci95"] as? [Double], "\(name)")
      for (a, b) in zip(ends, others) { #expect(abs(a - b) < 0.02, "\(name): \(others), not \(ends)") }
    }
    let findings = try measured.findings
    #expect(findings.contains { $0.code == "surface.of_result" })
    #expect(findings.contains { $0.code == "cap.placed" && $0.figure("thickness_mm") == 1 })

    // Without its result it is a mesh of another scanner, whose scale nobody knows to be wrong; so it is beside a result that
    // was changed.
    let width = { (file: ResultFile) throws -> Double in
      let ends = try #require(file["measures.length.ci95"] as? [Double])
      return ends[1] - ends[0]
    }
    let changed = workspace.file("changed")
    try FileManager.default.createDirectory(at: changed, withIntermediateDirectories: true)
    for name in ["mesh.ply", "markers.json"] {
      try FileManager.default.copyItem(
        at: workspace.output.appendingPathComponent(name), to: changed.appendingPathComponent(name))
    }
    let written = String(
      decoding: try Data(contentsOf: workspace.output.appendingPathComponent("result.json")), as: UTF8.self)
    for text in [nil, written.replacing("\"radius_sd_mm\" : 0", with: "\"radius_sd_mm\" : 9")] {
      #expect(text != written)
      if let text { try Data(text.utf8).write(to: changed.appendingPathComponent("result.json")) }
      let alone = try ResultFile(
        try Command.run(
          "measure", changed.appendingPathComponent("mesh.ply").path, "--landmarks", landmarks.path, "--json"
        ).stdout)
      #expect(try !alone.findings.contains { $0.code == "surface.of_result" })
      #expect(try width(alone) != width(measured))
    }

    // What the caller says wins, and 0 leaves the cap on, which is said.
    let over = try Command.run(
      "measure", mesh.path, "--landmarks", landmarks.path, "--json", "--cap-thickness-mm", "0")
    let on = try ResultFile(over.stdout)
    let (length, bare) = (
      try #require(on["measures.length.value"] as? Double), try #require(result["measures.length.value"] as? Double)
    )
    #expect(length > bare + 1)
    #expect(try on.findings.contains { $0.code == "cap.left_on" })

    // One bit of the comment about the cap, and the cap would stay on without a word.
    let bytes = try Data(contentsOf: mesh)
    let comment = try #require(bytes.firstRange(of: Data("comment cap on".utf8)))
    var flipped = bytes
    flipped[comment.lowerBound + 8] ^= 1
    let damaged = workspace.output.appendingPathComponent("damaged.ply")
    try flipped.write(to: damaged)
    let told = try ResultFile(
      try Command.run("measure", damaged.path, "--landmarks", landmarks.path, "--json").stdout)
    #expect(try told.findings.contains { $0.code == "surface.mesh_changed" })
    #expect(!findings.contains { $0.code == "surface.mesh_changed" })

    // Landmarks that a program found are named as such.
    try write("automatic")
    let found = try ResultFile(
      try Command.run("measure", mesh.path, "--landmarks", landmarks.path, "--json").stdout)
    #expect(try found.findings.contains { $0.code == "landmarks.automatic" })
  }
}
