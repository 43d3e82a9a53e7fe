import Foundation
import Geometry
import TestSupport
import Testing

@testable import Markers
@testable import Phantom

@Suite struct NeckMovementTests {
  private static let pivot: Vector3 = [0.002, -0.015, -0.09]

  /// The axis of a turn of the head's own frame, in degrees; to the left and to the right are positive.
  private func turn(_ options: NeckOptions, at time: Double) -> Vector3 {
    let movement = NeckMovement(options, pivot: Self.pivot, seed: 3)
    return movement.torsoFromHead(at: time).rotation.rotationVector * (180 / .pi)
  }

  /// Seconds between the stops: a rest, then there, across and back, each end held.
  private func stops(_ options: NeckOptions, _ end: Double) -> [Double] {
    let there = 1.5 + end / options.speed
    let across = there + options.hold + 2 * end / options.speed
    return [there, across, across + options.hold + end / options.speed].map { $0 + options.hold / 2 }
  }

  @Test func theHeadTurnsToEitherSideAndBack() {
    let options = NeckOptions()
    for (time, degrees) in zip(stops(options, 110), [110.0, -110, 0]) {
      // The difference that remains is the tremor of a head that is held.
      #expect((turn(options, at: time) - [0, 0, degrees]).length < 1.5)
    }
    #expect(turn(options, at: 0.7).length < 1.5)
  }

  @Test func leaningFollowsTurning() {
    var options = NeckOptions()
    (options.rotation, options.repeats) = (0, 1)
    for (time, degrees) in zip(stops(options, 70), [70.0, -70, 0]) {
      #expect((turn(options, at: time) - [0, degrees, 0]).length < 1.5)
    }
  }

  @Test func noddingComesLastAndIsLeftOutByItself() {
    var options = NeckOptions()
    var still = options
    (still.rotation, still.lateral, still.flexion) = (0, 0, 0)
    #expect(still.duration == 1.5, "at rest")
    let usual = options.duration
    options.flexion = 40
    // Three swings of 4 · 40° at 90°/s and nine more stops.
    #expect(abs(options.duration - usual - 3 * 4 * 40 / 90.0 - 9 * 0.9) < 1e-9)
    (options.rotation, options.lateral, options.repeats) = (0, 0, 1)
    for (time, degrees) in zip(stops(options, 40), [40.0, -40, 0]) {
      // Chin to chest is a turn about the right by a negative angle.
      #expect((turn(options, at: time) - [-degrees, 0, 0]).length < 1.5)
    }
  }

  @Test func theHeadIsAtRestWhenItIsOver() {
    let options = NeckOptions()
    // Six swings, three of 4 · 110° and three of 4 · 70°, eighteen stops but the last held, a rest before and after.
    #expect(abs(options.duration - (3 + 3 * 4 * 180 / 90 + 17 * 0.9)) < 1e-9)
    #expect(turn(options, at: options.duration).length < 1.5)
  }

  @Test func theNeckStaysWhereItIs() {
    let movement = NeckMovement(NeckOptions(), pivot: Self.pivot, seed: 5)
    for step in 0..<400 {
      let place = movement.torsoFromHead(at: Double(step) * 0.1) * Self.pivot
      #expect((place - Self.pivot).length < 0.003)
    }
  }

  @Test func nothingJumps() {
    let movement = NeckMovement(NeckOptions(), pivot: Self.pivot, seed: 5)
    for step in 0..<4000 {
      let (a, b) = (
        movement.torsoFromHead(at: Double(step) * 0.01), movement.torsoFromHead(at: Double(step + 1) * 0.01)
      )
      // The greatest speed of a smooth step is 1.5 times the mean one.
      #expect((a.rotation.transpose * b.rotation).rotationVector.length * 180 / .pi < 0.01 * 1.5 * 90 + 0.1)
    }
  }

  @Test func theCameraStandsStill() throws {
    var options = PhantomOptions(preset: .neck)
    (options.frames, options.sensor.depthNoise) = (5, 1)
    let recording = try PhantomRecording(options)
    let places = (0..<50).map { step in
      let time = Double(step) * 0.8
      return recording.movement.worldFromHead(at: time) * recording.path.headFromCamera(at: time)
    }
    for place in places {
      #expect((place.translation - places[0].translation).length < 1e-12)
      #expect((place.rotation.transpose * places[0].rotation).rotationVector.length < 1e-9)
    }
    options.jitter = 1
    let held = try PhantomRecording(options)
    let moved = (0..<50).map { step in
      let time = Double(step) * 0.8
      return (held.movement.worldFromHead(at: time) * held.path.headFromCamera(at: time)).translation
    }
    #expect(moved.map { ($0 - moved[0]).length }.max()! > 0.003)
  }

  /// At 20 frames a second, the first at 0 and the last at the end.
  @Test func aNeckIsSeenTwentyTimesASecond() {
    let options = PhantomOptions(preset: .neck)
    #expect(abs(Double(options.frames - 1) / 20 - options.duration) < 1e-9)
  }

  @Test func numbersOutsideTheRangeAreRefused() {
    var options = PhantomOptions(preset: .neck)
    options.neck?.lateral = 81
    #expect(throws: PhantomError.self) { try PhantomRecording(options) }
  }
}
