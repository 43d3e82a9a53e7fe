import Foundation
import TestSupport
import Testing

@testable import Movement

/// Files that are longer than what is held of them, and files that state their times.
@Suite struct LongFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String) throws -> String {
    let file = folder.url.appendingPathComponent("long.json")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// A frame's person: all points in a row that moves on.
  private func person(_ id: Int) -> String {
    let numbers = (0..<17).map { "\(100 + 10 * $0 + id % 50).25, \(200 + 3 * $0).5, 0.9" }
    return "{\"image_id\": \(id), \"score\": 0.9, \"keypoints\": [\(numbers.joined(separator: ", "))]}"
  }

  /// In pages and in memory the same bytes are read, wherever a page ends.
  @Test func aFileInPagesIsTheFileInMemory() throws {
    let people = (0..<3000).map(person)
    let text =
      "\u{FEFF}{\"note\": \"annotations\", \"annotations\": [" + people.joined(separator: ",\n") + "], \"info\": {}}"
    let path = try write(text)
    let (paged, held) = (try FileText(opening: path, atMost: 1 << 28), FileText(Array(text.utf8)))
    #expect(paged.count == held.count, "several pages")
    #expect(paged.count > 3 << 18, "several pages")
    #expect(paged.all == held.all)
    for place in stride(from: paged.count - 1, through: 0, by: -50_021) { #expect(paged[place] == held[place]) }
    let border = 1 << 18
    #expect(paged[(border - 5)..<(border + 5)] == held[(border - 5)..<(border + 5)])
    for word in [
      "annotations", "\"info\"", "\"image_id\": 2999",
      String(decoding: held[(border - 9)..<(border + 9)], as: UTF8.self),
    ] {
      #expect(paged.contains(word), "\(word)")
      #expect(held.contains(word), "\(word)")
    }
    // Parts far from each other, as those of a file that is out of order.
    for k in 0..<200 {
      let first = k * 7_919_003 % (paged.count - 5_000)
      let part = first..<(first + 1 + k * 24)
      #expect(paged[part] == held[part])
    }
    #expect(!paged.contains("landmarks"))
    let pieces = try #require(try JSONPieces(paged, key: "annotations", atMost: 5000))
    #expect(pieces.items == (try #require(try JSONPieces(held, key: "annotations", atMost: 5000))).items)
    #expect(pieces.items.count == 3000)
    var options = ReadingOptions()
    options.rate = 30
    // As texts: a missing point is NaN, which equals nothing.
    let (inPages, inMemory) = (
      try MotionFile.read(path, options), try MotionFile.read(bytes: Array(text.utf8), path: path, options)
    )
    guard case .landmarks(let a, let kind) = inPages, case .landmarks(let b, kind) = inMemory else {
      Issue.record("other kinds of files")
      return
    }
    #expect(a.times == b.times)
    #expect(a.frames == b.frames)
    #expect(Set(a.tracks.keys) == Set(b.tracks.keys))
    for point in a.tracks.keys { #expect("\(a.tracks[point]!)" == "\(b.tracks[point]!)", "\(point)") }
  }

  /// A file that is cut while it is read ends in zeros, which are no JSON.
  @Test func aFileThatGetsShorterIsRefused() throws {
    let path = try write("[" + (0..<3000).map(person).joined(separator: ",") + "]")
    let text = try FileText(opening: path, atMost: 1 << 28)
    try Data("[".utf8).write(to: URL(fileURLWithPath: path))
    #expect(text[text.count - 1] == 0)
    #expect(throws: MotionError.self) {
      var options = ReadingOptions()
      options.rate = 30
      _ = try COCOReader(path: path, options: options).sequence(text)
    }
  }

  // MARK: Times

  private func timed(_ pictures: [(id: Int, file: String, time: String)], people: [Int]) -> String {
    let images = pictures.map {
      "{\"id\": \($0.id), \"file_name\": \"\($0.file)\", \"width\": 640, \"height\": 480, \"time_s\": \($0.time)}"
    }
    return
      "{\"images\": [\(images.joined(separator: ","))], \"annotations\": [\(people.map(person).joined(separator: ","))]}"
  }

  /// Times of the file count, and neither ids nor numbers in names, which need not ascend.
  @Test func timesOfPicturesAreTheirs() throws {
    let text = timed([(0, "b_9.png", "100.5"), (10, "a_3.png", "100.9"), (20, "c_1.png", "101.4")], people: [0, 20])
    guard case .landmarks(let sequence, .coco) = try MotionFile.read(write(text)) else {
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
    var options = ReadingOptions()
    options.rate = 30
    let good = timed([(0, "a", "1"), (1, "b", "2")], people: [0, 1])
    #expect(throws: MotionError.unusedOption("--rate", .coco)) { try MotionFile.read(write(good), options) }
    for text in [
      timed([(0, "a", "1"), (1, "b", "1")], people: [0, 1]), timed([(0, "a", "1"), (1, "b", "null")], people: [0, 1]),
      timed([(0, "a", "1"), (0, "b", "2")], people: [0]), timed([(0, "a", "1"), (1, "b", "2")], people: [0, 7]),
      timed([(0, "a", "NaN"), (1, "b", "2")], people: [0, 1]),
      timed([(0, "a", "1e300"), (1, "b", "2")], people: [0, 1]),
      timed([(0, "a", "0"), (1, "b", "1e-20")], people: [0, 1]),
    ] {
      #expect(throws: MotionError.self, "\(text.prefix(200))") { try MotionFile.read(write(text)) }
    }
  }
}
