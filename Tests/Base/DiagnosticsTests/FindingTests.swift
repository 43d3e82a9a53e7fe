import Foundation
import Testing

@testable import Diagnostics

@Suite struct FindingTests {
  private func gap(_ place: String, _ width: Double, _ measure: String) -> Finding {
    var finding = Finding(
      .sectionGap,
      ["level_mm": .millimetres(0.027), "width_mm": .millimetres(width), "place": .place(place)])
    finding.measures = [measure]
    return finding
  }

  @Test func aCauseIsToldOnceWithAllThatItConcerns() {
    let all = [gap("back", 0.01, "length"), gap("left", 0.02, "width"), gap("back", 0.03, "cvai")].byCause
    #expect(all.map(\.place) == ["back", "left"])
    #expect(all[0].measures == ["length", "cvai"])
    #expect(all[0].values["width_mm"]?.figure == 30)
    #expect(all[1] == gap("left", 0.02, "width"))
  }

  @Test func findingsAreToldOneAfterTheOther() {
    let distances = [0.001, 0.0025].map { Finding(.trackingClosure, ["distance_mm": .millimetres($0, decimals: 1)]) }
    #expect([Finding]().text() == nil)
    #expect(Array(distances.prefix(1)).text() == distances[0].text())
    #expect(distances.text() == distances[0].text() + "; " + distances[1].text())
    #expect(distances.text(.german) == distances[0].text(.german) + "; " + distances[1].text(.german))
  }

  /// A place without figures is not forgotten: two that differ are two faults.
  @Test func wordsTellFaultsApart() {
    let all = ["back", "left", "back"].map { Finding(.sectionGap, ["place": .place($0)]) }
    #expect(all.byCause.map(\.place) == ["back", "left"])
  }

  /// The parts to scan: a side, both, and the face where a landmark of it is missing.
  @Test(arguments: [
    (["tragion_left"], "left"), (["tragion_right"], "right"), (["tragion_left", "tragion_right"], "sides"),
    (["sellion"], "face"), (["sellion", "tragion_right"], "face_right"),
    (["tragion_left", "sellion", "tragion_right"], "face_sides"),
  ])
  func theRemedyNamesThePartsToScan(_ landmarks: [String], _ part: String) {
    let words = Language.english.term(part, of: "rescan")
    let finding = Finding(.landmarksNoFace, ["landmarks": .list(landmarks.map { .term($0, of: "landmark") })])
    #expect(words != part)
    #expect(finding.remedy().contains(words), "\(finding.remedy())")
    let others = ["left", "right", "sides", "face", "face_left", "face_right", "face_sides"].filter { $0 != part }
    #expect(others.allSatisfy { Language.english.term($0, of: "rescan") != words })
  }

  /// Markers in a row: two are two, three a range, wherever the row begins.
  @Test(arguments: [
    ([4], "4"), ([5, 4], "4, 5"), ([6, 4, 5], "4–6"), ([1, 3, 4, 5, 9], "1, 3–5, 9"),
    ([2, 3, 7, 8, 9, 10], "2, 3, 7–10"),
  ])
  func rowsOfMarkersAreRanges(_ ids: [Int], _ text: String) {
    let finding = Finding(.markersUnlisted, ["count": .count(ids.count), "most": .count(4)], ids: ids)
    #expect(finding.text().contains("(\(text))"), "\(finding.text())")
  }

  @Test func framesAndMarkersAreNamed() {
    let few = Finding(
      .landmarksClickApart, ["landmarks": .term("sellion", of: "landmark"), "apart_mm": .count(9)], frames: ["7"])
    #expect(few.text() == "sellion: the click in frame 7 left out: up to 9 from where the others agree")
    let many = Finding(few.code, few.values, frames: (1...8).map(String.init))
    #expect(many.text().contains("8 clicks in frames 1, 2, 3, 4, 5, 6, … left out"))
    let ids = Finding(.markersUnlisted, ["count": .count(6), "most": .count(4)], ids: [9, 1, 2, 3, 7, 8])
    #expect(ids.text().hasPrefix("6 ids (1–3, 7–9) are seen in up to 4 frames"))
  }

  @Test func theRemedyIsThatOfTheLandmark() {
    let none = Finding(.landmarksNoFace)
    #expect(none.remedy() == "Click the landmarks, or scan face and both ears again.")
    let left = none.with(["landmarks": .list([.term("tragion_left", of: "landmark")])])
    #expect(left.remedy() == "Click the landmark, or scan the left side again, from the front to the back of the ear.")
    #expect(Finding(.comparisonSideA, causes: [left]).remedy() == left.remedy(), "what follows is mended at its cause")
  }

  @Test func aFileHoldsTheEnglishTextAndTheValues() throws {
    let finding = Finding(
      .slipPartSplit,
      [
        "shift_mm": .millimetres(0.00512, decimals: 1), "time_s": .number(8.25, decimals: 1, unit: "s"),
        "side": .term("before", of: "side"),
      ], ids: [3, 4])
    let data = try JSONEncoder().encode(finding)
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(json["code"] as? String == "slip.part_split")
    #expect(json["stage"] as? String == "slip")
    #expect(json["severity"] as? String == "warning")
    #expect(json["ids"] as? [Int] == [3, 4])
    let values = try #require(json["values"] as? [String: Any])
    #expect(values["shift_mm"] as? Double == 5.1)
    #expect(values["side"] as? String == "before")
    #expect(json["frames"] == nil)
    #expect(json["measures"] == nil)
    let read = try JSONDecoder().decode(Finding.self, from: data)
    #expect(read.code == finding.code)
    #expect(read.text() == finding.text())
    #expect(read.text(.german) == finding.text(.german))
    #expect(read.ids == finding.ids)
    #expect(read.severity == finding.severity)
  }

  /// Units and kinds of words are not in the file: the code declares them.
  @Test(arguments: [
    Finding(
      .volumeHidden,
      [
        "hidden_percent": .percent(0.0413, decimals: 1), "width_mm": .millimetres(0.106),
        "place": .place("back"),
      ]),
    Finding(
      .landmarksOffSurface,
      [
        "landmarks": .list([.term("tragion_left", of: "landmark")]),
        "reach_mm": .millimetres(0.01), "distance_mm": .millimetres(0.0382, decimals: 1),
      ]),
    Finding(.trackingClosure, ["distance_mm": .millimetres(0.00234, decimals: 1)]),
    Finding(.calibrationDelay, ["delay_ms": .number(51, decimals: 0, unit: "ms")]),
    Finding(
      .recordingNonSquarePixels,
      ["count": .count(3), "fx_px": .number(571.5, decimals: 1), "fy_px": .number(600.5, decimals: 1, unit: "px")]),
    Finding(
      .frameSymmetryUnseen,
      [
        "part": .term("cheeks", of: "face_part"), "area_cm2": .number(3.2, decimals: 1, unit: "cm²"),
        "least_cm2": .number(8.5, decimals: 1, unit: "cm²"),
      ]),
  ])
  func whatIsReadSoundsTheSameInEveryLanguage(_ finding: Finding) throws {
    let read = try JSONDecoder().decode(Finding.self, from: JSONEncoder().encode(finding))
    for language in Language.allCases {
      #expect(read.text(language) == finding.text(language))
      #expect(read.remedy(language) == finding.remedy(language))
      let around = Finding(.comparisonSideA, causes: [read])
      #expect(around.text(language) == Finding(.comparisonSideA, causes: [finding]).text(language))
    }
  }

  @Test func whatAFileLacksIsToldAsTheFileHasIt() throws {
    let text = #"{"code": "volume.hidden", "severity": "withheld", "text": "up to 4 %"}"#
    let finding = try JSONDecoder().decode(Finding.self, from: Data(text.utf8))
    #expect(finding.text(.german) == "up to 4 %")
    #expect(finding.text() == "up to 4 %")
  }

  @Test func landmarksOfOneFaultAreToldTogether() {
    let one = { (landmark: String, frames: [String]) in
      Finding(.landmarksClickWithoutPose, ["landmarks": .term(landmark, of: "landmark")], frames: frames)
    }
    let both = [one("sellion", ["7"]), one("tragion_left", ["7", "9"])].byCause
    #expect(both.map { $0.text() } == ["sellion, tragion left: 2 clicks in frames 7, 9 left out: no pose there"])
    let flat = { (landmark: String, mm: Double) in
      Finding(.landmarksFlatEar, ["landmarks": .term(landmark, of: "landmark"), "protrusion_mm": .millimetres(mm)])
    }
    #expect([flat("tragion_left", 0.002), flat("tragion_right", 0.003)].byCause.count == 2, "figures differ")
  }

  @Test func aCodeOfALaterVersionKeepsItsText() throws {
    let text = #"{"code": "moon.full", "severity": "withheld", "stage": "moon", "text": "the moon is full"}"#
    let read = try JSONDecoder().decode(Finding.self, from: Data(text.utf8))
    #expect(read.text() == "the moon is full")
    #expect(read.severity == .withheld)
  }
}
