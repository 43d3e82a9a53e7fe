import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// COCO's files that state the times of their pictures.
@Suite struct COCOReaderTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

  private func timed(_ pictures: [(id: Int, file: String, time: String)], people: [Int]) -> String {
    let images = pictures.map {
      "{\"id\": \($0.id), \"file_name\": \"\($0.file)\", \"width\": 640, \"height\": 480, \"time_s\": \($0.time)}"
    }
    return
      "{\"images\": [\(images.joined(separator: ","))], \"annotations\": [\(people.map(MotionFiles.person).joined(separator: ","))]}"
  }

  /// Times of the file count, and neither ids nor numbers in names, which need not ascend.
  @Test func timesOfPicturesAreTheirs() throws {
    defer { files.remove() }
    let text = timed([(0, "b_9.png", "100.5"), (10, "a_3.png", "100.9"), (20, "c_1.png", "101.4")], people: [0, 20])
    guard case .landmarks(let sequence, .coco) = try MotionFile.read(files.write(text, as: "timed.json")) else {
      Issue.record("something else was read")
      return
    }
    #expect(sequence.times == [100.5, 100.9, 101.4])
    #expect(sequence.frames == ["b_9.png", "a_3.png", "c_1.png"])
    #expect(sequence.space == .picture(width: 640, height: 480))
    #expect(sequence.confidence == .score)
    let knee = sequence.tracks[.rightKnee]!
    #expect(knee.positions[0].x == 240.25)
    #expect(!knee.positions[1].isFinite)
    #expect(knee.positions[2].x == 260.25)
  }

  /// Every person has the points of the first one, whose number tells the model.
  @Test func otherNumbersOfPointsAreNamed() {
    let person = { (points: Int) in
      "{\"image_id\": 1, \"score\": 1, \"keypoints\": \(list(Array(repeating: 0.5, count: 3 * points)))}"
    }
    #expect(
      fault("[\(MotionFiles.person(0)), \(person(26))]", at30)
        == .malformed(
          path: "made", place: .text("`keypoints`"), expected: .phrase("motion_points_of", ["count": .count(17)]),
          found: .count(26)))
    let counts = FindingValue.list([51, 78, 399, 408].map { .count($0) })
    #expect(
      fault("[\(person(2))]", at30)
        == .malformed(
          path: "made", place: .text("`keypoints`"),
          expected: .phrase("motion_numbers_of_models", ["counts": counts]), found: .count(6)))
  }

  @Test func aLongNameOfAPictureIsCut() throws {
    let name = String(repeating: "a", count: 200)
    let text = MotionFiles.person(7).replacing("\"image_id\": 7", with: "\"image_id\": \"\(name)_7.jpg\"")
    #expect(try sequence(.read(bytes: Array("[\(text)]".utf8), path: "made", at30)).frames == [name])
  }

  @Test func wrongTimesAreRefused() throws {
    defer { files.remove() }
    let good = timed([(0, "a", "1"), (1, "b", "2")], people: [0, 1])
    #expect(throws: MotionError.unusedOption("--rate", .coco)) {
      try MotionFile.read(files.write(good, as: "timed.json"), at30)
    }
    for text in [
      timed([(0, "a", "1"), (1, "b", "1")], people: [0, 1]), timed([(0, "a", "1"), (1, "b", "null")], people: [0, 1]),
      timed([(0, "a", "1"), (0, "b", "2")], people: [0]), timed([(0, "a", "1"), (1, "b", "2")], people: [0, 7]),
      timed([(0, "a", "NaN"), (1, "b", "2")], people: [0, 1]),
      timed([(0, "a", "1e300"), (1, "b", "2")], people: [0, 1]),
      timed([(0, "a", "0"), (1, "b", "1e-20")], people: [0, 1]),
    ] {
      #expect(throws: MotionError.self, "\(text.prefix(200))") {
        try MotionFile.read(files.write(text, as: "timed.json"))
      }
    }
  }
}
