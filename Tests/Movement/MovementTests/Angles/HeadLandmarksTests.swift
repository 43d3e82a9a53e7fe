import Foundation
import Geometry
import Testing

@testable import Movement

/// A nose between two ears, by pictures of a head that are exact.
@Suite struct NoseBetweenEarsTests {
  /// How a head is turned, degrees: its rotation and its pitch.
  private typealias Turn = (rotation: Double, pitch: Double)

  private static let turns: [Turn] = [
    (0, 0), (0, 0), (0, 0), (0, 0), (20, 0), (-35, 10), (50, -25), (-55, 30), (12, 44), (8, -44),
  ]

  /// What a camera sees at a distance in distances of the ears: x to the subject's right, y down. The head turns about its own
  /// axis first, its nose to the right, then nods, and all is seen from ahead.
  private static func seen(
    _ turn: Turn, from distance: Double, reach: Double = NoseBetweenEars.reach, drop: Double = NoseBetweenEars.drop
  ) -> (left: Vector2, right: Vector2, nose: Vector2) {
    let (rotation, pitch) = (turn.rotation * .pi / 180, turn.pitch * .pi / 180)
    // Right, front and up: a turn to the right takes the front to the right, a nod the front down.
    let turned = Matrix3.rotation([-pitch, 0, 0]) * .rotation([0, 0, -rotation])
    let place = { (point: Vector3) -> Vector2 in
      let p = turned * point
      return Vector2(p.x, -p.z) / (distance - p.y)
    }
    return (place([-0.5, 0, 0]), place([0.5, 0, 0]), place([0, reach, -drop]))
  }

  /// The frames of such pictures, whose x goes to the subject's left, with a focal length in pixels.
  private static func sequence(
    _ turns: [Turn], from distance: Double, focal: Double = 1000, size: (width: Double, height: Double)? = nil
  ) -> LandmarkSequence {
    let frames = turns.map { seen($0, from: distance) }
    let track = { (places: [Vector2]) in
      LandmarkSequence.Track(
        positions: places.map { [300 - focal * $0.x, 200 + focal * $0.y, 0] }, confidences: places.map { _ in 0.9 })
    }
    return LandmarkSequence(
      space: .picture(width: size?.width, height: size?.height), times: turns.indices.map { Double($0) / 30 },
      frames: turns.indices.map { "\($0)" },
      tracks: [
        .nose: track(frames.map(\.nose)), .leftEar: track(frames.map(\.left)), .rightEar: track(frames.map(\.right)),
      ])
  }

  /// The line of the ears and the nose along and across it, by complex numbers: the nose's place is that from their middle over
  /// that of the right ear from the left one, with up for down.
  @Test(arguments: [3.0, 8, 25], [0.62, 0.7, 0.78]) func theNoseIsToldAlongTheLineOfTheEars(
    distance: Double, reach: Double
  ) {
    for (turn, drop) in zip(Self.turns, [0.12, 0.07, 0.17, 0, 0.12, 0.07, 0.17, 0.12, 0.3, 0.12]) {
      let (left, right, nose) = Self.seen(turn, from: distance, reach: reach, drop: drop)
      let found = NoseBetweenEars.picture(
        [turn.rotation * .pi / 180, turn.pitch * .pi / 180], reach, distance, drop: drop)
      #expect((found.ears - (right - left)).length < 1e-12)
      let (line, face) = (right - left, nose - (left + right) / 2)
      let (long, angle) = (face.length / line.length, atan2(line.y, line.x) - atan2(face.y, face.x))
      #expect((found.nose - Vector2(cos(angle), sin(angle)) * long).length < 1e-12, "\(turn)")
    }
  }

  /// Without the picture's size the camera is taken to be eight distances of the ears away.
  @Test func aTurnIsToldExactlyFromWhereTheCameraIs() {
    // The last three are found only where long steps are cut.
    let turns = Self.turns + [(-75, 44), (75, 44), (70, 40)]
    let found = NoseBetweenEars(Self.sequence(turns, from: 8))
    for (k, turn) in turns.enumerated() {
      #expect(abs(found.rotation[k] - turn.rotation) < 1e-5, "\(turn)")
      #expect(abs(found.pitch[k] - turn.pitch) < 1e-5, "\(turn)")
      let (left, right, _) = Self.seen(turn, from: 8)
      let lean = atan2(right.y - left.y, right.x - left.x) * 180 / .pi
      #expect(abs(found.apparentLean[k] - lean) < 1e-5, "\(turn): \(found.apparentLean[k]), \(lean)")
    }
    // Under a steeper view the nose says little.
    let steep = NoseBetweenEars(Self.sequence([(20, 44), (20, 46), (20, -44), (20, -46)], from: 8))
    #expect(steep.rotation.map(\.isNaN) == [false, true, false, true])
    #expect(steep.pitch.map(\.isNaN) == [false, true, false, true])
    #expect(steep.apparentLean.map(\.isNaN) == [false, true, false, true])
  }

  /// From ahead the ears are 1 / D of the focal length apart, which is taken to be 0.85 of the longer side: so the distance D
  /// is found, unless it is less than 3 or more than 40.
  @Test(
    arguments: [(5.0, 850.0), (12, 850), (3, 1700), (3, 900), (40, 800), (40, 400)], [(1000.0, 600.0), (600, 1000)])
  func thePicturesSizeTellsTheDistance(distance: (Double, Double), size: (Double, Double)) {
    let found = NoseBetweenEars(Self.sequence(Self.turns, from: distance.0, focal: distance.1, size: size))
    for (k, turn) in Self.turns.enumerated() {
      #expect(abs(found.rotation[k] - turn.rotation) < 1e-5, "\(turn): \(found.rotation[k])")
      #expect(abs(found.pitch[k] - turn.pitch) < 1e-5, "\(turn): \(found.pitch[k])")
    }
  }

  /// What is told of a head where the model's own values stand for it, by a search that knows no slopes.
  private static func told(_ turn: Turn, from distance: Double, reach: Double = 0.7, drop: Double = 0.12) -> Double {
    let told = { (turn: Turn, distance: Double, reach: Double, drop: Double) -> Vector2 in
      let (left, right, nose) = seen(turn, from: distance, reach: reach, drop: drop)
      let (line, face) = (right - left, nose - (left + right) / 2)
      return Vector2(face.dot(line), -line.cross(face)) / line.dot(line)
    }
    let wanted = told(turn, distance, reach, drop)
    var (best, step): (Turn, Double) = ((0, 0), 20)
    var least = (told(best, 8, 0.7, 0.12) - wanted).length
    while step > 1e-7 {
      let before = least
      for (a, b) in [(step, 0.0), (-step, 0), (0, step), (0, -step)] {
        let next: Turn = (best.rotation + a, best.pitch + b)
        let miss = (told(next, 8, 0.7, 0.12) - wanted).length
        if miss < least { (best, least) = (next, miss) }
      }
      if least == before { step /= 2 }
    }
    return best.rotation
  }

  /// Half of what is told apart by noses 8 hundredths shorter and longer, cameras 1.6 times nearer and farther, and noses 5
  /// hundredths higher and lower from 20° above: as if they were independent.
  @Test(arguments: [-50.0, -30, 0.5, 10, 25, 45, 55]) func theModelsErrorIsThatOfHeadsAndCameras(rotation: Double) {
    let head = NoseBetweenEars(Self.sequence([(10, 0)], from: 8))
    let ahead: Turn = (rotation, 0)
    let byReach = Self.told(ahead, from: 8, reach: 0.62) - Self.told(ahead, from: 8, reach: 0.78)
    let byDistance = Self.told(ahead, from: 5) - Self.told(ahead, from: 12.8)
    let above: Turn = (rotation, 20)
    let byDrop = Self.told(above, from: 8, drop: 0.07) - Self.told(above, from: 8, drop: 0.17)
    let expected = Vector3(byReach, byDistance, byDrop).length / 2
    #expect(abs(abs(head.error(at: rotation)) - expected) < 1e-4, "\(head.error(at: rotation)), \(expected)")
    #expect((head.error(at: rotation) < 0) == (rotation < 0))
  }
}
