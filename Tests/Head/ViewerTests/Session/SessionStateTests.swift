import Analysis
import Diagnostics
import Geometry
import Landmarks
import Testing

@testable import Viewer

/// What a page is told of landmarks and measures.
@Suite struct SessionStateTests {
  private func landmark(
    _ placement: Placement?, _ pick: Picks.Pick = .init(), sights: [FrameViews.Sight] = []
  ) -> SessionState.Landmark {
    SessionState.Landmark(.sellion, pick, placement, nil, nil, sights: sights, .english)
  }

  private func placement(
    _ used: LandmarkEstimate? = nil, picked: LandmarkEstimate? = nil, found: LandmarkEstimate? = nil
  ) -> Placement {
    let one = { (estimate: LandmarkEstimate?) -> HeadLandmarks in
      HeadLandmarks(estimate.map { [.sellion: $0] } ?? [:])
    }
    return Placement(landmarks: one(used), picked: one(picked), found: one(found))
  }

  private func estimate(
    _ place: Vector3, evidence: Int = 1, _ source: LandmarkSource = .picked, rejection: Finding? = nil
  ) -> LandmarkEstimate {
    LandmarkEstimate(
      position: place, standardDeviation: 0.002, evidence: evidence, source: source, rejection: rejection)
  }

  private let point = Picks.Pick(point: [0.013, 0.074, 0])

  @Test func aLandmarkHasItsState() {
    let (picked, found) = (estimate([0.013, 0.074, 0]), estimate([0.01, 0.07, 0], .automatic))
    let blurred = Finding(.measureOtherReason, ["reason": .text("blurred")])
    let rejected = estimate([0.013, 0.074, 0], rejection: blurred)
    #expect(landmark(nil).state == "open")
    #expect(landmark(nil, point).state == "accepted", "it is not placed yet")
    #expect(landmark(placement()).state == "open")
    #expect(landmark(placement(), point).state == "open", "it could not be placed")
    #expect(landmark(placement(picked, picked: picked), point).state == "accepted")
    #expect(landmark(placement(found, found: found)).state == "proposal")
    #expect(landmark(placement(rejected, picked: rejected), point).state == "rejected")
    #expect(landmark(placement(rejected, picked: rejected), point).text == "blurred")
    #expect(landmark(placement(rejected)).state == "open", "what is rejected is no proposal")
    #expect(landmark(placement(estimate([0, 0.07, 0], evidence: 0))).state == "open", "nothing says where it is")
  }

  /// Lengths are in millimetres; 3 and 4 mm aside are 5 mm apart.
  @Test func placesAreInMillimetres() {
    let (picked, found) = (estimate([0.013, 0.074, 0]), estimate([0.01, 0.07, 0], .automatic))
    let told = landmark(placement(picked, picked: picked, found: found), point)
    #expect(told.mm == [13, 74, 0])
    #expect(told.sdMm == 2)
    #expect(told.evidence == 1)
    #expect(told.source == "picked")
    #expect(told.point?.mm == [13, 74, 0])
    #expect(told.surface?.mm == [10, 70, 0])
    #expect(told.surface?.apartMm == 5)
    #expect(told.surface?.limitMm == nil)
    let alone = landmark(placement(found, found: found))
    #expect(alone.surface?.apartMm == nil)
    #expect(alone.point == nil)
    #expect(alone.source == "automatic")
  }

  @Test func framesThatShowItAreTold() {
    let sights = [
      FrameViews.Sight(frame: 4, pixel: [12.347, 6.789], isVisible: true, score: 0.12345),
      FrameViews.Sight(frame: 9, pixel: [1, 2], isVisible: false, score: 0),
    ]
    let seen = landmark(nil, sights: sights).seen
    #expect(seen.map(\.frame) == [4, 9])
    #expect(seen.map(\.visible) == [true, false])
    #expect(seen[0].pixel == [12.35, 6.79])
    #expect(seen[0].score == 0.123)
  }

  /// A click with what became of it.
  @Test func clicksAreTold() {
    let made = LandmarkClick(frame: "100.25", pixel: [3, 4])
    var click = ReportedClick(made, on: .sellion, source: .picked, frame: 1, depth: 0.25, fault: .text("far"))
    click.effect = 0.12345
    var all = placement()
    all.clicks = [.sellion: [click]]
    let told = landmark(all, .init(clicks: [made])).clicks
    #expect(told.map(\.frame) == [1])
    #expect(told[0].pixel == [3, 4])
    #expect(told[0].state == "accepted")
    #expect(told[0].depthMm == 250)
    #expect(told[0].effectCvai == 0.123)
    #expect(told[0].text == "far")
    #expect(!told[0].used)
    #expect(landmark(placement(), .init(clicks: [made])).clicks.isEmpty, "a mesh has no frames")
  }

  /// Indices have two decimals and lengths one; what is withheld has a word in place of its value, and nothing else has.
  @Test func measuresHaveTheirDecimals() throws {
    var measures = HeadMeasures.withheld(because: [Finding(.measureOtherReason, ["reason": .text("torn")])])
    for (name, value) in [
      (MeasureName.cvai, 5.1234), (.cvaiShorter, 6.4567), (.cva, 7.3461), (.length, 140.26), (.cranialIndex, 81.74),
    ] {
      measures.results[name] = MeasureResult(value: value, unit: name.unit, ci95: (value - 1)...(value + 1))
    }
    measures.notes = [Finding(.measureOtherReason, ["reason": .text("noted")], severity: .note)]
    let told = SessionState.Measures(
      measures, revision: 7, before: 4.5, hasIntervals: true, isFinal: true, .english)
    let values = Dictionary(uniqueKeysWithValues: told.rows.map { ($0.key, $0.value) })
    #expect(values["cvai"] == "5.12")
    #expect(values["cvai_shorter"] == "6.46")
    #expect(values["cva"] == "7.35")
    #expect(values["length"] == "140.3")
    #expect(values["cranial_index"] == "81.7")
    #expect(values["width"] == .some(nil))
    for row in told.rows {
      #expect((row.value == nil) == (row.text != nil), "\(row.key)")
      #expect((row.value == nil) == (row.interval == nil), "\(row.key)")
    }
    #expect(told.rows.first { $0.key == "width" }?.text == "withheld")
    #expect(told.rows.first { $0.key == "length" }?.interval == "139.3 to 141.3")
    #expect(told.rows.count == MeasureName.allCases.count { !$0.isForResearch })
    #expect(told.state == "intervals")
    #expect(told.isFinal)
    #expect(told.revision == 7)
    #expect(told.cvai?.value == 5.1234)
    #expect(told.cvai?.ci95 == [5.1234 - 1, 5.1234 + 1])
    #expect(told.cvaiBefore == 4.5)
    #expect(told.findings.last == "noted")
    #expect(told.findings.contains("torn"))
    let quick = SessionState.Measures(
      measures, revision: 7, before: nil, hasIntervals: false, isFinal: false, .german)
    #expect(quick.state == "values")
    #expect(!quick.isFinal)
    #expect(quick.rows.first { $0.key == "cvai" }?.value == "5,12")
  }
}
