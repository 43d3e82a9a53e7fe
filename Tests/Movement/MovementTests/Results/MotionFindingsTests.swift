import Diagnostics
import Testing

@testable import Movement

/// What is said of frames, filters and ends.
@Suite struct MotionFindingsTests {
  private let rules = MotionRules.standard

  private func findings(_ limits: [Double] = [-40, 170]) throws -> MotionFindings {
    MotionFindings(try MotionTask(.knee, .right), limits: limits, rules)
  }

  private func figures(_ finding: Finding?, _ names: [String]) -> [Double?] {
    names.map { finding?.values[$0]?.figure }
  }

  private func signal(_ degrees: [Double], rate: Double = 30) -> MotionSignal {
    MotionSignal(degrees, times: degrees.indices.map { Double($0) / rate }, rules.filters)
  }

  @Test func framesThatAreLeftOutAreCounted() throws {
    let reasons = [RejectionReason?](repeating: nil, count: 17) + [.missing, .order, .missing]
    var some = try findings()
    some.frames(MotionResult.Gates(reasons, absent: 0), least: rules.gates)
    #expect(some.all.map(\.code) == [.motionFramesLeftOut] && !some.isRefused)
    #expect(figures(some.all.first, ["count", "all"]) == [3, 20])
    var whole = try findings()
    whole.frames(MotionResult.Gates(Array(reasons.prefix(17)), absent: 0), least: rules.gates)
    #expect(whole.all.isEmpty)
  }

  /// At 4 frames a second nothing is filtered; seven of 30 a second are missing, or none.
  @Test func ratesAndGapsAreSaid() throws {
    var slow = try findings()
    slow.filters(signal([Double](repeating: 0, count: 40), rate: 4))
    #expect(slow.all.map(\.code) == [.motionUnfiltered])
    #expect(figures(slow.all.first, ["rate", "least"]) == [4, 15])
    for missing in [0..<0, 20..<27] {
      var found = try findings()
      found.filters(signal((0..<60).map { missing.contains($0) ? .nan : 0 }))
      #expect(found.all.map(\.code) == (missing.isEmpty ? [] : [.motionGap]))
      if let longest = figures(found.all.first, ["longest_s"])[0] { #expect(abs(longest - 7.0 / 30) < 1e-9) }
    }
  }

  /// The angle that lies farthest beyond what a joint reaches is named, in whatever order it comes.
  @Test(arguments: [([-60, 120], -60), ([90, 180, 120], 180), ([110, -15, -70], -70), ([0, 90, -10], nil)])
  func theAngleThatIsFarthestBeyondTheLimitsIsNamed(_ levels: [Double], _ farthest: Double?) throws {
    var found = try findings([-20, 100])
    let isPlausible = found.isPlausible(RangeOfMotion(signal(Course.levels(levels)), rules.repeats))
    #expect(isPlausible == (farthest == nil) && found.isRefused == !isPlausible)
    #expect(found.all.map(\.code) == (isPlausible ? [] : [.motionImplausible]))
    if let farthest {
      #expect(abs(try #require(found.all.first?.values["degrees"]?.figure) - farthest) < 0.5)
    }
  }

  /// The second of three repeats turns without a rest.
  @Test func oneEndThatDidNotSettleIsCounted() throws {
    let turn = Course.way(0, 120, 0.7, 30) + Course.way(120, 0, 0.7, 30)
    let course = Course.levels([0, 120, 0]) + turn + Course.levels([0, 120, 0])
    let found = try MotionMeasurement.angles(course).result.findings.first { $0.code == .motionRepeatsNotSettled }
    #expect(figures(found, ["count", "all"]) == [1, 6])
  }
}
