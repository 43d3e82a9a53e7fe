import Foundation
import Geometry
import Movement
import Files

@testable import MovementReports

/// A knee in a picture that bends and rests as often as it is told.
struct SimulatedKnee {
  /// How often it bends; 0 for a knee that does not move.
  var repeats = 3
  /// The settled angles in degrees; the far one of each repeat is greater by `step`.
  var near = -5.0, far = 118.0, step = 1.0
  var side = BodySide.right
  var rate = 30.0
  /// Deviation of the noise of each coordinate, in pixels.
  var noise = 0.0
  var seed: UInt64 = 1
  /// By whom it was moved; nil where that is not stated.
  var effort: MotionEffort?

  /// The angle over time: rests of a second, movements of a second.
  private var angles: [Double] {
    let second = Int(rate)
    let rest = { (angle: Double) in [Double](repeating: angle, count: second) }
    let move = { (from: Double, to: Double) in
      (0..<second).map { from + (to - from) * (1 - cos(.pi * Double($0) / Double(second))) / 2 }
    }
    guard repeats > 0 else { return rest(near) + rest(near) + rest(near) }
    return (0..<repeats).reduce(rest(near)) { all, number in
      let far = far + step * Double(number)
      return all + move(near, far) + rest(far) + move(far, near) + rest(near)
    }
  }

  /// The points in a picture.
  var sequence: LandmarkSequence {
    let (angles, isLeft) = (angles, side == .left)
    var random = Noise(seed: seed)
    let blur = { (point: Vector3) in point + Vector3(random.normal() * noise, random.normal() * noise, 0) }
    let legs = angles.map { angle -> [Vector3] in
      let turn = angle * .pi / 180
      let (hip, knee): (Vector3, Vector3) = ([300, 100, 0], [300, 300, 0])
      return [hip, knee, knee + Vector3(-sin(turn), cos(turn), 0) * 190].map(blur)
    }
    let track = { (index: Int) in LandmarkSequence.Track(positions: legs.map { $0[index] }) }
    let points: [BodyPoint] = isLeft ? [.leftHip, .leftKnee, .leftAnkle] : [.rightHip, .rightKnee, .rightAnkle]
    return LandmarkSequence(
      space: .picture(width: 640, height: 600), times: angles.indices.map { Double($0) / rate },
      frames: angles.indices.map { String(format: "f_%06d", $0) },
      tracks: Dictionary(uniqueKeysWithValues: points.enumerated().map { ($1, track($0)) }))
  }

  /// The measurement, with an input of its own.
  func measured(_ input: String = "knee.json") throws -> MeasuredMotion {
    let task = try MotionTask(.knee, side, view: .lateral, direction: .clockwise)
    var measured = try MotionMeasurement(task).measure(.landmarks(sequence, .openPose), path: input)
    if let effort { measured.state(effort: effort, ageMonths: nil) }
    measured.state(MotionProvenance(version: "1.0.0", inputs: [input: "\(input) \(seed)"], options: [:]))
    return measured
  }

  /// The folder of the measurement, as it would be read.
  func folder(_ input: String = "knee.json", scan: ScanDescription? = nil) throws -> MotionFolder {
    var files = try measured(input).files(sequence)
    if let scan { files.append((ScanDescriptionFile.name, try ScanDescriptionFile.json(scan))) }
    return try MotionFolder(files: files)
  }

  /// The measurement as an earlier one.
  func earlier(_ name: String, date: String? = nil, subject: String? = nil) throws -> EarlierMotion {
    var scan = ScanDescription()
    (scan.date, scan.subject) = (date, subject)
    return EarlierMotion(name: name, scan: scan, result: try measured(name).result)
  }
}

/// Normal deviates of a seed (SplitMix64 and Box & Muller).
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return (Double((z ^ (z >> 31)) >> 11) + 0.5) / 9_007_199_254_740_992
  }

  mutating func normal() -> Double { (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }
}
