import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite struct ZEISSReaderTests {
  @Test func vectorsOfTheZEISSRecorderAreTexts() {
    #expect(ZEISSIntrinsics.numbers("(1.5, -2e1, 3)", 3) == [1.5, -20, 3])
    for text in ["(1, 2)", "1, 2, 3", "(1, x, 3)", "(1, 2, inf)", "(1,, 2, 3)"] {
      #expect(ZEISSIntrinsics.numbers(text, 3) == nil, "\(text)")
    }
  }

  /// Each depth image has the entry nearest in time, whatever the order in the file.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func theNearestEntryIsTaken(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let times = Set((0..<40).map { _ in Int.random(in: 1000..<3000, using: &random) }).shuffled(using: &random)
    // The focal length tells which entry was taken.
    let entries = times.map {
      #"{"Timestamp": \#($0), "IntrinsicMatrix.0": "(\#(Double($0)), 0, 319.5)", "IntrinsicMatrix.1": "(0, \#(Double($0)), 239.5)"}"#
    }
    let metadata = try ZEISSMetadata(Data("[\(entries.joined(separator: ","))]".utf8), file: "DepthMetadata.json")
    #expect(metadata.entries.map(\.timestamp) == times.sorted())
    let pairs = (0..<30).map { _ in
      let image = TimedImage(name: "", time: 0.9 + 2.2 * random.uniform(), path: "")
      return ImagePair(color: image, depth: image)
    }
    var findings: [Finding] = []
    let size = ImageSize(Camera(width: 640, height: 480, fx: 1, fy: 1, cx: 0, cy: 0))
    let cameras = try metadata.cameras(pairs, size: size, findings: &findings)
    for (pair, camera) in zip(pairs, cameras) {
      let nearest = times.map { abs(Double($0) / 1000 - pair.depth.time) }.min()!
      #expect(abs(abs(camera.fx / 1000 - pair.depth.time) - nearest) < 1e-9, "seed \(seed)")
    }
    #expect(findings.contains { $0.code == .recordingMissingMetadata }, "seed \(seed)")
  }

  private static func metadata(_ entry: String) throws -> ZEISSMetadata {
    try ZEISSMetadata(Data("[\(entry)]".utf8), file: "DepthMetadata.json")
  }

  private static let size = ImageSize(width: 640, height: 480)

  /// Numbers count from the image's corner; those of a matrix at its reference size are scaled first.
  @Test(arguments: [
    ("(600, 0, 330)", "(0, 602, 250)", "(640, 480)", false, false),
    ("(600, 0, 330)", "(0, 602, 250)", "(1280, 960)", false, true),
    ("(1200, 0, 660)", "(0, 1204, 500)", "(1280, 960)", true, true),
  ])
  func aMatrixIsThatOfTheImages(row0: String, row1: String, reference: String, scaled: Bool, foreign: Bool) throws {
    let entry = try Self.metadata(
      #"{"Timestamp": 1000, "IntrinsicMatrix.0": "\#(row0)", "IntrinsicMatrix.1": "\#(row1)", "IntrinsicMatrixReferenceDimensions": "\#(reference)"}"#
    ).entries[0]
    let intrinsics = try ZEISSIntrinsics(entry, size: Self.size, file: "f")
    #expect(intrinsics.camera == Camera(width: 640, height: 480, fx: 600, fy: 602, cx: 329.5, cy: 249.5))
    #expect(intrinsics.wasScaled == scaled)
    #expect(intrinsics.hasForeignReference == foreign)
  }

  /// One frame is enough for a note.
  @Test func oneFrameIsNoted() throws {
    let rows = #""IntrinsicMatrix.0": "(600, 0, 320)", "IntrinsicMatrix.1": "(0, 600, 240)""#
    let entries = [(true, 1), (false, 0), (false, 1)].map {
      #"{"Timestamp": 1, \#(rows), "DepthDataFiltered": \#($0), "Accuracy": \#($1)}"#
    }
    let metadata = try Self.metadata(entries.joined(separator: ","))
    let found = ZEISSMetadata.notes(metadata.entries)
    #expect(found.map(\.code) == [.recordingFilteredDepth, .recordingRelativeDepth])
    #expect(found.allSatisfy { $0.values["count"] == .count(1) })
    let codes = { (resized: Int, referenced: Int, missing: Int) in
      metadata.notes(resized: resized, referenced: referenced, missing: missing, size: Self.size).map(\.code)
    }
    #expect(codes(1, 0, 0) == [.recordingIntrinsicsScaled])
    #expect(codes(0, 1, 0) == [.recordingIntrinsicsReference])
    #expect(codes(0, 0, 1) == [.recordingMissingMetadata])
    #expect(codes(0, 0, 0).isEmpty)
  }

  @Test func camerasThatChangeAreCounted() throws {
    let cameras = [600.0, 600, 604, 604, 598].map {
      Camera(width: 640, height: 480, fx: $0, fy: 600, cx: 320, cy: 240)
    }
    let found = ZEISSMetadata.variation(cameras)
    let values = try #require(found.first).values
    #expect(["count", "low_px", "high_px"].map { values[$0]?.figure } == [2, 598, 604])
    #expect(ZEISSMetadata.variation(Array(cameras.prefix(2))).isEmpty)
  }

  /// Up to 2⁴⁶ milliseconds.
  @Test func aNumberThatIsTooLargeIsNoTime() throws {
    let small = try SmallRecording.zeiss()
    for (number, frames) in [((1 << 46) + 1, 3), (1 << 46, 4)] {
      for kind in ["rgb", "depth"] { try small.write("\(kind)_\(number).png", small.read("\(kind)_1066.png")) }
      #expect(try Recording.open(small.folder).frames.count == frames)
    }
  }

  /// An entry within half a millisecond is the image's own.
  @Test(arguments: [(1.0004, 0), (0.9996, 0), (1.0007, 1), (0.9993, 1)]) func anEntryHasTheTimeOfItsImage(
    time: Double, missing: Int
  ) throws {
    let metadata = try Self.metadata(
      #"{"Timestamp": 1000, "IntrinsicMatrix.0": "(600, 0, 320)", "IntrinsicMatrix.1": "(0, 600, 240)"}"#)
    let image = TimedImage(name: "", time: time, path: "")
    var findings: [Finding] = []
    _ = try metadata.cameras([ImagePair(color: image, depth: image)], size: Self.size, findings: &findings)
    #expect(findings.count { $0.code == .recordingMissingMetadata } == missing)
  }
}
