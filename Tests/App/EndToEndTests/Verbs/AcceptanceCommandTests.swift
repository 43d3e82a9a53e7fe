import Foundation
import Testing

/// `cap board`, `acceptance`, and `reconstruct --device-file`.
@Suite struct AcceptanceCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace(SampleRecording.board) }

  private func accept(_ more: String...) throws -> Command.Outcome {
    try Command.run(
      [
        "acceptance", workspace.recording.path, "--board",
        workspace.recording.appendingPathComponent("board.yaml").path,
        "--output", workspace.output.path, "--date", "2026-11-28",
      ] + more)
  }

  @Test func aBoardGivesAPageAndADeviceFileThatAScanTakes() throws {
    let outcome = try accept("--name", "phone <1>", "--known-mm", "180")
    // Its focal length is stated 2 % too long: the device file makes that good.
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).sorted()
    #expect(names == ["acceptance.html", "acceptance.json", "device.yaml"])
    let text = { name in try String(contentsOf: workspace.output.appendingPathComponent(name), encoding: .utf8) }
    #expect(try text("acceptance.html").contains("phone &lt;1&gt;"))
    let json = try JSONSerialization.jsonObject(with: Data(text("acceptance.json").utf8)) as? [String: Any]
    let lines = try #require(json?["lines"] as? [[String: Any]])
    let focal = try #require(lines.first { $0["key"] as? String == "focal" })
    let interval = try #require(focal["ci95"] as? [Double])
    let truth = 100 * (1 / 1.02 - 1)
    let half = (interval[1] - interval[0]) / 2
    #expect(half < 0.7)
    // Three deviations.
    #expect(abs(try #require(focal["value"] as? Double) - truth) < 1.53 * half)
    #expect(json?["verdict"] as? String == "attention")

    // Another phone's images have another size.
    let device = workspace.output.appendingPathComponent("device.yaml").path
    let result = workspace.file("result").path
    try Command.run("reconstruct", SampleRecording.glimpse.get().path, "--device-file", device, "--output", result)
      .expectFailure(65, says: ["device.yaml", "640 × 480", "480 × 360"])
  }

  @Test func aCapIsNoBoardAndAnotherBoardIsRefused() throws {
    try workspace.write("board.yaml", "dictionary: DICT_4X4_100\nmarker_size_mm: 20\nids: [0-55]\n")
    try accept().expectFailure(78, says: ["board.yaml", "`board`", "cap board"])
    try workspace.write(
      "board.yaml",
      "dictionary: DICT_4X4_100\nmarker_size_mm: 20\nids: [0-55]\nboard: {columns: 8, rows: 7, pitch_mm: 26, ruler_mm: 180}\n"
    )
    try accept().expectFailure(65, says: ["arrangement"])
    #expect(try workspace.leftBehind.isEmpty)
  }

  @Test func aLengthThatIsNotTheRulersIsRefused() throws {
    try accept("--known-mm", "120").expectFailure(64, says: ["--known-mm", "180"])
    let half = try accept("--head", workspace.recording.path)
    #expect(half.status == 64 && half.narration.contains("--sheet"))
  }

  @Test func aBoardComesWithItsFile() throws {
    try FileManager.default.createDirectory(at: workspace.output, withIntermediateDirectories: true)
    let place = workspace.output.appendingPathComponent("board.pdf").path
    let outcome = try Command.run("cap", "board", "--output", place)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    // The simulated board is that of A4.
    let (made, simulated) = (
      workspace.output.appendingPathComponent("board.yaml"), workspace.recording.appendingPathComponent("board.yaml")
    )
    #expect(try Data(contentsOf: made) == Data(contentsOf: simulated))
    try Command.run("cap", "board", "--output", place).expectFailure(73, says: ["--force"])
    try Command.run("cap", "board", "--size-mm", "8", "--output", place, "--force").expectFailure(64, says: ["0 to 99"])
  }

  @Test func aHeadToPrintComesWithItsSheet() throws {
    try FileManager.default.createDirectory(at: workspace.output, withIntermediateDirectories: true)
    let file = workspace.output.appendingPathComponent("head.stl")
    let outcome = try Command.run("phantom", "--print", file.path, "--markers", "6", "--seed", "3")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let stl = try Data(contentsOf: file)
    // 84 bytes and 50 a triangle; an icosahedron of 20 · 4⁷.
    #expect(stl.count == 84 + 50 * 20 * 16384)
    let sheet = try String(contentsOf: workspace.output.appendingPathComponent("head.yaml"), encoding: .utf8)
    #expect(sheet.contains("cvai: ") && sheet.contains("circumference: "))
    let both = try Command.run("phantom", "out", "--print", file.path)
    #expect(both.status == 64 && both.narration.contains("--print"))
  }
}
