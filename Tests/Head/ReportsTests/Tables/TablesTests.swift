import Analysis
import Diagnostics
import Images
import Testing

@testable import Reports

@Suite struct TablesTests {
  @Test func nothingInACellBreaksALine() {
    var table = TextTable()
    table.add("a\nb", "c\u{1B}[2J\u{202E}")
    #expect(table.text == "a\\u{A}b  c\\u{1B}[2J\\u{202E}\n")
  }

  @Test func framesLeaveUnknownFieldsEmpty() {
    let depth = FrameDepthValidity(frame: ValidCount(valid: 3, total: 4))
    let csv = FramesTable.csv([
      FrameRow(
        frame: "17.5", time: 0, pose: "markers", markersSeen: 9, markersUsed: 8, reprojectionRMS: 0.41239, depth: depth),
      FrameRow(
        frame: "17.6", time: 0.1,
        rejections: [Finding(.trackingFewMarkers, ["markers": .count(2), "needed": .count(3)])],
        reprojectionRMS: .nan),
      FrameRow(frame: "17.7", time: 0.2, pose: "dense", poseDeviationMillimetres: 0.4321),
    ])
    let lines = csv.split(separator: "\r\n", omittingEmptySubsequences: true)
    #expect(lines.count == 4)
    #expect(lines[0].split(separator: ",").count == FramesTable.header.count)
    #expect(lines[1] == "17.5,0.000000,1,,9,8,0.412,0.7500,,,markers,,")
    #expect(lines[2] == "17.6,0.100000,0,\"2 usable markers, 3 needed\",0,0,,,,,,,tracking.few_markers")
    #expect(lines[3] == "17.7,0.200000,1,,0,0,,,,,dense,0.432,")
  }

  @Test func theIndexByTheSymmetryOfTheFaceIsTold() throws {
    var result = try SampleResult.result(SampleResult.measures())
    #expect(result.bySymmetry?.measure == "cvai")
    #expect((result.bySymmetry?.findings == nil) == (result.bySymmetry?.value != nil))
    result.bySymmetry?.value = 5.171
    result.bySymmetry?.ci95 = [4.444, 5.964]
    #expect(
      result.table().contains("CVAI with the midline by the symmetry of the face: 5.17 % [4.44, 5.96]\n"))
    let read = try ScanResult(json: result.json())
    #expect(read.bySymmetry == result.bySymmetry)
    result.bySymmetry?.value = nil
    result.bySymmetry?.findings = [Finding(.frameSymmetryNone)]
    #expect(result.table().contains("CVAI with the midline by the symmetry of the face withheld: "))
    #expect(result.table(.german).contains("CVAI mit der Mittellinie aus der Symmetrie des Gesichts zurückgehalten: "))
    result.bySymmetry = nil
    #expect(!result.table().contains("symmetry of the face"))
  }

  @Test func theBriefEndsWithTheCVAI() throws {
    var result = try SampleResult.result(SampleResult.measures())
    result.findings = []
    let lines = { result.brief().split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
    #expect(lines().count <= 9, "\(lines())")
    #expect(lines()[0].hasPrefix("Markers 44 of 46; frames with a pose 298 of 300"))
    #expect(lines().contains("Every measure: --all"))
    #expect(lines().suffix(4).map { String($0.prefix(8)) } == ["Circumfe", "Cranial ", "CVA     ", "CVAI    "])
    let value = try #require(result.measures["cvai"]?.value)
    #expect(lines().last?.contains(Language.english.number(value, digits: 2)) == true)
    let (grade, severity) = (try #require(result.grade), try #require(result.severity))
    let side = FlattenedSide.title(severity.flattened, .english)
    #expect(lines().contains("\(grade.line(.english)); \(side)"), "\(lines())")
    // Warnings are told with what to do, notes are counted.
    result.findings = [Finding(.frameSymmetryNone), Finding(.frameSymmetryNone)]
    result.findings[0].severity = .warning
    result.findings[1].severity = .note
    #expect(lines().contains { $0.hasPrefix("Warning: ") } && lines().contains { $0.hasPrefix("  What to do: ") })
    #expect(lines().contains("Every measure and 1 more note: --all"))
    #expect(result.brief(.german).contains("Alle Maße und 1 weiterer Hinweis: --all\n"))
    // A mesh has no frames.
    result.recording = nil
    #expect(!result.brief().contains("Markers"))
  }

  @Test func theBriefSaysWhyThereIsNoCVAI() throws {
    var result = try SampleResult.result(SampleResult.measures())
    result.findings = [Finding(.frameSymmetryNone)]
    result.findings[0].severity = .withheld
    for name in MeasureName.allCases { result.measures[name.rawValue]?.value = nil }
    let lines = result.brief().split(separator: "\n")
    let state = try #require(lines.firstIndex { $0.hasPrefix("Not measured: ") })
    #expect(lines[state + 2].hasPrefix("What to do: "))
    #expect(!lines.contains { $0.hasPrefix("CHOA") || $0.contains("symmetry of the face: ") })
    #expect(lines.last?.hasPrefix("CVAI") == true && lines.last?.hasSuffix("withheld") == true)
    // Volumes alone are named, their causes left to the whole table.
    result.measures["cvai"]?.value = 5
    result.measures["cva"]?.value = 5
    #expect(result.brief().contains("Measured in part, withheld: "))
    #expect(!result.brief().contains("What to do"))
  }

  /// Where a measure stands among other children, and what is known of these.
  @Test func otherChildrenHaveTheirLines() {
    var norm = ScanResult.Norm(
      table: "T", version: "1", source: "", measure: "circumference", ageMonths: 4, correctedAgeMonths: nil,
      sex: "male",
      z: -0.5, ci95: [-0.75, 0.25], percentile: 30.9, tapeShift: nil)
    #expect(norm.line(.english) == "Circumference by T: z −0.50 [−0.75, 0.25], percentile 31")
    (norm.tapeShift, norm.correctedAgeMonths, norm.ci95) = (0.25, 2.5, nil)
    let more = " (by a tape z would be −0.75 or less), for an age corrected to 2.5 months"
    #expect(norm.line(.english) == "Circumference by T: z −0.50, percentile 31" + more)
    (norm.z, norm.reason) = (nil, "nobody knows")
    #expect(norm.line(.english) == "Circumference by T withheld: nobody knows.")

    var reference = ScanResult.Reference(
      group: "g", version: "1", source: "", population: "us_children", children: 92, method: "tape", diagonals: nil,
      measure: "cranial_index", unit: "%", ageMonths: [1, 1], statistic: "median", value: 84.5, sd: nil, range: nil)
    let plain = { (text: String) in text.replacing("\u{A0}", with: " ") }
    #expect(
      plain(reference.line(.english))
        == "children of the USA, 1 month: median Cranial index 84.5 % (g, n = 92 in all; tape)")
    (reference.ageMonths, reference.value, reference.sd, reference.range) = ([2, 6], 84.25, 3.5, [70, 99])
    reference.diagonals = "30"
    let line = plain(reference.line(.english))
    #expect(line.contains("2 to 6 months: ") && line.contains(" 84.25 %, SD 3.5 %, 70 to 99 ("))
    #expect(line.hasSuffix("tape; diagonals at 30°)"))
    (reference.diagonals, reference.ageMonths) = ("not_stated", [3, 3])
    #expect(
      reference.line(.english).hasSuffix("; diagonals not stated)") && reference.line(.english).contains(", 3 months: ")
    )
  }

  /// Levels of less than half a per cent are not named, nor a single one.
  @Test func aGradeHasTheChancesOfItsLevels() throws {
    var grade = try #require(try SampleResult.result(SampleResult.measures()).severities.first)
    (grade.scale, grade.level, grade.levels, grade.measure, grade.advice) = ("choa", 2, 5, "cvai", nil)
    grade.probabilities = ["1": 0.2, "2": 0.794, "3": 0.006]
    let plain = { (text: String) in text.replacing("\u{A0}", with: " ") }
    #expect(plain(grade.line(.english)).hasPrefix("CHOA level 2 of 5 (level 1 20 %, level 2 79 %, level 3 1 %"))
    grade.probabilities = ["2": 0.996, "1": 0.0049]
    #expect(plain(grade.line(.english)) == "CHOA level 2 of 5 by CVAI")
    #expect(grade.shownScale == "CHOA")
  }

  @Test func aRepeatHasItsInterval() throws {
    var result = try SampleResult.result(SampleResult.measures())
    for name in MeasureName.allCases { result.measures[name.rawValue]?.repeatability = nil }
    #expect(!result.table().contains("If the same person scans again"))
    result.measures["cva"]?.repeatability = [4.126, 6]
    result.measures["cvai"]?.repeatability = [1]
    #expect(result.table().contains("If the same person scans again at once: CVA [4.13, 6.00]."))
    let side = try #require(result.severity?.flattened)
    let words = FlattenedSide.title(side, .english)
    #expect(result.table().contains("\n\(words.prefix(1).uppercased())\(words.dropFirst())\n"))
  }

  @Test func columnsAlign() {
    var table = TextTable(rightAligned: [1])
    table.add("Length", "9.50", "mm")
    table.add("CI", "101.25", "%")
    #expect(table.text == "Length    9.50  mm\nCI      101.25  %\n")
  }
}

/// Codes that modules above declare.
extension FindingCode {
  fileprivate static let trackingFewMarkers = FindingCode("tracking.few_markers")
}
