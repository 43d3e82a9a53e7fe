import Testing

@testable import Feedback

@Suite struct AlertWatchTests {
  private let rules = FeedbackFile.builtIn.rules.alerts

  private func run(_ watch: inout AlertWatch, from start: Double, seconds: Double, _ facts: (inout FrameFacts) -> Void)
    -> [FeedbackEvent.Kind]
  {
    (0..<Int(30 * seconds)).flatMap { i in
      var frame = Synthetic.frame(i)
      frame.time = start + Double(i) / 30
      facts(&frame)
      return watch.step(frame)
    }
  }

  @Test func anAlertBeginsAndEndsOnceItsConditionHasHeld() {
    var watch = AlertWatch(rules)
    #expect(run(&watch, from: 0, seconds: rules.holdSeconds - 0.1) { $0.heat = .critical } == [])
    #expect(run(&watch, from: rules.holdSeconds - 0.1, seconds: 0.1) { $0.heat = .nominal } == [], "it was too short")
    #expect(run(&watch, from: 1, seconds: 2) { $0.heat = rules.heat } == [.alert(.heat)])
    #expect(run(&watch, from: 3, seconds: 2) { $0.heat = nil } == [], "what is not known changes nothing")
    #expect(run(&watch, from: 5, seconds: 2) { $0.heat = .nominal } == [.alertOver(.heat)])
  }

  @Test func aCoveredCameraIsNoFaultOfTheSensor() {
    var watch = AlertWatch(rules)
    let covered = run(&watch, from: 0, seconds: 3) {
      ($0.markers, $0.validDepth) = ([], 0)
    }
    #expect(covered == [])
    #expect(run(&watch, from: 3, seconds: 3) { $0.validDepth = 0 } == [.alert(.depthAbsent)])
  }

  @Test func filteredDepthHasNoHoles() {
    var watch = AlertWatch(rules)
    #expect(run(&watch, from: 0, seconds: 2) { $0.validDepth = 1 } == [.alert(.depthFiltered)])
    #expect(watch.active == [.depthFiltered])
  }

  @Test func theRateIsThatOfTheLastSecond() throws {
    var watch = AlertWatch(rules)
    #expect(watch.rate == nil)
    _ = run(&watch, from: 0, seconds: 2) { _ in }
    #expect(abs(try #require(watch.rate) - 30) < 1e-6)
    let slow = (1...20).flatMap { i in
      var frame = Synthetic.frame(i)
      frame.time = 2 + Double(i) * 0.2
      return watch.step(frame)
    }
    #expect(slow == [.alert(.frameRate)])
    #expect(abs(try #require(watch.rate) - 5) < 1e-6)
  }
}
