import Testing

@testable import Feedback

/// Steps and colours of progress.
@Suite struct ProgressMeterTests {
  private let rules = FeedbackFile.builtIn.rules

  @Test func theStepsAreThoseThatWereChosen() {
    var rules = rules.progress
    #expect(ProgressMeter.steps(rules) == [10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 100])
    (rules.announceEvery, rules.finer) = (50, 0)
    #expect(ProgressMeter.steps(rules) == [50, 100])
    (rules.announceEvery, rules.finer) = (100, 30)
    #expect(ProgressMeter.steps(rules) == [30, 60, 90, 100])
  }

  @Test func theBarIsATrafficLight() {
    var meter = ProgressMeter(rules.progress, expected: Set(0..<10))
    #expect(meter.light == .red)
    meter.add(Set(0..<5))
    #expect(meter.light == .amber)
    #expect(meter.share == 0.5)
    meter.add(Set(0..<9).union([77]))
    #expect(meter.light == .green)
    #expect(meter.missing == [9])
  }
}
