import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Recordings

/// What the digits in the names of a folder's images count.
@Suite struct NumberedNamesTests {
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

  private func readings(_ stems: [String]) throws -> [(number: Int, time: Double?)] {
    try NumberedNames.readings(stems).map { try #require($0) }
  }

  @Test(
    arguments: [
      ["rgb_00007_640x480", "rgb_00009_640x480", "rgb_00008_640x480"],
      ["cam2-7-left", "cam2-9-left", "cam2-8-left"], ["2024-01-05_7", "2024-01-05_9", "2024-01-05_8"],
      ["frame_7_exp_33", "frame_9_exp_16", "frame_8_exp_33"], ["7", "9", "8"], ["v1.7", "v1.9", "v1.8"],
    ])
  func theNumberIsTheGroupThatChanges(stems: [String]) throws {
    let found = try readings(stems)
    #expect(found.map(\.number) == [7, 9, 8])
    #expect(found.allSatisfy { $0.time == nil })
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
    #expect(found.map(\.number) == [1, 2, 3])
    #expect(found.map(\.time) == [1_700_000_000.5, 1_700_000_001, 1_700_000_001.5])
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

  /// 14 November 2023, 22:13:58 UTC is 1700000038 s after the beginning of 1970; the next minute begins behind the second.
  @Test(arguments: [
    ["20231114_221358_900", "20231114_221359_033", "20231114_221400_167", "20231114_221400_300"],
    ["rgb_20231114T221358.900", "rgb_20231114T221359.033", "rgb_20231114T221400.167", "rgb_20231114T221400.300"],
    ["20231114-221358-900000", "20231114-221359-033000", "20231114-221400-167000", "20231114-221400-300000"],
    ["2023-11-14T22-13-58.9", "2023-11-14T22-13-59.033", "2023-11-14T22-14-00.167", "2023-11-14T22-14-00.3"],
    ["2023-11-14_22-13-58-900", "2023-11-14_22-13-59-33", "2023-11-14_22-14-0-167", "2023-11-14_22-14-0-300"],
    ["20231114221358900", "20231114221359033", "20231114221400167", "20231114221400300"],
    ["20231114221358900000", "20231114221359033000", "20231114221400167000", "20231114221400300000"],
  ])
  func datesAndTimesOfDay(stems: [String]) throws {
    let found = try readings(stems)
    for (reading, time) in zip(found, [38.9, 39.033, 40.167, 40.3]) {
      #expect(abs(try #require(reading.time) - 1_700_000_000 - time) < 1e-6, "\(stems)")
    }
    #expect(found.map(\.number) == found.map(\.number).sorted())
    let days = try readings(["20240229_235959_5", "20240301_000000_0", "20240301_000000_5", "20240301_000001_0"])
    #expect(days.map { ($0.time ?? 0) - (days[0].time ?? 0) } == [0, 0.5, 1, 1.5])
  }

  @Test(arguments: [
    ["22-13-58-900", "22-13-59-033", "22-13-59-167", "22-14-00-100", "22-14-00-200"],
    ["221358_900", "221359_033", "221359_167", "221400_100", "221400_200"],
    ["221358.900", "221359.033", "221359.167", "221400.100", "221400.200"],
  ])
  func timesOfDay(stems: [String]) throws {
    let times = try readings(stems).map { try #require($0.time) }
    #expect(zip(times, [0, 0.133, 0.267, 1.2, 1.3]).allSatisfy { abs($0 - times[0] - $1) < 1e-9 }, "\(times)")
  }

  /// What starts again whenever the number before it changes is beyond it, whatever joins them.
  @Test(arguments: [
    ["1700000000,016880", "1700000000,525845", "1700000001,034040", "1700000001,542890"],
    ["0_016880", "0_525845", "1_034040", "1_542890"], ["1s16ms", "1s525ms", "2s34ms", "2s542ms"],
    ["take1_0007", "take1_0008", "take2_0001", "take2_0002"], ["t1_c2_7", "t1_c2_12", "t2_c2_1", "t2_c2_2"],
  ])
  func aNumberThatStartsAgain(stems: [String]) throws {
    let numbers = try readings(stems).map(\.number)
    #expect(numbers == numbers.sorted(), "\(numbers)")
    #expect(Set(numbers).count == 4, "\(numbers)")
  }

  /// Seconds and whole milliseconds, and seconds and a fraction.
  @Test(arguments: [
    (["1s16ms", "1s525ms", "2s34ms", "2s542ms"], [1.016, 1.525, 2.034, 2.542]),
    (["0_016880", "0_525845", "1_034040", "1_542890"], [0.01688, 0.525845, 1.03404, 1.54289]),
  ])
  func aNumberThatStartsAgainMayBeOfTime(stems: [String], times: [Double]) throws {
    let found = try readings(stems).map { try #require($0.time) }
    #expect(zip(found, times).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
  }

  /// Behind a word, and all within one second; with more digits than nanoseconds have.
  @Test func timesWithinASecond() throws {
    let found = try readings(["image_1700000000.1", "image_1700000000.2", "image_1700000000.3"])
    #expect(found.map(\.time) == [1_700_000_000.1, 1_700_000_000.2, 1_700_000_000.3])
    let long = try readings(["1700000000.1234567890", "1700000000.2234567890"])
    #expect(long.map(\.number) == [1_700_000_000_123_456_789, 1_700_000_000_223_456_789])
  }

  /// Images farther apart than those of a scan are in order and have no times; of two nothing speaks against it.
  @Test func threeTimesHaveToMakeARate() throws {
    let stems = ["20231114_221320_1", "20231114_221340_2", "20231114_221400_3"]
    let found = try readings(stems)
    #expect(found.allSatisfy { $0.time == nil })
    #expect(found.map(\.number) == found.map(\.number).sorted())
    #expect(try readings(Array(stems.prefix(2))).map(\.time) == [1_700_000_000.1, 1_700_000_020.2])
    #expect(TimeUnit(of: [0, 33, 67]) == .milliseconds)
    #expect(TimeUnit(of: [0, 33]) == nil)
  }

  /// Only Redwood's dash says that two images have a number and microseconds, and only one dash.
  @Test(arguments: [["0001_50000", "0002_90000"], ["1--50000", "2--100000", "3--150000"]])
  func aSecondNumberIsNoTime(stems: [String]) throws {
    #expect(try readings(stems).allSatisfy { $0.time == nil })
  }

  /// Dates of several images, a counter that looks like a time of day, and one that goes on through the seconds.
  @Test(arguments: [
    ["2024-01-05_07", "2024-01-05_08", "2024-01-05_09"],
    ["f_000007_exp_33", "f_000008_exp_16", "f_000009_exp_33"],
    ["20231114_221320_0007", "20231114_221320_0008", "20231114_221321_0009"],
  ])
  func whatCountsIsNoTime(stems: [String]) throws {
    let found = try readings(stems)
    #expect(found.map(\.number) == [7, 8, 9], "\(found)")
    #expect(found.allSatisfy { $0.time == nil }, "\(found)")
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
    #expect(abs(summary.duration - 1.526) < 0.001)
    #expect(abs(rate - 2) < 0.1)
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
    // By their numbers, those from the third on would be 42 ms apart, the others 8 ms.
    let told = try #require(recording.findings.first { $0.code == .recordingPairedByTime })
    #expect(abs((told.values["most_ms"]?.figure ?? 0) - 42) < 1e-6)
    #expect(recording.findings.first { $0.code == .recordingUnmatchedDepth }?.values["count"] == .count(1))
  }

  /// Numbers that never match are no reason to doubt times that do.
  @Test func streamsThatCountFromElsewhereArePairedByTime() throws {
    let name = { (number: Int, ms: Int) in String(format: "%07d-%012d", number, 1000 * ms) }
    let small = try Self.write((1...5).map { name($0, 50 * $0) }, (1...5).map { name(100 + $0, 50 * $0 + 8) })
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.count == 5)
    #expect(recording.frames.allSatisfy { abs($0.depthTime - $0.time - 0.008) < 1e-9 })
    #expect(recording.findings.map(\.code) == [.recordingNotSynchronised])
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
    #expect(abs((finding.values["step"]?.figure ?? 0) / (0.04 * unit) - 1) < 1e-4)
  }

  /// What lies between two units is told by how long the scan takes, or by times since 1970.
  @Test(arguments: [
    (8.333, 400, 0.0, TimeUnit.milliseconds), (8333, 400, 0, .microseconds), (8, 30, 0, .seconds),
    (8, 30, 5000, .seconds),
    (8, 400, 1.7e9, .seconds), (8, 30, 1.7e12, .milliseconds), (0.005, 20, 0, .seconds),
  ])
  func aUnitBetweenTwo(step: Double, count: Int, start: Double, unit: TimeUnit) {
    #expect(TimeUnit(of: (0..<count).map { start + step * Double($0) }) == unit)
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

/// Dates in names, against the calendar.
@Suite struct ClockNamesTests {
  @Test(arguments: 1...3 as ClosedRange<UInt64>, ["%04d%02d%02d_%02d%02d%02d", "%04d-%02d-%02dT%02d-%02d-%02d"])
  func aDateIsTheSecondsSince1970(seed: UInt64, format: String) throws {
    var random = SeededGenerator(seed: seed)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    // From 1992 to 2096, and 29 February 2024 and the day after.
    let seconds = Set((0..<40).map { _ in Int.random(in: 700_000_000..<4_000_000_000, using: &random) })
      .union([1_709_164_800, 1_709_251_199, 1_709_251_200]).sorted()
    let stems = seconds.map { second in
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(second)))
      return String(format: format, parts.year!, parts.month!, parts.day!, parts.hour!, parts.minute!, parts.second!)
    }
    let readings = NumberedNames.readings(stems)
    #expect(readings.map { $0?.number } == seconds, "seed \(seed)")
    #expect(readings.map { $0?.time } == seconds.map { Double($0) }, "seed \(seed)")
  }
}
