import Geometry
import PointClouds
import Recordings
import Tracking
import Workers

/// How far tracking drifted: frames of the recording's end are registered with the surface of its beginning, which took no
/// part in their poses but through those between.
struct DenseClosure {
  private let recording: Recording
  private let workers: Workers
  private let options: FusionOptions

  /// The share of the frames that counts as beginning, and as end.
  private static let share = 0.33
  /// The most frames of either that take part, and the fewest registrations that tell something.
  private static let (most, fewest) = (60, 3)

  init(_ recording: Recording, workers: Workers, options: FusionOptions) {
    (self.recording, self.workers, self.options) = (recording, workers, options)
  }

  /// The root mean square distance and angle between both placings; nil where the end does not show the beginning again.
  func measure(_ posed: [Int], _ poses: [Int: RecoveredPose]) throws -> SplitHalfClosure? {
    let count = Int(Self.share * Double(posed.count))
    guard count >= Self.fewest, let model = try model(thinned(posed.prefix(count)), poses) else { return nil }
    let end = thinned(posed.suffix(count))
    let results = try workers.map(end.count) { k in
      Result { model.register(try view(end[k], poses[end[k]]!.scanFromCamera)) }
    }.map { try $0.get() }
    var (distances, angles) = ([Double](), [Double]())
    for (frame, result) in zip(end, results) where result.refusal == nil {
      let change = result.modelFromCamera * poses[frame]!.scanFromCamera.inverse
      let middle = options.region.centre
      let (turn, shift) = (change.rotation.rotationVector.length, (change * middle - middle).length)
      // On a ball of radius R a turn moves the surface by R √(2/3) times its angle, root mean square.
      distances.append((shift * shift + turn * turn * 0.065 * 0.065 * 2 / 3).squareRoot())
      angles.append(turn * 180 / .pi)
    }
    guard distances.count >= Self.fewest else { return nil }
    return SplitHalfClosure(distance: RobustStatistics.rms(distances), angleDegrees: RobustStatistics.rms(angles))
  }

  private func thinned(_ frames: ArraySlice<Int>) -> [Int] {
    let step = max(1, (frames.count + Self.most - 1) / Self.most)
    return stride(from: frames.startIndex, to: frames.endIndex, by: step).map { frames[$0] }
  }

  private func model(_ frames: [Int], _ poses: [Int: RecoveredPose]) throws -> RegistrationModel? {
    var fusion = try TSDFVolume(options)
    for frame in frames { fusion.integrate(try view(frame, poses[frame]!.scanFromCamera), workers: workers) }
    return RegistrationModel(fusion.mesh(MeshExtraction(), workers: workers))
  }

  private func view(_ frame: Int, _ pose: RigidTransform) throws -> DepthView {
    DepthView(
      depth: try recording.depth(recording.frames[frame]), camera: recording.frames[frame].camera,
      scanFromCamera: pose, options: options)
  }
}
