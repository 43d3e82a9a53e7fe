import Diagnostics
import Foundation
import Testing

@testable import Recordings

/// What the digits in the names of a folder's images count.
@Suite struct NumberedNamesTests {
  private func readings(_ stems: [String]) throws -> [(number: Int, time: Double?)] {
    try NumberedNames.readings(stems).map { try #require($0) }
  }

  @Test(
    arguments: [
      ["rgb_00007_640x480", "rgb_00009_640x480", "rgb_00008_640x480"],
      ["cam2-7-left", "cam2-9-left", "cam2-8-left"], ["2024-01-05_7", "2024-01-05_9", "2024-01-05_8"],
      ["frame_7_exp_33", "frame_9_exp_16", "frame_8_exp_33"], ["7", "9", "8"],
    ])
  func theNumberIsTheGroupThatChanges(stems: [String]) throws {
    let found = try readings(stems)
    #expect(found.map(\.number) == [7, 9, 8] && found.allSatisfy { $0.time == nil })
  }

  /// ROS 2 exporters write seconds and nanoseconds as whole numbers, so that zeros in front are missing.
  @Test(arguments: ["image_raw_", "", "cam0/", "left_2_"]) func nanosecondsWithoutTheirZeros(prefix: String) throws {
    let stems = ["1700000000.16880751", "1700000000.525845766", "1700000001.34040928", "1700000001.542890310"]
    let found = try readings(stems.map { prefix + $0 })
    let times = [0.016880751, 0.525845766, 1.034040928, 1.542890310]
    for (reading, time) in zip(found, times) {
      #expect(abs(try #require(reading.time) - 1_700_000_000 - time) < 1e-6)
    }
    #expect(found.map(\.number) == found.map(\.number).sorted())
  }

  @Test func zerosAtTheEndOfAFractionMayBeMissing() throws {
    let found = try readings(["0.0", "0.033333333", "0.066666667", "0.1", "0.133333333", "0.166666667", "0.2"])
    #expect(found.map(\.time) == [0, 0.033333333, 0.066666667, 0.1, 0.133333333, 0.166666667, 0.2])
  }

  @Test(arguments: [("_", 1_700_000_000), ("-", 1_700_000_000), (".", 1_700_000_000), (".", 12)])
  func secondsAndTheirFraction(joint: String, second: Int) throws {
    let found = try readings(
      ["000000000", "033333333", "066666667"].map { "\(second)\(joint)\($0)" } + ["\(second + 1)\(joint)000000000"])
    let times = found.compactMap(\.time).map { $0 - Double(second) }
    #expect(zip(times, [0, 0.033333333, 0.066666667, 1]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func aNumberBeforeTheTimeIsTheImages() throws {
    let found = try readings(["f_000001_1700000000.5", "f_000002_1700000001.0", "f_000003_1700000001.5"])
    #expect(
      found.map(\.number) == [1, 2, 3] && found.map(\.time) == [1_700_000_000.5, 1_700_000_001, 1_700_000_001.5])
  }

  @Test(arguments: [1, 1000, 1_000_000]) func stampsSince1970(perMillisecond: Int) throws {
    let found = try readings([0, 33, 67].map { "depth_\((1_700_000_000_000 + $0) * perMillisecond)" })
    for (reading, time) in zip(found, [0, 0.033, 0.067]) {
      #expect(abs(try #require(reading.time) - 1_700_000_000 - time) < 1e-6)
    }
  }

  @Test(arguments: [("", 1_000_000.0, "-"), ("depth_", 1_000_000, "-"), ("", 1000, "-"), ("", 1e9, "_")])
  func aNumberAndATimeFromTheStart(prefix: String, unit: Double, joint: String) throws {
    let found = try readings((1...4).map { "\(prefix)000000\($0)\(joint)\(Int(Double($0) * 0.05 * unit))" })
    #expect(found.map(\.number) == [1, 2, 3, 4])
    #expect(zip(found.compactMap(\.time), [0.05, 0.1, 0.15, 0.2]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  /// Each name by itself, as long as names tell nothing of each other.
  @Test func namesOfOtherForms() throws {
    #expect(try readings(["000123-000004566667"]).map(\.time) == [4.566667])
    #expect(try readings(["1305031102.175304"]).map(\.time) == [1_305_031_102.175304])
    #expect(try readings(["a1_7", "8"]).map(\.number) == [7, 8])
    #expect(try readings(["a1", "b1"]).map(\.number) == [1, 1])
  }

  private static func write(_ colors: [String], _ depths: [String]) throws -> SmallRecording {
    let small = try SmallRecording()
    for name in colors { try small.write("color/\(name).jpg", SmallRecording.color()) }
    for name in depths { try small.write("depth/\(name).png", SmallRecording.depthPNG(code: 400)) }
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics)
    return small
  }

  @Test func framesAreInTheOrderOfTheTimesInTheirNames() throws {
    let stems = ["1700000000.16880751", "1700000000.525845766", "1700000001.34040928", "1700000001.542890310"]
    let small = try Self.write(stems.map { "image_raw_" + $0 }, stems.map { "image_raw_" + $0 })
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.name) == stems.map { "image_raw_" + $0 })
    #expect(!recording.findings.contains { $0.code == .recordingAssumedRate })
    let summary = recording.summary()
    let rate = try #require(summary.rate)
    #expect(abs(summary.duration - 1.526) < 0.001 && abs(rate - 2) < 0.1)
  }

  /// Redwood's streams count their own images: the colour camera lost its third.
  @Test func streamsThatLostImagesArePairedByTime() throws {
    let name = { (number: Int, ms: Int) in String(format: "%07d-%012d", number, 1000 * ms) }
    let taken = (0..<8).filter { $0 != 2 }
    let small = try Self.write(
      taken.enumerated().map { name($0 + 1, 50 * $1) }, (0..<8).map { name($0 + 1, 50 * $0 + 8) })
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.count == 7)
    #expect(recording.frames.allSatisfy { abs($0.depthTime - $0.time - 0.008) < 1e-9 })
    #expect(recording.findings.contains { $0.code == .recordingPairedByTime })
    #expect(recording.findings.first { $0.code == .recordingUnmatchedDepth }?.values["count"] == .count(1))
  }

  /// Two clocks that did not start together are no reason to mistrust the numbers.
  @Test func aConstantDistanceKeepsTheNumbers() throws {
    let name = { (number: Int, ms: Int) in String(format: "%07d-%012d", number, 1000 * ms) }
    let small = try Self.write(
      (0..<8).map { name($0 + 1, 50 * $0) }, (0..<8).map { name($0 + 1, 50 * $0 + 120) })
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.count == 8)
    #expect(recording.frames.allSatisfy { abs($0.depthTime - $0.time - 0.12) < 1e-9 })
    #expect(!recording.findings.contains { $0.code == .recordingPairedByTime })
  }

  /// The same times in another unit; the last of these are since 1970.
  @Test(arguments: [(1e3, 0.0), (1e6, 0), (1e9, 0), (1e3, 1_700_000_000), (1e6, 1_700_000_000), (1e9, 1_700_000_000)])
  func timesOfAListInAnotherUnit(unit: Double, start: Double) throws {
    let small = try SmallRecording.tum(frames: 6)
    for (list, folder, ending) in [("rgb.txt", "rgb", "jpg"), ("depth.txt", "depth", "png")] {
      let lines = (0..<6).map { "\(Int((start + 0.04 * Double($0)) * unit)) \(folder)/\($0).\(ending)" }
      try small.write(list, lines.joined(separator: "\n"))
    }
    let recording = try Recording.open(small.folder)
    #expect(abs(recording.summary().duration - 0.2) < 1e-6)
    let finding = try #require(recording.findings.first { $0.code == .recordingTimeUnit })
    let word = [1e3: "milliseconds", 1e6: "microseconds", 1e9: "nanoseconds"][unit]!
    #expect(finding.text().contains(word), "\(finding.text())")
  }

  @Test func secondsAreSeconds() throws {
    let small = try SmallRecording.tum(frames: 6)
    let recording = try Recording.open(small.folder)
    #expect(recording.findings.allSatisfy { ![.recordingTimeUnit, .recordingImpossibleRate].contains($0.code) })
  }

  /// A picture every minute is no recording of a moving camera, whatever it counts.
  @Test func aRateThatNoCameraHasIsSaid() throws {
    let small = try SmallRecording.zeiss(frames: 3)
    #expect(!(try Recording.open(small.folder)).findings.contains { $0.code == .recordingImpossibleRate })
    let frames = try Recording.open(small.folder).frames.enumerated().map { index, frame in
      RecordedFrame(
        index: index, name: frame.name, time: 60 * Double(index), depthTime: 60 * Double(index), cameras: frame.cameras,
        colorImage: frame.colorImage, depthImage: frame.depthImage)
    }
    #expect(Timing(frames).findings().map(\.code) == [.recordingImpossibleRate])
  }
}
