import Feedback
import Foundation
import Geometry
import Replay
import Reports
import TestSupport
import Testing

@testable import Replay

/// What a replay reads beside the recording, and the sound that it writes.
@Suite struct ReplayFilesTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ text: String) throws -> URL {
    let url = folder.url.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url
  }

  @Test func aThermalLogHoldsUntilItsNextLine() throws {
    let log = try ThermalLog.parse("# log\n10 nominal\n\n12.5 serious # hot\n12.5 fair\n20 critical\n", file: "t")
    #expect([9, 10, 12.4, 12.5, 19, 1e9].map(log.state) == [nil, .nominal, .nominal, .fair, .fair, .critical])
    #expect(try ThermalLog.parse("", file: "t").state(at: 3) == nil)
  }

  @Test(arguments: ["x nominal", "10", "10 hot", "10 fair 3", "nan fair", "10 fair\n9 fair"])
  func aWrongThermalLogIsRefused(_ text: String) {
    #expect(throws: ThermalLogError.self) { try ThermalLog.parse(text, file: "t") }
  }

  @Test func aLayoutIsReadInMetres() throws {
    let corners = "[[-8,8,0],[8,8,0],[8,-8,0],[-8,-8,0]]"
    let markers = (0..<3).map { "\"\($0)\": {\"corners_mm\": \(corners), \"sightings\": 3}" }.joined(separator: ",")
    let text = { (frame: String, markers: String) in
      """
      {"schema": "calvaria/markers/1", "frame": "\(frame)", "dictionary": "DICT_4X4_100", "markers": {\(markers)}}
      """
    }
    let good = try write("good.json", text("head", markers))
    #expect(try MarkerLayout.read(good, dictionary: "DICT_4X4_100")[2]?[1] == [0.008, 0.008, 0])
    #expect(throws: MarkerLayoutError.self) { try MarkerLayout.read(good, dictionary: "DICT_5X5_100") }
    for (i, wrong) in [text("scan", markers), text("head", "\"0\": {\"corners_mm\": \(corners)}"), "{}", "["]
      .enumerated()
    {
      let url = try write("wrong\(i).json", wrong)
      #expect(throws: MarkerLayoutError.self) { try MarkerLayout.read(url, dictionary: "DICT_4X4_100") }
    }
    #expect(throws: MarkerLayoutError.self) {
      try MarkerLayout.read(URL(fileURLWithPath: "/no/such"), dictionary: "DICT_4X4_100")
    }
  }

  @Test func wavesAreReadAsTheyAreWritten() throws {
    let samples = Data((0..<2000).map { UInt8($0 % 251) })
    let wave = try #require(WaveFile(WaveFile.header(rate: 8000, bytes: 2000) + samples))
    #expect(wave.rate == 8000)
    #expect(wave.samples == samples)
    #expect(wave.duration == 0.125)
    #expect(WaveFile(Data("RIFF".utf8)) == nil)
    #expect(WaveFile(samples) == nil)
    #expect(WaveFile(Data()) == nil)
  }

  /// A program in espeak-ng's place that speaks half a second of loud sound.
  private func voice() throws -> String {
    let sound = folder.url.appendingPathComponent("voice.wav")
    try (WaveFile.header(rate: 22_050, bytes: 22_050) + Data(repeating: 0x40, count: 22_050)).write(to: sound)
    let program = try write("espeak-ng", "#!/bin/sh\n[ \"$2\" = en ] && [ \"$5\" = -- ] && cp \(sound.path) \"$4\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return "/nowhere:\(folder.url.path)"
  }

  @Test func phrasesStandAtTheirTimes() throws {
    var plan = SpeechPlan()
    var engine = FeedbackEngine(FeedbackFile.builtIn.rules, ids: nil)
    let first = engine.step(FrameFacts(frame: 0, time: 1.5))
    for event in first.events { plan.add(event, try FeedbackFile.builtIn.phrasebook("en")) }
    let track = try SpokenTrack(language: "en", path: try voice())
    let wave = try #require(WaveFile(try track.sound(plan, duration: 4)))
    #expect(wave.duration == 4)
    let bytes = [UInt8](wave.samples)
    let loud = bytes.indices.filter { bytes[$0] == 0x40 }
    #expect(loud.first == 2 * Int(1.5 * 22_050))
    #expect(loud.count == 22_050)
  }

  @Test func withoutAVoiceItSaysSo() throws {
    #expect(throws: SpeechError.notInstalled) { try SpokenTrack(language: "en", path: "/nowhere:/etc") }
    let mute = try SpokenTrack(language: "xx", path: try voice())
    var plan = SpeechPlan()
    var engine = FeedbackEngine(FeedbackFile.builtIn.rules, ids: nil)
    let told = engine.step(FrameFacts(frame: 0, time: 0))
    for event in told.events { plan.add(event, try FeedbackFile.builtIn.phrasebook("en")) }
    #expect(throws: SpeechError.failed(language: "xx", text: "Point the phone at the cap")) {
      try mute.sound(plan, duration: 1)
    }
  }

  /// Times of a recording may be anything; silence of years is not made.
  @Test func soundOfYearsIsRefused() throws {
    let track = try SpokenTrack(language: "en", path: try voice())
    #expect(throws: SpeechError.tooLong(seconds: 1e9)) { try track.sound(SpeechPlan(), duration: 1e9) }
    #expect(throws: SpeechError.self) { try track.sound(SpeechPlan(), duration: .infinity) }
  }

  @Test func aTimelinesNamesStayInTheirField() throws {
    var engine = FeedbackEngine(FeedbackFile.builtIn.rules, ids: nil)
    let told = engine.step(FrameFacts(frame: 7, time: 12))
    let line = TimelineTable.line(told, name: "=a,\"b\"\nc")
    #expect(line.hasPrefix("7,\"'=a,\"\"b\"\"\nc\",12.000000,intro,0,,,"))
    #expect(line.hasSuffix("\r\n"))
    let columns = TimelineTable.line(told, name: "n").split(separator: ",", omittingEmptySubsequences: false)
    #expect(columns.count == TimelineTable.header.split(separator: ",").count)
    #expect(TimelineTable.header.hasSuffix("\r\n"))
    #expect(columns[8] == "0", "shared markers are counted")
  }
}
