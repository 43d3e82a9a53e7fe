import Diagnostics
import Foundation
import Geometry
import Testing

/// `observers`: how well people agree on landmarks.
@Suite struct ObserversTests {
  let workspace: Workspace
  private let mesh: URL
  private static let points = [
    "sellion": [0.0, 75, 0], "tragion_left": [-60.0, 0, 0], "tragion_right": [60.0, 0, 0],
  ]

  init() throws {
    workspace = try Workspace()
    mesh = workspace.file("head.ply")
    try Data(EllipsoidHead.text.utf8).write(to: mesh)
  }

  /// A file with landmarks, moved along each axis (mm), and what `measure` gives with them.
  private func save(_ name: String, _ errors: [String: Vector3], picked: [String: Any] = [:]) throws -> String {
    let entries = Self.points.reduce(into: [String: Any]()) { entries, item in
      let error = errors[item.key] ?? .zero
      entries[item.key] = ["point_mm": (0..<3).map { item.value[$0] + error[$0] }]
    }
    let file = workspace.file(name)
    var content: [String: Any] = ["landmarks": entries]
    try JSONSerialization.data(withJSONObject: content).write(to: file)
    let measured = try Command.run("measure", mesh.path, "--landmarks", file.path, "--units", "mm", "--json")
    try #require(measured.status == 0, Comment(rawValue: measured.narration))
    let result = try ResultFile(measured.stdout)
    let keys = ["cvai", "diagonal_left_front", "diagonal_right_front", "cranial_index"]
    content["measures"] = [
      "protocol": "standard", "values": keys.reduce(into: [:]) { $0[$1] = result["measures.\($1).value"] },
    ]
    if !picked.isEmpty { content["picked"] = picked }
    try JSONSerialization.data(withJSONObject: content, options: .sortedKeys).write(to: file)
    return file.path
  }

  /// Six observers with biases, each twice.
  private func study(seed: UInt64) throws -> [String] {
    var random = SeededGenerator(seed: seed)
    return try ["A", "B", "C", "D", "E", "F"].flatMap { observer in
      let biases = Self.points.keys.sorted().map { ($0, random.normal3()) }
      return try ["", "-2"].map { time in
        let errors = biases.map { ($0.0, $0.1 + random.normal3() * 0.5) }
        return try save("landmarks-\(observer)\(time).json", Dictionary(uniqueKeysWithValues: errors))
      }
    }
  }

  /// What was put in comes out, and drawing the landmarks by it gives the deviation that the measures have.
  @Test func theDeviationsOfSimulatedObserversComeOut() throws {
    let files = try study(seed: 31)
    let outcome = try Command.run(["observers"] + files + ["--mesh", mesh.path, "--units", "mm", "--json"])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.stderr.isEmpty, Comment(rawValue: outcome.narration))
    let json = try ResultFile(outcome.stdout)
    #expect(json["schema"] as? String == "calvaria/observers/1")
    #expect(json["files"] as? Int == 12)
    // Six observers know a deviation in three dimensions to about a fifth of itself.
    for (kind, truth) in [("inter", 3.75.squareRoot()), ("intra", 0.75.squareRoot())] {
      for landmark in Self.points.keys {
        let found = try #require(json["landmarks.\(landmark).\(kind).sd_mm"] as? Double)
        #expect((truth / 1.6...truth * 1.6).contains(found), "\(kind) \(landmark): \(found), not \(truth)")
      }
    }
    for (kind, measures) in [("inter", "inter_sd"), ("intra", "intra_sd")] {
      let observed = try #require(json["measures.cvai.\(kind).ci95"] as? [Double])
      let drawn = try #require(json["propagated.cvai.\(measures)"] as? Double)
      #expect(observed[0] < drawn, "\(kind): \(drawn) against \(observed)")
      #expect(drawn < observed[1], "\(kind): \(drawn) against \(observed)")
    }
    let table = try Command.run(["observers"] + files)
    #expect(table.status == 0 && table.text.contains("Sellion") || table.text.contains("sellion"))
    #expect(table.text.contains("6 observers, 1 scan, 12 files"))
    let german = try Command.run(["observers", "--language", "de"] + files)
    #expect(german.text.contains("6 Beobachter, 1 Scan, 12 Dateien"))
    #expect(try Command.run(["observers"] + files.reversed()).status == 0)
  }

  @Test func oneObserverGivesNoInterObserverDeviation() throws {
    let files = [
      try save("landmarks-A.json", [:]),
      try save("landmarks-A-2.json", ["sellion": [1, 0, 0], "tragion_left": [0, 1, 0]]),
    ]
    let outcome = try Command.run(["observers"] + files)
    #expect(outcome.status == 2, Comment(rawValue: outcome.text))
    #expect(outcome.text.contains("no inter-observer deviation"), Comment(rawValue: outcome.text))
    let json = try ResultFile(try Command.run(["observers", "--json"] + files).stdout)
    #expect(json["status"] as? String == "incomplete")
    #expect(json["landmarks.sellion.inter"] == nil)
    #expect(json["landmarks.sellion.intra"] != nil)
  }

  @Test func filesThatAreNoStudyAreRefused() throws {
    let a = try save("landmarks-A.json", [:])
    try Command.run("observers", a, try save("landmarks-B.json", [:])).expectFailure(65, says: ["landmarks-B.json"])
    try Command.run("observers", a, try save("plain.json", ["sellion": [1, 0, 0]]))
      .expectFailure(65, says: ["plain.json", "landmarks-A.json"])
    try Command.run("observers", a, try save("landmarks-C.json", ["sellion": [0, 0, 40]]))
      .expectFailure(65, says: ["landmarks-C.json", "sellion", "40 mm"])
    try Command.run("observers", a, "/no/such-file.json").expectFailure(66, says: ["/no/such-file.json"])
    #expect(try Command.run("observers").status == 64)
    let clicks = workspace.file("landmarks-D.json")
    try Data(#"{"landmarks": {"sellion": [{"frame": "1", "pixel": [1, 2]}]}}"#.utf8).write(to: clicks)
    try Command.run("observers", a, clicks.path).expectFailure(65, says: ["landmarks-D.json", "sellion"])
    let other: [String: Any] = ["by": "B", "on": ["mesh": "other.ply", "sha256": String(repeating: "0", count: 64)]]
    let elsewhere = try save("b.json", ["sellion": [1, 0, 0]], picked: other)
    try Command.run("observers", elsewhere, "--mesh", mesh.path, "--units", "mm")
      .expectFailure(65, says: ["head.ply"])
  }
}
