import Foundation
import TestSupport
import Testing

@testable import Movement

/// Files that are longer than what is held of them.
@Suite struct FileTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String) throws -> String {
    let file = folder.url.appendingPathComponent("long.json")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// In pages and in memory the same bytes are read, wherever a page ends.
  @Test func aFileInPagesIsTheFileInMemory() throws {
    let people = (0..<3000).map(MotionFiles.person)
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

  /// A part that begins before the page that is held, one that is longer than a page, and one of a single byte.
  @Test func partsNeedNotFitAPage() throws {
    let text = (0..<60_000).map { "\($0)\n" }.joined()
    let (path, held) = (try write(text), Array(text.utf8))
    let paged = try FileText(opening: path, atMost: 1 << 28)
    #expect(paged[300_000] == held[300_000])
    #expect(paged[299_990..<300_010] == Array(held[299_990..<300_010]))
    #expect(paged[5_000..<5_001] == [held[5_000]])
    #expect(paged.fault == nil)
    let long = 3..<((1 << 18) + 103)
    #expect(try FileText(opening: path, atMost: 1 << 28)[long] == Array(held[long]))
  }

  @Test func aWordAcrossTheBorderOfTwoPagesIsFound() {
    let text = FileText(Array((String(repeating: " ", count: (1 << 18) - 3) + "needle ").utf8))
    #expect(text.contains("needle") && !text.contains("needles"))
  }

  /// A file that is cut while it is read ends in zeros, which are no JSON.
  @Test func aFileThatGetsShorterIsRefused() throws {
    let path = try write("[" + (0..<3000).map(MotionFiles.person).joined(separator: ",") + "]")
    let text = try FileText(opening: path, atMost: 1 << 28)
    #expect(text[text.count - 1] == UInt8(ascii: "]"))
    #expect(text.fault == nil)
    try Data("[".utf8).write(to: URL(fileURLWithPath: path))
    #expect(text[0] == UInt8(ascii: "["))
    #expect(text.fault == .phrase("end_of_file"))
    #expect(throws: MotionError.self) {
      var options = ReadingOptions()
      options.rate = 30
      _ = try COCOReader(path: path, options: options).sequence(text)
    }
  }

  @Test func aLongListIsTakenApart() throws {
    let parts = { (text: String, key: String) in
      try JSONPieces(Array(text.utf8), key: key, atMost: 3).map { pieces in
        (
          pieces.items.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) },
          String(decoding: pieces.frame, as: UTF8.self)
        )
      }
    }
    let list = try #require(try parts(" [1,{\"a\":\"],\\\"\"},[2,3]] ", "frames"))
    #expect(list.0 == ["1", "{\"a\":\"],\\\"\"}", "[2,3]"])
    #expect(list.1 == " [] ")
    let object = try #require(try parts("{\"b\":{\"frames\":[9]},\"frames\" : [1,2],\"c\":3}", "frames"))
    #expect(object.0 == ["1", "2"])
    #expect(object.1 == "{\"b\":{\"frames\":[9]},\"frames\" : [],\"c\":3}")
    #expect(try #require(try parts("[ ]", "frames")).0.isEmpty)
    #expect(try #require(try parts("{\"frames\":[7]}", "frames")).0 == ["7"])
    #expect(try #require(try parts("[\"\",\",\",3]", "frames")).0 == ["\"\"", "\",\"", "3"])
    #expect(try #require(try parts("{\"a\":1}\n{\"b\":2}", "frames")).0 == ["{\"a\":1}", "{\"b\":2}"])
    let lines = try #require(try parts("{\"a\":1}{\"b\":[2]} \n {\"c\":\"}\"}\n", "frames"))
    #expect(lines.0 == ["{\"a\":1}", "{\"b\":[2]}", "{\"c\":\"}\"}"])
    #expect(lines.1 == "[]")
    #expect(throws: JSONPieces.Fault.self) { try parts("{}{}{}{}", "frames") }
    #expect(try parts("{\"a\":1}", "frames") == nil && parts("", "frames") == nil)
    #expect(throws: JSONPieces.Fault.self) { try parts("[1,2,3,4,5]", "frames") }
    #expect(throws: JSONPieces.Fault.self) { try parts("[1,2", "frames") }
  }
}
