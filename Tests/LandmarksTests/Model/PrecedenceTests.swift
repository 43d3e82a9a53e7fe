import Diagnostics
import Geometry
import Testing

@testable import Analysis
@testable import Landmarks

@Suite struct PrecedenceTests {
  private func estimate(_ x: Double, _ source: LandmarkSource, evidence: Int = 1, rejection: FindingCode? = nil)
    -> LandmarkEstimate
  {
    LandmarkEstimate(
      position: [x, 0, 0], standardDeviation: 0.001, evidence: evidence, source: source,
      rejection: rejection.map { Finding($0) })
  }

  @Test func pickedBeforeCapBeforeAutomatic() {
    let automatic = HeadLandmarks([
      .sellion: estimate(3, .automatic), .tragionLeft: estimate(3, .automatic), .tragionRight: estimate(3, .automatic),
    ])
    let cap = HeadLandmarks([.sellion: estimate(2, .cap), .tragionLeft: estimate(2, .cap)])
    let merged = HeadLandmarks.byPrecedence(
      picked: HeadLandmarks([.sellion: estimate(1, .picked)]), cap: cap, automatic: automatic)
    #expect(Landmark.required.map { merged.estimates[$0]!.source } == [.picked, .cap, .automatic])
    #expect(merged[.sellion]?.x == 1)
    #expect(
      merged.sourceFindings == [
        Finding(.landmarksFromCap, ["landmarks": .list([Landmark.tragionLeft.shown])]),
        Finding(.landmarksAutomatic, ["landmarks": .list([Landmark.tragionRight.shown])]),
      ])
  }

  @Test func clicksThatContradictEachOtherAreNotReplaced() {
    let merged = HeadLandmarks.byPrecedence(
      picked: HeadLandmarks([.sellion: estimate(1, .picked, evidence: 2, rejection: .landmarksContradict)]),
      automatic: HeadLandmarks([.sellion: estimate(3, .automatic)]))
    #expect(merged[.sellion] == nil && merged.estimates[.sellion]?.source == .picked)
  }

  @Test func aMarkerThatWasNotSeenLeavesItsPlace() {
    let cap = HeadLandmarks([.sellion: estimate(0, .cap, evidence: 0, rejection: .landmarksCapMarker)])
    let found = HeadLandmarks([.sellion: estimate(3, .automatic)])
    let none = HeadLandmarks([:])
    #expect(HeadLandmarks.byPrecedence(picked: none, cap: cap, automatic: found)[.sellion]?.x == 3)
    let unseen = HeadLandmarks([.sellion: estimate(0, .automatic, evidence: 0, rejection: .landmarksNoFace)])
    let merged = HeadLandmarks.byPrecedence(picked: none, cap: cap, automatic: unseen)
    #expect(merged.estimates[.sellion]?.rejection?.code == .landmarksCapMarker)
  }

  @Test func whatWasPickedNeedsNoRemark() {
    let all = HeadLandmarks(Dictionary(uniqueKeysWithValues: Landmark.required.map { ($0, estimate(1, .picked)) }))
    #expect(all.sourceFindings.isEmpty)
  }
}
