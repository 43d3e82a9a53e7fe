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

  /// A neck that nods has no rigid segment to compare its noise with.
  @Test(arguments: [false, true]) func aNodThatIsFilledInAndSmoothedDoesNotCount(isFilledFirst: Bool) throws {
    let course = Course.repeats(3, from: 0, to: { _ in 50 })
    let lost = course.indices.filter { course[$0] > 30 }
    let smooth = { (values: [Vector3]) in
      let axes = (0..<2).map { axis in Butterworth(cutoff: 6, rate: 30).filtered(values.map { $0[axis] }) }
      return values.indices.map { Vector3(axes[0][$0], axes[1][$0], 0) }
    }
    let seen = SimulatedBody.moving(.neck, .flexion, course).lateral.noisy(1)
    let made = { (isFilled: Bool) in
      var body = seen
      for point in body.tracks.keys {
        var positions = seen.tracks[point]!.positions
        if !isFilledFirst { positions = smooth(positions) }
        if isFilled, [.nose, .leftEar, .rightEar].contains(point) {
          for i in lost { positions[i] = positions[i - 1] }
        }
        body.tracks[point]!.positions = isFilledFirst ? smooth(positions) : positions
      }
      return body
    }
    let filled = try NeckMeasurement.of(made(true), .flexion)
    #expect(filled.result.values.maximum == nil)
    #expect(filled.frames(.frozen).count > lost.count / 2)
    #expect(filled.frames(.frozen).isSubset(of: course.indices.filter { course[$0] > 20 }))
    #expect(try NeckMeasurement.of(made(false), .flexion).frames(.frozen).isEmpty)
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
    // 10⁻⁹ is 0.3455 to the power of 2 · 9.75 in two dimensions, and of 3 · 6.5 in three.
    for (dimensions, least) in [(2, 10), (3, 7)] {
      let away = Vector3(1, 1, dimensions == 3 ? 1 : 0)
      let moving = (0..<40).map { $0 % 2 == 0 ? Vector3.zero : away }
      #expect(FrozenValues.leastRun([moving], dimensions, noise: 0.8) == least)
      #expect(FrozenValues.leastRun([moving], dimensions, noise: 0.82) == nil)
    }
    // Values that only rise, by turns slowly and fast, have no reversals.
    let rising = points((0..<20).flatMap { [Double($0), Double($0) + 0.1] })
    #expect(FrozenValues.leastRun([rising], 1, noise: 0.1) == nil)
    // The slower half are the pairs whose faster move is slow: nine of ±1 and four up to ±3, and not the ten of 1 and
    // −9.
    let (slow, fast) = ((0..<10).map { $0 % 2 == 0 ? 1.0 : -1 }, (0..<11).map { $0 % 2 == 0 ? 1.0 : -9 })
    var mixed = points([0])
    for move in slow + [3, -3, 3, -3, 0] + fast { mixed.append(mixed.last! + Vector3(move, 0, 0)) }
    #expect(FrozenValues.leastRun([mixed], 1, noise: 0.1) == 20)
    // What never moves has no noise that could be told.
    let still = points([0, 0, 0, 0, 0, 0])
    #expect(FrozenValues.leastRun([still], 1, noise: 0.1) == nil)
    // A movement that hardly ever turns: 6 turns of 38.
    let seldom = points((0..<40).map { (i: Int) in Double(min(i % 12, 12 - i % 12)) })
    #expect(FrozenValues.leastRun([seldom], 1, noise: 0.1) == nil)
  }

  /// Values that go to and fro with a deviation of 0.8165 and 25 that repeat the last one, and smooth ones of 0.28 that
  /// come to rest: noise of less than 5·10⁻⁴ of the size is none.
  @Test func theLeastNoiseIsAShareOfTheSize() {
    let values = points((0..<60).map { Double(min($0, 34) % 2) })
    let smooth = points((0..<60).map { 0.4 * sin(2 * Double($0)) } + (0..<10).map { 5 + 1e-4 * Double($0) })
    for (size, isFrozen) in [(1600.0, true), (1700, false)] {
      let frames = FrozenValues([values], dimensions: 1, size: size, times: []).frames
      #expect(frames.indices.filter { frames[$0] } == (isFrozen ? Array(35..<60) : []), "\(size)")
    }
    for (size, isFrozen) in [(100.0, true), (1000, false)] {
      let times = smooth.indices.map { Double($0) / 30 }
      let frames = FrozenValues([smooth], dimensions: 1, size: size, times: times).frames
      #expect(frames[65] == isFrozen, "\(size)")
    }
    #expect(FrozenValues([], dimensions: 1, size: 1, times: []).frames.isEmpty)
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
