import Foundation
import TestSupport
import Testing

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
    let ply = EllipsoidHead.text
    let norms = ["--units", "mm", "--age-months", "6", "--sex", "female"]
    let table = try workspace.measure(ply, norms + ["--protocol", "greatest-circumference"])
    #expect(table.status == 0, Comment(rawValue: table.narration))
    #expect(table.text.contains("Circumference by cdc-2000-head-circumference: z "))
    let plain = try workspace.measure(ply, norms)
    #expect(plain.text.contains("withheld: the table holds for the section of greatest circumference"))
    for wrong in [
      ["--age-months", "6"], ["--sex", "male"], ["--norms", "x"], ["--age-months", "-1", "--sex", "male"],
    ] {
      #expect(try workspace.measure(ply, ["--units", "mm"] + wrong).status == 64)
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
