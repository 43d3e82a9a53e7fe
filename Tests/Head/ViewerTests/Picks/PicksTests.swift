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
