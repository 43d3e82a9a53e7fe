import Geometry
import Testing

@testable import Feedback

@Suite struct HintTellerTests {
  private let rules = FeedbackFile.builtIn.rules

  /// A vibration whose cause changes at random, in runs of random length.
  private func causes(_ random: inout SeededGenerator, frames: Int) -> [(cause: Hint?, vibrates: Bool)] {
    let all: [Hint?] = [.covered, .tooFast, .tooClose, .tooFar, .lost, .move(.left), .move(.right), .move(.up), nil]
    var told: [(Hint?, Bool)] = []
    while told.count < frames {
      let cause = all[Int(random.next() % UInt64(all.count))]
      let vibrates = random.uniform() < 0.8
      told += Array(repeating: (cause, vibrates), count: 1 + Int(random.next() % 40))
    }
    return told
  }

  @Test(arguments: 1...20) func hintsKeepTheirRules(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var teller = HintTeller(rules)
    let needed = Int(rules.position.framesInARow)
    var (told, last): (Hint?, Double) = (nil, -.infinity)
    var run: (cause: String?, count: Int) = (nil, 0)
    for (i, frame) in causes(&random, frames: 3000).enumerated() {
      let time = Double(i) / 30
      run = (frame.cause?.name, run.cause == frame.cause?.name ? run.count + 1 : 1)
      for event in teller.step(frame.cause, isVibrating: frame.vibrates, at: time) {
        switch event {
        case .hint(let hint):
          #expect(frame.vibrates && hint == frame.cause, "seed \(seed), \(time) s")
          #expect(run.count >= needed, "the cause has lasted; seed \(seed), \(time) s")
          if let told, told.name == hint.name {
            let pause = told == hint ? rules.hints.repeatSeconds : rules.hints.pauseSeconds
            #expect(time - last >= min(pause, rules.hints.repeatSeconds), "seed \(seed), \(time) s")
          }
          (told, last) = (hint, time)
        case .hintOver(let hint):
          #expect(!frame.vibrates && hint == told, "only what was told is over; seed \(seed), \(time) s")
          told = nil
        default: Issue.record("\(event)")
        }
      }
      #expect(teller.current == told, "seed \(seed), \(time) s")
    }
  }
}
