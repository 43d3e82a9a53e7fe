import Geometry
import PointClouds
import Recordings
import Tracking
import Workers

/// A cap that slipped over the head: when, and by how much the head turned against its markers.
struct CapSlip: Sendable, Equatable {
  /// Seconds since the start of the recording.
  let time: Double
  /// Degrees.
  let angle: Double
}

/// Looks for a slip of the whole cap, which its markers can't show: they stay where they were against each other.
///
/// Depth shows it. The head's shape stays the same under the cap, so every frame's depth fits the fused surface best where the
/// head is; by how much that differs from where its markers put it changes slowly with the view, but jumps with the cap.
struct SlipCheck {
  private let recording: Recording
  private let tracking: Tracking
  private let options: FusionOptions
  private let workers: Workers
  private var registration = RegistrationOptions()

  /// How many frames are looked at, evenly spread.
  private static let samples = 48
  /// The frames on either side of a moment that are compared.
  private static let window = 4
  /// A slip turns the cap by more than this, radians: sound scans show jumps of up to 1.2°.
  static let leastTurn = 0.035
  /// A jump has to exceed that turn and the scatter on both sides of it together by this factor.
  private static let leastScore = 1.0

  init(_ recording: Recording, _ tracking: Tracking, region: FusionRegion, workers: Workers) {
    (self.recording, self.tracking, self.workers) = (recording, tracking, workers)
    options = FusionOptions(region: region, voxelSize: 0.002)
    // The surface of a slipped scan is blurred, and medians over frames bear what one of them slides.
    (registration.largestDeviation, registration.largestResidual) = (0.003, 0.003)
    // Poses are nearly right already, and a wide gate lets smooth views slide farther.
    registration.levels = [.init(gate: 0.006, stride: 3, iterations: 8), .init(gate: 0.004, stride: 1, iterations: 10)]
  }

  /// The largest jump, if it is one.
  func slip(in surface: Mesh) throws -> CapSlip? {
    guard let model = RegistrationModel(surface) else { return nil }
    let posed = recording.frames.indices.filter { tracking.scanFromCamera[$0] != nil && tracking.carried[$0] == nil }
    let step = max(1, posed.count / Self.samples)
    let frames = stride(from: 0, to: posed.count, by: step).map { posed[$0] }
    let turns = try workers.map(frames.count) { k in Result { try turn(frames[k], model) } }.map { try $0.get() }
    var best: (score: Double, size: Double, index: Int) = (0, 0, 0)
    for k in stride(from: Self.window, through: frames.count - Self.window, by: 1) {
      let before = turns[(k - Self.window)..<k].compactMap { $0 }
      let after = turns[k..<(k + Self.window)].compactMap { $0 }
      guard before.count >= 3, after.count >= 3 else { continue }
      let jump = (Self.median(after) - Self.median(before)).length
      let score = jump / (Self.leastTurn + Self.scatter(before) + Self.scatter(after))
      if jump > Self.leastTurn, score > best.score { best = (score, jump, k) }
    }
    guard best.score > Self.leastScore else { return nil }
    let start = recording.frames[0].time
    let (a, b) = (recording.frames[frames[best.index - 1]].time, recording.frames[frames[best.index]].time)
    return CapSlip(time: (a + b) / 2 - start, angle: best.size * 180 / .pi)
  }

  /// By how much a frame's depth says that the head is turned against its markers' pose; nil where the shape can't tell.
  private func turn(_ frame: Int, _ model: RegistrationModel) throws -> Vector3? {
    let pose = tracking.scanFromDepthCamera(frame)!
    let view = DepthView(
      depth: try recording.depth(recording.frames[frame]),
      camera: tracking.calibration.corrected(recording.frames[frame].camera), scanFromCamera: pose,
      correction: tracking.depthCorrection, options: options)
    let result = model.register(view, options: registration)
    guard result.refusal == nil else { return nil }
    return (result.modelFromCamera.rotation * pose.rotation.transpose).rotationVector
  }

  /// The median distance from the median: views that slide scatter.
  private static func scatter(_ values: [Vector3]) -> Double {
    let middle = median(values)
    return RobustStatistics.median(values.map { ($0 - middle).length })
  }

  private static func median(_ values: [Vector3]) -> Vector3 {
    [
      RobustStatistics.median(values.map(\.x)), RobustStatistics.median(values.map(\.y)),
      RobustStatistics.median(values.map(\.z)),
    ]
  }
}
