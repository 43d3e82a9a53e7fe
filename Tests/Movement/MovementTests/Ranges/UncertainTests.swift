import Diagnostics
import Feedback
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Movement

/// Ranges of simulated movements with noise, against the truth. What is printed is the table of Docs/evaluation/motion.md.
@Suite(.slow) struct UncertainTests {
  /// How often intervals hold the truth, and how far values are off.
  struct Trial {
    var errors: [Double] = []
    var held: [Bool] = []
    var widths: [Double] = []
    var withheld = 0

    mutating func add(_ value: MotionValue?, truth: Double) {
      guard let value else {
        withheld += 1
        return
      }
      errors.append(value.degrees - truth)
      held.append(value.ci95[0] <= truth && truth <= value.ci95[1])
      widths.append(value.ci95[1] - value.ci95[0])
    }

    var bias: Double { RobustStatistics.mean(errors) }
    var coverage: Double { Double(held.count { $0 }) / Double(held.count) }
  }

  /// The values of many sequences.
  struct Trials {
    var (range, maximum, minimum, start) = (Trial(), Trial(), Trial(), Trial())
    /// How many sequences have a finding.
    var findings: [FindingCode: Int] = [:]
    var count = 0

    mutating func add(_ result: MotionResult, low: Double, high: Double) {
      count += 1
      maximum.add(result.values.maximum, truth: high)
      minimum.add(result.values.minimum, truth: low)
      range.add(result.values.range, truth: high - low)
      start.add(result.values.start, truth: low)
      for code in Set(result.findings.map(\.code)) { findings[code, default: 0] += 1 }
    }

    func share(of code: FindingCode) -> Double { Double(findings[code] ?? 0) / Double(count) }

    /// A line of the page.
    func tell(_ name: String) {
      let percent = { (share: Double) in "\((1000 * share).rounded() / 10) %" }
      let cells = [range, maximum, minimum, start].map { percent($0.coverage) }
      print(
        "| \(name) | \(cells.joined(separator: " | ")) | \((range.bias * 10).rounded() / 10)° |",
        "\((RobustStatistics.median(range.widths) * 10).rounded() / 10)° |",
        "\(percent(share(of: .motionAlikeNoise))) | \(percent(share(of: .motionNoisy))) | withheld \(range.withheld)")
    }
  }

  /// 500 sequences with 3° of noise: ends that vary between repeats around those of the subject.
  @Test(arguments: [1, 2, 3, 5]) func intervalsHoldTheTruth(repeats: Int) throws {
    try expectHeld(try trials(repeats: repeats, correlation: 0))
  }

  /// Noise that wanders slowly, as that of pose models does.
  @Test(arguments: [1, 3]) func intervalsHoldTheTruthWithSlowNoise(repeats: Int) throws {
    try expectHeld(try trials(repeats: repeats, correlation: 0.5))
  }

  /// Noise that wanders over five frames: intervals hold the truth, and that it is slow is said.
  @Test(arguments: [1, 3]) func slowerNoiseIsHeldAndSaid(repeats: Int) throws {
    let trials = try trials(repeats: repeats, correlation: 0.8)
    for trial in [trials.range, trials.maximum, trials.minimum, trials.start] {
      #expect(abs(trial.bias) <= 1)
      #expect(trial.coverage >= 0.9)
    }
    // Short plateaus tell it roughly.
    #expect(trials.share(of: .motionAlikeNoise) >= 0.75)
    #expect(RobustStatistics.median(trials.range.widths) < 18, "as wide as anything would hold, too")
  }

  /// Files that were filtered before: neighbours are alike, the intervals wide, and that is said.
  @Test(arguments: [1, 3]) func filteredFilesAreSaid(repeats: Int) throws {
    let trials = try trials(repeats: repeats, correlation: 0, rate: 60) {
      Butterworth(cutoff: 6, rate: 60).filtered($0)
    }
    #expect(abs(trials.range.bias) <= 1)
    #expect(trials.range.coverage >= 0.9)
    #expect(trials.share(of: .motionAlikeNoise) >= 0.95)
    #expect(RobustStatistics.median(trials.range.widths) < 15)
  }

  private func expectHeld(_ trials: Trials) throws {
    for (name, trial) in [
      ("range", trials.range), ("maximum", trials.maximum), ("minimum", trials.minimum), ("start", trials.start),
    ] {
      #expect(abs(trial.bias) <= 1, "\(name)")
      #expect(trial.coverage >= 0.9, "\(name): \(trial.coverage)")
      #expect(trial.coverage <= 0.98, "\(name): \(trial.coverage)")
      #expect(trial.withheld <= 10, "\(name)")
    }
    #expect(trials.share(of: .motionAlikeNoise) <= 0.25)
    #expect(trials.share(of: .motionNoisy) <= 0.01)
  }

  private func trials(
    repeats: Int, correlation: Double, rate: Double = 30, before: ([Double]) -> [Double] = { $0 }
  ) throws -> Trials {
    var trials = Trials()
    for seed in 0..<500 {
      var random = SeededGenerator(seed: UInt64(70_000 + 1000 * repeats + seed))
      let spread = repeats > 1 ? 2.0 : 0
      let tops = (0..<repeats).map { _ in 130 + spread * random.normal() }
      let lows = (0..<repeats).map { _ in 4 + spread * random.normal() }
      let rest = 0.6 + 1.2 * random.uniform()
      let move = 0.7 + 1.5 * random.uniform()
      let course = Course.repeats(
        repeats, from: 4, to: { tops[$0] }, back: { lows[$0] }, rest: rest, move: move, rate: rate)
      let noisy = before(Course.noisy(course, 3, seed: seed + 7001, correlation: correlation))
      trials.add(try MotionMeasurement.angles(noisy, rate: rate).result, low: 4, high: 130)
    }
    trials.tell("\(repeats) | \(correlation)\(rate > 30 ? ", filtered at 6 Hz" : "")")
    return trials
  }

  /// A body whose landmarks are off by noise in every coordinate: an adult's, or an infant's with segments of 100 mm.
  struct Noisy: Sendable, CustomTestStringConvertible {
    let scale, noise: Double
    let isFlat: Bool
    var testDescription: String { "\(isFlat ? 2 : 3)-D, \(Int(420 * scale)) mm, \(Int(1000 * noise)) mm" }
  }

  /// 200 movements of a knee in landmarks. Noise that is too large for the segments is said.
  @Test(arguments: [
    Noisy(scale: 1, noise: 0.01, isFlat: true), Noisy(scale: 1, noise: 0.01, isFlat: false),
    Noisy(scale: 0.24, noise: 0.002, isFlat: true), Noisy(scale: 0.24, noise: 0.002, isFlat: false),
    Noisy(scale: 0.24, noise: 0.004, isFlat: true), Noisy(scale: 0.24, noise: 0.004, isFlat: false),
    Noisy(scale: 0.24, noise: 0.01, isFlat: true), Noisy(scale: 0.24, noise: 0.01, isFlat: false),
  ]) func landmarksHaveARangeOrAWarning(_ kind: Noisy) throws {
    var trials = Trials()
    let task = try MotionTask(.knee, .right, view: .lateral, direction: kind.isFlat ? .clockwise : nil)
    let body = SimulatedBody(knee: Course.repeats(3, from: 5, to: { _ in 105 }, move: 1))
    // Metres, x to the front and y down; in a picture of a pixel for each millimetre.
    let factor = kind.scale * (kind.isFlat ? 1000 : 1)
    let space: LandmarkSequence.Space = kind.isFlat ? .picture(width: nil, height: nil) : .laboratory
    let still = body.sequence(space) {
      [factor * $0.x, factor * (kind.isFlat ? -$0.y : $0.y), kind.isFlat ? 0 : factor * $0.z]
    }.withoutArmsAndEyes
    let noise = kind.noise * (kind.isFlat ? 1000 : 1)
    for seed in 0..<200 {
      var (random, sequence) = (SeededGenerator(seed: UInt64(seed)), still)
      for point in BodyPoint.inOrderOfNoise {
        guard var track = still.tracks[point] else { continue }
        for i in still.times.indices {
          let (x, y, z) = (random.normal(), random.normal(), kind.isFlat ? 0 : random.normal())
          // By components: without optimisation vectors take thrice as long.
          let place = track.positions[i]
          track.positions[i] = [place.x + x * noise, place.y + y * noise, place.z + z * noise]
        }
        sequence.tracks[point] = track
      }
      trials.add(try MotionMeasurement(task).measure(sequence).result, low: 5, high: 105)
    }
    trials.tell(kind.testDescription)
    // What is off by more than a degree, or held too seldom, is warned of; what has little noise is not.
    let isGood = abs(trials.range.bias) <= 1 && trials.range.coverage >= 0.9
    #expect(isGood || trials.share(of: .motionNoisy) >= 0.95)
    if kind.noise / kind.scale <= 0.01 {
      #expect(isGood)
      #expect(trials.share(of: .motionNoisy) <= 0.01)
    }
  }

  /// A movement of the table of joints, from one end to the other.
  struct Moved: Sendable, CustomTestStringConvertible {
    let joint: MotionJoint, movement: JointMovement
    let low, high: Double
    let isFlat: Bool
    var testDescription: String {
      "\(joint.rawValue), \(movement.rawValue), \(isFlat ? 2 : 3)-D, \(Int(low))° to \(Int(high))°"
    }
  }

  private static func moves(isFlat: Bool) -> [Moved] {
    [
      Moved(joint: .shoulder, movement: .flexion, low: -30, high: 160, isFlat: isFlat),
      Moved(joint: .shoulder, movement: .abduction, low: 5, high: 150, isFlat: isFlat),
      Moved(joint: .elbow, movement: .flexion, low: 4, high: 140, isFlat: isFlat),
      Moved(joint: .hip, movement: .flexion, low: -10, high: 110, isFlat: isFlat),
      Moved(joint: .hip, movement: .abduction, low: -15, high: 40, isFlat: isFlat),
      Moved(joint: .knee, movement: .flexion, low: -4, high: 130, isFlat: isFlat),
      Moved(joint: .ankle, movement: .flexion, low: -40, high: 20, isFlat: isFlat),
    ]
  }

  /// 100 movements of each joint of an adult, 5 mm of noise in every coordinate, ends that vary by 2° between repeats.
  @Test(
    arguments: moves(isFlat: true) + moves(isFlat: false)
      + [Moved(joint: .hip, movement: .rotation, low: -30, high: 40, isFlat: false)]) func everyJointHoldsTheTruth(
      _ moved: Moved
    ) throws
  {
    var trials = Trials()
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(50_000 + seed))
      let tops = (0..<3).map { _ in moved.high + 2 * random.normal() }
      let lows = (0..<3).map { _ in moved.low + 2 * random.normal() }
      let course = Course.repeats(3, from: moved.low, to: { tops[$0] }, back: { lows[$0] })
      let body = SimulatedBody.moving(moved.joint, moved.movement, course)
      let seen = !moved.isFlat ? body.space : moved.movement == .abduction ? body.frontal : body.lateral
      // A picture has 400 pixels a metre.
      let isLeg = [.hip, .knee, .ankle].contains(moved.joint)
      let noisy = (isLeg ? seen.withoutArmsAndEyes : seen).noisy(0.005 * (moved.isFlat ? 400 : 1), seed: seed + 1)
      trials.add(
        try MotionMeasurement.right(noisy, moved.joint, moved.movement).result, low: moved.low, high: moved.high)
    }
    trials.tell(moved.testDescription)
    for trial in [trials.range, trials.maximum, trials.minimum] {
      #expect(abs(trial.bias) <= 1)
      #expect(trial.coverage >= 0.9)
      #expect(trial.withheld <= 2)
    }
  }
}
