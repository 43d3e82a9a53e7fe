import Feedback
import Geometry
import Movement

/// A head that rests, turns to the left, to the right and back, and rests again.
struct SimulatedTurn {
  var left = 60.0, right = 50.0
  var seed: UInt64 = 1

  /// The angle over time, 20 frames a second: rests of a second, movements of a second.
  private var angles: [Double] {
    let stops = [0, -left, right, 0]
    let rest = { (angle: Double) in [Double](repeating: angle, count: 30) }
    return zip(stops, stops.dropFirst()).reduce(rest(0)) { all, way in
      let moving = (0..<20).map { frame in
        let x = Double(frame) / 20
        return way.0 + (way.1 - way.0) * x * x * (3 - 2 * x)
      }
      return all + moving + rest(way.1)
    }
  }

  func measured(_ movement: JointMovement = .rotation) throws -> MeasuredMotion {
    var random = SeededGenerator(seed: seed)
    let radians = Double.pi / 180
    let poses = angles.map { angle -> NeckSeries.Pose? in
      let noise = random.normal3() * (0.3 * radians)
      return NeckSeries.Pose(
        torsoFromHead: .rotation(noise) * .rotation([0, 0, -angle * radians]),
        covariance: .identity * (0.3 * radians * 0.3 * radians))
    }
    let series = NeckSeries(
      times: poses.indices.map { Double($0) / 20 }, frames: poses.indices.map { "\($0)" }, poses: poses,
      reasons: poses.map { _ in nil }, reference: .patch,
      axes: NeckAxes(headFromRAS: .identity, torsoFromRAS: nil, source: .landmarks))
    return try NeckMeasurement(movement).measure(series)
  }
}
