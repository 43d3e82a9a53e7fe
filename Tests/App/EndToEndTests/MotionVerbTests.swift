import Diagnostics
import Foundation
import TestSupport
import Testing

/// `motion`: ranges of motion from motion files.
@Suite struct MotionVerbTests {
  let workspace: Workspace
  /// A simulated right knee that bends from −4° to 118°, three times.
  private let knee = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc").path
  private let call = ["--joint", "knee", "--side", "right", "--view", "lateral"]

  init() throws { workspace = try Workspace() }

  @Test func theSampleHasItsRange() throws {
    let outcome = try Command.run(["motion", knee, "--output", workspace.output.path] + call)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("neutral-zero 4-0-118 (extension-0-flexion)"))
    let result = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("motion.json")))
    #expect(result["schema"] as? String == "calvaria/motion/1")
    #expect(result["status"] as? String == "complete")
    for (key, truth) in [("maximum", 118.0), ("minimum", -4), ("range", 122), ("start", -4), ("return", -4)] {
      let found = try #require(result["values.\(key).degrees"] as? Double)
      let interval = try #require(result["values.\(key).ci95"] as? [Double])
      #expect(abs(found - truth) < 1 && interval[0] <= truth && truth <= interval[1], "\(key): \(found)")
    }
    #expect((result["provenance.inputs"] as? [String: String])?["landmarks"]?.count == 64)
    let options = try #require(result["provenance.options"] as? [String: String])
    #expect(options["joint"] == "knee")
    #expect(options["view"] == "lateral")
    #expect(options["rules"] == "standard")
    #expect(result["rules.gates.confidence"] as? Double == 0.3)
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).sorted()
    #expect(names == ["angles.csv", "angles.mot", "landmarks.trc", "motion.json", "report.html"])
    let again = try Command.run(["motion", knee, "--output", workspace.output.path] + call)
    #expect(again.status == 73)
    #expect(try Command.run(["motion", knee, "--output", workspace.output.path, "--force"] + call).status == 0)
  }

  /// What it has written reads back: the points as they were, the angle as it was filtered.
  @Test func itsOwnFilesReadBack() throws {
    #expect(try Command.run(["motion", knee, "--output", workspace.output.path] + call).status == 0)
    let first = try Command.run(["motion", knee, "--json"] + call)
    let points = workspace.output.appendingPathComponent("landmarks.trc").path
    let again = try Command.run(["motion", points, "--json"] + call)
    let (a, b) = (try ResultFile(first.stdout), try ResultFile(again.stdout))
    #expect(a["values.range.degrees"] as? Double == b["values.range.degrees"] as? Double)
    let angles = try Command.run(["motion", workspace.output.appendingPathComponent("angles.mot").path] + call)
    #expect(angles.status == 0)
    #expect(angles.text.contains("knee, right: flexion"))
  }

  /// What --json prints is the file that is written, provenance and all, and a folder's files are part of it.
  @Test func whatIsPrintedIsWhatIsWritten() throws {
    let written = try Command.run(["motion", knee, "--json", "--output", workspace.output.path] + call)
    #expect(try written.stdout == Data(contentsOf: workspace.output.appendingPathComponent("motion.json")))
    let folder = workspace.file("poses")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let frame = { (knee: Double) -> Data in
      var numbers = [Double](repeating: 0.9, count: 75)
      for point in 0..<25 {
        numbers[3 * point] = 100 + 10 * Double(point)
        numbers[3 * point + 1] = point == 10 ? knee : 200 + Double(point * point)
      }
      let list = numbers.map { "\($0)" }.joined(separator: ",")
      return Data("{\"people\":[{\"pose_keypoints_2d\":[\(list)]}]}".utf8)
    }
    for i in 0..<12 {
      try frame(300).write(to: folder.appendingPathComponent("f_\(i)_keypoints.json"))
    }
    let of = { () throws -> String? in
      let words = ["motion", folder.path, "--json", "--rate", "30", "--direction", "clockwise"] + call
      return (try ResultFile(Command.run(words).stdout)["provenance.inputs"] as? [String: String])?["landmarks"]
    }
    let first = try of()
    #expect(first?.count == 64)
    try frame(301).write(to: folder.appendingPathComponent("f_7_keypoints.json"))
    #expect(try of() != first)
  }

  @Test func whatIsWithheldHasAReason() throws {
    let other = try Command.run(["motion", knee, "--joint", "knee", "--side", "left", "--view", "lateral"])
    #expect(other.status == 2)
    #expect(other.text.contains("no movement of the left side"))
    let german = try Command.run(["motion", knee, "--language", "de"] + call)
    #expect(german.status == 0)
    #expect(german.text.contains("Knie, rechts: Flexion"))
    #expect(german.text.contains("Neutral-0-Methode"))
  }

  @Test func wrongCallsAreRefused() throws {
    #expect(try Command.run(["motion", workspace.file("none.trc").path] + call).status == 66)
    #expect(try Command.run(["motion", knee, "--direction", "clockwise"] + call).status == 64)
    #expect(try Command.run(["motion", knee, "--movement", "abduction"] + call).status == 64)
    #expect(try Command.run(["motion", knee, "--rate", "0"] + call).status == 64)
    #expect(try Command.run(["motion", knee, "--rate", "30"] + call).status == 64, "the file has times")
    #expect(try Command.run(["motion", knee, "--joint", "knee", "--side", "right"]).status == 0, "no view in space")
    #expect(try Command.run(["motion", knee, "--rules", workspace.file("none.yaml").path] + call).status == 66)
    let cut = workspace.file("cut.trc")
    try Data(Data(contentsOf: URL(filePath: knee)).prefix(20_000)).write(to: cut)
    #expect(try Command.run(["motion", cut.path] + call).status == 65)
  }
}
