import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// Poses of a recorder in a text file beside the images.
@Suite struct PoseListTests {
  private let times = [0.1, 0.2, 0.3, 0.4]

  private func text(_ data: Data?) throws -> String { String(decoding: try #require(data), as: UTF8.self) }

  /// Turned by 90° about x: y becomes z. One of four frames has no pose.
  private var frames: [(stamp: String, pose: RigidTransform?)] {
    let turned = RigidTransform(rotation: .rotation([.pi / 2, 0, 0]), translation: [1, 2, 3])
    return [("0.1", turned), ("0.2", nil), ("0.30", .identity), ("0.4", turned)]
  }

  @Test func linesHavePlacesFirstAndThenQuaternions() throws {
    let lines = try text(PoseList.text(frames)).split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("# timestamp tx ty tz qx qy qz qw"))
    #expect(lines[2] == "0.30 0.0 0.0 0.0 0.0 0.0 0.0 1.0")
    let numbers = lines[1].split(separator: " ").map { Double($0)! }
    let half = 0.5.squareRoot()
    #expect(zip(numbers, [0.1, 1, 2, 3, half, 0, 0, half]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func zeroIsWrittenWithoutASign() throws {
    let pose = RigidTransform(rotation: .identity, translation: [-0.0, -0.0, 1])
    #expect(try text(PoseList.text([("0.1", pose)])).hasSuffix("\n0.1 0.0 0.0 1.0 0.0 0.0 0.0 1.0\n"))
  }

  @Test func framesWithoutPosesMakeNoFile() {
    #expect(PoseList.text([("1", nil), ("2", nil)]) == nil)
    #expect(PoseList.text([]) == nil)
  }

  @Test(arguments: 1...20) func whatIsWrittenIsRead(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let times = (0..<12).map { Double($0) / 30 }
    let frames = times.map { time -> (stamp: String, pose: RigidTransform?) in
      let numbers = (0..<6).map { _ in Double.random(in: -3...3, using: &generator) }
      let pose = RigidTransform(
        rotation: .rotation([numbers[0], numbers[1], numbers[2]]), translation: [numbers[3], numbers[4], numbers[5]])
      return ("\(time)", Bool.random(using: &generator) ? pose : nil)
    }
    guard let data = PoseList.text(frames) else { return }
    let read = try #require(PoseList.read(data, times))
    for (index, frame) in frames.enumerated() {
      #expect((read[index] == nil) == (frame.pose == nil), "seed \(seed)")
      guard let pose = frame.pose, let again = read[index] else { continue }
      #expect((pose.translation - again.translation).length < 1e-12, "seed \(seed)")
      #expect((pose.rotation.transpose * again.rotation).rotationVector.length < 1e-12, "seed \(seed)")
    }
  }

  @Test func aTrackersPosesBetweenFramesBelongToNone() throws {
    let data = Data("# a tracker of 1 kHz\n0.1005 1 0 0 0 0 0 1\n0.1007 2 0 0 0 0 0 1\n0.15 3 0 0 0 0 0 1\n".utf8)
    let read = try #require(PoseList.read(data, times))
    #expect(read.keys.sorted() == [0] && read[0]?.translation == [1, 0, 0])
  }

  @Test(arguments: [
    "", "# none\n", "0.1 0 0 0 0 0 0\n", "0.1 0 0 0 0 0 0 1 9\n", "0.1 0 0 0 0 0 0 0\n", "0.1 0 0 nan 0 0 0 1\n",
    "nan 0 0 0 0 0 0 1\n", "0.1 0 0 0 0 0 0 2\n", "0.1 0 0 0 a 0 0 1\n", "7 0 0 0 0 0 0 1\n",
    "0.1 0 0 0 0 0 0 1\nrest",
  ])
  func linesThatAreNoPosesMakeNone(text: String) {
    #expect(PoseList.read(Data(text.utf8), times) == nil)
  }

  /// As the lists of images are read.
  @Test func marksAndBlanksAroundLinesAreSkipped() throws {
    let text = "\u{FEFF}# head\r\n  # more\n   \r\n\n 0.2\t1 2 3 0 0 0 1 \r\n"
    #expect(try #require(PoseList.read(Data(text.utf8), times))[1]?.translation == [1, 2, 3])
  }

  @Test func aFileOfOtherFramesIsFound() throws {
    let recording = try SmallRecording.tum()
    try recording.write(PoseList.name, "7 0 0 0 0 0 0 1\n")
    let opened = try Recording.open(recording.folder)
    #expect(opened.frames.allSatisfy { $0.recordedPose == nil })
    let finding = try #require(opened.findings.first { $0.code == .recordingUnusedPoses })
    #expect(finding.text(.english).contains("recorded_poses.txt"))
    #expect(opened.sources.keys.contains(PoseList.name))
  }
}
