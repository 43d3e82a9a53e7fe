import Analysis
import Geometry
import PointClouds
import Recordings
import Tracking
import Workers

/// The fused surface of a tracked recording, and what the second pass over its frames counted.
struct FusedHead {
  /// The surface in the scan frame.
  let mesh: Mesh
  /// How valid the depth on the head was, a frame at a time; nil for frames without a pose.
  let headValidity: [ValidCount?]
  /// The points of some frames, evenly chosen, scan frame.
  let samples: [FrameSample]

  /// Decodes the posed frames again and fuses them in order; of more than `mostFrames`, every second, third, … one.
  ///
  /// Some frames are decoded and prepared at a time, each by one thread, and then fused block by block, each block by one
  /// thread, so that the number of threads changes nothing.
  static func fuse(
    _ recording: Recording, _ tracking: Tracking, region: FusionRegion, voxelSize: Double,
    extraction: MeshExtraction = MeshExtraction(), mostFrames: Int = .max, workers: Workers,
    step: @Sendable (Int) -> Void = { _ in }
  ) throws -> FusedHead {
    let options = FusionOptions(region: region, voxelSize: voxelSize)
    var fusion = try SurfaceFusion(options)
    let ball = MarkerBall(tracking.map)
    let posed = tracking.posedFrames(atMost: mostFrames)
    let paintedStep = max(1, posed.count / paintedFrames)
    let sampledStep = max(1, posed.count / sampledFrames)
    var samples: [FrameSample] = []
    var validity = [ValidCount?](repeating: nil, count: recording.frames.count)
    for start in stride(from: 0, to: posed.count, by: batch) {
      let group = Array(posed[start..<min(start + batch, posed.count)])
      let prepared = workers.map(group.count, tool: { FramePreparer(recording, tracking, ball, options) }) {
        preparer, k -> Result<(DepthView, ValidCount, FrameSample?), any Error> in
        defer { step(group[k]) }
        let isPainted = (start + k) % paintedStep == 0
        do {
          let (view, validity) = try preparer.prepare(group[k], isPainted: isPainted)
          let isSampled = (start + k) % sampledStep == 0 && tracking.carried[group[k]] == nil
          return .success((view, validity, isSampled ? FrameSample(group[k], view) : nil))
        } catch { return .failure(error) }
      }
      let views = try prepared.map { try $0.get() }
      fusion.integrate(views.map(\.0), workers: workers)
      for (k, view) in views.enumerated() { validity[group[k]] = view.1 }
      samples += views.compactMap(\.2)
    }
    var extraction = extraction
    extraction.seeds = tracking.map.centres
    return FusedHead(mesh: fusion.mesh(extraction, workers: workers), headValidity: validity, samples: samples)
  }

  /// Frames prepared at a time: enough to keep threads from waiting for each other, few enough for the memory.
  private static let batch = 16
  /// Colours of about as many frames, evenly chosen, are enough for a mean; decoding them takes a third of a frame's time.
  private static let paintedFrames = 150
  /// Points of about as many frames are kept.
  private static let sampledFrames = 150
}

extension FusionOptions {
  /// Options for a size of voxels in metres: the band must hold two voxels on either side of the surface.
  init(region: FusionRegion, voxelSize: Double) {
    self.init(region: region)
    self.voxelSize = voxelSize
    truncation = max(truncation, 2.4 * voxelSize)
  }
}

extension Tracking {
  /// The frames with a pose, in order; of more than `most`, every second, third, … one.
  fileprivate func posedFrames(atMost most: Int) -> [Int] {
    let posed = scanFromCamera.indices.filter { scanFromCamera[$0] != nil }
    let step = (posed.count - 1) / most + 1
    return stride(from: 0, to: posed.count, by: step).map { posed[$0] }
  }
}
