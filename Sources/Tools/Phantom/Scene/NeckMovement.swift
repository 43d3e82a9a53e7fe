import Geometry
import Platform

/// What a simulated child does with its head, and the patch on its chest: the content of the preset `neck`. Degrees, metres
/// and seconds.
public struct NeckOptions: Sendable, Equatable {
  /// How far the head turns to either side.
  public var rotation = 110.0
  /// How far the head leans to either side.
  public var lateral = 70.0
  /// How far the head bends forwards and backwards.
  public var flexion = 0.0
  /// How often each of them is done.
  public var repeats = 3
  /// How long an end is held.
  public var hold = 0.9
  /// The mean speed between two ends, in degrees a second.
  public var speed = 90.0
  /// By how much the patch turns on the chest, once, half-way through the recording.
  public var patchSlip = 0.0
  /// Whether there is a patch.
  public var hasPatch = true

  /// A child of full range: both movements three times.
  public init() {}

  /// Seconds until the last movement is over and the head has rested again.
  public var duration: Double { (turns.last?.end ?? 0) + Self.atRest }

  /// How long the head is at rest in the beginning, in seconds, and at least in the end.
  private static let atRest = 1.5

  /// The movements in their order.
  var turns: [NeckTurn] {
    let ends = [Vector3(0, 0, rotation), Vector3(0, lateral, 0), Vector3(-flexion, 0, 0)].filter { $0 != .zero }
    let stops = ends.flatMap { end in (0..<repeats).flatMap { _ in [end, -end, .zero] } }
    var turns: [NeckTurn] = []
    var (time, last) = (Self.atRest, Vector3.zero)
    for stop in stops {
      let seconds = (stop - last).length / speed
      turns.append(NeckTurn(begin: time, end: time + seconds, from: last, to: stop))
      (time, last) = (time + seconds + hold, stop)
    }
    return turns
  }

  func validate() throws(PhantomError) {
    try PhantomError.require("neck rotation", rotation, in: 0...150, unit: "°")
    try PhantomError.require("neck lateral flexion", lateral, in: 0...80, unit: "°")
    try PhantomError.require("neck flexion", flexion, in: 0...80, unit: "°")
    try PhantomError.require("neck repeats", repeats, in: 1...20)
    try PhantomError.require("neck hold", hold, in: 0...10, unit: "s")
    try PhantomError.require("neck speed", speed, in: 5...500, unit: "°/s")
    try PhantomError.require("patch slip", patchSlip, in: -45...45, unit: "°")
  }
}

/// A movement from one end to the next: seconds, and Cardan angles in degrees.
struct NeckTurn: Sendable {
  let begin, end: Double
  let from, to: Vector3
}

/// A head that turns and leans on its neck: ends that are held, joined by smooth movements. Torso frame: the head's at
/// rest, RAS.
struct NeckMovement: Sendable {
  private let turns: [NeckTurn]
  private let tremor: SmoothMotion
  private let pivot: Vector3

  /// - Parameter pivot: the point about which the head moves, torso frame.
  init(_ options: NeckOptions, pivot: Vector3, seed: UInt64) {
    (turns, self.pivot) = (options.turns, pivot)
    tremor = SmoothMotion(rotation: 0.005, translation: 0.0005, frequencies: 0.3...2, seed: seed ^ 0x4E65_636B)
  }

  /// Where the head is at a time.
  func torsoFromHead(at time: Double) -> RigidTransform {
    let angles = angles(at: time) * (.pi / 180)
    let rotation = Matrix3.rotation([angles.x, 0, 0]) * .rotation([0, angles.y, 0]) * .rotation([0, 0, angles.z])
    let turned = RigidTransform(rotation: rotation, translation: pivot - rotation * pivot)
    return turned * tremor.at(time)
  }

  /// The angles about x, y and z, in degrees: Cardan angles in this order.
  private func angles(at time: Double) -> Vector3 {
    guard let turn = turns.last(where: { $0.begin <= time }) else { return .zero }
    return turn.from + (turn.to - turn.from) * smoothstep((time - turn.begin) / max(turn.end - turn.begin, 1e-9))
  }
}

/// How head and torso move in the room. World frame: the head's at rest.
struct BodyMovement: Sendable {
  private let head, torso: SmoothMotion
  /// What the head does on its neck; nil where head and torso just sway.
  let neck: NeckMovement?

  /// - Parameter sway: how much they move, 1 being a standard deviation of 2.5° and 5 mm of the head.
  init(sway: Double, neck: NeckMovement? = nil, seed: UInt64) {
    head = SmoothMotion(
      rotation: 0.044 * sway, translation: 0.005 * sway, frequencies: 0.03...0.25, seed: seed ^ 0x5377_6179)
    torso = SmoothMotion(
      rotation: 0.02 * sway, translation: 0.004 * sway, frequencies: 0.03...0.3, seed: seed ^ 0x546F_7273)
    self.neck = neck
  }

  /// The head's place at a time in seconds.
  func worldFromHead(at time: Double) -> RigidTransform {
    neck.map { torso.at(time) * $0.torsoFromHead(at: time) } ?? head.at(time)
  }

  /// The torso's place at a time in seconds; at rest its frame is the head's.
  func worldFromTorso(at time: Double) -> RigidTransform { torso.at(time) }
}
