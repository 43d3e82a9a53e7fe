import Feedback
import Foundation
import Geometry

@testable import Movement

/// A head that rests, goes from stop to stop, and rests again; angles in degrees, seconds.
struct SimulatedNeck {
  /// Flexion, lateral flexion and rotation at each stop.
  var stops: [HeadAngles]
  /// How long each is held, and how fast the head goes between.
  var hold = 0.9, speed = 90.0
  /// By which factor each way is faster; 1 where there are fewer factors than ways.
  var paces: [Double] = []
  /// How long each stop is held; ``hold`` where there are fewer times than stops.
  var holds: [Double] = []
  var rate = 20.0
  /// The noise of each frame about each axis, in degrees.
  var noise = 0.3
  /// How far a head that rests trembles about each axis, in degrees.
  var tremor = 0.0
  /// The frames of torso and cap, which nobody chooses.
  var torso = Matrix3.rotation([0.4, -0.9, 1.3]), cap = Matrix3.rotation([-1.1, 0.2, 0.7])
  /// By how much the torso's reference is turned, in degrees about right, anterior and superior, from a time on.
  var slip = (turn: Vector3.zero, time: 0.0)
  /// The torso's axes by a patch that lies on a slope, in degrees; nil without one.
  var slope: Double?
  var knowsHead = true

  /// Stops of rotation or lateral flexion to either side, each repeated, with the middle between.
  static func sides(_ movement: JointMovement, left: Double, right: Double, repeats: Int = 3) -> SimulatedNeck {
    let stop = { (degrees: Double) in
      HeadAngles(
        flexion: movement == .flexion ? degrees : 0, lateral: movement == .lateral ? degrees : 0,
        rotation: movement == .rotation ? degrees : 0)
    }
    return SimulatedNeck(stops: (0..<repeats).flatMap { _ in [stop(-left), stop(right), stop(0)] })
  }

  /// The angles at a time, and when it is over.
  func angles(_ time: Double) -> (HeadAngles, isOver: Bool) {
    var (begin, last) = (1.5, HeadAngles(flexion: 0, lateral: 0, rotation: 0))
    for (index, stop) in stops.enumerated() {
      let pace = index < paces.count ? paces[index] : 1
      let way = Vector3(stop.flexion - last.flexion, stop.lateral - last.lateral, stop.rotation - last.rotation)
      let seconds = max(way.length / (speed * pace), 0.1)
      if time < begin { return (last, false) }
      if time < begin + seconds {
        let x = (time - begin) / seconds
        let share = x * x * (3 - 2 * x)
        return (
          HeadAngles(
            flexion: last.flexion + share * way.x, lateral: last.lateral + share * way.y,
            rotation: last.rotation + share * way.z), false
        )
      }
      (begin, last) = (begin + seconds + (index < holds.count ? holds[index] : hold), stop)
    }
    return (last, time > begin + 1)
  }

  /// The rotation of angles.
  static func rotation(_ angles: HeadAngles) -> Matrix3 {
    let r = Double.pi / 180
    return .rotation([-angles.flexion * r, 0, 0]) * .rotation([0, angles.lateral * r, 0])
      * .rotation([0, 0, -angles.rotation * r])
  }

  /// Turns the head of a frame to the right by so many degrees, and makes its pose as uncertain.
  func turn(
    _ frame: Int, of series: inout NeckSeries, by degrees: Double, deviation: Double
  ) {
    let degree = Double.pi / 180
    let turn = Self.rotation(HeadAngles(flexion: 0, lateral: 0, rotation: degrees))
    let pose = series.poses[frame]!.torsoFromHead
    series.poses[frame] = .init(
      torsoFromHead: pose * cap * turn * cap.transpose,
      covariance: .identity * (deviation * degree * deviation * degree))
  }

  func series(seed: UInt64 = 1) -> NeckSeries {
    var random = SeededGenerator(seed: seed)
    var (times, poses) = ([Double](), [NeckSeries.Pose?]())
    let r = Double.pi / 180
    while true {
      let time = Double(times.count) / rate
      let (angles, isOver) = angles(time)
      if isOver { break }
      let error = Matrix3.rotation(random.normal3() * (noise * r))
      let trembles = Vector3(sin(4.1 * time), sin(5.3 * time + 1), sin(3.7 * time + 2)) * (tremor * r)
      let slipped = time >= slip.time ? Matrix3.rotation(slip.turn * r) : .identity
      times.append(time)
      poses.append(
        .init(
          torsoFromHead: torso * slipped * error * Self.rotation(angles) * .rotation(trembles) * cap.transpose,
          covariance: .identity * (noise * r * noise * r)))
    }
    return NeckSeries(
      times: times, frames: times.indices.map { "\($0)" }, poses: poses, reasons: times.map { _ in nil },
      reference: slope == nil && knowsHead ? .surface : .patch,
      axes: NeckAxes(
        headFromRAS: knowsHead ? cap : nil, torsoFromRAS: slope.map { torso * .rotation([$0 * r, 0, 0]) },
        source: knowsHead ? .landmarks : .movement))
  }

  /// The mean speed over the middle 80 % of the way at 90°/s: x²(3 − 2x) is 0.1 at 0.1958 and 0.9 at 0.8042.
  static let middleSpeed = 90 * 0.8 / (0.804_200 - 0.195_800)

  /// The slope of the line through 0.2 s around the middle of a way at 90°/s, where a smooth step is steepest: five frames.
  static func peakSpeed(way: Double) -> Double {
    let seconds = way / 90
    let places = (-2...2).map { Double($0) * 0.05 }
    let values = places.map { place in
      let x = 0.5 + place / seconds
      return way * x * x * (3 - 2 * x)
    }
    return zip(places, values).map(*).reduce(0, +) / places.map { $0 * $0 }.reduce(0, +)
  }

  /// For how long the head is turned to the left, to neither side and to the right, without noise, in seconds: rest by rest,
  /// and of each way by when it passes the borders.
  func timesToSides(least: Double) -> [Double] {
    var (count, begin, last) = (0, 0.0, 0.0)
    while !angles(Double(count) / rate).isOver { count += 1 }
    let end = Double(count - 1) / rate
    var sums = [0.0, 0, 0]
    let add = { (from: Double, to: Double, angle: Double) in
      sums[angle < -least ? 0 : angle > least ? 2 : 1] += max(0, min(to, end) - min(from, end))
    }
    var time = 1.5
    for (index, stop) in stops.enumerated() {
      add(begin, time, last)
      let way = stop.rotation - last
      let seconds = max(abs(way) / (speed * (index < paces.count ? paces[index] : 1)), 0.1)
      // x² (3 − 2x) is s at x = ½ − sin(asin(1 − 2s) / 3).
      let passed = [-least, least].filter { way != 0 && (0...1).contains(($0 - last) / way) }
        .map { 0.5 - sin(asin(1 - 2 * ($0 - last) / way) / 3) }.sorted()
      for (a, b) in zip([0] + passed, passed + [1]) {
        let x = (a + b) / 2
        add(time + a * seconds, time + b * seconds, last + way * x * x * (3 - 2 * x))
      }
      (begin, last) = (time + seconds, stop.rotation)
      time = begin + (index < holds.count ? holds[index] : hold)
    }
    add(begin, .infinity, last)
    return sums
  }
}
