import Foundation
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
