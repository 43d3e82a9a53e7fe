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
}
