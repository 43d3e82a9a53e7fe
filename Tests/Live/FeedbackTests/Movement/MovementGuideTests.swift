import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Feedback

@Suite struct MovementGuideTests {
  private static let rate = 20.0

  /// A course of angles: stops in degrees with so many seconds of rest, joined by straight ways of 90°/s.
  private func course(_ stops: [(degrees: Double, rest: Double)]) -> [Double] {
    var values: [Double] = []
    var last = stops[0].degrees
    for (degrees, rest) in stops {
      let way = max(0, Int((abs(degrees - last) / 90 * Self.rate).rounded()))
      for i in 0..<way { values.append(last + (degrees - last) * Double(i) / Double(way)) }
      values += Array(repeating: degrees, count: max(1, Int((rest * Self.rate).rounded())))
      last = degrees
    }
    return values
  }

  private func rules(_ plan: [JointMovement] = [.rotation], repeats: Int = 2) -> MovementRules {
    var rules = MovementRules.standard
    (rules.plan, rules.repeats) = (plan, repeats)
    return rules
  }

  /// Feedback on angles that are neutral after a second; nil where nobody is there, NaN where nothing can be read.
  private func run(
    _ rotation: [Double?], lateral: [Double] = [], flexion: [Double] = [], _ rules: MovementRules
  ) -> (told: [MovementFeedback], guide: MovementGuide) {
    var guide = MovementGuide(rules)
    let told = rotation.enumerated().map { i, value in
      let angles = value.flatMap { $0.isNaN ? nil : $0 }.map {
        HeadAngles(
          flexion: i < flexion.count ? flexion[i] : 0, lateral: i < lateral.count ? lateral[i] : 0, rotation: $0)
      }
      return guide.step(
        MovementFacts(
          frame: i, time: Double(i) / Self.rate, isSeen: value != nil, isNeutralKnown: Double(i) / Self.rate >= 1,
          angles: angles))
    }
    return (told, guide)
  }

  private func kinds(_ told: [MovementFeedback]) -> [String] {
    told.flatMap(\.events).compactMap { event in
      switch event.kind {
      case .state, .hold: nil
      default: event.name + ":" + event.cause
      }
    }
  }

  @Test func aWholeExerciseIsGuidedAndCounted() {
    let once: [(Double, Double)] = [(-90, 1), (80, 1), (0, 1)]
    let (told, guide) = run(course([(0, 1.5)] + once + once), rules())
    #expect(
      kinds(told) == [
        "instruction:neutral", "neutral:neutral", "instruction:rotation_left", "end:rotation_left",
        "instruction:rotation_right", "end:rotation_right", "instruction:rotation_middle", "middle:rotation",
        "instruction:rotation_left", "end:rotation_left", "instruction:rotation_right", "end:rotation_right",
        "instruction:rotation_middle", "middle:rotation", "done:rotation", "finished:all",
      ])
    #expect(guide.ends(.rotation, .left).map { $0.rounded() } == [90, 90])
    #expect(guide.ends(.rotation, .right).map { $0.rounded() } == [80, 80])
    #expect(told.last!.instruction == nil && told.last!.counts == [.left: 2, .right: 2])
    #expect(
      JointMovement.rotation.sides.allSatisfy { guide.unsettled(.rotation, $0) == 0 }, "the way back is no movement")
  }

  @Test func flexionGoesForwardsAndBackwards() throws {
    let course = course([(0, 1.5), (40, 1), (-35, 1), (0, 1)])
    let (told, guide) = run(course.map { _ in 0 }, flexion: course, rules([.flexion], repeats: 1))
    #expect(
      kinds(told) == [
        "instruction:neutral", "neutral:neutral", "instruction:flexion_forwards", "end:flexion_forwards",
        "instruction:flexion_backwards", "end:flexion_backwards", "instruction:flexion_middle", "middle:flexion",
        "done:flexion", "finished:all",
      ])
    #expect(guide.ends(.flexion, .forwards).map { $0.rounded() } == [40])
    #expect(guide.ends(.flexion, .backwards).map { $0.rounded() } == [35])
    #expect(guide.ends(.flexion, .left) == [] && told.last!.counts == [.forwards: 1, .backwards: 1])
    let book = try MovementRules.standard.phrasebook("en")
    let said = told.flatMap(\.events).compactMap { book.text(for: $0) }
    #expect(said.contains("Lower the chin to the chest"))
    #expect(said.contains("Now backwards"))
  }

  /// A side comes first of movements to the sides; flexion goes forwards first, whatever that is.
  @Test func whatComesFirstIsASide() throws {
    let file = SharedMaterial.packageRoot.appending(path: "Datasets/feedback/movement.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(throws: (any Error).self) {
      try MovementRules.parse(text.replacing("first: left", with: "first: forwards"), file: "own")
    }
    var right = try MovementRules.parse(text.replacing("first: left", with: "first: right"), file: "own")
    (right.plan, right.repeats) = ([.flexion, .rotation, .lateral], 1)
    let nod = course([(0, 1.5), (40, 1), (-35, 1), (0, 1)])
    let turn = course([(0, 0.5), (80, 1), (-80, 1), (0, 1)])
    let (told, guide) = run(
      nod.map { _ in 0 } + turn + turn.map { _ in 0 }, lateral: nod.map { _ in 0 } + turn.map { _ in 0 } + turn,
      flexion: nod, right)
    let asked = kinds(told).filter { $0.hasPrefix("instruction:") && !$0.hasSuffix("middle") }
    #expect(
      asked == [
        "instruction:neutral", "instruction:flexion_forwards", "instruction:flexion_backwards",
        "instruction:rotation_right", "instruction:rotation_left", "instruction:lateral_right",
        "instruction:lateral_left",
      ])
    #expect(guide.ends(.lateral, .left).count == 1 && told.last!.instruction == nil)
  }

  @Test func wordsFollowInBothLanguages() throws {
    let (told, _) = run(course([(0, 1.5), (-100, 1), (60, 1), (0, 1)]), rules(repeats: 1))
    let said = { (language: String) throws -> [String] in
      let book = try MovementRules.standard.phrasebook(language)
      return told.flatMap(\.events).compactMap { book.text(for: $0) }
    }
    #expect(
      try said("en") == [
        "Look straight ahead and hold still", "Turn the head to the left", "Hold", "Good, 1", "Now to the right",
        "Hold", "Good, 1", "Back to the middle", "Turning is done", "That is all, thank you",
      ])
    #expect(try said("de").contains("Den Kopf nach links drehen") && said("de").last == "Das war alles, danke")
    #expect(throws: FeedbackFileError.noLanguage("fr", known: ["de", "en"])) {
      try MovementRules.standard.phrasebook("fr")
    }
  }

  @Test func coloursFollowTheShareOfTheAim() {
    // Green from 0.8 · 110°, amber from 0.5 · 110°.
    let (told, _) = run(course([(0, 1.5), (-89, 1), (87, 1), (0, 1), (-54, 1), (0, 1)]), rules())
    let lights = told.flatMap(\.events).compactMap { event -> TrafficLight? in
      if case .end(_, _, _, let light, _) = event.kind { light } else { nil }
    }
    #expect(lights == [.green, .amber, .red])
    #expect(told.contains { $0.light == .amber } && told[0].light == .red)
  }

  @Test func aHaltOnTheWayIsNoSecondEnd() {
    let (told, guide) = run(course([(0, 1.5), (-40, 0.6), (-95, 1), (0, 1)]), rules())
    #expect(guide.ends(.rotation, .left).map { $0.rounded() } == [95])
    #expect(told.flatMap(\.events).count { $0.name == "end" } == 1)
  }

  @Test func whoMovesOtherwiseIsCountedAsHeMoves() {
    let (told, guide) = run(course([(0, 1.5), (70, 1), (0, 1), (75, 1), (0, 5), (-60, 1), (0, 1)]), rules())
    #expect(guide.ends(.rotation, .right).map { $0.rounded() } == [70, 75])
    #expect(guide.ends(.rotation, .left).map { $0.rounded() } == [60])
    #expect(told.last!.instruction == .side(.rotation, .left, isNext: false), "one more is wanted to the left")
    // What is not followed is said again.
    #expect(told.flatMap(\.events).count { $0.name == "instruction" && $0.cause == "rotation_left" } >= 3)
  }

  @Test func whoComesBackHalfWayOnlyBeginsAnew() {
    let (_, guide) = run(course([(0, 1.5), (-90, 1), (-30, 1), (-80, 1), (0, 1)]), rules())
    #expect(guide.ends(.rotation, .left).map { $0.rounded() } == [90, 80])
    #expect(guide.unsettled(.rotation, .left) == 0)
  }

  @Test func anEndThatIsNotHeldIsNotCounted() {
    let (_, guide) = run(course([(0, 1.5), (-90, 0.1), (0, 1)]), rules())
    #expect(guide.ends(.rotation, .left) == [])
    #expect(guide.unsettled(.rotation, .left) == 1)
  }

  @Test func oneMovementFollowsTheOther() {
    let rotation = course([(0, 1.5), (-90, 1), (90, 1), (0, 1)])
    let leaning = course([(0, 0.5), (-50, 1), (50, 1), (0, 1)])
    let turned = rotation + Array(repeating: 0, count: leaning.count)
    let leaned = Array(repeating: 0, count: rotation.count) + leaning
    let (told, guide) = run(turned, lateral: leaned, rules([.rotation, .lateral], repeats: 1))
    #expect(guide.ends(.lateral, .left).map { $0.rounded() } == [50])
    #expect(guide.ends(.rotation, .right).map { $0.rounded() } == [90])
    let finished = told.flatMap(\.events).filter { ["done", "finished"].contains($0.name) }.map(\.cause)
    #expect(finished == ["rotation", "lateral", "all"])
  }

  @Test func nobodyLeadsBackToTheBeginning() {
    let values: [Double?] = course([(0, 1.5)]) + Array(repeating: nil, count: 40) + course([(0, 1)])
    let (told, _) = run(values, rules())
    let states = told.flatMap(\.events).filter { $0.name == "state" }.map(\.cause)
    #expect(states.contains("intro") && told.last!.state.name != "intro")
    let back = told.flatMap(\.events).last { $0.kind == .state(.intro) }!
    #expect(told.flatMap(\.events).contains { $0.time > back.time && $0.name == "instruction" }, "it is said again")
    let blind = run(course([(0, 1.5)]).map { $0 } + Array(repeating: .nan, count: 40), rules()).told
    #expect(blind.last!.state == .error(.unclear))
  }

  /// Whoever was turned by 15° when the neutral pose was taken rests there, and the guidance goes on.
  @Test func aNeutralPoseThatWasAskewHangsNothing() {
    let (told, guide) = run(course([(0, 1.5), (-75, 1), (95, 1), (15, 6), (15, 1)]), rules(repeats: 1))
    #expect(
      kinds(told).suffix(5) == [
        "instruction:rotation_middle", "instruction:rotation_middle", "middle:rotation", "done:rotation",
        "finished:all",
      ])
    #expect(guide.ends(.rotation, .right).map { $0.rounded() } == [95])
    // Out to a side is no middle, however often it was asked for.
    let stuck = run(course([(0, 1.5), (-75, 1), (95, 1), (60, 12)]), rules(repeats: 1)).told
    #expect(!kinds(stuck).contains("middle:rotation"))
  }

  /// A prompt is told when its state comes, and again every 4 s.
  @Test func troubleIsToldAgainWhileItLasts() {
    let times = { (values: [Double?], cause: String) in
      run(values, rules()).told.flatMap(\.events).filter { $0.name == "state" && $0.cause == cause }.map(\.time)
    }
    let blind = times(course([(0, 1.5)]).map { $0 } + Array(repeating: .nan, count: 200), "error_unclear")
    #expect(blind.count == 3, "\(blind)")
    #expect(zip(blind, blind.dropFirst()).allSatisfy { abs($1 - $0 - 4) < 0.06 }, "\(blind)")
    let alone = times(Array(repeating: nil, count: 100), "intro")
    #expect(alone.count == 2 && abs(alone[1] - alone[0] - 4) < 0.06, "\(alone)")
  }

  /// Of random courses as many ends are counted as were held, whatever the noise below the tolerance.
  @Test(arguments: 1...30) func countsAreTheTruth(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var stops: [(Double, Double)] = [(0, 1.5)]
    var truth: [GuidedSide: [Double]] = [.left: [], .right: []]
    for _ in 0..<(2 + Int(random.uniform() * 6)) {
      let side: GuidedSide = random.uniform() < 0.5 ? .left : .right
      let size = (25 + 80 * random.uniform()).rounded()
      stops += [(side.sign * size, 0.6 + random.uniform()), (0, 0.6 + random.uniform())]
      truth[side]!.append(size)
    }
    let values = course(stops).map { $0 + 0.4 * random.normal() }
    let (_, guide) = run(values, rules(repeats: 100))
    for side in JointMovement.rotation.sides {
      let ends = guide.ends(.rotation, side)
      #expect(guide.unsettled(.rotation, side) == 0, "seed \(seed)")
      #expect(ends.count == truth[side]!.count, "seed \(seed), \(side): \(ends), true \(truth[side]!)")
      #expect(
        zip(ends, truth[side]!).allSatisfy { abs($0 - $1) < 3 }, "seed \(seed), \(side): \(ends), true \(truth[side]!)")
    }
  }

  @Test func everyPhraseIsThere() {
    for (language, book) in MovementRules.standard.phrasebooks {
      #expect(MovementPhrases.keys.allSatisfy { book.phrases[$0]?.isEmpty == false }, "\(language)")
    }
    #expect(MovementRules.standard.phrasebooks.keys.sorted() == ["de", "en"])
  }

  /// What is told of an end is the angle that was held.
  @Test func anEndIsToldWithItsAngle() {
    let (told, guide) = run(course([(0, 1.5), (-90, 1), (80, 1), (0, 1)]), rules())
    let ends = told.flatMap(\.events).compactMap { event -> [Double]? in
      if case .end(_, _, let degrees, _, let count) = event.kind { [degrees.rounded(), Double(count)] } else { nil }
    }
    #expect(ends == [[90, 1], [80, 1]])
    #expect(guide.unsettled(.flexion, .forwards) == 0, "which is not guided")
    #expect(MovementRules.standard.reading(of: .abduction).colours == ReadingColours(greenFrom: 0.8, amberFrom: 0.5))
  }

  /// Held to the left three times, where two were wanted, and once to the right; once to the right without a rest.
  @Test func theTableTellsWhatWasHeldInColumns() throws {
    let plan = rules([.rotation, .lateral])
    let stops: [(Double, Double)] = [
      (0, 1.5), (-90, 1), (0, 1), (-91, 1), (0, 1), (-92, 1), (0, 1), (80, 1), (0, 1), (70, 0.1), (0, 1),
    ]
    let (told, guide) = run(course(stops), plan)
    var summary = MovementSummary()
    for frame in told { summary.add(frame, frame.degrees == nil ? nil : .camera, axes: nil) }
    summary.finish(guide, plan)
    #expect(summary.read == told.count)
    let lines = summary.table(.english, plan).split(separator: "\n")
    // Of four ends each twice: two and one.
    #expect(lines[0] == "Not everything was done: 3 of 8 ends were held")
    let rows = lines[1...4].map(String.init)
    #expect(rows[0].contains("3×  ") && rows[1].contains("1×  ") && rows[2].contains("0×"))
    #expect(!rows[0].contains("without a rest") && rows[1].hasSuffix(", 1 without a rest"))
    // Two blanks behind the longest name: the counts stand below each other.
    let columns = try rows.map { row in try #require(row.firstIndex(of: "×")).utf16Offset(in: row) }
    #expect(Set(columns).count == 1)
    #expect(rows.contains { $0.contains(/\S  \d×/) }, "the longest")
  }

  @Test func framesWithAnAngleOrAReferenceAreRead() {
    var summary = MovementSummary()
    let told = run([0, .nan], rules()).told
    summary.add(told[0], nil, axes: nil)
    summary.add(told[1], nil, axes: .cap)
    summary.add(told[1], .torso, axes: nil)
    #expect(summary.read == 2)
    #expect(summary.axes == .cap)
  }
}
