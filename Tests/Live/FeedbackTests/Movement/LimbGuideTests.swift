import Diagnostics
import Files
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Feedback

@Suite struct LimbGuideTests {
  private static let rate = 10.0

  /// An angle that stays, frame by frame.
  private func rest(_ value: Double?, _ seconds: Double) -> [Double?] {
    Array(repeating: value, count: Int((seconds * Self.rate).rounded()))
  }

  /// Feedback on angles; nil where nobody is there, NaN where nothing can be read.
  private func run(
    _ angles: [Double?], _ plan: LimbPlan, rate: Double = Self.rate
  ) -> (told: [MovementFeedback], guide: LimbGuide) {
    var guide = LimbGuide(plan)
    let told = angles.enumerated().map { i, value in
      guide.step(
        MeasuringFacts(
          frame: i, time: Double(i) / rate, isSeen: value != nil, value: value.flatMap { $0.isNaN ? nil : $0 }))
    }
    return (told, guide)
  }

  private func knee(repeats: Int = 1) throws -> LimbPlan {
    try #require(JointGuidance.standard.plan("knee", .flexion, repeats: repeats))
  }

  private func kinds(_ told: [MovementFeedback]) -> [String] {
    told.flatMap(\.events).map { $0.name + ":" + $0.cause }
  }

  /// A limb that rests bent has finished nothing before it has moved, by more than 10°.
  @Test(arguments: [(20.0, 110.0), (90, 120), (20, 31)]) func theRestBeforeTheMovementIsNoEnd(
    _ first: Double, _ end: Double
  ) throws {
    let (told, guide) = run(rest(first, 20) + rest(end, 3), try knee())
    #expect(guide.held == [end])
    #expect(!kinds(told).contains("state:error_restless"))
    #expect(told.first { !$0.events.filter { $0.name == "end" }.isEmpty }.map { $0.time > 20 } == true)
    #expect(run(rest(first, 20) + rest(first + 10, 3), try knee()).guide.held.isEmpty)
    // Whoever comes anew begins anew.
    #expect(run(rest(0, 1) + rest(110, 3) + rest(nil, 3) + rest(110, 4), try knee(repeats: 2)).guide.held == [110])
  }

  /// An end keeps the value that was told of it, whatever follows within the same rest.
  @Test func whatIsWrittenIsWhatWasTold() throws {
    let slow = stride(from: 111.0, through: 93, by: -0.3).map(Optional.some)
    let (told, guide) = run(rest(0, 1) + rest(111, 2.2) + slow + rest(0, 1), try knee())
    let ends = told.flatMap(\.events).compactMap { event -> Double? in
      if case .end(_, _, let degrees, _, _) = event.kind { degrees } else { nil }
    }
    #expect(guide.held == ends && abs((ends.first ?? 0) - 111) < 1e-9)
  }

  @Test func anAngleThatIsHeldForTwoSecondsIsCompleted() throws {
    let (told, guide) = run(rest(nil, 0.5) + rest(0, 1) + rest(120, 3) + rest(0, 1), try knee())
    #expect(
      kinds(told) == [
        "state:intro", "state:measuring", "instruction:flexion", "state:completed", "end:flexion", "finished:all",
        "state:measuring",
      ])
    #expect(guide.held == [120])
    let end = try #require(told.flatMap(\.events).first { $0.name == "end" })
    // It came to rest 1.5 s after the first frame.
    #expect(end.time == 3.5)
    #expect(end.kind == .end(.flexion, nil, degrees: 120, .green, count: 1))
    #expect(told[34].state == .measuring(120) && told[35].state == .completed(120))
  }

  /// 20 % of 100° are 20°, and those of 130° are 26°: a knee that goes farther from where it came to rest begins anew.
  @Test func whatStaysWithinAFifthHasSettled() throws {
    let trembling = { (other: Double) in (0..<30).flatMap { _ -> [Double?] in [100, other, other, 100] } }
    let within = run(rest(0, 3) + trembling(119), try knee(), rate: 30)
    #expect(within.guide.held.count == 1 && abs((within.guide.held.first ?? 0) - 109.5) < 1)
    #expect(run(rest(0, 3) + trembling(130), try knee(), rate: 30).guide.held.isEmpty)
    // Within 20 %, too, but on the way from one to the other.
    #expect(run(rest(0, 1) + rest(100, 1) + rest(119, 1.5), try knee()).guide.held.isEmpty)
  }

  /// What sways slowly rests nowhere, not even where it turns.
  @Test(arguments: [(6.0, 2.0), (10, 2), (8, 3), (8, 4)]) func whatSwaysIsNotHeld(_ size: Double, _ period: Double)
    throws
  {
    let sway = (0..<600).map { Optional(60 + size * sin(2 * .pi * Double($0) / 30 / period)) }
    #expect(run(rest(0, 3) + sway, try knee(), rate: 30).guide.held.isEmpty)
  }

  /// Frames of a slip move no limb, bring nobody back and lengthen no way.
  @Test func slipsOfSingleFramesChangeNothing() throws {
    #expect(run(rest(60, 4) + [45] + rest(60, 4), try knee()).guide.held.isEmpty)
    #expect(run(rest(60, 4) + [150] + rest(60, 4), try knee()).guide.held.isEmpty)
    let twice = rest(60, 1) + rest(100, 3)
    #expect(run(twice + [5] + rest(100, 1) + twice, try knee(repeats: 2)).guide.held == [100, 100])
  }

  /// Whoever was bent when he came, stretches and rests has bent nothing yet.
  @Test func aRestOnTheWayInIsNoEnd() throws {
    let (told, guide) = run(rest(90, 1) + rest(15, 4) + rest(110, 3), try knee())
    #expect(guide.held == [110])
    #expect(told.last { $0.events.contains { $0.name == "finished" } }.map { $0.time > 5 } == true)
    // To the other side of 0 it is a movement.
    #expect(run(rest(90, 1) + rest(-15, 3) + rest(110, 3), try knee()).guide.held == [-15, 110])
  }

  /// Files without frames of somebody who is away: whoever comes back bent has held nothing.
  @Test func aGapInTimeIsAnAbsence() throws {
    var guide = LimbGuide(try knee())
    let angles = [Double](repeating: 0, count: 10) + [Double](repeating: 110, count: 40)
    for (i, angle) in angles.enumerated() {
      let time = Double(i) / 10 + (i < 10 ? 0 : 3)
      _ = guide.step(MeasuringFacts(frame: i, time: time, isSeen: true, value: angle))
    }
    #expect(guide.held.isEmpty)
  }

  /// Of an absence nothing is said once somebody is back: what stops the frames now counts.
  @Test func reasonsOfAnAbsenceAreForgotten() throws {
    var guide = LimbGuide(try knee())
    let frames: [(isSeen: Bool, value: Double?, reason: String?)] =
      Array(repeating: (true, 30, nil), count: 20) + Array(repeating: (false, nil, "missing"), count: 40)
      + Array(repeating: (true, nil, "turned"), count: 20)
    let told = frames.enumerated().map { i, frame in
      guide.step(
        MeasuringFacts(frame: i, time: Double(i) / 10, isSeen: frame.isSeen, value: frame.value), without: frame.reason)
    }
    let errors = told.filter { $0.state == .error(.unclear) }
    #expect(!errors.isEmpty && errors.allSatisfy { $0.reason == "turned" })
  }

  /// A movement of any speed has one end, where the limb rests, with noise of single frames and without.
  @Test(arguments: [2.0, 5, 10, 20, 60], [0.0, 1, 2]) func aMovementIsHeldAtItsEndOnly(
    _ speed: Double, _ noise: Double
  ) throws {
    for seed in 1...10 {
      var random = SeededGenerator(seed: UInt64(seed))
      let way = Array(stride(from: 0, to: 110, by: speed / 30))
      let course = [Double](repeating: 0, count: 30) + way + [Double](repeating: 110, count: 120) + way.reversed()
      let (told, guide) = run(course.map { $0 + noise * random.normal() }, try knee(), rate: 30)
      #expect(guide.held.count == 1 && abs((guide.held.first ?? 0) - 110) < 1 + noise, "\(guide.held)")
      let end = try #require(told.first { $0.events.contains { $0.name == "end" } })
      // So slow a movement is told on its way where noise hides it, but has one end all the same.
      if speed > 2 || noise < 2 { #expect(end.frame > 30 + way.count) }
    }
  }

  /// Who goes on from a rest holds one end, the farthest, until he has come back by half of the way.
  @Test func aMovementOutHasOneEnd() throws {
    let (told, guide) = run(rest(0, 1) + rest(60, 3) + rest(100, 3) + rest(70, 3) + rest(20, 1), try knee(repeats: 2))
    #expect(guide.held == [100])
    let ends = told.flatMap(\.events).compactMap { event -> [Double]? in
      if case .end(_, _, let degrees, _, let count) = event.kind { [degrees, Double(count)] } else { nil }
    }
    #expect(ends == [[60, 1], [100, 1]])
    #expect(!kinds(told).contains("finished:all"))
    // A knee that never gets straight has come back all the same, and a frame of a slip brings nobody back.
    #expect(run(rest(90, 1) + rest(120, 3) + rest(100, 1) + rest(118, 3), try knee()).guide.held == [120, 118])
    #expect(run(rest(0, 1) + rest(120, 3) + [10] + rest(118, 3), try knee()).guide.held == [120])
    // Who rests on the way back has begun nothing.
    #expect(run(rest(0, 1) + rest(120, 3) + rest(50, 3) + rest(0, 1), try knee()).guide.held == [120])
  }

  /// Half of the way back is needed: 20° of 100° are not enough, 60° are; what was held farther out lengthens the way by that
  /// much.
  @Test func howFarBackIsBack() throws {
    #expect(run(rest(0, 1) + rest(100, 3) + rest(80, 1) + rest(101, 3), try knee(repeats: 3)).guide.held == [100])
    #expect(run(rest(0, 1) + rest(100, 3) + rest(40, 1) + rest(101, 3), try knee(repeats: 3)).guide.held == [100, 101])
    let twice = rest(0, 1) + rest(60, 3) + rest(100, 3)
    #expect(run(twice + rest(40, 1) + rest(95, 3), try knee(repeats: 3)).guide.held == [100, 95])
    #expect(run(twice + rest(55, 1) + rest(95, 3), try knee(repeats: 3)).guide.held == [100])
  }

  /// Where ends near 0 count, one just above it is above.
  @Test func anEndNearZeroHasItsSide() throws {
    let file = SharedMaterial.packageRoot.appending(path: "Datasets/feedback/joint.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing("least_deg: 5", with: "least_deg: 0", maxReplacements: 1)
    let knee = try #require(JointGuidance.parse(text, file: "own").plan("knee", .flexion, repeats: 9))
    #expect(run(rest(30, 1) + rest(0.5, 3), knee).guide.held.isEmpty)
    #expect(run(rest(-50, 1) + rest(0.5, 3) + rest(-15, 3), knee).guide.held == [0.5, -15])
    #expect(run(rest(50, 1) + rest(-15, 3) + rest(0.5, 3), knee).guide.held == [-15, 0.5])
  }

  @Test func framesThatJudgeOneLieInAWindow() {
    #expect(JointGuidance.standard.evidence == .init(seconds: 10, step: 0.025))
  }

  @Test func whoRestsWhereTheLimbBeganHasHeldNothingAndIsNotRestless() throws {
    let (told, guide) = run(rest(4, 40), try knee())
    #expect(guide.held.isEmpty)
    #expect(told.allSatisfy { $0.state.name == "measuring" })
    // The instruction comes again every four seconds.
    #expect(kinds(told).count { $0 == "instruction:flexion" } == 10)
  }

  @Test func troubleHasAPromptThatIsSaidAgain() throws {
    let (told, _) = run(rest(.nan, 6), try knee())
    #expect(kinds(told) == ["state:measuring", "instruction:flexion", "state:error_unclear", "state:error_unclear"])
    let shaking = (0..<200).map { i -> Double? in i % 10 < 5 ? 40 : 90 }
    #expect(kinds(run(shaking, try knee()).told).contains("state:error_restless"))
    let gone = run(rest(60, 1) + rest(nil, 2), try knee()).told
    #expect(gone.last?.state == .intro && gone.last?.degrees == nil)
  }

  /// What helps is said where something else helps than to be seen better: what most frames since the last angle say.
  @Test(arguments: ["de", "en"]) func aReasonHasItsPrompt(_ language: String) throws {
    let book = try JointGuidance.standard.phrasebook(language, "knee", .flexion)
    let prompt = { (reasons: [String]) throws -> MovementFeedback in
      var guide = LimbGuide(try knee())
      var told: MovementFeedback?
      for frame in 0..<20 {
        let facts = MeasuringFacts(frame: frame, time: Double(frame) / Self.rate, isSeen: true, value: nil)
        told = guide.step(facts, without: reasons[frame % reasons.count])
        for event in told!.events where event.cause == "error_unclear" { #expect(event.reason == reasons.last) }
      }
      return try #require(told)
    }
    let usual = book.prompt(try prompt(["missing"]))
    let prompts = try MovementPhrases.reasons.map { book.prompt(try prompt(["missing", $0, $0])) }
    #expect(Set(prompts).count == prompts.count && !prompts.contains(usual) && !prompts.contains(""))
    #expect(book.prompt(try prompt(["frozen"])) == usual)
  }

  @Test func asManyEndsAsAreWantedFinish() throws {
    let once = rest(0, 1) + rest(100, 3)
    let (told, guide) = run(once + once, try knee(repeats: 2))
    #expect(guide.held == [100, 100])
    #expect(kinds(told).count { $0 == "finished:all" } == 1)
    #expect(told.last?.instruction == nil && told.first?.instruction == .limb(.flexion))
    var summary = MovementSummary(.init(joint: "knee", side: "left", view: "lateral"))
    for frame in told { summary.add(frame, without: frame.degrees == nil ? "missing" : nil) }
    summary.finish(held: guide.held, try knee(repeats: 2))
    #expect(summary.isFinished && summary.read == 80 && summary.withoutAngle.isEmpty)
    #expect(summary.sides[0].lights == ["amber", "amber"])
    #expect(summary.title(.german) == "Knie, links: Flexion")
  }

  @Test func whatNobodyAskedForFinishesNothing() throws {
    let hip = try #require(JointGuidance.standard.plan("hip", .flexion))
    let (told, guide) = run(rest(2, 1) + rest(-15, 3) + rest(100, 3), hip)
    #expect(guide.held == [-15, 100])
    #expect(
      kinds(told).filter { !$0.hasPrefix("state") } == [
        "instruction:flexion", "end:flexion", "instruction:flexion", "end:flexion", "finished:all",
      ])
  }

  @Test func eachSideOfZeroHasItsColours() throws {
    let colours = try #require(JointGuidance.standard.plan("ankle", .flexion)).reading(of: .flexion).colours
    // 80 % and 50 % of 20° and of −50°.
    #expect([16, 15.9, 10, 9.9].map(colours.light) == [.green, .amber, .amber, .red])
    #expect([-40, -39.9, -25, -24.9].map(colours.light) == [.green, .amber, .amber, .red])
    let knee = try knee().reading(of: .flexion).colours
    #expect([-1, -90].map(knee.light) == [.red, .red], "nothing is aimed at there")
    #expect(ReadingColours(greenFrom: 2, amberFrom: 1).light(-2) == .green)
    #expect(JointGuidance.standard.plan("knee", .projection) == nil)
    #expect(JointGuidance.standard.plan("neck", .rotation) == nil)
  }

  @Test(arguments: ["de", "en"]) func everyMovementHasItsWords(_ language: String) throws {
    for key in JointGuidance.keys {
      let parts = key.split(separator: "_").map(String.init)
      let movement = try #require(JointMovement(rawValue: parts[1]))
      let book = try JointGuidance.standard.phrasebook(language, parts[0], movement)
      #expect(!book.text(for: .limb(movement)).isEmpty)
      let plan = try #require(JointGuidance.standard.plan(parts[0], movement))
      let told = run(rest(nil, 1) + rest(.nan, 3) + rest(0, 0.2) + rest(12, 3), plan).told
      #expect(told.allSatisfy { !book.prompt($0).isEmpty })
      #expect(book.prompt(told.last!) == (language == "de" ? "12 Grad gehalten" : "12 degrees held"))
      #expect(told.flatMap(\.events).compactMap(book.text(for:)).contains(book.prompt(told.last!)))
    }
    #expect(throws: FeedbackFileError.self) { try JointGuidance.standard.phrasebook("fr", "knee", .flexion) }
  }

  @Test func wrongFilesAreRefused() throws {
    let file = SharedMaterial.packageRoot.appending(path: "Datasets/feedback/joint.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try JointGuidance.parse(text, file: "own") == .standard)
    for (old, new) in [
      ("repeats: 1", "repeats: 0"), ("window_s: 10", "window_s: 0.5"), ("low_deg: -60", "low_deg: 1"),
      ("high_deg: 135", "high_deg: .nan"), ("  knee_flexion: {", "  knee_bending: {"),
      ("joint-guidance/1", "joint-guidance/2"), ("    finished: That is all, thank you\n", ""),
      ("green_from: 0.8", "green_from: 0.4"), ("most_drift_deg: 2 ", "most_drift_deg: 0 "),
      ("most_frames_s: 40", "most_frames_s: 5"), ("return_share: 0.5", "return_share: 1"),
      ("least_deg: 5", "least_deg: -1"),
    ] {
      #expect(throws: FileError.self, "\(new)") {
        try JointGuidance.parse(text.replacing(old, with: new, maxReplacements: 1), file: "own")
      }
    }
  }
}
