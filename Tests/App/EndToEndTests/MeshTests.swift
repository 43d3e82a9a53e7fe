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
