import Foundation
import Geometry
import Testing

@testable import Movement

/// Legs that are taken for those of the other side.
@Suite struct SideExchangesTests {
  private let course = Course.repeats(3, from: 0, to: { _ in 110 })
  private let flexing = Course.repeats(3, to: { _ in 50 })

  @Test func mixedUpLegsAreTold() throws {
    // The pose model swaps the legs for a while as the right one is bent.
    let bent = course.indices.filter { course[$0] > 100 }
    let measured = try MotionMeasurement.right(exchanged(SimulatedBody(knee: course, side: .right).lateral, Set(bent)))
    for i in course.indices {
      #expect((measured.reasons[i] == .sidesExchanged) == (course[i] > 100), "\(i)")
      if measured.reasons[i] == nil { #expect(abs(measured.angles[0].degrees[i] - course[i]) < 1e-9) }
    }
    // A steady walk of legs past each other is no exchange.
    let swing = (0..<300).map { 35 * sin(Double($0) / 12) }
    let walking = SimulatedBody(hip: swing, side: .right).lateral
    #expect(try MotionMeasurement.right(walking, .hip).result.gates.rejected.isEmpty)
  }

  /// The frames of 20 in which two upright legs are found exchanged: their thighs have 100 pixels, they stand so far apart,
  /// change their names in some frames, and may move aside.
  private func legs(_ apart: Double, exchanged: Range<Int> = 0..<0, aside: (Int) -> Double = { _ in 0 }) -> [Int] {
    var tracks: [BodyPoint: LandmarkSequence.Track] = [:]
    for side in BodySide.allCases {
      for (place, point) in [BodyPoint.hip(side), .knee(side), .ankle(side)].enumerated() {
        let positions = (0..<20).map { i -> Vector3 in
          let isFar = (side == .right) != exchanged.contains(i)
          return [(isFar ? apart : 0) + aside(i), 100 * Double(place), 0]
        }
        tracks[point] = .init(positions: positions)
      }
    }
    let sequence = LandmarkSequence(
      space: .picture(width: nil, height: nil), times: (0..<20).map { Double($0) / 30 },
      frames: (0..<20).map { "\($0)" }, tracks: tracks)
    let frames = SideExchanges(sequence, MotionRules.standard.gates).frames
    return frames.indices.filter { frames[$0] }
  }

  /// A quarter of the thigh is the least jump, and two fifths of the frames are the most that may be exchanged.
  @Test func aJumpIsAQuarterOfTheThigh() {
    #expect(legs(26, exchanged: 8..<15) == Array(8..<15))
    #expect(legs(24, exchanged: 8..<15) == [])
    #expect(legs(26, exchanged: 8..<16) == Array(8..<16))
    #expect(legs(26, exchanged: 8..<17) == Array(0..<20))
  }

  /// Legs that jump together are as far from where they were with exchanged sides as without.
  @Test(arguments: [100.0, -100]) func legsThatJumpTogetherAreNotExchanged(way: Double) {
    #expect(legs(10) { $0 < 5 ? 0 : way } == [])
  }

  /// What is found of the legs before a pause says nothing of those behind it.
  @Test func exchangesDoNotOutliveAPause() throws {
    // The legs are exchanged from frame 75 on, gone from 90 to 119, and right from then on.
    let long = Course.repeats(4, to: { _ in 110 })
    var body = exchanged(SimulatedBody(knee: long, side: .right).lateral, Set(60..<90))
    for point in body.tracks.keys { for i in 90..<120 { body.tracks[point]!.positions[i] = .missing } }
    let measured = try MotionMeasurement.right(body)
    for i in long.indices where !(90..<120).contains(i) {
      #expect((measured.reasons[i] == .sidesExchanged) == (60..<90).contains(i), "\(i)")
    }
    #expect(abs(try #require(measured.result.values.maximum).degrees - 110) < 0.5)
    // As many of the one way as of the other: none of them can be told, and those behind the pause are right.
    body = exchanged(SimulatedBody(knee: long, side: .right).lateral, Set(45..<90))
    for point in body.tracks.keys { for i in 90..<120 { body.tracks[point]!.positions[i] = .missing } }
    let open = try MotionMeasurement.right(body)
    for i in long.indices {
      #expect(open.reasons[i] == (i < 90 ? .sidesExchanged : i < 120 ? .missing : nil), "\(i)")
    }
    #expect(abs(try #require(open.result.values.maximum).degrees - 110) < 0.5)
  }

  /// A sequence in which the legs of some frames are exchanged.
  private func exchanged(_ body: LandmarkSequence, _ frames: Set<Int>) -> LandmarkSequence {
    var body = body
    for i in frames {
      for part in [BodyPoint.hip, BodyPoint.knee, BodyPoint.ankle] {
        let (left, right) = (body.tracks[part(.left)]!.positions[i], body.tracks[part(.right)]!.positions[i])
        (body.tracks[part(.left)]!.positions[i], body.tracks[part(.right)]!.positions[i]) = (right, left)
      }
    }
    return body
  }

  /// Hips, or all points, that are taken for those of the other side in a quarter of the frames.
  @Test func exchangedSidesInSpaceAreLeftOut() throws {
    let frames = 100..<200
    let parts: [(BodySide) -> BodyPoint] = [
      BodyPoint.ear, BodyPoint.shoulder, BodyPoint.hip, BodyPoint.knee, BodyPoint.ankle, BodyPoint.heel, BodyPoint.toe,
    ]
    for (name, points) in [("hips", [BodyPoint.hip]), ("all", parts)] {
      let body = SimulatedBody(hip: flexing).space.noisy(0.002).exchanging(points, in: frames)
      let measured = try MotionMeasurement.right(body, .hip)
      #expect(measured.reasons.enumerated().allSatisfy { ($1 != nil) == frames.contains($0) }, "\(name)")
      #expect(abs(try #require(measured.result.values.minimum).degrees) < 1, "\(name)")
      #expect(abs(try #require(measured.result.values.maximum).degrees - 50) < 1, "\(name)")
    }
    // Without face and feet the line of the shoulders tells.
    var bare = SimulatedBody(hip: flexing).space.noisy(0.002).exchanging([BodyPoint.hip], in: 0..<100)
    for point in [BodyPoint.nose, .leftHeel, .rightHeel] { bare.tracks[point] = nil }
    let measured = try MotionMeasurement.right(bare, .hip)
    #expect(measured.reasons.enumerated().allSatisfy { ($1 != nil) == ($0 < 100) })
    // Knees alone, for a hip.
    let knees = SimulatedBody(hip: flexing).space.noisy(0.002).exchanging([BodyPoint.knee], in: frames)
    let values = try MotionMeasurement.right(knees, .hip).result.values
    #expect(abs(try #require(values.maximum).degrees - 50) < 1)
    #expect(abs(try #require(values.minimum).degrees) < 1)
  }
}
