import Analysis
import CapSheets
import Diagnostics
import Files
import Foundation
import Geometry
import Recordings
import TestSupport
import Testing

@testable import Markers
@testable import ScanPipeline
@testable import Tracking

/// What is judged of a phone, and how it is told.
@Suite struct AcceptanceTests {
  private static func line(
    _ value: Estimate, tolerance: Double = 1, limit: Double = 3, reach: Double? = nil, decimals: Int = 2
  ) -> AcceptanceLine {
    AcceptanceLine(
      key: "focal", value: value, unit: "mm", decimals: decimals, tolerance: tolerance, limit: limit, reach: reach)
  }

  @Test(
    arguments: [
      (0, .pass), (0.9, .pass), (-0.9, .pass), (1, .pass), (1.1, .attention), (-2.9, .attention), (3, .attention),
      (3.1, .fail), (-3.1, .fail), (.nan, .fail), (.infinity, .fail),
    ] as [(Double, AcceptanceVerdict)]) func aValueIsJudgedByItsLimits(value: Double, verdict: AcceptanceVerdict)
  {
    #expect(Self.line(Estimate(value, ci95: nil)).verdict == verdict)
  }

  /// 1.96 deviations of 0.5 are within 1, of 0.52 not.
  @Test func whatIsNotKnownWellEnoughFails() {
    #expect(Self.line(Estimate(0.5, sigma: 0.5), reach: 1).verdict == .pass)
    #expect(Self.line(Estimate(0.5, sigma: 0.52), reach: 1).verdict == .fail)
    #expect(Self.line(Estimate(0.5, sigma: 0.52)).verdict == .pass)
    #expect(Self.line(Estimate(0.5, ci95: nil), reach: 1).verdict == .fail)
    #expect(AcceptanceVerdict.pass < .attention && AcceptanceVerdict.attention < .fail)
    #expect([AcceptanceVerdict.pass, .fail, .attention].max() == .fail)
  }

  @Test func aLineIsTextForPeople() {
    #expect(Self.line(Estimate(1.234, ci95: 1...1.5)).text(.english) == "1.23 mm  [1.00, 1.50]")
    #expect(Self.line(Estimate(1.26, ci95: nil), decimals: 1).text(.english) == "1.3 mm")
    #expect(Self.line(Estimate(.nan, ci95: nil)).text(.english) == Language.english("acceptance.withheld"))
    let narrow = Self.line(Estimate(0, ci95: nil), tolerance: 0.75, limit: 9.5, reach: 0.6).limits(.english)
    for number in ["0.75 mm", "9.5 mm", "0.6 mm"] { #expect(narrow.contains(number), "\(narrow)") }
    let wide = Self.line(Estimate(0, ci95: nil), tolerance: 0.75, limit: 12).limits(.english)
    #expect(wide.contains("12 mm") && !wide.contains("12.0"), "\(wide)")
    let endless = Self.line(Estimate(0, ci95: nil), tolerance: 0.75, limit: .infinity).limits(.english)
    #expect(endless.contains("0.75 mm") && !endless.contains("inf"), "\(endless)")
  }

  /// The lines of a board with known faults: per cent, millimetres, milliseconds.
  @Test func aBoardShowsTheFaultsOfItsPhone() throws {
    let board = try SimulatedBoard.calibration.get()
    let lines = AcceptanceLine.all(board, camera: SimulatedBoard.camera)
    let value = { (key: String) in lines.first { $0.key == key }?.value.value ?? .nan }
    #expect(abs(value("focal") - 1) < 0.6)
    #expect(abs(value("focal") - (100 * board.focal.value - 100)) < 1e-9)
    #expect(abs(value("depth_scale") - 1) < 1.2)
    #expect(abs(value("depth_scale") - (100 * board.depth.scale.value - 100)) < 1e-9)
    #expect(abs(value("depth_offset") - 1) < 3)
    #expect(abs(value("depth_offset") - board.depth.field[0].value / 0.001) < 1e-9)
    #expect(abs(value("depth_field") - board.depth.fieldDeviation / 0.001) < 1e-9)
    // 320 of 592 pixels off the middle, k₁ = 0.05: 592 · 0.05 · 0.5405³ = 4.7 pixels.
    #expect(abs(value("lens") - 4.7) < 2)
    let r = 320.0 / 592
    let effect = 592 * (board.lens[0].value * r * r * r + board.lens[1].value * r * r * r * r * r)
    #expect(abs(value("lens") - effect) < 1e-9)
    #expect(abs(value("time_offset")) < 5)
    #expect(abs(value("time_offset") - board.depth.timeOffset.value / 0.001) < 1e-9)
    #expect(value("corners") == board.cornerSigma)
    #expect((0.05...0.2).contains(value("corners")))
    #expect(abs(value("print") - board.printMiss / 0.001) < 1e-9)
    let focal = try #require(lines.first { $0.key == "focal" })
    #expect(abs(focal.value.sigma - 100 * board.focal.sigma) < 1e-9)

    let noise = lines.filter { $0.key == "depth_noise" }
    #expect(noise.count == board.depth.noise.count && !noise.isEmpty)
    for (line, own) in zip(noise, board.depth.noise) {
      let at = try #require(line.at)
      #expect(abs(at.lowerBound - 100 * own.distances.lowerBound) < 1e-9)
      #expect(abs(at.upperBound - 100 * own.distances.upperBound) < 1e-9)
      #expect(abs(line.value.value - own.deviation.value / 0.001) < 1e-9)
      // At 30 cm 0.26 + 1.76 · 0.09 = 0.418 mm is usual.
      let middle = (at.lowerBound + at.upperBound) / 200
      #expect(abs(line.tolerance - 2 * (0.26 + 1.76 * middle * middle)) < 1e-9)
      #expect(abs(line.limit / line.tolerance - 2.5) < 1e-9)
      let title = line.title(.english)
      #expect(title.contains("\(Int(at.lowerBound.rounded()))") && title.contains("\(Int(at.upperBound.rounded())) cm"))
    }
  }

  private static func acceptance(isMeasured: Bool = true, worst: Double = 0) throws -> Acceptance {
    let board = try SimulatedBoard.calibration.get()
    return Acceptance(
      calibration: board, device: DeviceFileTests.device,
      lines: [
        line(Estimate(0.123_456, ci95: 0.1...0.2)), line(Estimate(worst, ci95: nil), limit: .infinity),
        AcceptanceLine(
          key: "depth_noise", at: 24.9999...35.12345, value: Estimate(.nan, ci95: nil), unit: "mm", decimals: 2,
          tolerance: 0.836_54, limit: 2, reach: 0.5),
      ].prefix(worst.isNaN ? 3 : 2).map { $0 }, findings: [Finding(.surfaceInwards)], digests: ["board": "b"],
      isMeasured: isMeasured)
  }

  @Test func theDocumentHasTheUnitsOfItsNames() throws {
    let acceptance = try Self.acceptance(worst: .nan)
    #expect(acceptance.verdict == .fail)
    let json = try #require(try JSONSerialization.jsonObject(with: acceptance.json()) as? [String: Any])
    #expect(json["verdict"] as? String == "fail")
    #expect(json["is_ruler_measured"] as? Bool == true)
    let lines = try #require(json["lines"] as? [[String: Any]])
    #expect(lines.count == 3)
    // Two decimals more than are printed.
    #expect(lines[0]["value"] as? Double == 0.1235)
    #expect(lines[0]["ci95"] as? [Double] == [0.1, 0.2])
    #expect(lines[0]["limit"] as? Double == 3)
    #expect(lines[0]["verdict"] as? String == "pass")
    #expect(lines[1]["limit"] == nil)
    #expect(lines[2]["value"] == nil)
    #expect(lines[2]["at_cm"] as? [Double] == [25, 35.123])
    #expect(lines[2]["tolerance"] as? Double == 0.837)
    #expect(lines[2]["reach"] as? Double == 0.5)
    let board = acceptance.calibration
    let views = try #require(json["views"] as? [String: Any])
    #expect(views["count"] as? Int == board.views.count)
    let distances = try #require(views["distances_cm"] as? [Double])
    #expect(abs(distances[0] - 100 * board.views.distances.lowerBound) < 0.051)
    #expect(abs(distances[1] - 100 * board.views.distances.upperBound) < 0.051)
    #expect(distances[0] > 15 && distances[1] < 60)
    let tilt = try #require(views["tilt_degrees"] as? [Double])
    #expect(abs(tilt[0] * .pi / 180 - board.views.tilt.upright) < 0.001)
    #expect(abs(tilt[1] * .pi / 180 - board.views.tilt.level) < 0.001)
    let lens = try #require(json["lens"] as? [[String: Any]]).compactMap { $0["value"] as? Double }
    #expect(zip(lens, board.lens).allSatisfy { abs($0 - $1.value) < 5.1e-6 } && lens.count == 2)
    let field = try #require(json["depth_field_mm"] as? [[String: Any]]).compactMap { $0["value"] as? Double }
    #expect(zip(field, board.depth.field).allSatisfy { abs($0 - 1000 * $1.value) < 5.1e-5 })
    #expect(field.count == board.depth.field.count)
    #expect(abs((json["lens_chi2"] as? Double ?? .nan) - board.lensSignificance) < 0.051)
  }

  @Test func aPhoneThatFailsGetsNoDeviceFile() throws {
    let names = { (acceptance: Acceptance) in try acceptance.files().map(\.name) }
    #expect(try names(Self.acceptance()) == ["acceptance.json", "acceptance.html", "device.yaml"])
    #expect(try names(Self.acceptance(worst: .nan)) == ["acceptance.json", "acceptance.html"])
    let table = try Self.acceptance().table()
    #expect(table.contains(Self.line(Estimate(0.123_456, ci95: 0.1...0.2)).text(.english)))
    #expect(table.contains(Language.english("acceptance.verdict_pass")))
    #expect(try Self.acceptance(worst: .nan).table().contains(Language.english("acceptance.verdict_fail")))
  }

  /// A printed ruler that is a tenth off is another sheet's; with a sound one the recording is what is missing.
  @Test(arguments: [(0.89, true), (0.91, false), (1.09, false), (1.11, true)])
  func theRulerMustBeTheSheets(ratio: Double, isOther: Bool) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "board.yaml")
    let sheet = try BoardSheet(MarkerDictionary(name: "DICT_4X4_100")!, paper: .a4)
    try Data(sheet.cap.yaml.utf8).write(to: file)
    let length = 1000 * (try #require(sheet.cap.board).ruler)
    var options = AcceptanceOptions(
      recording: folder.url.appending(path: "none"), board: file, name: "phone", date: "2026-11-28")
    options.knownMm = ratio * length
    let error = #expect(throws: (any Error).self) { try Acceptance.run(options) }
    if case .wrongLength(let found, let expected)? = error as? AcceptanceError {
      #expect(isOther && found == ratio * length && abs(expected - length) < 1e-6)
    } else {
      #expect(!isOther && error is RecordingError)
    }
  }

  @Test func aCapIsNoBoard() {
    let cap = SampleScan.folder.appending(path: "cap.yaml")
    let options = AcceptanceOptions(recording: SampleScan.folder, board: cap, name: "phone", date: "2026-11-28")
    #expect(throws: AcceptanceError.noBoard(file: cap.relativePath)) { try Acceptance.run(options) }
  }

  @Test func thePageShowsFieldLensAndViews() throws {
    let (acceptance, english) = (try Self.acceptance(), Language.english)
    let html = AcceptancePage(acceptance, english).html()
    let board = acceptance.calibration
    let cells = DrawnShape.all(in: html, style: "field").filter { $0.name == "td" }
    try #require(cells.count == 25)
    let field = DepthField(board.depth.field.map(\.value))
    // Row by row from the top, column by column from the left.
    for (k, place) in [(0, Vector2(-0.8, -0.8)), (3, [0.4, -0.8]), (12, [0, 0]), (14, [0.8, 0]), (20, [-0.8, 0.8])] {
      #expect(cells[k].text == english.number(1000 * field.value(at: place), digits: 2), "\(k)")
    }
    for estimate in board.lens {
      let reach = 1.959964 * estimate.sigma
      let ends = [estimate.value - reach, estimate.value + reach].map { english.number($0, digits: 3) }
      #expect(html.contains("[" + ends.joined(separator: ", ") + "]"))
    }
    let views: [String: FindingValue] = [
      "count": .count(board.views.count), "near": .number(100 * board.views.distances.lowerBound, decimals: 0),
      "far": .number(100 * board.views.distances.upperBound, decimals: 0, unit: "cm"),
      "upright": .number(board.views.tilt.upright / .pi * 180, decimals: 0, unit: "°"),
      "level": .number(board.views.tilt.level / .pi * 180, decimals: 0, unit: "°"),
    ]
    #expect(html.contains(english("acceptance.views", views)))
    #expect(board.seesLens)
    #expect(html.contains("640 × 480, 320 × 240"))
    #expect(!html.contains(english("acceptance.ruler_unmeasured")))
    #expect(html.contains("left and right would be exchanged here"))
    // Only a phone that passes is used.
    let use = "--device device.yaml"
    #expect(html.contains(use))
    #expect(!AcceptancePage(try Self.acceptance(worst: .nan), english).html().contains(use))
    let unmeasured = AcceptancePage(try Self.acceptance(isMeasured: false), english).html()
    #expect(unmeasured.contains(english("acceptance.ruler_unmeasured")))
  }
}

/// The true measures of a printed head.
@Suite struct HeadSheetTests {
  @Test func aSheetIsReadAsItIsWritten() throws {
    let sheet = HeadSheet([.cvai: 7.125, .circumference: 431.5])
    let text = sheet.yaml(markers: [12: [1.234, -2, 0.5], 3: [0, 10.004, -7.5]])
    #expect(try HeadSheet.parse(text, path: "head.yaml") == sheet)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains("  cvai: 7.125"))
    #expect(lines.contains("  circumference: 431.500"))
    #expect(!text.contains("cranial_index"))
    #expect(Array(lines.suffix(3)) == ["markers_mm:", "  3: [0.00, 10.00, -7.50]", "  12: [1.23, -2.00, 0.50]"])
  }

  @Test(arguments: [
    ("cvai: 7.125", "cvai: 60.5"), ("cvai: 7.125", "cvai: -0.1"), ("cvai: 7.125", "length: 150"),
    ("circumference: 431.500", "circumference: 149"), ("calvaria/head-sheet/1", "calvaria/head-sheet/2"),
    ("  cvai: 7.125\n  circumference: 431.500\n", "  {}\n"),
  ]) func aWrongSheetIsRefused(right: String, wrong: String) {
    let text = HeadSheet([.cvai: 7.125, .circumference: 431.5]).yaml(markers: [:])
    #expect(text.contains(right))
    #expect(throws: FileError.self) {
      try HeadSheet.parse(text.replacing(right, with: wrong, maxReplacements: 1), path: "head.yaml")
    }
  }
}
