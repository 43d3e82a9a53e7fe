import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Movements that never rest: no end of theirs was held.
@Suite struct RestlessTests {
  /// A knee that walks or runs, with a bend in stance and one in swing, so many cycles a second.
  private func gait(_ cycles: Double, amplitude: Double = 1, noise: Double = 0.7, seed: Int) -> [Double] {
    let course = (0..<360).map { i -> Double in
      let phase = 2 * Double.pi * cycles * Double(i) / 30
      return amplitude * (25 - 20 * cos(phase) + 13.7 * cos(2 * phase) - 11.6 * sin(2 * phase))
    }
    return Course.noisy(course, noise, seed: seed)
  }

  /// −2 to 62°, and so no other range than that with exit code 0.
  @Test(arguments: [0.5, 0.7, 0.9, 1.2, 1.4, 1.8]) func aGaitHasNoRangeOfItsTurns(cycles: Double) throws {
    for seed in 0..<10 {
      let result = try MotionMeasurement.angles(gait(cycles, seed: seed)).result
      for (value, truth) in [(result.values.minimum, -2.0), (result.values.maximum, 62)] {
        if let value { #expect(abs(value.degrees - truth) < 4, "\(cycles) Hz, seed \(seed): \(value.degrees)°") }
      }
      guard result.status == .incomplete else { continue }
      #expect(result.findings.contains { $0.code == .motionNotSettled }, "\(cycles) Hz, seed \(seed)")
      #expect(!result.findings.contains { $0.code == .motionStill || $0.code == .motionOtherSide })
    }
  }

  /// A small gait is no smaller than it is because its halt in stance lies before its end.
  @Test func whatIsPassedIsNoEnd() throws {
    var wrong = 0
    for seed in 0..<40 {
      let result = try MotionMeasurement.angles(gait(1, amplitude: 0.5, seed: seed)).result
      for (value, truth) in [(result.values.minimum, -1.0), (result.values.maximum, 31)] {
        if let value, abs(value.degrees - truth) > 4 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// A person who walks on the spot and whose angle no filter can follow has moved.
  @Test func whoRunsDoesNotStandStill() throws {
    let run = (0..<120).map { 30 - 32 * cos(2 * Double.pi * 1.9 * Double($0) / 10) }
    let result = try MotionMeasurement.angles(run, rate: 10).result
    #expect(result.status == .incomplete)
    #expect(result.values.range == nil)
    #expect(result.findings.contains { $0.code == .motionNotSettled })
    #expect(!result.findings.contains { $0.code == .motionStill })
  }

  /// The tolerance is that of the noise, whatever the movement is.
  @Test func theToleranceHasACeiling() throws {
    let rules = MotionRules.standard.repeats
    let signal = MotionSignal(
      gait(0.7, seed: 3), times: (0..<360).map { Double($0) / 30 }, MotionRules.standard.filters)
    #expect(PlateauFinder(signal, rules).tolerance <= rules.mostSlow)
    // White noise is told by frame to frame, and no movement looks like it: it has none.
    let loud = Course.noisy([Double](repeating: 0, count: 360), 8, seed: 1)
    let noisy = MotionSignal(loud, times: signal.times, MotionRules.standard.filters)
    #expect(PlateauFinder(noisy, rules).tolerance > rules.mostSlow)
  }
}
