import Foundation
import Testing

/// `reconstruct` on a sound recording: the files, the contract, the same bytes every time.
@Suite struct ResultTests {
  static let names = [
    "clicks.jpg", "cloud.ply", "frames.csv", "frames.jpg", "markers.json", "mesh.ply", "options.json", "report.html",
    "result.json", "section.json", "trajectory.txt",
  ]

  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  private func reconstruct(_ recording: URL, _ name: String, _ more: String...) throws -> Command.Outcome {
    let output = workspace.file(name).path
    return try Command.run(["reconstruct", recording.path, "-o", output, "--voxel-mm", "2"] + more)
  }

  private func file(_ path: String) throws -> Data { try Data(contentsOf: workspace.file(path)) }

  private func text(_ path: String) throws -> String { String(decoding: try file(path), as: UTF8.self) }

  @Test func aWholeScanIsComplete() throws {
    let outcome = try reconstruct(try SampleRecording.whole.get(), "a")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.narration == "written to \(workspace.file("a").path)\n")
    #expect(outcome.text.contains("CVAI"))
    #expect(!outcome.text.contains("\u{1B}"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.file("a").path).sorted() == Self.names)

    let result = try ResultFile(try file("a/result.json"))
    for key in ResultFile.contract { #expect(result.has(key), Comment(rawValue: key)) }
    #expect(result["schema"] as? String == "calvaria/result/1")
    #expect(result["status"] as? String == "complete")
    // The sample's scan ends above the base plane in places: volumes may be withheld, and nothing else.
    let measures = try #require(result["measures"] as? [String: [String: Any]])
    let withheld = measures.filter { $0.value["reason"] != nil }.keys
    #expect(
      withheld.allSatisfy { $0.hasPrefix("volume") || ["asr", "psr", "acai", "pcai"].contains($0) }, "\(withheld)")
    #expect((result["reasons"] as? [Any])?.isEmpty == withheld.isEmpty)
    #expect(result["recording.frames"] as? Int == 60)
    #expect(result["landmarks.source"] as? String == "picked")
    #expect(result["measures.cvai.unit"] as? String == "%")
    let interval = try #require(result["measures.cvai.ci95"] as? [Double])
    let value = try #require(result["measures.cvai.value"] as? Double)
    #expect(interval.count == 2 && interval[0] < value && value < interval[1])
    #expect(!(try text("a/result.json").contains(workspace.output.deletingLastPathComponent().path)))

    let posed = try #require(result["tracking.frames_used"] as? Int)
    #expect(posed > 50)
    let markers = try #require(result["markers.seen"] as? Int)
    #expect(markers >= 42)
    try checkTables(posed: posed, markers: markers)
  }

  /// The frame that meshes name, and a line a frame in the tables.
  private func checkTables(posed: Int, markers: Int) throws {
    for name in ["mesh.ply", "cloud.ply"] {
      let header = String(decoding: try file("a/\(name)").prefix(2000), as: UTF8.self)
      #expect(header.contains("comment frame head, RAS"))
      #expect(header.contains("comment unit mm"))
    }
    let trajectory = try text("a/trajectory.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(trajectory.count == posed)
    #expect(trajectory.allSatisfy { $0.split(separator: " ").compactMap { Double($0) }.count == 8 })
    let rows = try text("a/frames.csv").split(separator: "\r\n")
    #expect(rows.count == 61 && rows[0].hasPrefix("frame,time_s,used,reason"))
    #expect(rows.count { $0.split(separator: ",", omittingEmptySubsequences: false)[2] == "1" } == posed)
    let map = try ResultFile(try file("a/markers.json"))
    #expect(map["frame"] as? String == "head")
    #expect((map["markers"] as? [String: Any])?.count == markers)
    #expect(try text("a/report.html").hasPrefix("<!DOCTYPE html>"))
  }

  @Test func equalInputsGiveEqualBytes() throws {
    let recording = try SampleRecording.whole.get()
    let first = try reconstruct(recording, "b1", "--json", "--threads", "1")
    let second = try reconstruct(recording, "b2", "--json", "--threads", "2")
    let third = try reconstruct(recording, "b3", "--json", "--threads", "3")
    #expect(first.stdout == (try file("b1/result.json")))
    #expect(first.stderr.isEmpty)
    #expect(first.stdout == second.stdout)
    #expect(second.stdout == third.stdout)
    for name in Self.names {
      let bytes = try file("b1/\(name)")
      #expect(try bytes == file("b2/\(name)") && bytes == file("b3/\(name)"), Comment(rawValue: name))
    }
  }

  @Test func withoutLandmarksTheRestIsWritten() throws {
    let scan = try Workspace(SampleRecording.whole)
    try scan.remove("landmarks.json")
    let outcome = try reconstruct(scan.recording, "c", "--no-automatic-landmarks")
    #expect(outcome.status == 2)
    #expect(outcome.lines.count == 1)
    #expect(outcome.text.contains("were not picked"), Comment(rawValue: outcome.text))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.file("c").path).sorted()
        == Self.names.filter { !["clicks.jpg", "section.json"].contains($0) })
    let result = try ResultFile(try file("c/result.json"))
    #expect(result["status"] as? String == "incomplete")
    #expect(result.has("measures.cvai.value"))
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["measures.cvai.code"] as? String == "landmarks.not_picked")
    #expect(result.has("severity"))
    #expect(result["severity"] == nil)
    #expect((result["reasons"] as? [String])?.isEmpty == false)
    #expect(try #require(result["markers.seen"] as? Int) >= 42)
    let header = String(decoding: try file("c/mesh.ply").prefix(2000), as: UTF8.self)
    #expect(header.contains("comment frame scan"))
    #expect(try text("c/trajectory.txt").hasPrefix("# camera in the frame of mesh.ply: scan"))
  }

  @Test func whatIsNotKnownIsNull() throws {
    let scan = try Workspace(SampleRecording.glimpse)
    try scan.write("cap.yaml", "dictionary: DICT_4X4_100\nmarker_size_mm: 16\n")
    let outcome = try reconstruct(scan.recording, "d", "--json")
    #expect(outcome.status == 2)
    #expect(outcome.stderr.isEmpty)
    let result = try ResultFile(outcome.stdout)
    let missing = ResultFile.contract.filter { !result.has($0) }
    #expect(missing.allSatisfy { $0.hasPrefix("landmarks.") || $0.hasPrefix("severity.") }, "\(missing)")
    #expect(result.has("markers.expected"))
    #expect(result["markers.expected"] == nil)
    #expect(result.has("severity"))
    #expect(result["severity"] == nil)
  }
}
