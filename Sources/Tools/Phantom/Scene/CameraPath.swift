public import Geometry
import Platform

/// The camera's path around the head, in the head frame: rings at rising heights, then the crown and the face.
public struct CameraPath: Sendable {
  /// Which part of the head the path sees.
  public enum Extent: String, Sendable, CaseIterable {
    /// All around.
    case whole
    /// The right side only: an unfinished scan.
    case half
    /// All around, the first ring from below the ears, so that lobes and nose tip are seen.
    case low
    /// A flat board from all sides: near and far, tilted by 15 to 55°.
    case board

    fileprivate var knots: [Vector3] {
      switch self {
      case .whole: CameraPath.whole
      case .half: CameraPath.half
      case .low: CameraPath.firstRingFromBelow + CameraPath.whole.dropFirst(5)
      case .board: CameraPath.board
      }
    }
  }

  /// Seconds from the first frame to the last.
  public let duration: Double
  let knots: [Vector3]
  /// Whether the camera keeps its upright side along the board's, as a phone in hands over a table does.
  private let isOverBoard: Bool
  let lengths: [Double]
  let hand, tremor: SmoothMotion
  /// What moves before a camera that stands still; nil where the camera moves around the head.
  private let subject: BodyMovement?
  let faults: CameraFaults

  /// A path that takes `duration` seconds.
  ///
  /// - Parameter jitter: how unsteady the hand is; 1 is 5 mm and 1.2°, with a tremor of 0.25 mm.
  public init(extent: Extent, duration: Double, jitter: Double = 1, seed: UInt64 = 1) throws(PhantomError) {
    try self.init(
      extent: extent, duration: duration, jitter: jitter, seed: seed, plan: FaultPlan([], duration: duration))
  }

  init(
    extent: Extent, duration: Double, jitter: Double, seed: UInt64, plan: FaultPlan, subject: BodyMovement? = nil
  ) throws(PhantomError) {
    try PhantomError.require("duration", duration, in: 0.1...600, unit: "s")
    try PhantomError.require("jitter", jitter, in: 0...4)
    self.duration = duration
    faults = CameraFaults(plan, duration: duration)
    self.subject = subject
    (knots, isOverBoard) = (extent.knots, extent == .board)
    lengths = zip(knots, knots.dropFirst()).map { ($0.0.distance(to: $0.1)) }
    hand = SmoothMotion(
      rotation: 0.02 * jitter, translation: 0.005 * jitter, frequencies: 0.1...0.8, seed: seed ^ 0x4861_6E64)
    tremor = SmoothMotion(
      rotation: 0.0012 * jitter, translation: 0.00025 * jitter, frequencies: 5...10, seed: seed ^ 0x5472_656D)
  }

  /// The camera's pose at a time, 0 … ``duration``: `headFromCamera`, with x right, y down, z forward.
  public func headFromCamera(at time: Double) -> RigidTransform {
    steadily(at: time) * hand.at(time) * tremor.at(time) * faults.motion(at: time)
  }

  /// The pose in a hand that does not shake.
  private func steadily(at time: Double) -> RigidTransform {
    if let subject { return subject.worldFromHead(at: time).inverse * Self.worldFromStand }
    let knot = place(min(max(time / duration, 0), 1))
    let (azimuth, elevation) = (2 * .pi * knot.x, knot.y * .pi / 180)
    let out = Vector3(sin(azimuth) * cos(elevation), cos(azimuth) * cos(elevation), sin(elevation))
    let distance = faults.distance(knot.z, at: time)
    return isOverBoard
      ? Self.looking(from: out, at: .zero, distance: distance, up: [0, 1, 0])
      : Self.looking(from: out, at: Vector3(0, 0.004, 0.008), distance: distance)
  }

  /// Where a camera is that looks at a point from a direction, upright.
  private static func looking(
    from out: Vector3, at target: Vector3, distance: Double, up: Vector3 = [0, 0, 1]
  ) -> RigidTransform {
    let right = up.cross(out).normalized
    return RigidTransform(
      rotation: Matrix3(columns: right, right.cross(out), -out), translation: target + out * distance)
  }

  /// A stand before the subject, from which head and chest are seen, half a metre away.
  private static let worldFromStand = looking(
    from: Vector3(0, cos(0.1), sin(0.1)), at: Vector3(0, 0, -0.045), distance: 0.5)

  /// The knot (turns from the front to the right, degrees of elevation, metres from the head) at a share of the length,
  /// by Catmull–Rom interpolation.
  func place(_ share: Double) -> Vector3 {
    var left = share * lengths.reduce(0, +)
    var index = 0
    while index < lengths.count - 1 && left > lengths[index] {
      left -= lengths[index]
      index += 1
    }
    let t = min(left / lengths[index], 1)
    let p1 = knots[index]
    let p2 = knots[index + 1]
    let m1 = (p2 - knots[max(index - 1, 0)]) / 2
    let m2 = (knots[min(index + 2, knots.count - 1)] - p1) / 2
    let (t2, t3) = (t * t, t * t * t)
    let start = p1 * (2 * t3 - 3 * t2 + 1) + m1 * (t3 - 2 * t2 + t)
    return start + p2 * (3 * t2 - 2 * t3) + m2 * (t3 - t2)
  }

  private static let whole: [Vector3] = [
    [-0.06, 16, 0.36], [0.25, 10, 0.36], [0.50, 7, 0.36], [0.75, 9, 0.36], [1.00, 18, 0.355], [1.25, 23, 0.35],
    [1.50, 25, 0.345], [1.75, 27, 0.34], [2.00, 34, 0.335], [2.25, 48, 0.33], [2.50, 60, 0.325], [2.75, 67, 0.32],
    [3.00, 58, 0.32], [3.08, 36, 0.325], [3.12, 22, 0.325], [3.00, 16, 0.325], [2.88, 13, 0.33],
  ]

  private static let firstRingFromBelow: [Vector3] = [
    [-0.06, 2, 0.36], [0.12, -6, 0.36], [0.25, -10, 0.36], [0.50, 0, 0.36], [0.75, -10, 0.36], [0.88, -6, 0.36],
    [1.00, 6, 0.355],
  ]

  private static let board: [Vector3] = [
    [0, 72, 0.32], [0.2, 52, 0.26], [0.4, 40, 0.30], [0.6, 55, 0.38], [0.8, 42, 0.44], [1.0, 60, 0.48],
    [1.2, 75, 0.40], [1.4, 58, 0.30], [1.6, 48, 0.24], [1.8, 68, 0.22], [2.0, 45, 0.32], [2.2, 38, 0.40],
  ]

  private static let half: [Vector3] = [
    [0.08, 12, 0.365], [0.25, 9, 0.36], [0.40, 12, 0.36], [0.34, 28, 0.355], [0.20, 32, 0.35], [0.07, 36, 0.34],
    [0.20, 52, 0.335], [0.38, 56, 0.335],
  ]
}

extension SIMD3 where Scalar == Double {
  /// A path length between two knots in metres: turns and degrees as arcs at the knot's distance.
  fileprivate func distance(to other: Self) -> Double {
    let radius = (z + other.z) / 2
    let elevation = (y + other.y) * .pi / 360
    let around = (other.x - x) * 2 * .pi * radius * cos(elevation)
    let up = (other.y - y) * .pi / 180 * radius
    return Vector3(around, up, other.z - z).length
  }
}

/// A small wandering motion that is smooth in time: each of its six components is a sum of sinusoids.
struct SmoothMotion: Sendable {
  let terms: [Term]

  struct Term: Sendable {
    let rotation, translation: Vector3
    let angularFrequency, phase: Double
  }

  /// A motion whose components have the given standard deviations over long times.
  ///
  /// - Parameters:
  ///   - rotation: radians about each axis.
  ///   - translation: metres along each axis.
  ///   - frequencies: the band in hertz.
  init(rotation: Double, translation: Double, frequencies: ClosedRange<Double>, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = 5
    let share = (2.0 / Double(count)).squareRoot()
    let span = frequencies.upperBound - frequencies.lowerBound
    terms = (0..<count).map { k in
      let place = (Double(k) + generator.uniform()) / Double(count)
      return Term(
        rotation: generator.normal3() * (share * rotation), translation: generator.normal3() * (share * translation),
        angularFrequency: 2 * .pi * (frequencies.lowerBound + span * place), phase: 2 * .pi * generator.uniform())
    }
  }

  /// The motion at a time in seconds.
  func at(_ time: Double) -> RigidTransform {
    var (w, t) = (Vector3.zero, Vector3.zero)
    for term in terms {
      let wave = sin(term.angularFrequency * time + term.phase)
      w += term.rotation * wave
      t += term.translation * wave
    }
    return RigidTransform(rotation: .rotation(w), translation: t)
  }
}

/// Where a camera is while it reads each row of an image: `headFromCamera`, one pose for all rows, or one for each.
struct RowPoses: Sendable {
  private let poses: [RigidTransform]

  /// All rows are read at the same moment.
  init(_ pose: RigidTransform) { poses = [pose] }

  /// A pose for each row, from the top.
  init(rows: [RigidTransform]) { poses = rows }

  /// The pose at a row; rows outside of the image are read with its first or last.
  subscript(row: Int) -> RigidTransform { poses[min(max(row, 0), poses.count - 1)] }

  /// The pose in the middle of the image.
  var middle: RigidTransform { self[poses.count / 2] }

  /// Where a camera shows a point of the head frame: the row that is read when the point is on it.
  ///
  /// - Returns: the pixel, and the point in the camera's frame at that moment.
  func sight(of point: Vector3, by camera: Camera) -> (pixel: Vector2, inCamera: Vector3) {
    var inCamera = middle.inverse * point
    var pixel = camera.project(inCamera)
    guard poses.count > 1 else { return (pixel, inCamera) }
    for _ in 0..<4 where pixel.y.isFinite && inCamera.z > 0 {
      inCamera = self[Int(min(max(pixel.y, 0), Double(poses.count - 1)).rounded())].inverse * point
      pixel = camera.project(inCamera)
    }
    return (pixel, inCamera)
  }
}
