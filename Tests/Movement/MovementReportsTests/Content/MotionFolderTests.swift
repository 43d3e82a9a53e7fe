import Diagnostics
import Foundation
import Movement
import TestSupport
import Testing

@testable import MovementReports

/// Folders of ranges of motion that somebody has changed.
@Suite struct MotionFolderTests {
  private func files() throws -> [(name: String, content: Data)] {
    let knee = SimulatedKnee()
    return try knee.measured().files(knee.sequence)
  }

  private func folder(_ name: String, _ content: Data) throws -> MotionFolder {
    try MotionFolder(files: try files().filter { $0.name != name } + [(name, content)])
  }

  @Test func whatIsWrittenReadsBack() throws {
    let measured = try SimulatedKnee().measured()
    let curve = try #require(AngleCurve(csv: [UInt8](measured.curve.csv.data)))
    #expect(curve.times == measured.times)
    #expect(curve.names == measured.frames)
    #expect(curve.channels.count == 1)
    #expect(
      zip(curve.channels[0].filtered, measured.angles[0].filtered).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
    #expect(curve.states.allSatisfy { $0 == "valid" || $0 == "outlier" })
    #expect(abs(curve.step - 1 / 30) < 1e-9)
    let folder = try MotionFolder(files: try files())
    #expect(try folder.result.json() == measured.result.json())
  }

  @Test func severalAnglesAreKnownByTheirColumns() throws {
    let text =
      "frame,time_s,flexion_deg,rotation_deg,filtered_flexion_deg,filtered_rotation_deg,state\n\"a,\"\"b\",0,1,2,3,,valid\n"
    let curve = try #require(AngleCurve(csv: [UInt8](text.utf8)))
    #expect(curve.names == ["a,\"b"])
    #expect(curve.channels.map(\.name) == ["flexion", "rotation"])
    #expect(curve.channels[0].raw == [1] && curve.channels[0].filtered == [3] && curve.channels[1].filtered[0].isNaN)
  }

  @Test(arguments: [
    "", "\n", "frame,time_s,state\n1,0,valid\n", "frame,time_s,angle_deg,filtered_deg,state\n1,0,1e9,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n1,nan,1,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n1,inf,1,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n1,0,1,1,valid\n2,0,1,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n1,-1e308,1,1,valid\n2,1e308,1,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n1,1e12,1,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n1,0,1,1,valid\n2,2e7,1,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n1,0,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n\"1,0,1,1,valid\n",
    "frame,time_s,angle_deg,filtered_deg,state\n1,0,one,1,valid\n",
  ]) func aCurveOfAnotherFormIsNone(_ text: String) throws {
    #expect(AngleCurve(csv: [UInt8](text.utf8)) == nil)
    let folder = try folder("angles.csv", Data(text.utf8))
    #expect(folder.curve == nil)
    #expect(folder.unusable == ["angles.csv"])
    let html = MotionPage(folder).html()
    #expect(html.contains("angles.csv could not be used"))
    #expect(html.contains("angles.csv is missing or not readable"))
  }

  /// The result with the value at a path of keys changed.
  private func changed(_ path: [String], _ value: Any) throws -> Data {
    let text = try #require(try files().first { $0.name == "motion.json" }?.content)
    let root = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    return try JSONSerialization.data(withJSONObject: replaced(root, path[...], value))
  }

  private func replaced(_ node: [String: Any], _ path: ArraySlice<String>, _ value: Any) throws -> [String: Any] {
    var node = node
    let key = try #require(path.first)
    #expect(node[key] != nil, "there is such a key")
    node[key] =
      path.count == 1
      ? value : try replaced(#require(node[key] as? [String: Any]), path.dropFirst(), value)
    return node
  }

  @Test func aChangedResultIsRefused() throws {
    #expect(
      try folder("motion.json", changed(["joint"], "knee")).result.joint == .knee, "the helper changes nothing else")
    let changes: [([String], Any)] = [
      (["schema"], "calvaria/motion/2"), (["schema"], "other"), (["joint"], "tail"),
      (["values", "maximum", "degrees"], 1e9),
      (["values", "maximum", "ci95"], [130, 100]), (["values", "maximum", "ci95"], [1.0]),
      (["values", "maximum", "ci95"], [0, 10]), (["gates", "all"], -1), (["gates", "valid_share"], 7),
      (["source", "duration_s"], -1), (["filters", "noise_degrees"], 1e300), (["plateaus"], ["x"]),
      (["repeats"], NSNull()), (["values", "maximum", "plateaus"], -3),
    ]
    for (path, value) in changes {
      #expect(throws: MotionFolderError.self, "\(path) \(value)") { try folder("motion.json", changed(path, value)) }
    }
    for text in [
      "", "[]", "{}", "nonsense", String(repeating: "[", count: 100_000), "{\"schema\": \"calvaria/motion/1\"}",
    ] {
      #expect(throws: MotionFolderError.self) { try folder("motion.json", Data(text.utf8)) }
    }
  }

  @Test func picturesAndDescriptionsThatAreNoneAreSaid() throws {
    var files = try files()
    files += [
      ("maximum.jpg", Data("no picture".utf8)), ("minimum.jpg", Data([0xFF, 0xD8])),
      ("scan.json", Data("{\"x\": 1}".utf8)),
      ("history.json", Data("{}".utf8)),
    ]
    let folder = try MotionFolder(files: files)
    #expect(Set(folder.unusable) == ["maximum.jpg", "scan.json", "history.json"])
    #expect(folder.pictures.keys.sorted() == ["minimum"])
    #expect(folder.history.isEmpty)
    #expect(folder.scan.isEmpty)
  }

  /// A result of 32 MiB is read, and none that has a byte more.
  @Test(arguments: [0, 1]) func aLargeResultIsRefused(_ more: Int) throws {
    let temporary = try TemporaryFolder()
    let file = temporary.url.appending(path: "motion.json")
    // What is nested so deeply is given up at its beginning.
    try Data(String(repeating: "[", count: 100).utf8).write(to: file)
    #expect(truncate(file.path, (32 << 20) + more) == 0)
    let tooMany = FindingValue.phrase("too_many_bytes", ["bytes": .count((32 << 20) + 1), "limit": .count(32 << 20)])
    let found = more == 0 ? FindingValue.phrase("too_deep") : tooMany
    #expect(throws: MotionFolderError.strange(file: file.path, found: found)) { try MotionFolder.read(temporary.url) }
  }

  /// A picture of 16 MiB is used, and none that has a byte more.
  @Test(arguments: [0, 1]) func largePicturesAreLeftOut(_ more: Int) throws {
    let temporary = try TemporaryFolder()
    for (name, content) in try files() where !name.hasSuffix(".jpg") {
      try content.write(to: temporary.url.appending(path: name))
    }
    let picture = temporary.url.appending(path: "maximum.jpg")
    try Data([0xFF, 0xD8]).write(to: picture)
    #expect(truncate(picture.path, (16 << 20) + more) == 0)
    let folder = try MotionFolder.read(temporary.url)
    #expect(folder.pictures.keys.sorted() == (more == 0 ? ["maximum"] : []))
    #expect(folder.unusable == (more == 0 ? [] : ["maximum.jpg"]))
  }

  /// A description has 128 KiB at most.
  @Test(arguments: [0, 1]) func aLargeDescriptionIsLeftOut(_ more: Int) throws {
    let temporary = try TemporaryFolder()
    for (name, content) in try files() { try content.write(to: temporary.url.appending(path: name)) }
    let text = "{\"date\": \"2026-02-03\"}"
    let padded = text + String(repeating: " ", count: (128 << 10) + more - text.utf8.count)
    try Data(padded.utf8).write(to: temporary.url.appending(path: "scan.json"))
    let folder = try MotionFolder.read(temporary.url)
    #expect(folder.scan.date == (more == 0 ? "2026-02-03" : nil))
    #expect(folder.unusable == (more == 0 ? [] : ["scan.json"]))
  }

  @Test func historyReadsBackAndIsChecked() throws {
    let earlier = [try SimulatedKnee(far: 80).earlier("a", date: "2026-01-01", subject: "P1")]
    let text = try MotionHistoryFile(earlier).json()
    let read = try #require(MotionHistoryFile.read([UInt8](text)))
    #expect(read.map(\.name) == ["a"] && read[0].scan == earlier[0].scan)
    #expect(try MotionHistoryFile(read).json() == text)
    let wrong = String(decoding: text, as: UTF8.self).replacing("\"ci95\" : [", with: "\"ci95\" : [ 1e8,")
    #expect(MotionHistoryFile.read([UInt8](wrong.utf8)) == nil)
  }
}
