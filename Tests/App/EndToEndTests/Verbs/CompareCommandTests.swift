import Foundation
import Testing

/// `compare`: two scans of one head, as folders of `reconstruct` or as meshes.
@Suite struct CompareTests {
  let workspace: Workspace
  init() throws {
    workspace = try Workspace()
    for (name, scale) in [("a", 1.0), ("b", 1.02)] {
      let vertices = EllipsoidHead.vertices.map { $0.map { $0 * scale } }
      try Data(EllipsoidHead.ply(vertices, EllipsoidHead.faces).utf8).write(to: workspace.file("\(name).ply"))
      let points = [("sellion", [0, 75, 0]), ("tragion_left", [-60, 0, 0]), ("tragion_right", [60, 0, 0])]
      let entries = points.map { "\"\($0)\": {\"point_mm\": \($1.map { Double($0) * scale }), \"sd_mm\": 0.5}" }
      try Data("{\"landmarks\": {\(entries.joined(separator: ", "))}}".utf8).write(to: workspace.file("\(name).json"))
    }
  }

  private func path(_ name: String) -> String { workspace.file(name).path }

  private func compare(_ a: String = "a.ply", _ b: String = "b.ply", _ more: [String] = []) throws -> Command.Outcome {
    let landmarks = ["--landmarks-a", path("a.json"), "--landmarks-b", path("b.json")]
    return try Command.run(["compare", path(a), path(b)] + landmarks + more)
  }

  @Test func growthIsFoundAndWritten() throws {
    let output = workspace.file("change")
    let outcome = try compare("a.ply", "b.ply", ["--units-a", "mm", "--units-b", "mm", "-o", output.path])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.narration == "written to \(output.path)\n")
    #expect(outcome.text.contains("Size +2.00 %"))
    #expect(outcome.text.contains("within error"))
    let names = try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
    #expect(names == ["compare.json", "distance.ply", "report.html", "sections.svg"])

    let result = try ResultFile(Data(contentsOf: output.appendingPathComponent("compare.json")))
    #expect(result["schema"] as? String == "calvaria/compare/1")
    #expect(result["registration.method"] as? String == "surface")
    let growth = try #require(result["growth.value"] as? Double)
    #expect(abs(growth - 1.02) < 1e-4)
    #expect(result["changes.length.detected"] as? Bool == true)
    #expect(result["changes.cvai.detected"] as? Bool == false)
    #expect(
      !(try String(contentsOf: output.appendingPathComponent("compare.json"), encoding: .utf8))
        .contains(workspace.output.deletingLastPathComponent().path))
    let mesh = try Data(contentsOf: output.appendingPathComponent("distance.ply"))
    let header = String(decoding: mesh.prefix(1500), as: UTF8.self)
    #expect(header.contains("property float distance_mm"))
    #expect(header.contains("property float shape_mm"))

    // A second run gives equal bytes, and overwrites nothing unasked.
    try compare("a.ply", "b.ply", ["--units-a", "mm", "--units-b", "mm", "-o", output.path])
      .expectFailure(73, says: ["change", "--force"])
    let again = try compare("a.ply", "b.ply", ["--units-a", "mm", "--units-b", "mm", "-o", output.path, "--force"])
    #expect(again.status == 0)
    #expect(again.stdout == outcome.stdout)
    #expect(try Data(contentsOf: output.appendingPathComponent("distance.ply")) == mesh)
    // What was written can be read again as a mesh.
    let measured = try Command.run(
      ["measure", output.appendingPathComponent("distance.ply").path, "--landmarks", path("b.json")])
    #expect(measured.status == 0, Comment(rawValue: measured.narration))
  }

  /// Two visits over the child's age, among other children.
  @Test func visitsAmongOtherChildren() throws {
    for (name, age, date) in [("a", "3", "2026-03-01"), ("b", "5", "2026-05-01")] {
      let made = try Command.run(
        "measure", path("\(name).ply"), "--landmarks", path("\(name).json"), "--units", "mm", "--protocol",
        "greatest-circumference", "--age-months", age, "--sex", "female", "--date", date, "--output",
        path("visit-\(name)"))
      #expect(made.status == 0, Comment(rawValue: made.narration))
    }
    // 2 % of 427 mm are 8.5 mm, over 61 days by the dates and 2 months by the ages.
    try Data("sex,from_month,to_month,l,m,s\nfemale,3,5,1,0.85,0.5\n".utf8).write(to: workspace.file("growth.csv"))
    let outcome = try Command.run(
      "compare", path("visit-a"), path("visit-b"), "--increments", path("growth.csv"), "--norms",
      "cdc-2000-head-circumference", "--reference",
      "miyabayashi-2022", "--output", path("progress"))
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("Change a month, over 2.0 months: CVAI "))
    let page = try String(contentsOf: workspace.file("progress/report.html"), encoding: .utf8)
    #expect(page.components(separatedBy: "class=\"norm\"").count == 4)
    #expect(page.components(separatedBy: "class=\"cross\"").count == 2)
    #expect(page.contains("borders of choa,"))
    #expect(
      outcome.text.contains("Growth of the circumference from A to B by who-2009-head-circumference-2-months: z 0.0"))
    let result = try ResultFile(Data(contentsOf: workspace.file("progress/compare.json")))
    #expect(page.contains("was taken with a tape") && page.contains("the median female child of WHO"))
    #expect(try Command.run("compare", path("visit-a"), path("visit-b"), "--norms", "x").status == 64)
    let (change, month) = (
      result["changes.length.change"] as? Double, result["changes.length.a_month.change"] as? Double
    )
    #expect(abs(try #require(month) - (try #require(change)) * 30.4375 / 61) < 1e-3)
    try Command.run("compare", path("visit-a"), path("visit-b"), "--reference", "none", "--output", path("none"))
      .expectFailure(
        66, says: ["nam-2021"])
  }

  @Test func foldersOfReconstructAreCompared() throws {
    let (a, b) = (path("scan"), path("other"))
    let made = try Command.run([
      "reconstruct", try SampleRecording.whole.get().path, "-o", a, "--voxel-mm", "2",
    ])
    #expect(made.status == 0, Comment(rawValue: made.narration))
    try FileManager.default.copyItem(atPath: a, toPath: b)
    let same = try Command.run(["compare", a, b, "--json"])
    #expect(same.status == 0, Comment(rawValue: same.narration))
    #expect(same.stderr.isEmpty, Comment(rawValue: same.narration))
    let result = try ResultFile(same.stdout)
    #expect(result["changes.cvai.change"] as? Double == 0)
    #expect(result["changes.cvai.detected"] as? Bool == false)
    #expect(result["growth.value"] as? Double == 1)
    #expect(result["vault.distance.rms_mm"] as? Double == 0)
    let interval = try #require(result["growth.ci95"] as? [Double])
    #expect(interval[1] - interval[0] > 0.02)  // two scales, each known to 0.4 %

    try Command.run("compare", a, path("a.ply"), "--landmarks-a", path("a.json")).expectFailure(64, says: ["its own"])
    let file = workspace.file("other").appendingPathComponent("result.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "\"calvaria-default\"", with: "\"house\"").utf8).write(to: file)
    try Command.run("compare", a, b).expectFailure(65, says: ["different", "house", "same protocol"])
    try Data(text.replacingOccurrences(of: "\"tragion_left\"", with: "\"vertex\"").utf8).write(to: file)
    try Command.run("compare", a, b).expectFailure(65, says: ["other", "tragion left was not picked"])
    try Data(text.replacingOccurrences(of: "\"ap_axis\"", with: "\"axis\"").utf8).write(to: file)
    try Command.run("compare", a, b).expectFailure(65, says: ["result.json", "one without `protocol.ap_axis`"])
    try Data("{}".utf8).write(to: file)
    try Command.run("compare", a, b).expectFailure(65, says: ["result.json", "reconstruct the scan again"])
    try FileManager.default.removeItem(at: file)
    try Command.run("compare", a, b).expectFailure(66, says: ["other", "without result.json"])
  }

  /// Results of before scales and protocols were files lack what came with these.
  @Test func foldersOfAnEarlierVersionAreCompared() throws {
    let (a, b) = (path("scan"), path("other"))
    let made = try Command.run([
      "reconstruct", try SampleRecording.whole.get().path, "-o", a, "--voxel-mm", "2", "--protocol", "cap-included",
    ])
    #expect(made.status == 0, Comment(rawValue: made.narration))
    let file = workspace.file("scan").appendingPathComponent("result.json")
    var root = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    root["severities"] = nil
    var choices = try #require(root["protocol"] as? [String: Any])
    for key in ["title", "source", "landmarks", "denominator", "index", "ears", "cap_thickness"] { choices[key] = nil }
    root["protocol"] = choices
    try JSONSerialization.data(withJSONObject: root).write(to: file)
    try FileManager.default.copyItem(atPath: a, toPath: b)
    let outcome = try Command.run("compare", a, b)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("CVAI"), Comment(rawValue: outcome.narration))
  }

  @Test func wrongInputIsExplained() throws {
    try Command.run("compare", path("a.ply"), path("b.ply")).expectFailure(64, says: ["a.ply", "--landmarks-a"])
    try compare("a.ply", "none.ply").expectFailure(66, says: ["none.ply", "no such file"])
    try compare("a.ply", "a.json").expectFailure(65, says: ["a.json", "PLY, STL, OBJ or glTF"])
    try compare("a.ply", "b.ply", ["--units-b", "m"]).expectFailure(65, says: ["b.ply", "numbers in m"])
    let giant = EllipsoidHead.vertices.map { $0.map { $0 * 1.6 } }
    try Data(EllipsoidHead.ply(giant, EllipsoidHead.faces).utf8).write(to: workspace.file("giant.ply"))
    let points = try String(contentsOf: workspace.file("a.json"), encoding: .utf8)
      .replacingOccurrences(of: "75.0", with: "120.0").replacingOccurrences(of: "60.0", with: "96.0")
    try Data(points.utf8).write(to: workspace.file("giant.json"))
    try Command.run(
      "compare", path("a.ply"), path("giant.ply"), "--landmarks-a", path("a.json"), "--landmarks-b", path("giant.json"),
      "--units-a", "mm", "--units-b", "mm", "-o", path("never")
    ).expectFailure(65, says: ["A and B", "one head"])
    #expect(try workspace.leftBehind.contains { $0.contains("never") } == false)
  }

  @Test func twoHeadsAreNotOne() throws {
    let other = EllipsoidHead.vertices.map { v in
      let factor = 1 + 0.07 * sin(v[0] / 16) * cos(v[1] / 14)
      return v.map { $0 * factor }
    }
    try Data(EllipsoidHead.ply(other, EllipsoidHead.faces).utf8).write(to: workspace.file("b.ply"))
    try FileManager.default.removeItem(at: workspace.file("b.json"))
    try FileManager.default.copyItem(at: workspace.file("a.json"), to: workspace.file("b.json"))
    let output = workspace.file("two")
    let outcome = try compare("a.ply", "b.ply", ["--units-a", "mm", "--units-b", "mm", "-o", output.path])
    #expect(outcome.status == 2, Comment(rawValue: outcome.text))
    #expect(outcome.text.contains("Not compared: CVAI withheld.\nA and B are not known to be one head"))
    let result = try ResultFile(Data(contentsOf: output.appendingPathComponent("compare.json")))
    #expect(result["compared.state"] as? String == "not_measured")
    #expect(result["growth.value"] == nil)
    #expect(result["changes.length.change"] == nil)
    #expect(result["changes.length.a"] != nil)
    #expect(FileManager.default.fileExists(atPath: output.appendingPathComponent("distance.ply").path))
  }

  @Test func aHoleInOneScanWithholdsTheChange() throws {
    let open = EllipsoidHead.faces.filter { face in
      !face.map { EllipsoidHead.vertices[$0] }.allSatisfy { $0[1] < -55 && abs($0[2] - 27) < 15 }
    }
    try Data(EllipsoidHead.ply(EllipsoidHead.vertices, open).utf8).write(to: workspace.file("b.ply"))
    try FileManager.default.removeItem(at: workspace.file("b.json"))
    try FileManager.default.copyItem(at: workspace.file("a.json"), to: workspace.file("b.json"))
    let outcome = try compare("a.ply", "b.ply", ["--units-a", "mm", "--units-b", "mm"])
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("B: the section 27 mm above the base plane has a gap"))
  }
}
