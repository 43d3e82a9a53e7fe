import Foundation
import Geometry
import Platform
import Recordings
import Replay
import Reports
import TestSupport
import Testing

@testable import Feedback
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

  /// Of a long line the beginning is shown.
  @Test func aLongLineOfAThermalLogIsCut() {
    let line = (0..<40).map { "w\($0)" }.joined(separator: " ")
    let error = #expect(throws: ThermalLogError.self) { try ThermalLog.parse("10 fair\n" + line, file: "t") }
    guard case .invalid("t", 2, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == .text("`\(line.prefix(60))`"))
  }

  /// Against the plain rule: the last line that is not later.
  @Test func everyLineOfAThermalLogIsFound() throws {
    let heats = (0..<9).map { Heat.allCases[($0 * 3) % 4] }
    let text = heats.enumerated().map { "\(2 * $0.offset) \($0.element.rawValue)\n" }.joined()
    let log = try ThermalLog.parse(text, file: "t")
    for time in stride(from: -1.0, through: 18, by: 0.5) {
      let expected = heats.indices.last { Double(2 * $0) <= time }.map { heats[$0] }
      #expect(log.state(at: time) == expected, "\(time) s")
    }
  }

  @Test func aWrongLineOfAThermalLogIsQuoted() {
    let long = String(repeating: "abcdefghij", count: 7)
    #expect {
      try ThermalLog.parse("1 fair\n\n\(long)\n", file: "t")
    } throws: { error in
      guard case .invalid("t", let line, let found)? = error as? ThermalLogError else { return false }
      return line == 3 && found == .text("`" + String(repeating: "abcdefghij", count: 6) + "`")
    }
  }

  /// A log of more than 16 MiB is not read.
  @Test func aLargeThermalLogIsRefused() throws {
    let copy = folder.url.appendingPathComponent("tum")
    try FileManager.default.copyItem(
      at: SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders/tum"), to: copy)
    let recording = try ReplayInputs(ReplayOptions(recording: copy)).recording
    #expect(try ThermalLog.beside(recording).state(at: 1e12) == nil)
    let file = try write("tum/thermal.txt", "")
    #expect(truncate(file.path, (1 << 24) + 1) == 0)
    let error = #expect(throws: ThermalLogError.self) { try ThermalLog.beside(recording) }
    guard case .invalid(_, let line, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(line == nil && found == .phrase("no_text", ["limit_mib": .count(16)]))
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

  /// 44 bytes: 1036 follow the first eight; 16 of format (1, one channel, 22 050 a second, 44 100 bytes a second, 2 bytes and
  /// 16 bits a sample); 1000 of samples.
  @Test func theHeaderOfAWaveIsThatOfRIFF() {
    let expected: [UInt8] =
      Array("RIFF".utf8) + [0x0C, 0x04, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 0x22, 0x56, 0, 0]
      + [0x44, 0xAC, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [0xE8, 0x03, 0, 0]
    #expect([UInt8](WaveFile.header(rate: 22_050, bytes: 1000)) == expected)
  }

  /// A chunk of a file: its name, its length, its content, and a byte more where that is odd.
  private func chunk(_ name: String, _ content: [UInt8], length: Int? = nil) -> [UInt8] {
    let length = length ?? content.count
    return Array(name.utf8) + (0..<4).map { UInt8(length >> (8 * $0) & 0xFF) } + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private func format(kind: UInt8 = 1, channels: UInt8 = 1, rate: Int = 8000, bits: UInt8 = 16) -> [UInt8] {
    let rates = [rate, 2 * rate].flatMap { rate in (0..<4).map { UInt8(rate >> (8 * $0) & 0xFF) } }
    return [kind, 0, channels, 0] + rates + [2, 0, bits, 0]
  }

  private func wave(_ chunks: [UInt8]...) -> WaveFile? {
    WaveFile(Data(Array("RIFF".utf8) + [9, 9, 9, 9] + Array("WAVE".utf8) + chunks.joined()))
  }

  @Test func chunksOfAWaveAreReadInAnyCompany() throws {
    let samples: [UInt8] = [1, 2, 3, 4, 5, 6]
    let data = chunk("data", samples)
    for other in [chunk("LIST", [7, 7, 7]), chunk("LIST", [7, 7, 7, 7]), chunk("fact", [])] {
      let read = try #require(wave(other, chunk("fmt ", format()), other, data, other))
      #expect(read.rate == 8000)
      #expect([UInt8](read.samples) == samples)
      #expect(read.duration == 3.0 / 8000)
    }
    // A format may be longer; half a sample is none; a length that is not known is the rest of the file.
    #expect(wave(chunk("fmt ", format() + [0, 0]), data)?.samples.count == 6)
    #expect(wave(chunk("fmt ", format()), chunk("data", [1, 2, 3]))?.samples.count == 2)
    #expect(wave(chunk("fmt ", format()), chunk("data", samples, length: 0xFFFF_FFFF))?.samples.count == 6)
    #expect(wave(chunk("fmt ", format()), chunk("data", []))?.samples.count == 0)
    #expect(wave(chunk("fmt ", format()))?.rate == nil, "without samples")
    #expect(wave(data)?.rate == nil, "without a format")
    #expect(wave(chunk("fmt ", Array(format().prefix(14))), data)?.rate == nil, "half a format")
  }

  @Test func otherSoundThanMonoOf16BitsIsRefused() {
    let data = chunk("data", [1, 2])
    for rate in [4000, 192_000] { #expect(wave(chunk("fmt ", format(rate: rate)), data)?.rate == rate) }
    for other in [
      format(kind: 3), format(channels: 2), format(bits: 8), format(bits: 24), format(rate: 3999),
      format(rate: 192_001),
    ] { #expect(wave(chunk("fmt ", other), data)?.rate == nil) }
  }

  /// Two phrases with silence before, between and behind them; one that is due earlier waits.
  @Test func silenceIsBetweenPhrases() throws {
    var plan = SpeechPlan()
    plan.add("one", kind: "a", at: 0.5)
    plan.add("two", kind: "b", at: 2.25)
    plan.add("one", kind: "c", at: 2.5)
    let track = try SpokenTrack(language: "en", path: try voice())
    let bytes = [UInt8](try #require(WaveFile(try track.sound(plan, duration: 4))).samples)
    let loud = bytes.map { $0 == 0x40 }
    let edges = loud.indices.dropFirst().filter { loud[$0] != loud[$0 - 1] }
    // Half a second a phrase, two bytes a sample: from 0.5 to 1, and from 2.25 to 3.25 without a gap.
    #expect(edges == [22_050, 44_100, 99_225, 143_325].map { $0 + $0 % 2 })
    #expect(bytes.count == 176_400)
  }

  /// What is said last may end behind the recording.
  @Test func aPhraseIsSpokenToItsEnd() throws {
    var plan = SpeechPlan()
    plan.add("one", kind: "a", at: 1)
    let wave = WaveFile(try SpokenTrack(language: "en", path: try voice()).sound(plan, duration: 1.25))
    #expect(wave?.duration == 1.5)
    let silent = WaveFile(try SpokenTrack(language: "en", path: try voice()).sound(SpeechPlan(), duration: 0.5))
    #expect(silent?.samples.count == 22_050)
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

  @Test func aTableOfMovementsHasTheColumnsOfItsTask() {
    let feedback = MovementFeedback(
      frame: 7, time: 1.5, state: .intro, movement: .rotation, instruction: .neutral, degrees: 12.3456, light: .red,
      counts: [.left: 2, .right: 0], reason: nil, events: [])
    let (neck, limb) = (MovementTimelineTable.neck, MovementTimelineTable.limb)
    #expect(
      neck.header
        == "frame,name,time_s,state,instruction,movement,angle_deg,light,left,right,backwards,forwards,reference\r\n")
    #expect(limb.header == "frame,name,time_s,state,instruction,movement,angle_deg,light,reason\r\n")
    let start = "7,n,1.500000,intro,neutral,rotation,12.346,red,"
    #expect(neck.line(feedback, name: "n", note: "torso") == start + "2,0,,,torso\r\n")
    #expect(limb.line(feedback, name: "n", note: "hidden") == start + "hidden\r\n")
  }

  /// Up to 150 evenly, the first and the last among them.
  @Test func picturesAreChosenEvenly() {
    for count in [0, 1, 2, 4, 149, 150] { #expect(FramePictures.chosen(of: count) == Set(0..<count), "\(count)") }
    for count in [151, 300, 1000, 4001] {
      let chosen = FramePictures.chosen(of: count).sorted()
      #expect(chosen.count == 150)
      #expect(chosen.first == 0)
      #expect(chosen.last == count - 1)
      let gaps = zip(chosen.dropFirst(), chosen).map { $0 - $1 }
      #expect(gaps.max()! - gaps.min()! <= 1, "\(count)")
    }
  }

  /// A small recording, frame by frame.
  @Test func everyFrameIsLookedAtInItsOrder() throws {
    let recording = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders/tum")
    let inputs = try ReplayInputs(ReplayOptions(recording: recording))
    let pictures = FramePictures(inputs.recording, quarterTurns: 1)
    var (done, looked): ([Int], [Int]) = ([], [])
    try inputs.each(progress: { done.append($0.done) }) { frame, gray, depth, seen, color in
      looked.append(frame.index)
      #expect(gray.width == frame.camera.width && depth.width == frame.cameras.depth.width && seen.frame == frame.index)
      #expect(try color().width == frame.camera.width)
      try pictures.add(frame: frame.index)
    }
    #expect(looked == [0, 1, 2, 3])
    #expect(done == [1, 2, 3, 4])
    #expect(pictures.pictures.map(\.frame) == [0, 1, 2, 3])
  }
}
