import Diagnostics
import Feedback
import Foundation
import Movement
import Testing

@testable import MovementReports

/// In what results differ, and what is said of their values.
@Suite struct MotionQuantityTests {
  private let measured: MotionResult

  init() throws { measured = try SimulatedKnee().measured().result }

  /// A result with values of its file changed.
  private func changed(
    _ result: MotionResult? = nil, _ edit: (inout [String: Any]) -> Void
  ) throws -> MotionResult {
    var root = try #require(try JSONSerialization.jsonObject(with: (result ?? measured).json()) as? [String: Any])
    edit(&root)
    return try MotionResult.checked([UInt8](JSONSerialization.data(withJSONObject: root)), file: "a")
  }

  private func inside(_ root: inout [String: Any], _ group: String, _ key: String, _ value: Any) {
    var part = root[group] as? [String: Any] ?? [:]
    part[key] = value
    root[group] = part
  }

  @Test func resultsDifferInWhatIsNamed() throws {
    #expect(measured.differences(from: measured).isEmpty)
    let neck = try SimulatedTurn().measured().result
    #expect(neck.differences(from: neck).isEmpty)
    // Of lateral flexion it counts what line told it: here none, of both.
    let leaning = try SimulatedTurn().measured(.lateral).result
    #expect(leaning.movement == .lateral && leaning.differences(from: leaning).isEmpty)
    #expect(leaning.differences(from: try changed(leaning) { $0["seen_by"] = "eyes" }) == ["line"])
    #expect(neck.differences(from: try changed(neck) { $0["seen_by"] = "eyes" }).isEmpty)
    let inSpace = try changed { inside(&$0, "source", "dimensions", 3) }
    let fromFront = try changed { $0["view"] = "frontal" }
    let frontInSpace = try changed {
      $0["view"] = "frontal"
      inside(&$0, "source", "dimensions", 3)
    }
    let others: [(MotionResult, [String])] = [
      (try changed { $0["joint"] = "elbow" }, ["joint"]), (try changed { $0["side"] = "left" }, ["side"]),
      (try changed { $0["movement"] = "projection" }, ["movement"]), (fromFront, ["view"]),
      (try changed { $0["effort"] = "active" }, ["effort"]),
      (try changed { $0["reference"] = "pelvis" }, ["reference"]),
      (inSpace, ["dimensions"]), (frontInSpace, ["view", "dimensions"]),
      (try changed { inside(&$0, "rules", "version", "0") }, ["rules"]),
    ]
    for (other, differences) in others {
      #expect(measured.differences(from: other) == differences)
      #expect(other.differences(from: measured) == differences)
      let isAnother = ["joint", "side", "movement"].contains(differences[0])
      #expect(measured.isSameMovement(as: other) == !isAnother, "\(differences)")
    }
    // In space a view shows nothing more.
    #expect(inSpace.differences(from: frontInSpace).isEmpty)
  }

  @Test func theRangeOrTheArcSaysMost() throws {
    #expect(measured.mainKey == "range")
    #expect(measured.followed.map(\.key) == ["minimum", "maximum", "range"])
    #expect(measured.ends.map(\.key) == ["maximum", "minimum"])
    let turn = try SimulatedTurn().measured().result
    #expect(turn.mainKey == "arc")
    #expect(turn.ends.map(\.key) == ["right", "left"])
    #expect(turn.quantities.filter(\.isSeen).map(\.key) == ["left", "right"])
    let maximum = try #require(measured.values.maximum)
    #expect(measured.value("maximum") == maximum && measured.value("arc") == nil)
  }

  /// The largest numbers that are read, and the next ones.
  @Test func numbersThatCanNotBeAreRefused() throws {
    func value(_ key: String, _ changes: [String: Any]) throws -> MotionResult {
      try changed { root in
        var values = root["values"] as? [String: Any] ?? [:]
        values[key] = (values[key] as? [String: Any] ?? [:]).merging(changes) { $1 }
        root["values"] = values
      }
    }
    #expect(try value("maximum", ["degrees": 360, "ci95": [-1e6, 1e6]]).values.maximum?.degrees == 360)
    #expect(try value("minimum", ["degrees": -360, "ci95": [-360, -360]]).values.minimum?.degrees == -360)
    let bad: [[String: Any]] = [
      ["degrees": 360.5, "ci95": [0, 1000]], ["degrees": -360.5, "ci95": [-1000, 0]],
      ["degrees": 10, "ci95": [9, 1.1e6]], ["degrees": 10, "ci95": [-1.1e6, 11]], ["degrees": 10, "ci95": [10.5, 11]],
      ["degrees": 10, "ci95": [8, 9.5]], ["plateaus": 1_000_001], ["covers": [String](repeating: "noise", count: 101)],
      ["degrees": 10, "ci95": [9, 10, 11]],
    ]
    for changes in bad {
      #expect(throws: MotionFolderError.self, "\(changes)") { try value("maximum", changes) }
    }
    let parts: [(String, String, Any, Any)] = [
      ("gates", "all", 100_000_000, 100_000_001), ("gates", "valid", 0, -1), ("source", "duration_s", 1e9, 1.1e9),
      ("source", "rate", 1e9, 1.1e9), ("source", "frames", 100_000_000, 100_000_001), ("filters", "outliers", 0, -1),
      ("filters", "noise_degrees", 1e6, 1.1e6), ("filters", "tolerance_degrees", 0, -0.1),
      ("gates", "valid_share", 1, 1.01),
    ]
    for (group, key, good, bad) in parts {
      _ = try changed { inside(&$0, group, key, good) }
      #expect(throws: MotionFolderError.self, "\(group) \(key)") { try changed { inside(&$0, group, key, bad) } }
    }
    let plateau = { (degrees: Double, from: Double) in
      ["degrees": degrees, "from_s": from, "to_s": 1.0, "frames": 3] as [String: Any]
    }
    _ = try changed { $0["plateaus"] = [plateau(-360, -9e14)] }
    for wrong in [plateau(361, 0), plateau(-361, 0), plateau(0, -1.1e15)] {
      #expect(throws: MotionFolderError.self) { try changed { $0["plateaus"] = [wrong] } }
    }
  }
}

/// Sentences about a result.
@Suite struct MotionWordsTests {
  private let words = MotionWords(language: .english)

  private func result(_ findings: [Finding]) throws -> MotionResult {
    let measured = try SimulatedKnee().measured().result
    var root = try #require(try JSONSerialization.jsonObject(with: measured.json()) as? [String: Any])
    root["findings"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(findings))
    return try MotionResult.checked([UInt8](JSONSerialization.data(withJSONObject: root)), file: "a")
  }

  /// A value has the finding that names it, the range and one without a finding of its own have all that withhold.
  @Test func aWithheldValueHasItsReason() throws {
    let few = Finding(.motionFewFramesLeft, ["valid": .count(3), "all": .count(9), "least": .count(5)])
    var low = Finding(.motionFewValidFrames, ["share_percent": .percent(0.3), "least_percent": .percent(0.5)])
    low.values["end"] = .term("minimum", of: "motion_value")
    let result = try result([few, low])
    let (one, other) = (few.text(.english), low.text(.english))
    #expect(one != other)
    #expect(words.reason("minimum", result) == "withheld: " + other)
    #expect(words.reason("maximum", result) == "withheld: " + one + "; " + other)
    #expect(words.reason("range", result) == "withheld: " + one + "; " + other)
    var main = low
    main.values["end"] = .term("range", of: "motion_value")
    #expect(words.reason("range", try self.result([few, main])) == "withheld: " + one + "; " + other)
    #expect(words.reason("maximum", try self.result([])) == "withheld")
  }

  @Test func aDefinitionSaysInWhatWasMeasured() throws {
    let knee = words.definition(try SimulatedKnee().measured().result)
    #expect(knee.contains("Measured in a picture, lateral view") || knee.contains("Measured in a picture, "))
    #expect(knee.contains("movement out of the picture's plane is not seen") && !knee.contains("in space"))
    #expect(knee.hasPrefix(Language.english.term("knee-flexion", of: "motion_definition") + " Measured"))
    #expect(knee.hasSuffix(" " + Language.english("motion.values_defined")))
    let neck = words.definition(try SimulatedTurn().measured().result)
    #expect(neck.contains("Measured in space") && !neck.contains("in a picture"))
  }

  @Test func theStateIsInWords() throws {
    let english = Language.english
    #expect(words.state(try SimulatedKnee().measured().result) == english("motion.state_measured"))
    #expect(words.state(try SimulatedKnee(repeats: 0).measured().result) == english("motion.state_not_measured"))
    let measured = try SimulatedKnee().measured().result
    var root = try #require(try JSONSerialization.jsonObject(with: measured.json()) as? [String: Any])
    root["status"] = "incomplete"
    let whole = try MotionResult.checked([UInt8](JSONSerialization.data(withJSONObject: root)), file: "a")
    #expect(whole.measuredState == "measured_in_part" && words.state(whole) == english("motion.state_measured"))
    var values = try #require(root["values"] as? [String: Any])
    values["return"] = nil
    root["values"] = values
    let part = try MotionResult.checked([UInt8](JSONSerialization.data(withJSONObject: root)), file: "a")
    let name = FindingValue.term("return", of: "motion_value")
    #expect(words.state(part) == english("motion.state_in_part", ["values": .list([name])]))
    #expect(words.state(part) != words.state(whole))
  }

  /// A reason that this version does not know stands as it is written.
  @Test func unknownReasonsAreCounted() {
    #expect(Finding.reason("of_tomorrow", 7, .english) == "7 × of_tomorrow")
    #expect(Finding.reason("low_confidence", 7, .english).contains("7 "))
    #expect(!Finding.reason("low_confidence", 7, .english).contains("low_confidence"))
  }
}
