import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Recordings

/// The parts of the readers, one line, name or entry at a time.
@Suite struct ReaderPartsTests {
  @Test(
    arguments: [
      ("12", 12, nil), ("000012", 12, nil), ("frame-000007", 7, nil), ("rgb3_0042", 42, nil),
      ("000123-000004566667", 123, 4.566667), ("1305031102.175304", 1_305_031_102_175_304, 1_305_031_102.175304),
    ] as [(String, Int, Double?)])
  func aNameCarriesANumberAndPerhapsATime(stem: String, number: Int, time: Double?) throws {
    let found = try #require(NumberedNames.alone(stem[...]))
    #expect(found.0 == number)
    #expect(found.1 == time)
  }

  @Test func aNameWithoutDigitsCarriesNone() { #expect(NumberedNames.alone("color") == nil) }

  @Test func aListIsReadLineByLine() throws {
    let text = "\u{FEFF}# comment\r\n\n 1.5 rgb/a b.png \r\n2e0\trgb/c.png\n"
    let images = try TimedImageList.parse(Data(text.utf8), file: "rgb.txt")
    #expect(images.map(\.name) == ["1.5", "2e0"])
    #expect(images.map(\.time) == [1.5, 2])
    #expect(images.map(\.image.name) == ["rgb/a b.png", "rgb/c.png"])
  }

  @Test(arguments: ["x rgb/a.png", "1.5", "-1 rgb/a.png", "nan rgb/a.png", "1e21 rgb/a.png", "1 ../a.png", "1 /a.png"])
  func aLineThatIsNoImageIsNamed(line: String) {
    #expect(throws: RecordingError.self) { try TimedImageList.parse(Data(("0 a.png\n" + line).utf8), file: "rgb.txt") }
  }

  @Test func windowsPathsAreRead() throws {
    let images = try TimedImageList.parse(Data("1 rgb\\a b.png\r\n2 .\\rgb\\c.png\r\n".utf8), file: "rgb.txt")
    #expect(images.map(\.image.name) == ["rgb/a b.png", "./rgb/c.png"])
    for path in ["..\\a.png", "rgb\\..\\..\\a.png", "C:\\rgb\\a.png", "\\\\server\\a.png"] {
      #expect(throws: RecordingError.self, "\(path)") {
        try TimedImageList.parse(Data("1 \(path)".utf8), file: "rgb.txt")
      }
    }
  }

  @Test func aPathStaysInTheRecording() {
    #expect(TimedImageList.isInside("rgb/..a/b..png"))
    for path in ["..", "a/../b", "/a", "a\0b", "C:/a"] { #expect(!TimedImageList.isInside(path[...]), "\(path)") }
  }

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
}
