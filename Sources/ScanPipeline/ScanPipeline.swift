import Analysis
import Geometry
import Markers
import PointClouds
import Recordings
import Tracking
import Workers

/// From a recording to a CVAI: the stages in order.
public struct ScanPipeline: Sendable {
  let options: ScanOptions
  let progress: @Sendable (ScanProgress) -> Void

  /// A pipeline; `progress` is called from any thread.
  public init(_ options: ScanOptions, progress: @escaping @Sendable (ScanProgress) -> Void = { _ in }) {
    self.options = options
    self.progress = progress
  }

  /// Reconstructs and measures the head.
  ///
  /// - Throws: a `Diagnosis` where the input is unusable. What merely can't be measured is withheld in the result.
  public func run() throws -> Scan {
    let inputs = try ScanInputs(options)
    let (recording, cap) = (inputs.recording, inputs.cap)
    let workers = Workers(count: options.threads)
    if options.tracking == .dense { return try reconstructDensely(inputs, workers: workers) }

    let sightings = try Sightings.observe(recording, cap: cap, workers: workers, step: steps(.markers, of: recording))
    let screened = try sightings.screened(recording, cap: cap)

    progress(ScanProgress(stage: .tracking, done: 0, total: 1))
    let parted = try PartedCap(
      inputs, screened, voxelSize: options.voxelSize, workers: workers, step: steps(.fusion, of: recording))
    let split = SlipSplit(
      inputs: inputs, observations: parted.observations, voxelSize: options.voxelSize, workers: workers)
    let (reconstruction, slips) = try split.resolved(parted.reconstruction)
    let tracking = reconstruction.tracking
    let picked = ClickedLandmarks(
      inputs.clicks, recording, tracking, on: reconstruction.head.mesh, workers: workers)
    let located = try located(
      picked, inputs, tracking, reconstruction.head, in: reconstruction.region, workers: workers)

    progress(ScanProgress(stage: .analysis, done: 0, total: 1))
    let surface = try? HeadSurface(located.head.mesh)  // nil: nothing could be fused, and everything is withheld
    let fitness = ScanFitness(
      sightings.frames, tracking, cap: cap, slips: slips + parted.slips)
    let measures = HeadMeasures(surface, located.landmarks, tracking, options, cap: inputs.cap)
      .withheld(because: fitness.reasons).withholdingLengths(because: fitness.scaleReason)
    return Scan(inputs, options, sightings, tracking, located, surface, measures, fitness)
  }

  /// A counter of frames that reports a stage's progress.
  func steps(_ stage: ScanProgress.Stage, of recording: Recording) -> @Sendable (Int) -> Void {
    let step = ScanProgress.counter(stage, of: recording.frames.count, progress)
    return { _ in step() }
  }
}
