import Foundation
import Geometry
import LiveTracking
import Recordings
import TestSupport
import Testing

@testable import Capture
@testable import Feedback
@testable import LivePage

/// What the page shows of a frame.
@Suite struct ShownFrameTests {
  private static let sample = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders/tum")

  private func shown(_ facts: FrameFacts, _ change: (inout FrameFeedback) -> Void = { _ in }) throws -> ShownFrame {
    let options = try CaptureOptions(
      cap: Self.sample.appendingPathComponent("cap.yaml"), feedback: nil, language: "en", layout: nil, quarterTurns: 1,
      announceEvery: nil)
    var engine = FeedbackEngine(options.file.rules, ids: nil)
    var feedback = engine.step(facts)
    change(&feedback)
    let judged = JudgedFrame(
      frame: try Recording.open(Self.sample).frames[0], counts: FrameCounts(), seen: [], facts: facts,
      feedback: feedback,
      seenDirections: [[true, false], [false]], head: nil)
    return ShownFrame(judged, options, prompt: "p")
  }

  /// A part is done from 70 % on.
  @Test func partsAreDoneByTheirShare() throws {
    var facts = FrameFacts(frame: 0, time: 0)
    facts.parts = [.nose: PartFacts(covered: 0.7), .front: PartFacts(covered: 0.6994), .back: PartFacts(covered: 1)]
    let parts = try shown(facts).parts
    #expect(parts.map(\.name) == ["back", "front", "nose"])
    #expect(parts.map(\.word) == ["back of the head", "forehead", "nose"])
    #expect(parts.map(\.share) == [1, 0.699, 0.7])
    #expect(parts.map(\.isDone) == [true, false, true])
  }

  @Test(arguments: [(PartsSource.firstView, true), (.cap, false), (.layout, false), (nil, false)])
  func anAssumptionIsSaid(_ source: PartsSource?, _ isSaid: Bool) throws {
    let words = "on the assumption that the scan began before this part: forehead"
    #expect(try shown(FrameFacts(frame: 0, time: 0, partsSource: source)).assumption == (isSaid ? words : nil))
  }

  @Test func onlyACompletedScanIsComplete() throws {
    let facts = FrameFacts(frame: 0, time: 0)
    for (guidance, isComplete) in [
      (Guidance.intro, false), (.scanning, false), (.completed, true), (.error(.lost), false),
    ] {
      #expect(try shown(facts) { $0.guidance = guidance }.isComplete == isComplete)
    }
  }

  /// Distances are green from 20 to 40 cm, amber from 17 to 45.
  @Test(arguments: [(0.3, "green", "●"), (0.43, "amber", "▲"), (0.1, "red", "■")])
  func readingsHaveColours(_ distance: Double, _ light: String, _ sign: String) throws {
    let frame = try shown(FrameFacts(frame: 0, time: 0)) {
      ($0.distance, $0.progress, $0.light) = (distance, 0.5, .amber)
    }
    #expect(frame.distance?.value == distance)
    #expect(frame.distance?.light == light)
    #expect(frame.distance?.sign == sign)
    #expect(frame.progress?.light == "amber")
    #expect(frame.directions == ["10", "0"])
    #expect(frame.quarterTurns == 1)
    #expect(try shown(FrameFacts(frame: 0, time: 0)) { $0.distance = .nan }.distance == nil)
  }

  /// One frame at a time, a quarter of a second after the one before at the earliest; those that are not taken put nothing off.
  @Test func theCloudTakesAFrameNowAndThen() {
    var gate = LiveCloud.Gate()
    let admitted = { (times: [Double]) in times.filter { gate.admits($0) } }
    // The first is still being taken in when the second comes.
    #expect(admitted([7, 7.5]) == [7])
    gate.isBusy = false
    #expect(admitted([7, 7.2, 7.25]) == [7.25])
    gate.isBusy = false
    #expect(admitted([7.375, 7.75]) == [7.75])
  }

  /// About two hundred columns of an image are taken.
  @Test func theCloudTakesSoManyColumns() {
    #expect([1, 199, 200, 399, 400, 640, 1920].map(LiveCloud.step) == [1, 1, 1, 1, 2, 3, 9])
    #expect(
      [12.6, -12.6, 0.4, 40_000, -40_000, .nan, .infinity].map(LiveCloud.whole) == [13, -13, 0, 32767, -32767, 0, 0])
  }
}
