import Foundation
import Geometry
import Testing

@testable import Feedback

@Suite struct OutputTests {
  private let file = FeedbackFile.builtIn

  /// Three seconds of a good scan, with vibration from 1.1 to 2.1 s.
  private var told: [FrameFeedback] {
    var engine = FeedbackEngine(file.rules, ids: Set(0..<16))
    return engine.run(
      (0...90).map {
        (30..<60).contains($0) ? FrameFacts(frame: $0, time: Double($0) / 30, blur: 14) : Synthetic.frame($0)
      })
  }

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func aLineHasTimeFrameCauseAndFigures() throws {
    let event = try #require(told.flatMap(\.events).first { $0.name == "hint" })
    let data = try FeedbackLine(event, name: "1700.5", file.phrasebook("de")).json()
    #expect(data.last == 10)
    #expect(data.dropLast().allSatisfy { $0 != 10 })
    let line = try object(data)
    #expect(line["time_s"] as? Double == 1.1)
    #expect(line["frame"] as? Int == 33)
    #expect(line["name"] as? String == "1700.5")
    #expect(line["event"] as? String == "hint")
    #expect(line["cause"] as? String == "too_fast")
    #expect(line["text"] as? String == "Zu schnell, langsamer bewegen")
    #expect((line["figures"] as? [String: Double])?["blur_px"] == 14)
  }

  @Test func theTimelineHasTheStretches() {
    var timeline = FeedbackTimeline()
    for frame in told { timeline.add(frame) }
    #expect(timeline.vibration == [.init(start: 1.1, end: 2.1)])
    #expect(timeline.stretches(of: "too_fast") == [.init(start: 1.1, end: 2.1)])
    #expect(timeline.stretches { $0.time >= 2 } == [.init(start: 2, end: 3)])
    #expect(timeline.frames.count == 91)
    #expect(timeline.events == told.flatMap(\.events))
  }

  @Test func theSummaryAddsUp() throws {
    var (summary, engine) = (FeedbackSummary(), FeedbackEngine(file.rules, ids: Set(0..<16)))
    for frame in told { summary.add(frame) }
    _ = engine.step(Synthetic.frame(0))
    summary.finish(engine, file.rules)
    #expect(summary.frames == 91)
    #expect(abs(summary.duration - 3) < 1e-9)
    #expect(summary.began == 0.1)
    #expect(abs(summary.scanned - 2.9) < 1e-9)
    #expect(abs(summary.good - 1.9) < 1e-9)
    #expect(summary.longestBad == .init(start: 1.1, end: 2.1))
    #expect(abs(summary.hints["too_fast"]! - 1) < 1e-9)
    #expect(summary.missing == Array(8..<16))
    #expect(summary.steps.map(\.percent) == [10, 20, 25, 30, 40, 50])
    #expect(summary.steps.allSatisfy { $0.time == 0.1 })
    let json = try object(try summary.json(file, language: "en"))
    #expect(json["schema"] as? String == "calvaria/feedback/1")
    #expect(json["good_share"] as? Double == 0.6552)
    let english = summary.table(try file.phrasebook("en"))
    #expect(english.contains("Longest time in bad position"))
    #expect(english.contains("1.0 s from 1.1 s"))
    #expect(english.contains("Hint: Too fast, move slowly"))
    #expect(english.contains("10 % of the markers"))
  }

  @Test func theTableIsInTheChosenLanguage() throws {
    let (english, german) = (try file.phrasebook("en"), try file.phrasebook("de"))
    var (summary, engine) = (FeedbackSummary(), FeedbackEngine(file.rules, ids: Set(0..<16)))
    for var frame in told {
      frame.alerts = [.heat]
      summary.add(frame)
    }
    var first = Synthetic.frame(0)
    (first.parts, first.partsSource) = ([.earLeft: PartFacts(covered: 0.1), .front: PartFacts(covered: 1)], .firstView)
    _ = engine.step(first)
    summary.finish(engine, file.rules)
    let table = summary.table(german)
    for words in [
      "91 in 3,0 s", "Längste Zeit in schlechter Position", "1,0 s ab 1,1 s", "Hinweis: Zu schnell, langsamer bewegen",
      "Warnung: Das Telefon wird heiß", "10 % der Marker", "Nie gesehene Marker", "linkes Ohr", "10 %, nicht erfasst",
      "vor diesem Teil begann: Stirn", "Beginn der Aufnahme",
    ] { #expect(table.contains(words), "\(words) in \(table)") }
    // No word of the English table is left, but for those that both languages have.
    let words = { (text: String) in Set(text.split { !$0.isLetter }.map(String.init)) }
    #expect(words(table).intersection(words(summary.table(english))) == ["in", "s", "layout"], "\(table)")
  }

  @Test func vibrationIsAnAHAPPatternWithoutABreak() throws {
    var pattern = HapticPattern()
    for frame in told { pattern.add(frame) }
    pattern.finish()
    let ahap = try object(try pattern.ahap())
    #expect(ahap["Version"] as? Double == 1)
    let events = try #require(ahap["Pattern"] as? [[String: [String: Any]]])
    let event = try #require(events.first?["Event"])
    #expect(events.count == 1)
    #expect(event["EventType"] as? String == "HapticContinuous")
    #expect(event["Time"] as? Double == 1.1)
    #expect(event["EventDuration"] as? Double == 1)
    let ids = (event["EventParameters"] as? [[String: Any]])?.compactMap { $0["ParameterID"] as? String }
    #expect(ids == ["HapticIntensity", "HapticSharpness"])
  }

  @Test func aLongVibrationIsSeveralEvents() throws {
    var pattern = HapticPattern()
    for frame in told.prefix(1) { pattern.add(frame) }
    var long = told[40]
    for second in 0...70 {
      long.time = Double(second)
      pattern.add(long)
    }
    pattern.finish()
    let events = try #require(try object(try pattern.ahap())["Pattern"] as? [[String: [String: Any]]])
    #expect(events.map { $0["Event"]!["Time"] as? Double } == [0, 30, 60])
    #expect(events.map { $0["Event"]!["EventDuration"] as? Double } == [30, 30, 10])
  }

  @Test(arguments: 1...20) func phrasesNeverTalkOverEachOther(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var plan = SpeechPlan()
    let book = try file.phrasebook("en")
    var (time, due) = (0.0, [String: Double]())
    for i in 0..<40 {
      time += 3 * random.uniform()
      let kind: FeedbackEvent.Kind = [.hint(.tooFar), .progress(percent: i), .alert(.heat)][Int(random.next() % 3)]
      plan.add(.said(kind, at: time), book)
      due[book.text(for: .said(kind))!] = time
    }
    plan.place { _ in 1.4 }
    #expect(zip(plan.utterances, plan.utterances.dropFirst()).allSatisfy { $0.start + 1.4 <= $1.start + 1e-9 })
    #expect(plan.utterances.count > 10, "seed \(seed)")
    for said in plan.utterances where said.text.hasSuffix("percent") {
      #expect((0...2).contains(said.start - due[said.text]!), "seed \(seed)")
    }
  }

  @Test func ofStepsAtOnceTheLastIsSpoken() throws {
    var plan = SpeechPlan()
    for percent in [10, 20, 25] { plan.add(.said(.progress(percent: percent), at: 1), try file.phrasebook("en")) }
    plan.place { _ in 1 }
    #expect(plan.utterances == [.init(start: 1, text: "25 percent")])
  }

  /// What is said holds for three seconds, as long as it is so.
  @Test func aPromptLastsForAWhile() throws {
    let book = try file.phrasebook("en")
    var prompts = PromptKeeper()
    var frame = told[20]
    (frame.time, frame.events) = (10, [.said(.progress(percent: 50), at: 10)])
    #expect(prompts.text(frame, book) == "50 percent")
    (frame.time, frame.events) = (12.9, [])
    #expect(prompts.text(frame, book) == "50 percent")
    frame.time = 13
    #expect(prompts.text(frame, book) == "Scanning, move slowly around the head")
    (frame.time, frame.events, frame.alerts) = (20, [.said(.alert(.heat), at: 20)], [.heat])
    #expect(prompts.text(frame, book) == "The phone is getting hot")
    (frame.time, frame.events, frame.alerts) = (21, [], [])
    #expect(prompts.text(frame, book) == "Scanning, move slowly around the head")
    frame.hint = .tooFar
    #expect(prompts.text(frame, book) == "Too far, move closer")
  }

  /// Phrases are late by two seconds at most, and one that waits is outdated by a newer one of its kind.
  @Test func whatIsSaidTooLateIsDropped() {
    var plan = SpeechPlan()
    plan.add("first", kind: "a", at: 1)
    plan.add("late", kind: "b", at: 1.9)
    plan.add("in time", kind: "c", at: 2)
    plan.add("old", kind: "d", at: 4.5)
    plan.add("new", kind: "d", at: 4.6)
    plan.place { $0 == "first" ? 3 : 1 }
    #expect(
      plan.utterances == [
        .init(start: 1, text: "first"), .init(start: 4, text: "in time"), .init(start: 5, text: "new"),
      ])
  }

  /// The second column begins two blanks behind the longest name.
  @Test func theTableHasColumns() throws {
    var (summary, engine) = (FeedbackSummary(), FeedbackEngine(file.rules, ids: Set(0..<16)))
    for frame in told { summary.add(frame) }
    _ = engine.step(Synthetic.frame(0))
    summary.finish(engine, file.rules)
    let lines = summary.table(try file.phrasebook("en")).split(separator: "\n").map(String.init)
    // "Longest time in bad position" has 28 letters, no name here has more.
    #expect(lines.contains("Longest time in bad position  1.0 s from 1.1 s"))
    #expect(
      lines.contains("State at the end" + String(repeating: " ", count: 14) + "Scanning, move slowly around the head"))
    #expect(lines.allSatisfy { $0.dropFirst(28).hasPrefix("  ") && !$0.dropFirst(30).hasPrefix(" ") })
  }

  @Test func aShortScanHasItsShareToo() throws {
    var summary = FeedbackSummary()
    #expect(summary.goodShare == nil)
    for frame in told.prefix(31) { summary.add(frame) }
    // The scan began at 0.1 s; at 1 s it is good.
    #expect(abs(try #require(summary.goodShare) - 1) < 1e-9)
    for frame in told.dropFirst(31).prefix(14) { summary.add(frame) }
    #expect(try #require(summary.goodShare) < 0.8)
  }
}
