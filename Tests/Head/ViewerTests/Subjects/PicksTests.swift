import Analysis
import Foundation
import Geometry
import Landmarks
import Testing

@testable import Viewer

/// What is known of points that a page sends back.
@Suite struct PicksTests {
  private let proposed = Picks.Pick(point: [0.01, 0.1, 0.02], deviation: 0.002, isProposed: true)

  @Test func aPointThatHasNotMovedKeepsWhatIsKnownOfIt() {
    var told = Picks()
    // As a page writes it: in millimetres with four decimals.
    told[.sellion] = .init(point: [0.01 + 4e-8, 0.1, 0.02])
    told[.tragionLeft] = .init(point: [-0.05, 0, 0])
    let picks = told.recalling([.sellion: [.init(point: [0, 0, 0]), proposed], .tragionLeft: [proposed]])
    #expect(picks[.sellion] == proposed)
    #expect(picks[.tragionLeft] == told[.tragionLeft])
  }

  @Test func aPointThatHasMovedIsNew() {
    var told = Picks()
    told[.sellion] = .init(point: [0.0101, 0.1, 0.02])
    #expect(told.recalling([.sellion: [proposed]]) == told)
    told[.sellion] = .init(clicks: [.init(frame: "1", pixel: [2, 3])])
    #expect(told.recalling([.sellion: [proposed]]) == told)
  }
}

/// What a page sends, and what is made of it.
struct PicksRequestTests {
  /// A subject on which every ray meets a point, and which proposes the sellion.
  private struct Anywhere: PickingSubject {
    var head: ShownHead { ShownHead.nothing }
    var up: Vector3? { nil }
    func place(_ picks: Picks) -> Placement {
      Placement(landmarks: HeadLandmarks([:]), picked: HeadLandmarks([:]), found: HeadLandmarks([:]))
    }
    func measure(_ placement: Placement, by choices: MeasurementProtocol, withIntervals: Bool) -> HeadMeasures {
      .withheld(because: [])
    }
    func meet(_ landmark: Landmark, _ origin: Vector3, _ direction: Vector3) -> Picks.Pick? {
      direction.z < 0 ? Picks.Pick(point: origin + direction) : nil
    }
    func proposal(of landmark: Landmark) -> Picks.Pick? {
      landmark == .sellion ? Picks.Pick(point: [0, 0.1, 0], deviation: 0.002, isProposed: true) : nil
    }
  }

  private func document(_ json: String, on subject: (any PickingSubject)? = Anywhere()) throws -> Picks {
    try JSONDecoder().decode(PicksRequest.self, from: Data(json.utf8))
      .document(on: subject, frames: (0..<10).map { "f\($0)" })
  }

  @Test func clicksAreReadToAHundredthOfAPixel() throws {
    let picks = try document(
      """
      {"revision": 3, "picks": {"sellion": {"clicks": [{"frame": 7, "pixel": [12.3456, 99], "state": "accepted"},
       {"frame": 9, "pixel": [1, 2], "state": "proposal"}], "point": null, "state": "accepted"}}}
      """)
    #expect(
      picks[.sellion].clicks == [
        .init(frame: "f7", pixel: [12.35, 99]), .init(frame: "f9", pixel: [1, 2], isProposed: true),
      ])
    #expect(picks[.tragionLeft].isEmpty)
  }

  @Test func aRayBecomesThePointThatItMeets() throws {
    let picks = try document(
      #"{"revision": 0, "picks": {"tragion_left": {"point": {"ray": {"origin": [0, 0, 2000], "direction": [0, 0, -3]}}}}}"#
    )
    #expect(picks[.tragionLeft].point == [0, 0, 1])
    #expect(throws: ViewRefusal.missesHead) {
      try document(
        #"{"revision": 0, "picks": {"sellion": {"point": {"ray": {"origin": [0, 0, 0], "direction": [0, 0, 1]}}}}}"#)
    }
    #expect(throws: ViewRefusal.missesHead) {
      try document(
        #"{"revision": 0, "picks": {"sellion": {"point": {"ray": {"origin": [0, 0, 0], "direction": [0, 0, 0]}}}}}"#)
    }
    #expect(throws: ViewRefusal.notReady) {
      try document(
        #"{"revision": 0, "picks": {"sellion": {"point": {"ray": {"origin": [0, 0, 0], "direction": [0, 0, -1]}}}}}"#,
        on: nil)
    }
  }

  @Test func anAcceptedProposalStaysOne() throws {
    let picks = try document(
      #"{"revision": 0, "picks": {"sellion": {"state": "accepted"}, "tragion_left": {"state": "accepted"}}}"#)
    #expect(picks[.sellion] == Picks.Pick(point: [0, 0.1, 0], deviation: 0.002, isProposed: true))
    #expect(picks[.tragionLeft].isEmpty)  // nothing is proposed there
  }

  @Test(arguments: [
    #"{"elbow": {"clicks": []}}"#, #"{"sellion": {"clicks": [{"frame": -1, "pixel": [1, 2]}]}}"#,
    #"{"sellion": {"clicks": [{"frame": 10, "pixel": [1, 2]}]}}"#,
    #"{"sellion": {"clicks": [{"frame": 1, "pixel": [1]}]}}"#,
    #"{"sellion": {"clicks": [{"frame": 1, "pixel": [1e9, 2]}]}}"#, #"{"sellion": {"point": {"mm": [1, 2]}}}"#,
    #"{"sellion": {"point": {"mm": [1e9, 2, 3]}}}"#,
    #"{"sellion": {"point": {"ray": {"origin": [1, 2], "direction": [0, 0, -1]}}}}"#,
    "{\"sellion\": {\"clicks\": ["
      + [String](repeating: #"{"frame": 1, "pixel": [1, 2]}"#, count: 101).joined(separator: ", ") + "]}}",
  ]) func refusesWhatIsNoDocument(picks: String) {
    #expect(throws: ViewRefusal.badRequest) { try document("{\"revision\": 0, \"picks\": \(picks)}") }
  }
}
