import Geometry
import PointClouds
import Recordings
import Tracking
import Workers

/// How far tracking drifted: frames of the recording's end are registered with the surface of its beginning, which
/// influenced their poses only through the frames between.
struct DenseClosure {
  private let recording: Recording
  private let workers: Workers
  private let options: FusionOptions
  private let choices: ReconstructionOptions

  /// The share of the frames that counts as beginning, and as end, of the closure. Assumed: a third.
  private static let share = 0.33
  /// The most frames of either end that take part. Chosen for speed.
  private static let mostFrames = 60
  /// The fewest registrations for a closure. Assumed.
  private static let fewestFrames = 3

  init(_ recording: Recording, _ choices: ReconstructionOptions, workers: Workers, options: FusionOptions) {
    (self.recording, self.workers, self.options, self.choices) = (recording, workers, options, choices)
  }

  /// The root mean square distance and angle between both poses; nil where the end does not show the beginning again.
  func measure(_ posed: [Int], _ poses: [Int: RecoveredPose]) throws -> SplitHalfClosure? {
    let count = Int(Self.share * Double(posed.count))
    guard count >= Self.fewestFrames, let model = try model(thinned(posed.prefix(count)), poses)
    else { return nil }
    let end = thinned(posed.suffix(count))
    let results = try workers.map(end.count) { k in
      Result { model.register(try view(end[k], poses[end[k]]!.scanFromCamera), options: choices.registration) }
    }.map { try $0.get() }
    let radius = UsualHead.radius
    var (distances, angles) = ([Double](), [Double]())
    for (frame, result) in zip(end, results) where result.refusal == nil {
      let change = result.modelFromCamera * poses[frame]!.scanFromCamera.inverse
      let middle = options.region.centre
      let (turn, shift) = (change.rotation.rotationVector.length, (change * middle - middle).length)
      // On a ball of radius R a turn moves the surface by R √(2/3) times its angle, root mean square.
      distances.append((shift * shift + turn * turn * radius * radius * 2 / 3).squareRoot())
      angles.append(turn * 180 / .pi)
    }
    guard distances.count >= Self.fewestFrames else { return nil }
    return SplitHalfClosure(distance: RobustStatistics.rms(distances), angleDegrees: RobustStatistics.rms(angles))
  }

  private func thinned(_ frames: ArraySlice<Int>) -> [Int] {
    let most = Self.mostFrames
    let step = max(1, (frames.count + most - 1) / most)
    return stride(from: frames.startIndex, to: frames.endIndex, by: step).map { frames[$0] }
  }

  private func model(_ frames: [Int], _ poses: [Int: RecoveredPose]) throws -> RegistrationModel? {
    var fusion = try TSDFVolume(options)
    for frame in frames { fusion.integrate(try view(frame, poses[frame]!.scanFromCamera), workers: workers) }
    return RegistrationModel(fusion.mesh(choices.meshing, workers: workers))
  }

  private func view(_ frame: Int, _ pose: RigidTransform) throws -> DepthView {
    DepthView(
      depth: try recording.depth(recording.frames[frame]), camera: recording.frames[frame].cameras.depth,
      scanFromCamera: pose, options: options)
  }
}
