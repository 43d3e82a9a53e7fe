import Testing

@testable import Analysis

@Suite struct SettlingStepsTests {
  /// Steps that keep their direction are whole; each that turns back makes all later ones shorter.
  @Test func stepsThatTurnBackBecomeShorter() {
    let taken: [[Double]] = [[1, 0], [1, 0.5], [-1, 0], [-1, 0], [0, 1], [0.5, -1], [1, -1]]
    var steps = SettlingSteps()
    var turns: [Double] = []
    for step in taken { turns.append(1 / steps.share(of: step) - 1) }
    #expect(turns == [0, 0, 1, 1, 1, 2, 2])
  }

  /// A step that overshoots its aim by as much as it was off swings for ever; shortened, it comes to rest there.
  @Test func aSwingComesToRestInItsMiddle() {
    var (steps, place) = (SettlingSteps(), 0.01)
    for _ in 0..<3 {
      let step: Double = -2 * place
      place += steps.share(of: [step]) * step
    }
    #expect(abs(place) < 1e-15)
  }
}
