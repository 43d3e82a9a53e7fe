import Foundation
import TestSupport
import Testing

/// `landmarks`: what is found on meshes and recordings.
@Suite struct LandmarksVerbTests {
  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  private static let surface = SampleRecording.whole.map { $0.appendingPathComponent("truth_surface.ply") }

  @Test func theyAreFoundOnAMeshAndServeToMeasureIt() throws {
    let (mesh, file) = (try Self.surface.get(), workspace.file("found.json"))
    let table = try Command.run("landmarks", mesh.path, "--units", "mm", "--output", file.path)
    #expect(table.status == 0, Comment(rawValue: table.narration))
    #expect(table.stderr.isEmpty, Comment(rawValue: table.narration))
    #expect(table.text.contains("sellion"))
    #expect(table.text.contains("automatic"))
    let json = try ResultFile(try Command.run("landmarks", mesh.path, "--units", "mm", "--json").stdout)
    #expect(json["schema"] as? String == "calvaria/landmarks/1")
    let sellion = try #require(json["landmarks.sellion.mm"] as? [Double])
    #expect(sellion.count == 3 && abs(sellion[0]) < 1.5 && sellion[1] > 55)
    let score = try #require(json["landmarks.sellion.score"] as? Double)
    #expect(score >= 0.5)
    #expect(score <= 1)
    let measured = try Command.run("measure", mesh.path, "--units", "mm", "--landmarks", file.path, "--json")
    #expect(measured.status == 0, Comment(rawValue: measured.narration))
    #expect(try ResultFile(measured.stdout)["landmarks.source"] as? String == "automatic")
    try Command.run("landmarks", mesh.path, "--units", "mm", "--output", file.path)
      .expectFailure(73, says: ["found.json"])
  }

  @Test func aHeadWithoutAFaceHasNone() throws {
    try Data(EllipsoidHead.text.utf8).write(to: workspace.file("head.ply"))
    let outcome = try Command.run("landmarks", workspace.file("head.ply").path, "--units", "mm")
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("not found"))
  }

  @Test func anInputThatIsNotThere() throws {
    try Command.run("landmarks", "/no/such.ply").expectFailure(66, says: ["/no/such.ply"])
  }

  @Test func theClicksOfARecordingComeFirst() throws {
    let recording = try SampleRecording.whole.get()
    let outcome = try Command.run("landmarks", recording.path, "--json")
    #expect(outcome.status == 0)
    #expect(try ResultFile(outcome.stdout)["landmarks.sellion.source"] as? String == "picked")
  }
}

/// Recordings in which nobody clicked a landmark.
@Suite struct UnclickedTests {
  /// The surface that is measured has holes under these ears and ends above the nose tip: too little for their outline.
  @Test func aFaceThatWasScannedIsMeasuredAsWithClicks() throws {
    let workspace = try Workspace(SampleRecording.face)
    let clicked = try cvai(workspace, "clicked")
    try workspace.removeClicks()
    let found = try cvai(workspace, "found")
    #expect(clicked.source == "picked")
    #expect(found.source == "automatic")
    #expect(abs(found.value - clicked.value) <= 0.4)
    #expect(found.interval[0] < clicked.value)
    #expect(clicked.value < found.interval[1])
    #expect(found.interval[1] - found.interval[0] > clicked.interval[1] - clicked.interval[0])
  }

  @Test func whatIsFoundStandsBesideTheClicks() throws {
    let recording = try SampleRecording.face.get()
    let search = try ResultFile(try Command.run("landmarks", recording.path, "--json").stdout)
    for landmark in ["sellion", "tragion_left", "tragion_right"] {
      #expect(search["landmarks.\(landmark).source"] as? String == "picked")
      let used = try #require(search["landmarks.\(landmark).mm"] as? [Double])
      let found = try #require(search["automatic.\(landmark).mm"] as? [Double])
      let distance = zip(used, found).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
      #expect(distance < 5, "\(landmark): \(distance) mm")
      #expect(distance > 0, "\(landmark): \(distance) mm")
    }
  }

  @Test func aHeadSeenFromOneSideIsNotMeasured() throws {
    let half = SharedMaterial.packageRoot.appendingPathComponent("Datasets/half")
    let workspace = try Workspace(.success(half))
    try workspace.removeClicks()
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["measures.cvai.value"] == nil)
    #expect((result["measures.cvai.code"] as? String)?.hasPrefix("landmarks.") == true)
  }

  private func cvai(_ workspace: Workspace, _ name: String) throws -> (
    value: Double, interval: [Double], source: String
  ) {
    let output = workspace.file(name).path
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", output, "--json")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    return (
      try #require(result["measures.cvai.value"] as? Double), try #require(result["measures.cvai.ci95"] as? [Double]),
      try #require(result["landmarks.source"] as? String)
    )
  }
}

extension Workspace {
  fileprivate func removeClicks() throws {
    try FileManager.default.removeItem(at: recording.appendingPathComponent("landmarks.json"))
  }
}
