import Feedback
import Foundation
import Geometry

@testable import Movement

/// A body that moves in known angles, as points in space: x to the subject's front, y up, z to its right, metres.
struct SimulatedBody {
  /// Flexion of the knee, flexion and abduction of the hip of the moved side, in degrees, over time.
  var knee: [Double] = []
  var hip: [Double] = []
  var abduction: [Double] = []
  /// Flexion and abduction of the shoulder, flexion of the elbow, dorsiflexion of the ankle.
  var arm: [Double] = []
  var armAbduction: [Double] = []
  var elbow: [Double] = []
  var foot: [Double] = []
  /// Rotation of the hip, seen by a knee that is bent.
  var turn: [Double] = []
  /// How the head is held.
  var head: [HeadAngles] = []
  /// The nose from the foot of the neck, and how far the right ear lies before and above the left one, in metres.
  var nose: Vector3 = [0.1, 0.2 - 0.1 * 18 / 99, 0]
  var earShift = Vector2.zero
  var side = BodySide.right
  /// Frames a second.
  var rate = 30.0
  /// How far the trunk leans forward, in degrees.
  var lean = 0.0

  /// A body whose right side moves in one joint.
  static func moving(_ joint: MotionJoint, _ movement: JointMovement, _ course: [Double]) -> SimulatedBody {
    var body = SimulatedBody()
    switch (joint, movement) {
    case (.shoulder, .flexion): body.arm = course
    case (.shoulder, _): body.armAbduction = course
    case (.elbow, _): body.elbow = course
    case (.ankle, _): body.foot = course
    case (.hip, .flexion): body.hip = course
    case (.hip, .rotation):
      body.turn = course
      body.knee = course.map { _ in 80 }
    case (.neck, _):
      body.head = course.map { angle in
        HeadAngles(
          flexion: movement == .flexion ? angle : 0, lateral: movement == .lateral ? angle : 0,
          rotation: movement == .rotation ? angle : 0)
      }
    case (.hip, _): body.abduction = course
    default: body.knee = course
    }
    return body
  }

  static let (thigh, shank, trunk) = (0.42, 0.4, 0.5)
  static let (upperArm, forearm) = (0.3, 0.26)

  var count: Int { max([knee, hip, abduction, arm, armAbduction, elbow, foot, turn].map(\.count).max()!, head.count) }
  var times: [Double] { (0..<count).map { Double($0) / rate } }

  /// The points in the order in which a frame adds them: arrays by place take a tenth of the time of dictionaries by point.
  private static let order: [BodyPoint] =
    [.nose]
    + BodySide.allCases.flatMap { side in
      [
        BodyPoint.ear(side), .eye(side), .shoulder(side), .elbow(side), .wrist(side), .hip(side), .knee(side),
        .ankle(side), .heel(side), .toe(side),
      ]
    }

  /// Adds the points of a frame to those of the frames before.
  private func add(_ i: Int, to tracks: inout [[Vector3]]) {
    let up: Vector3 = [sin(lean * .pi / 180), cos(lean * .pi / 180), 0]
    let front: Vector3 = [up.y, -up.x, 0]
    let neck = [0, 0.9, 0] + up * (Self.trunk + 0.05)
    let turned = i < head.count ? head[i].neutralFromHead : nil
    tracks[0].append(neck + held(nose, turned))
    for (index, leg) in BodySide.allCases.enumerated() {
      let across = leg == .right ? 1.0 : -1
      let isMoved = leg == side
      let value = { (angles: [Double]) in isMoved && i < angles.count ? angles[i] * .pi / 180 : 0 }
      let (flexion, out, bend) = (value(hip), value(abduction), value(knee))
      let hip: Vector3 = [0, 0.9, 0.09 * across]
      // The thigh: down, turned forward and outward; the shank turned back against it.
      let down: Vector3 = [sin(flexion) * cos(out), -cos(flexion) * cos(out), sin(out) * across]
      // Turned outwards, the shank goes inwards.
      let thigh = Matrix3.rotation(down * (across * value(turn)))
      let back = thigh * [-cos(flexion), -sin(flexion), 0]
      let shank = down * cos(bend) + back * sin(bend)
      let knee = hip + down * Self.thigh
      let ankle = knee + shank * Self.shank
      // The foot: square to the shank, forward.
      let square = down * sin(bend) - back * cos(bend)
      let drawn = value(foot)
      let ahead = square * cos(drawn) - shank * sin(drawn)
      // The upper arm: down along the trunk, turned forward and outward; the forearm turned forward against it.
      let shoulder = [0, 0.9, 0.16 * across] + up * Self.trunk
      let (raised, aside, bent) = (value(arm), value(armAbduction), value(elbow))
      let hanging = front * sin(raised) - up * cos(raised)
      let upper = hanging * cos(aside) + Vector3(0, 0, across) * sin(aside)
      let forearm = upper * cos(bent) + (front * cos(raised) + up * sin(raised)) * sin(bent)
      let elbow = shoulder + upper * Self.upperArm
      let shift = earShift * (across / 2)
      let (ear, eye): (Vector3, Vector3) = ([shift.x, 0.2 + shift.y, 0.07 * across], [0.08, 0.23, 0.03 * across])
      let points = [
        neck + held(ear, turned), neck + held(eye, turned), shoulder, elbow, elbow + forearm * Self.forearm, hip, knee,
        ankle, ankle - ahead * 0.05, ankle + ahead * 0.15,
      ]
      for (place, point) in points.enumerated() { tracks[1 + index * points.count + place].append(point) }
    }
  }

  /// A point of the head, as it is held in a frame: the axes of the angles are right, front and up.
  private func held(_ place: Vector3, _ turned: Matrix3?) -> Vector3 {
    guard let turned else { return place }
    let moved = turned * [place.z, place.x, place.y]
    return [moved.y, moved.z, moved.x]
  }

  /// What a camera sees from the front, so many metres before the head, with a focal length in pixels and at a height in metres; it
  /// looks ahead, or towards a height above the neck.
  func seen(from distance: Double, focal: Double, height: Double = 1.5, towards: Double? = nil) -> LandmarkSequence {
    let tilt = atan2(height - (towards ?? height), distance)
    return sequence(.picture(width: 1920, height: 1080)) {
      let (ahead, up) = (distance - $0.x, $0.y - height)
      let depth = ahead * cos(tilt) - up * sin(tilt)
      return [960 - focal * $0.z / depth, 540 - focal * (up * cos(tilt) + ahead * sin(tilt)) / depth, 0]
    }
  }

  /// The sequence in space, with axes that are turned against the body's, as a laboratory's are.
  var space: LandmarkSequence {
    let (c, s) = (cos(0.5), sin(0.5))
    return sequence(.laboratory) { [c * $0.x + s * $0.z, $0.y, c * $0.z - s * $0.x] }
  }

  /// What a camera without perspective sees from the subject's right side: it faces the picture's right.
  var lateral: LandmarkSequence {
    sequence(.picture(width: 1920, height: 1080)) { [700 + 400 * $0.x, 900 - 400 * $0.y, 0] }
  }

  /// What a camera without perspective sees from the front: the subject's left is at the picture's right.
  var frontal: LandmarkSequence {
    sequence(.picture(width: 1920, height: 1080)) { [900 - 400 * $0.z, 900 - 400 * $0.y, 0] }
  }

  func sequence(
    _ space: LandmarkSequence.Space, confidence: Double? = 0.9, _ place: (Vector3) -> Vector3
  ) -> LandmarkSequence {
    let count = count
    var positions = [[Vector3]](repeating: [], count: Self.order.count)
    for i in 0..<count { add(i, to: &positions) }
    let tracks = zip(Self.order, positions).map { point, positions in
      (
        point,
        LandmarkSequence.Track(
          positions: positions.map(place), confidences: confidence.map { [Double](repeating: $0, count: count) })
      )
    }
    return LandmarkSequence(
      space: space, times: times, frames: (0..<count).map { "\($0)" }, tracks: Dictionary(uniqueKeysWithValues: tracks))
  }
}

/// How an angle goes over time.
enum Course {
  /// Rests at one angle, moves to the other one, rests there, and comes back, so many times; without jerk between.
  static func repeats(
    _ count: Int, from start: Double = 0, to high: (Int) -> Double = { _ in 120 }, back: ((Int) -> Double)? = nil,
    rest: Double = 1, move: Double = 1.2, rate: Double = 30
  ) -> [Double] {
    var (course, low) = ([Double](repeating: start, count: Int(rest * rate)), start)
    for index in 0..<count {
      let top = high(index)
      course += way(low, top, move, rate) + Array(repeating: top, count: Int(rest * rate))
      low = back?(index) ?? start
      course += way(top, low, move, rate) + Array(repeating: low, count: Int(rest * rate))
    }
    return course
  }

  /// Rests at each of some angles, and moves from one to the next.
  static func levels(_ levels: [Double], rest: Double = 1, move: Double = 1, rate: Double = 30) -> [Double] {
    var course = [Double](repeating: levels[0], count: Int(rest * rate))
    for (from, to) in zip(levels, levels.dropFirst()) {
      course += way(from, to, move, rate) + Array(repeating: to, count: Int(rest * rate))
    }
    return course
  }

  /// A movement of least jerk (Flash & Hogan 1985).
  static func way(_ from: Double, _ to: Double, _ seconds: Double, _ rate: Double) -> [Double] {
    let n = Int(seconds * rate)
    return (1..<max(2, n)).map { i in
      let t = Double(i) / Double(n)
      return from + (to - from) * t * t * t * (10 - 15 * t + 6 * t * t)
    }
  }

  static func noisy(_ course: [Double], _ deviation: Double, seed: Int, correlation: Double = 0) -> [Double] {
    var random = SeededGenerator(seed: UInt64(seed))
    var last = random.normal()
    return course.map { value in
      last = correlation * last + (1 - correlation * correlation).squareRoot() * random.normal()
      return value + deviation * last
    }
  }
}

extension BodyPoint {
  /// Arms and eyes last: the noise of the other points is the same with and without them.
  static let inOrderOfNoise: [BodyPoint] = allCases.filter { !armsAndEyes.contains($0) } + armsAndEyes
  static let armsAndEyes: [BodyPoint] = [.leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftEye, .rightEye]
}

extension LandmarkSequence {
  /// The same points with noise in every coordinate that the file has.
  func noisy(_ deviation: Double, seed: Int = 1) -> LandmarkSequence {
    var (random, noisy) = (SeededGenerator(seed: UInt64(seed)), self)
    let isFlat = space.isFlat
    for point in BodyPoint.inOrderOfNoise {
      guard var track = tracks[point] else { continue }
      for i in times.indices {
        let (x, y, z) = (random.normal(), random.normal(), random.normal())
        // By components: without optimisation vectors take thrice as long.
        let still = track.positions[i]
        track.positions[i] = [
          still.x + x * deviation, still.y + y * deviation, isFlat ? still.z : still.z + z * deviation,
        ]
      }
      noisy.tracks[point] = track
    }
    return noisy
  }

  /// The same points without arms and eyes, which no measurement of a leg asks: their noise comes last, so that all numbers
  /// stay as they are.
  var withoutArmsAndEyes: LandmarkSequence {
    var fewer = self
    for point in BodyPoint.armsAndEyes { fewer.tracks[point] = nil }
    return fewer
  }

  /// The same points, those of one side taken for those of the other in some frames.
  func exchanging(_ points: [(BodySide) -> BodyPoint], in frames: Range<Int>) -> LandmarkSequence {
    var exchanged = self
    for point in points {
      let (left, right) = (point(.left), point(.right))
      for i in frames {
        exchanged.tracks[left]!.positions[i] = tracks[right]!.positions[i]
        exchanged.tracks[right]!.positions[i] = tracks[left]!.positions[i]
      }
    }
    return exchanged
  }
}

extension NeckMeasurement {
  /// A measurement of a sequence that a test has made.
  static func of(
    _ sequence: LandmarkSequence, _ movement: JointMovement, side: BodySide? = nil, neutral: String? = nil,
    poseDeviation: Double = 0
  ) throws -> MeasuredMotion {
    let view: MotionView? = !sequence.space.isFlat ? nil : movement == .flexion ? .lateral : .frontal
    return try NeckMeasurement(movement, side: side, view: view).measure(
      .landmarks(sequence, .trc), neutral: neutral, poseDeviation: poseDeviation, path: "made")
  }
}

extension MotionMeasurement {
  /// A measurement of a sequence that a test has made.
  func measure(_ sequence: LandmarkSequence) throws -> MeasuredMotion {
    try measure(.landmarks(sequence, .coco), path: "made")
  }

  /// A measurement of the right side in a sequence that a test has made; a picture is seen from where the movement shows.
  static func right(
    _ sequence: LandmarkSequence, _ joint: MotionJoint = .knee, _ movement: JointMovement = .flexion,
    direction: TurnDirection? = nil
  ) throws -> MeasuredMotion {
    let view: MotionView? = sequence.space.isFlat ? movement == .abduction ? .frontal : .lateral : nil
    return try MotionMeasurement(
      try MotionTask(joint, .right, view: view, movement: movement, direction: direction)
    ).measure(sequence)
  }

  /// A measurement of angles that a test has made, of the right knee.
  static func angles(_ degrees: [Double], rate: Double = 30, rules: MotionRules = .standard) throws -> MeasuredMotion {
    let table = AngleTable(
      name: "made", isInDegrees: true, times: degrees.indices.map { Double($0) / rate },
      columns: [.init(name: "knee_angle_r", values: degrees)])
    return try MotionMeasurement(try MotionTask(.knee, .right, view: .lateral), rules: rules, isFlexionNegative: false)
      .measure(.angles(table), path: "made")
  }
}

extension MeasuredMotion {
  /// The frames that do not count for a reason.
  func frames(_ reason: RejectionReason) -> Set<Int> { Set(reasons.indices.filter { reasons[$0] == reason }) }
}
