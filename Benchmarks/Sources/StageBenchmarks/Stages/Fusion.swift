import Geometry
import Images
import PointClouds
import Recordings
import Workers

/// A frame's depth with the pose from which it was taken.
struct PosedFrame: Sendable {
  let frame: RecordedFrame
  let depth: DepthImage
  let camera: Camera
  let scanFromCamera: RigidTransform
  let correction: DepthCorrection

  /// The depth made ready for fusion, without colour.
  func view(_ options: FusionOptions) -> DepthView {
    DepthView(
      depth: depth, camera: camera, scanFromCamera: scanFromCamera, correction: correction, options: options)
  }
}

extension TimedStage {
  /// Frames prepared at a time, as in a reconstruction.
  private static let batch = 16

  /// Making depth ready for fusion: tangent planes and weights.
  static func views(_ subject: Subject, voxelSize: Double) throws -> TimedStage {
    let (frames, workers) = (try subject.posed.get(), subject.workers)
    let options = try subject.fusionOptions(voxelSize: voxelSize)
    return TimedStage(name("views", voxelSize), count: frames.count, unit: .frame) {
      for group in batches(frames) { _ = views(group, options, workers) }
    }
  }

  /// Integration of prepared depth alone.
  static func integration(_ subject: Subject, voxelSize: Double) throws -> TimedStage {
    let (frames, workers) = (try subject.posed.get(), subject.workers)
    let options = try subject.fusionOptions(voxelSize: voxelSize)
    return TimedStage(name: name("integration", voxelSize), count: frames.count, unit: .frame) {
      var fusion = try TSDFVolume(options)
      var total = Elapsed.zero
      for group in batches(frames) {
        let prepared = views(group, options, workers)
        total += Elapsed.measure { fusion.integrate(prepared, workers: workers) }
      }
      return total
    }
  }

  /// From depth images in memory to a volume: both of the above.
  static func fusion(_ subject: Subject, voxelSize: Double) throws -> TimedStage {
    let (frames, workers) = (try subject.posed.get(), subject.workers)
    let options = try subject.fusionOptions(voxelSize: voxelSize)
    return TimedStage(name("fusion", voxelSize), count: frames.count, unit: .frame) {
      _ = try fused(frames, options, workers).blockCount
    }
  }

  /// The volume of all frames.
  static func fused(
    _ frames: [PosedFrame], _ options: FusionOptions, _ workers: Workers
  ) throws -> TSDFVolume {
    var fusion = try TSDFVolume(options)
    for group in batches(frames) { fusion.integrate(views(group, options, workers), workers: workers) }
    return fusion
  }

  /// A name that says the size of the voxels, which is given in metres.
  static func name(_ stage: String, _ voxelSize: Double) -> String {
    "\(stage)-\((voxelSize * 1e6).rounded() / 1000)mm"
  }

  private static func batches(_ frames: [PosedFrame]) -> [ArraySlice<PosedFrame>] {
    stride(from: 0, to: frames.count, by: batch).map { frames[$0..<min($0 + batch, frames.count)] }
  }

  private static func views(
    _ frames: ArraySlice<PosedFrame>, _ options: FusionOptions, _ workers: Workers
  ) -> [DepthView] {
    workers.map(frames.count) { frames[frames.startIndex + $0].view(options) }
  }
}
