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
