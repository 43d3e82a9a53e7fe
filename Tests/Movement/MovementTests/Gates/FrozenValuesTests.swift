import Foundation
import Geometry
import Testing

@testable import Movement

/// Frames that are filled in with earlier values.
@Suite struct FrozenValuesTests {
  private let course = Course.repeats(3, from: 0, to: { _ in 120 })

  /// Beyond 80° the last value stands in for what was not seen: an ankle in space or in a picture, all points, or the angle.
  @Test func aPointThatIsFilledInWithItsLastValueDoesNotCount() throws {
    let body = SimulatedBody(knee: course)
    let lost = course.indices.filter { course[$0] > 80 }
    let filled = { (sequence: LandmarkSequence, points: [BodyPoint]) in
      var sequence = sequence
      for point in points {
        for i in lost { sequence.tracks[point]!.positions[i] = sequence.tracks[point]!.positions[i - 1] }
      }
      return sequence
    }
    for (name, sequence) in [
      ("space", filled(body.space.noisy(0.002), [.rightAnkle])),
      ("picture", filled(body.lateral.noisy(1), [.rightAnkle])),
      ("knee", filled(body.space.noisy(0.002), [.rightKnee])),
      ("all", filled(body.lateral.noisy(1), BodyPoint.allCases)),
    ] {
      let measured = try MotionMeasurement.right(sequence)
      #expect(measured.result.values.maximum == nil, "\(name): \(String(describing: measured.result.values.maximum))")
      #expect(measured.frames(.frozen) == Set(lost), "\(name)")
    }
    var angles = Course.noisy(course, 0.5, seed: 2)
    for i in lost { angles[i] = angles[i - 1] }
    let measured = try MotionMeasurement.angles(angles)
    #expect(measured.result.values.maximum == nil)
    #expect(measured.result.status == .incomplete)
    #expect(measured.reasons.count { $0 == .frozen } == lost.count)
  }

  /// Without noise, with few digits, or doubled here and there a value repeats by itself.
  @Test(arguments: [1.0, 0.1, 0.01]) func valuesThatRepeatByThemselvesCount(digit: Double) throws {
    let still = SimulatedBody(knee: course)
    #expect(try MotionMeasurement.right(still.lateral).reasons.allSatisfy { $0 == nil })
    let coarse = { (values: [Double]) in values.map { ($0 / digit).rounded() * digit } }
    #expect(try MotionMeasurement.angles(coarse(course)).reasons.allSatisfy { $0 == nil })
    for noise in [0.1, 0.5, 2] {
      let noisy = coarse(Course.noisy(course, noise, seed: 5))
      #expect(try MotionMeasurement.angles(noisy).reasons.allSatisfy { $0 == nil }, "\(noise)°")
    }
    // Pictures that were drawn: all of the noise is that of a video's compression, and a rest repeats to the last digit.
    var drawn = Course.noisy(course, 0.01, seed: 7)
    for i in drawn.indices.dropFirst() where course[i] == course[i - 1] { drawn[i] = drawn[i - 1] }
    #expect(try MotionMeasurement.angles(drawn).reasons.allSatisfy { $0 == nil })
    var doubled = Course.noisy(course, 0.5, seed: 6)
    for i in doubled.indices where i % 5 == 4 { doubled[i] = doubled[i - 1] }
    #expect(try MotionMeasurement.angles(doubled).reasons.allSatisfy { $0 == nil })
  }

  /// Filled in and smoothed, in either order. Smoothed noise, and smooth values without any, count.
  @Test(arguments: [30.0, 60, 120]) func whatIsFilledInAndSmoothedDoesNotCount(rate: Double) throws {
    let course = Course.repeats(3, from: 0, to: { _ in 120 }, rate: rate)
    let lost = course.indices.filter { course[$0] > 80 }
    let filled = { (values: [Double]) in
      lost.reduce(into: values) { $0[$1] = $0[$1 - 1] }
    }
    let smooth = { (values: [Double]) in Butterworth(cutoff: 6, rate: rate).filtered(values) }
    let digits = { (values: [Double], digit: Double) in values.map { ($0 / digit).rounded() * digit } }
    // Smoothing mixes in what is near.
    let near = Set(course.indices.filter { course[$0] > 70 })
    for (noise, seed) in [(0.5, 3), (0.5, 4), (0.5, 5), (0.5, 6), (2, 3), (2, 4)] {
      let noisy = Course.noisy(course, noise, seed: seed)
      for (name, values) in [("filled first", smooth(filled(noisy))), ("smoothed first", filled(smooth(noisy)))] {
        let measured = try MotionMeasurement.angles(digits(values, 1e-6), rate: rate)
        #expect(measured.result.values.maximum == nil, "\(name), \(noise)°, seed \(seed)")
        #expect(!measured.frames(.frozen).isEmpty, "\(name), \(noise)°")
        #expect(measured.frames(.frozen).isSubset(of: near), "\(name), \(noise)°")
      }
      for digit in [1e-6, 0.1] {
        #expect(try MotionMeasurement.angles(digits(smooth(noisy), digit), rate: rate).reasons.allSatisfy { $0 == nil })
      }
    }
    #expect(try MotionMeasurement.angles(smooth(course), rate: rate).reasons.allSatisfy { $0 == nil })
    // A gait is louder than the rest behind it.
    let gait = (0..<Int(12 * rate)).map { 35 - 30 * cos(2 * .pi * 0.7 * min(8.57, Double($0) / rate)) }
    let walking = try MotionMeasurement.angles(Course.noisy(gait, 0.15, seed: 4), rate: rate)
    #expect(!walking.reasons.contains(.frozen))
    var space = SimulatedBody(knee: course, rate: rate).space.noisy(0.004)
    for i in lost { space.tracks[.rightAnkle]!.positions[i] = space.tracks[.rightAnkle]!.positions[i - 1] }
    for point in space.tracks.keys {
      let positions = space.tracks[point]!.positions
      let axes = (0..<3).map { axis in smooth(positions.map { $0[axis] }) }
      space.tracks[point]!.positions = positions.indices.map { [axes[0][$0], axes[1][$0], axes[2][$0]] }
    }
    let measured = try MotionMeasurement.right(space)
    #expect(measured.result.values.maximum == nil)
    #expect(measured.frames(.frozen).isSubset(of: near))
  }

  // MARK: What they are told by, in closed form

  private func points(_ x: [Double]) -> [Vector3] { x.map { [$0, 0, 0] } }

  /// 40 values that go to and fro by 1, the last digit: second differences of 2 are a deviation of 2/√6 = 0.8165, by which a
  /// difference is within the digit with 1 / (2 √π 0.8165) = 0.3455; 10⁻⁹ is less than that to the power of 19.5.
  @Test func fromHowManyRepeatsOnTheyAreNoChance() {
    let values = points((0..<40).map { Double($0 % 2) })
    #expect(FrozenValues.leastRun([values], 1, noise: 0.8) == 20)
    #expect(FrozenValues.leastRun([values], 1, noise: 0.82) == nil, "beneath the least noise")
    #expect(
      FrozenValues.leastRun([Array(values.prefix(19))], 1, noise: 0.1) == nil, "as long a file may repeat by chance")
    // What never moves has no noise that could be told.
    let still = points([0, 0, 0, 0, 0, 0])
    #expect(FrozenValues.leastRun([still], 1, noise: 0.1) == nil)
    // A movement that hardly ever turns: 6 turns of 38.
    let slow = points((0..<40).map { (i: Int) in Double(min(i % 12, 12 - i % 12)) })
    #expect(FrozenValues.leastRun([slow], 1, noise: 0.1) == nil)
  }

  @Test func repeatsBehindTheFirstAreMarked() {
    var frames = [Bool](repeating: false, count: 9)
    FrozenValues.mark(points([1, 1, 1, 2, 2, 3, 3, 3, 3]), 2, in: &frames)
    #expect(frames.indices.filter { frames[$0] } == [1, 2, 6, 7, 8])
    var missing = [Bool](repeating: false, count: 5)
    FrozenValues.mark([.missing, .missing, .missing, [1, 1, 1], [2, 1, 1]], 2, in: &missing)
    #expect(!missing.contains(true))
    var few = [Bool](repeating: false, count: 4)
    FrozenValues.mark(points([1, 1, 1, 1]), 4, in: &few)
    #expect(!few.contains(true))
  }
}
