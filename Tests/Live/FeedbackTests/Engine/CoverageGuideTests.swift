import Geometry
import Testing

@testable import Feedback

/// What is told of the parts of the head, and by whose names.
@Suite struct CoverageGuideTests {
  private let rules = FeedbackFile.builtIn.rules

  private func done(_ told: [FrameFeedback]) -> [HeadPart] {
    told.flatMap(\.events).compactMap { if case .partDone(let part) = $0.kind { part } else { nil } }
  }

  @Test func whatWasDoneBeforeTheScanBeganIsAnnouncedOnceItHas() {
    var engine = FeedbackEngine(rules, ids: Set(0..<40))
    let told = engine.run(
      (0..<60).map { i in
        var frame = Synthetic.frame(i)
        frame.parts = [.front: PartFacts(covered: 1, away: 10), .back: PartFacts(covered: i < 40 ? 0 : 1, away: 90)]
        return frame
      })
    #expect(done(told) == [.front, .back])
    let first = told.first { !done([$0]).isEmpty }
    #expect(first?.frame == 3)
    #expect(first?.guidance == .scanning)
  }

  @Test func aSurerSourceOfTheNamesCountsAnew() {
    var engine = FeedbackEngine(rules, ids: Set(0..<8))
    // The scan began before the right side, which was taken for the front until markers with a role were seen.
    let told = engine.run(
      (0..<90).map { i in
        var frame = Synthetic.frame(i)
        let (seen, other): (HeadPart, HeadPart) = i < 50 ? (.front, .right) : (.right, .front)
        for part in HeadPart.allCases { frame.parts[part] = PartFacts(covered: 0.9, away: 60) }
        frame.parts[seen] = PartFacts(covered: 1, away: 10)
        frame.parts[other] = PartFacts(covered: 0.2, away: 80)
        frame.partsSource = i < 50 ? .firstView : .cap
        return frame
      })
    #expect(told.allSatisfy { $0.guidance != .completed }, "a needed part is missing under either name")
    #expect(engine.parts[.front] == 0.2)
    #expect(engine.parts[.right] == 1)
    #expect(engine.partsSource == .cap)
    #expect(done(Array(told[..<50])).contains(.front))
    #expect(!done(Array(told[..<50])).contains(.right))
    #expect(done(Array(told[50...])).contains(.right))
    #expect(!done(Array(told[50...])).contains(.front))
  }

  @Test func theSummarySaysByWhatThePartsAreNamed() throws {
    for (source, words) in [
      (PartsSource.firstView, "assumption that the scan began before this part: forehead"), (.cap, "by the cap"),
    ] {
      var (engine, summary) = (FeedbackEngine(rules, ids: nil), FeedbackSummary())
      var frame = Synthetic.frame(0)
      (frame.parts, frame.partsSource) = ([.front: PartFacts(covered: 1)], source)
      summary.add(engine.step(frame))
      summary.finish(engine, rules)
      let table = summary.table(try FeedbackFile.builtIn.phrasebook("en"))
      #expect(table.contains(words))
      let json = String(decoding: try summary.json(.builtIn, language: "en"), as: UTF8.self)
      #expect(json.contains("\"parts_by\" : \"\(source.rawValue)\""))
    }
  }

  @Test func whatTheMeasurementNeedsComesFirstAndOfThatTheNearest() {
    var parts: [HeadPart: PartFacts] = [
      .crown: PartFacts(covered: 0, away: 10), .left: PartFacts(covered: 0.3, away: 90),
      .back: PartFacts(covered: 0.69, away: 120), .front: PartFacts(covered: 0.9, away: 0),
    ]
    #expect(CoverageGuide.next(parts, rules.coverage) == .left)
    parts[.left]?.covered = 0.7
    #expect(CoverageGuide.next(parts, rules.coverage) == .back)
    parts[.back]?.covered = 1
    #expect(CoverageGuide.next(parts, rules.coverage) == .crown)
    parts[.crown]?.covered = 1
    #expect(CoverageGuide.next(parts, rules.coverage) == nil)
  }
}
