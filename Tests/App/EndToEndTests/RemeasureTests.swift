import Foundation
import Testing

/// A result of `reconstruct` that `measure` takes up again.
@Suite struct RemeasureTests {
  /// The mesh says its unit, its frame and that the cap is on it; measured again it gives the same head.
  @Test func theMeshOfAResultMeasuresAsItDid() throws {
    let workspace = try Workspace()
    let made = try Command.run(
      "reconstruct", try SampleRecording.whole.get().path, "-o", workspace.output.path, "--voxel-mm", "2")
    #expect(made.status == 0, Comment(rawValue: made.narration))
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

/// What `reconstruct` leaves out of its inputs, it says.
@Suite struct LeftOutTests {
  private struct Click: Codable {
    var frame: String
    var pixel: [Double]
  }
  private struct Clicks: Codable { var landmarks: [String: [Click]] }

  @Test func idsAndClicksThatAreLeftOutAreNoted() throws {
    let workspace = try Workspace(SampleRecording.whole)
    // Ids of the cap that the cap file leaves out.
    let cap = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
    let ids = try #require(cap.firstMatch(of: /ids: \[(.*)\]/)).1.split(separator: ",").map {
      Int($0.filter(\.isNumber))!
    }.sorted()
    let kept = ids.dropLast(6)
    try workspace.write("cap.yaml", cap.replacing(/ids: .*/, with: "ids: \(Array(kept))"))
    // A frame by its image's name, and a click on another place.
    var clicks = try JSONDecoder().decode(Clicks.self, from: try workspace.read("landmarks.json"))
    let first = try #require(clicks.landmarks["sellion"]?.first)
    let image = try #require(try workspace.images("rgb").first { $0.contains(first.frame) })
    clicks.landmarks["sellion"]![0].frame = image
    clicks.landmarks["sellion"]!.append(Click(frame: first.frame, pixel: [first.pixel[0], first.pixel[1] - 45]))
    try workspace.write("landmarks.json", try JSONEncoder().encode(clicks))

    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--voxel-mm", "2", "--json")
    let result = try ResultFile(outcome.stdout)
    let findings = try result.findings
    let unlisted = try #require(findings.first { $0.code == "markers.unlisted" }, Comment(rawValue: outcome.narration))
    #expect(unlisted.ids?.count == 6 && unlisted.ids?.contains(ids.last!) == true)
    let apart = try #require(findings.first { $0.code == "landmarks.click_apart" })
    #expect(apart.frames == ["\(first.frame)"])
    #expect(apart.text.hasPrefix("sellion: the click in frame \(first.frame) "))
    let whole = try ResultFile(
      try Data(contentsOf: try SampleRecording.result.get().appendingPathComponent("result.json")))
    #expect(whole.has("surface.coverage"))
    #expect(whole["surface.coverage"] == nil)  // nobody clicked anything there
    #expect(try !whole.findings.contains { ["markers.unlisted", "landmarks.click_apart"].contains($0.code) })
  }
}
