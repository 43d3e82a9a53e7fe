import Analysis
import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Reports

@Suite struct ScanResultTests {
  func object(_ result: ScanResult) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: result.json()) as? [String: Any])
  }

  @Test func keepsTheKeysOfTheContract() throws {
    let root = try object(SampleResult.result(SampleResult.measures()))
    #expect(root["schema"] as? String == "calvaria/result/1")
    #expect(root["status"] as? String == "complete")
    let expected: [String: [String]] = [
      "recording": ["format", "frames", "duration_s"], "markers": ["expected", "seen", "coverage", "rejected"],
      "depth": ["valid_fraction", "markers_invalid_fraction"],
      "tracking": ["frames_used", "reprojection_rms_px", "closure_mm"],
      "calibration": ["focal_scale", "depth_scale", "verdict", "depth_field_peak_mm", "depth_correction"],
      "surface": ["coverage", "holes"],
      "landmarks": ["source", "sellion", "tragion_left", "tragion_right", "nose_tip"],
      "protocol": ["name", "version", "ap_axis", "level", "centre", "diagonal_angle_degrees", "denominators"],
      "measures": MeasureName.allCases.map(\.rawValue), "severity": ["scale", "level", "probabilities", "flattened"],
      "timings_s": [], "provenance": ["version", "inputs", "options"],
    ]
    for (part, keys) in expected {
      let members = try #require(root[part] as? [String: Any], "\(part)")
      for key in keys { #expect(members[key] != nil, "\(part).\(key)") }
    }
    let cvai = try #require((root["measures"] as? [String: Any])?["cvai"] as? [String: Any])
    #expect((cvai["ci95"] as? [Double])?.count == 2)
    #expect((cvai["repeatability"] as? [Double])?.count == 2)
    let budget = try #require(cvai["budget"] as? [[String: Any]])
    #expect(budget.first?["source"] as? String == "observer")
    #expect(budget.first?["kind"] as? String == "B")
    #expect(abs(budget.reduce(0) { $0 + ($1["contribution"] as? Double ?? .nan) } - 1) < 0.001)
    #expect(budget.allSatisfy { $0["sd"] is Double && $0["unit"] is String && $0["sensitivity"] is Double })
    #expect(cvai["unit"] as? String == "%")
    let sellion = try #require((root["landmarks"] as? [String: Any])?["sellion"] as? [String: Any])
    #expect(sellion["mm"] as? [Double] == [0, 73, 0])
    #expect(sellion["sd_mm"] as? Double == 1)
    let correction = try #require((root["calibration"] as? [String: Any])?["depth_correction"] as? [String: Any])
    #expect(correction["depth_mm"] as? Double == 262.1)
    #expect((correction["mean_mm"] as? [String: Any])?["value"] as? Double == -0.43)
    let added = try #require(correction["added_mm"] as? [[Any]])
    #expect(added.map(\.count) == [2, 2] && added[0][0] is NSNull && added[0][1] as? Double == -0.5)
  }

  @Test func aBudgetIsReadAsItWasWritten() throws {
    let measures = try SampleResult.measures()
    let read = ScanResult(measures).measureResults
    let isClose = { (a: ClosedRange<Double>, b: ClosedRange<Double>) in
      abs(a.lowerBound - b.lowerBound) < 1e-4 && abs(a.upperBound - b.upperBound) < 1e-4
    }
    var (sensitivities, intervals) = (0, 0)
    for (name, result) in measures.results where result.value != nil {
      let other = try #require(read[name])
      #expect(other.budget.map(\.source) == result.budget.map(\.source), "\(name)")
      #expect(!other.budget.isEmpty, "\(name)")
      for (a, b) in zip(other.budget, result.budget) {
        #expect(abs(a.contribution - b.contribution) < 1e-4)
        // Both factors are cut to four decimals.
        guard let sensitivity = b.sensitivity else { continue }
        sensitivities += 1
        #expect(abs(a.effect - b.effect) < 1e-4 * (b.deviation + abs(sensitivity)) + 1e-8, "\(name)")
      }
      let own = try #require(result.repeatability)
      #expect(isClose(try #require(other.repeatability), own), "\(name)")
      #expect((other.ci95 == nil) == (result.ci95 == nil), "\(name)")
      guard let found = other.ci95, let whole = result.ci95 else { continue }
      intervals += 1
      #expect(isClose(found, whole), "\(name)")
    }
    #expect(sensitivities > 0 && intervals > 0)
  }

  @Test func aWithheldMeasureIsNullWithItsReason() throws {
    let result = try SampleResult.result(SampleResult.measured { $0.z > 0 && $0.y < 0 && $0.x > 0.01 })
    let root = try object(result)
    #expect(root["status"] as? String == "incomplete")
    #expect(root["severity"] is NSNull)
    let cvai = try #require((root["measures"] as? [String: Any])?["cvai"] as? [String: Any])
    #expect(cvai["value"] is NSNull)
    #expect(cvai["ci95"] is NSNull)
    #expect(
      (cvai["reason"] as? String)?.isEmpty == false && cvai["code"] as? String == result.findings[0].code.rawValue)
    #expect((root["reasons"] as? [String])?.isEmpty == false)
  }

  @Test func threeStatesSayWhatIsWithheld() throws {
    let whole = try SampleResult.result(SampleResult.measures())
    #expect(whole.measured == MeasuredState(withheld: []))
    #expect(whole.measured.state == .measured)
    var part = whole
    for key in ["volume", "asr"] { part.measures[key]?.value = nil }
    var gap = Finding(.surfaceBelowBase, severity: .withheld)
    gap.measures = ["volume", "asr"]
    part.findings.append(gap)
    let json = try #require(try object(part)["measured"] as? [String: Any])
    #expect(json["state"] as? String == "measured_in_part")
    #expect(json["withheld"] as? [String] == ["volume", "asr"])
    #expect(
      part.table().contains(
        "\nMeasured in part, withheld: Volume; Anterior symmetry ratio.\nThe surface does not reach above the base plane.\n"
      ))
    var none = part
    none.measures["cvai"]?.value = nil
    none.status = .incomplete
    #expect(none.measured.state == .none)
    #expect(none.table().contains("\nNot measured: CVAI withheld.\n"))
    #expect(whole.table().contains("\nMeasured: nothing withheld.\n"))
  }

  /// A research number is withheld like any other, and a scan is whole without it.
  @Test func aScanIsMeasuredWithoutNumbersForResearch() throws {
    var measures = try SampleResult.measures()
    let gap = Finding(.surfaceProfileHidden, ["width_mm": .millimetres(0.03), "place": .place("back")])
    measures.results[.vnoAngle] = MeasureResult(value: nil, unit: "°", reasons: [gap])
    let result = try SampleResult.result(measures)
    #expect(result.measured == MeasuredState(withheld: []))
    #expect(result.measures["vno_angle"]?.code == "surface.profile_hidden")
    let told = try #require(result.findings.first { $0.code == .surfaceProfileHidden })
    #expect(told.severity == .note)
    #expect(result.table().contains("\nMeasured: nothing withheld.\n"))
    #expect(result.table().contains("VNO angle: withheld"))
    #expect(result.table().contains("the outline from the side has a gap of 30 mm at the back"))
  }

  @Test func surviveAWayThroughAFile() throws {
    let result = try SampleResult.result(SampleResult.measures())
    #expect(try ScanResult(json: result.json()).json() == result.json())
    let withheld = try SampleResult.result(.withheld(because: [Finding(.landmarksNotPicked).about([.sellion])]))
    let read = try ScanResult(json: withheld.json())
    #expect(try read.json() == withheld.json())
    #expect(read.findings.map(\.code) == [.landmarksNotPicked])
    #expect(read.measures["cvai"]?.code == "landmarks.not_picked")
    #expect(read.measureResults[.cvai]?.reasons.text() == "sellion was not picked")
  }

  /// A result as it was before it was written.
  private func unsealed(_ result: ScanResult) -> ScanResult {
    var result = result
    result.provenance?.digest = nil
    return result
  }

  @Test func aResultThatWasChangedIsKnown() throws {
    let bytes = try SampleResult.result(SampleResult.measures()).json()
    #expect(try !ScanResult.read(bytes).wasChanged)
    let text = String(decoding: bytes, as: UTF8.self)
    let digest = try #require(ScanResult.read(bytes).provenance?.digest)
    let number = try #require(text.firstRange(of: /\d\.\d/))
    var changed = text
    changed.replaceSubrange(number, with: "9.9")
    for other in [changed, text + " ", text.replacing(digest, with: String(repeating: "f", count: 64))] {
      #expect(try ScanResult.read(Data(other.utf8)).wasChanged)
    }
    // Results of earlier versions hold no digest.
    let earlier = text.replacing(/\ *"digest" : "[0-9a-f]*",\n/, with: "")
    #expect(earlier != text)
    #expect(try !ScanResult.read(Data(earlier.utf8)).wasChanged)
  }

  /// The bytes of a result without some keys, `a.b` for those within a part.
  func without(_ keys: [String]) throws -> Data {
    var root = try object(SampleResult.result(SampleResult.measures()))
    for key in keys {
      let path = key.split(separator: ".").map(String.init)
      if path.count == 1 {
        root[key] = nil
      } else {
        var part = try #require(root[path[0]] as? [String: Any])
        part[path[1]] = nil
        root[path[0]] = part
      }
    }
    return try JSONSerialization.data(withJSONObject: root)
  }

  /// Keys are added as the program grows; results that were written before are still read.
  @Test func resultsOfEarlierVersionsAreRead() throws {
    let now = try SampleResult.result(SampleResult.measures())
    let added = ["title", "source", "landmarks", "denominator", "index", "ears", "cap_thickness"].map {
      "protocol.\($0)"
    }
    let earlier = try ScanResult.read(without(["severities", "findings"] + added))
    #expect(earlier.findings.isEmpty)
    #expect(earlier.severities.isEmpty)
    #expect(earlier.measures == now.measures)
    #expect(earlier.severity == now.severity)
    #expect(earlier.protocol.landmarks == now.protocol.landmarks)
    #expect(earlier.protocol.index == "cvai")
    #expect(earlier.protocol.denominator == "longer_diagonal")
    #expect(earlier.protocol.ears == "excluded")
    #expect(earlier.protocol.capThickness == "included")
    // Findings that were read keep their text as it was written, too.
    var again = try unsealed(ScanResult.read(now.json()))
    #expect(again.findings.map(\.code) == now.findings.map(\.code))
    #expect(again.findings.text() == now.findings.text())
    again.findings = now.findings
    #expect(again == now)
  }

  @Test(arguments: [
    ("protocol.ap_axis", "one without `protocol.ap_axis`"), ("measures", "one without `measures`"),
    ("schema", "something else"),
  ]) func whatAResultLacksIsNamed(_ key: String, _ says: String) throws {
    let data = try without([key])
    let error = #expect(throws: StrangeResult.self) { try ScanResult.read(data) }
    #expect(error?.found.text() == says)
  }

  @Test func otherFilesAreNoResults() throws {
    for (text, says) in [
      ("", "something else"), ("[1, 2]", "something else"),
      ("{\"schema\": \"calvaria/compare/1\"}", "the schema calvaria/compare/1"),
      ("{\"schema\": \"calvaria/result/1\", \"status\": \"maybe\"}", "one whose `status` can't be read"),
    ] {
      let error = #expect(throws: StrangeResult.self) { try ScanResult.read(Data(text.utf8)) }
      #expect(error?.found.text() == says)
    }
  }

  @Test func equalResultsGiveEqualBytes() throws {
    let measures = try (0..<2).map { _ in try SampleResult.measured() }
    let json = try measures.map { try SampleResult.result($0).json() }
    #expect(json[0] == json[1])
    let pages = try measures.map { try ReportPage(SampleResult.content($0)).html() }
    #expect(pages[0] == pages[1])
  }

  @Test func theTableNamesValueIntervalAndReason() throws {
    let table = try SampleResult.result(SampleResult.measures()).table()
    let line = try #require(table.split(separator: "\n").first { $0.hasPrefix("CVAI  ") })
    #expect(line.contains("%   ["))
    #expect(table.contains("CHOA level"))
    let withheld = ScanResult(.withheld(because: [Finding(.landmarksNotPicked).about([.sellion])])).table()
    #expect(withheld.contains("CVAI withheld.\nSellion was not picked.\n"))
    #expect(!withheld.contains("Circumference"))
    #expect(table.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
  }

  /// Landmarks in metres again, with why they are not used.
  @Test func landmarksComeBackInMetres() throws {
    var result = try SampleResult.result(SampleResult.measures())
    result.landmarks.points["nose_tip"]?.reason = "too far off"
    let read = result.headLandmarks
    #expect(Set(read.estimates.keys) == Set(SampleResult.landmarks.estimates.keys))
    for (landmark, estimate) in read.estimates {
      let own = try #require(SampleResult.landmarks.estimates[landmark])
      #expect((estimate.position - own.position).length < 1e-6)
      #expect(abs(estimate.standardDeviation - own.standardDeviation) < 1e-9)
      #expect((estimate.rejection == nil) == (landmark != .noseTip))
    }
    #expect(read.estimates[.noseTip]?.rejection?.code == .landmarksRejected)
    #expect(Set(result.landmarks.estimates.estimates.keys) == [.sellion, .tragionLeft, .tragionRight])
    for (landmark, estimate) in result.landmarks.estimates.estimates {
      let own = try #require(SampleResult.landmarks.estimates[landmark])
      #expect((estimate.position - own.position).length < 1e-6)
      #expect(abs(estimate.standardDeviation - own.standardDeviation) < 1e-9)
    }
    // What nobody counted was seen once.
    for (written, evidence) in [(nil, 1), (3, 3)] as [(Int?, Int)] {
      result.landmarks.points["sellion"]?.evidence = written
      #expect(result.headLandmarks.estimates[.sellion]?.evidence == evidence)
      #expect(result.landmarks.estimates.estimates[.sellion]?.evidence == evidence)
    }
    result.landmarks.points["sellion"]?.mm = [1, 2]
    result.landmarks.points["chin"] = result.landmarks.points["nose_tip"]
    #expect(Set(result.headLandmarks.estimates.keys) == [.tragionLeft, .tragionRight, .noseTip])
    #expect(Set(result.landmarks.estimates.estimates.keys) == [.tragionLeft, .tragionRight])
  }

  /// To four decimals, metres as millimetres to three.
  @Test func numbersAreCut() {
    #expect(Rounding.value(1.23456) == 1.2346 && Rounding.fraction(0.00004) == 0)
    #expect(Rounding.millimetres(0.0123456) == 12.346)
    #expect(Rounding.millimetres([0.001, -0.0020004, 0.003]) == [1, -2, 3])
    #expect(ScanResult.SeverityGrade.written([1: 0.25, 2: 0.00004, 3: 0.0001]) == ["1": 0.25, "3": 0.0001])
  }

  @Test func aMidlineIsAPlaneInMetres() throws {
    var line = ScanResult.Midline(
      normal: [0.6, 0, 0.8], offsetMm: 12, angleSdDegrees: 1, offsetSdMm: 1, angleFromLandmarksDegrees: 0,
      slantForward: 0,
      slantUp: 0, points: 10, matchedFraction: 1, residualRmsMm: 0.1, sellionMovedMm: nil)
    let plane = try #require(line.plane)
    #expect((plane.normal - [0.6, 0, 0.8]).length < 1e-12 && abs(plane.offset - 0.012) < 1e-12)
    line.normal = [0.6, 0, 0.809]
    #expect(try #require(line.plane).normal.length < 1 + 1e-12)
    for strange in [[0.6, 0, 0.82], [0.6, 0, 0.78], [0.6, 0.8], [.nan, 0, 1]] {
      line.normal = strange
      #expect(line.plane == nil, "\(strange)")
    }
    (line.normal, line.offsetMm) = ([0.6, 0, 0.8], .infinity)
    #expect(line.plane == nil)
  }

  /// Another version or name is told, other choices under the same name too.
  @Test func protocolsAreToldApart() throws {
    let own = ScanResult.ProtocolChoices(.standard)
    #expect(own.difference(from: own) == nil)
    var other = own
    other.bridgedGapMm += 1
    let name = FindingValue.text("\(own.name) \(own.version)")
    #expect(own.difference(from: other) == .phrase("different_choices", ["protocol": name]))
    other.version = "0"
    #expect(
      own.difference(from: other)
        == .phrase("both", ["a": name, "b": .text("\(own.name) 0")]))
    for choices in MeasurementProtocol.builtIn {
      let written = ScanResult.ProtocolChoices(choices)
      if case .height = choices.level { continue }
      #expect(written.isAt(choices.level), "\(choices.name)")
      #expect(written.isAt(.greatestCircumference) == (choices.level == .greatestCircumference), "\(choices.name)")
      #expect(written.isAt(.longestSection) == (choices.level == .longestSection), "\(choices.name)")
      #expect(!written.isAt(.fraction(0.123)) && !written.isAt(.height(0.03)))
    }
    var result = try SampleResult.result(SampleResult.measures())
    #expect(result.builtInProtocol?.name == MeasurementProtocol.standard.name)
    result.protocol.bridgedGapMm += 1
    #expect(result.builtInProtocol == nil)
  }

  /// Holes wider than 3 mm, and of these not more than asked for.
  @Test func wideHolesAreWritten() throws {
    let (measures, cut) = (try SampleResult.measures(), SampleResult.mesh(without: { $0.z < -0.05 || $0.z > 0.085 }))
    let frame = try #require(measures.frame)
    let holes = Hole.all(of: try HeadSurface(cut))
    let surface = { (most: Int, frame: RigidTransform?) in
      ScanResult.Surface(nil, holes: holes, headFromScan: frame, vertices: 7, triangles: 5, most: most)
    }
    let all = surface(40, frame.headFromScan)
    #expect(all.holes.count == 2 && all.coverage == nil && all.vertices == 7 && all.triangles == 5)
    #expect(surface(1, nil).holes.count == 1 && surface(1, nil).holes[0].place == "unknown")
    for (written, hole) in zip(all.holes, holes) {
      #expect(abs(written.diameterMm - 1000 * hole.diameter) < 0.001)
      #expect(abs(written.perimeterMm - 1000 * hole.perimeter) < 0.001)
      let centre = frame.headFromScan * hole.centre
      #expect((0..<3).allSatisfy { abs(written.centreMm[$0] - 1000 * centre[$0]) < 0.001 })
      #expect(written.place != "unknown")
    }
  }

  /// A score with its interval, or why there is none.
  @Test func aScoreIsWritten() throws {
    let child = NormChild(ageMonths: 4, sex: .female)
    var score = NormTable.builtIn[0].score(try SampleResult.measures(), child)
    (score.z, score.ci95, score.reasons, score.notes) = (-0.5, -0.75...0.25, [], [])
    let norm = ScanResult.Norm(score)
    #expect(norm.table == score.table && norm.measure == score.measure.rawValue)
    #expect(norm.sex == "female" && norm.ageMonths == 4)
    #expect(norm.z == -0.5 && norm.ci95 == [-0.75, 0.25] && norm.findings == nil && norm.reason == nil)
    // Of the normal distribution.
    #expect(abs((norm.percentile ?? 0) - 30.8538) < 1e-4)
    (score.z, score.ci95, score.reasons) = (nil, nil, [Finding(.measureMissing)])
    let withheld = ScanResult.Norm(score)
    #expect(withheld.z == nil && withheld.ci95 == nil && withheld.percentile == nil)
    #expect(withheld.findings == score.reasons && withheld.code == FindingCode.measureMissing.rawValue)
  }

  /// What publications tell of children of the same age is written as they have it.
  @Test func referencesAreWritten() throws {
    let group = try ReferenceGroup.find("nam-2021")
    for value in group.values {
      let written = ScanResult.Reference(group, value)
      #expect(
        written.group == "nam-2021" && written.children == group.children && written.measure == value.measure.rawValue)
      #expect(written.ageMonths == [value.months.lowerBound, value.months.upperBound] && written.value == value.middle)
      #expect(written.range == value.range.map { [$0.lowerBound, $0.upperBound] } && written.sd == value.deviation)
      // A cranial index has no diagonals.
      #expect((written.diagonals == nil) == (value.measure == .cranialIndex))
    }
  }
}
