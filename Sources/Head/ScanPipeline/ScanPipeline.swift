import Analysis
import PointClouds
public import Reconstruction
public import Workers

/// From a recording to a CVAI: the stages in order.
public struct ScanPipeline: Sendable {
  let options: ScanOptions
  private let early: EarlyDetection?
  let progress: @Sendable (ScanProgress) -> Void

  /// A pipeline; `progress` is called from any thread.
  ///
  /// - Parameter early: what was seen while the recording was made; it must have been stopped.
  public init(
    _ options: ScanOptions, after early: EarlyDetection? = nil,
    progress: @escaping @Sendable (ScanProgress) -> Void = { _ in }
  ) {
    var options = options
    options.stages.reconstruction.tracking.device = options.device?.prior
    self.options = options
    self.early = early
    self.progress = progress
  }

  /// Reconstructs and measures the head.
  ///
  /// - Throws: a `UserFacingError` where the input is unusable. What merely can't be measured is withheld in the result.
  public func run() throws -> Scan {
    let bare = try options.ofBare.map { try ScanInputs.read($0) }
    let inputs = try ScanInputs.read(options).with(bare: bare)
    let workers = Workers(count: options.threads)
    let reconstruction = Reconstruction(
      inputs.head, options.stages.reconstruction, after: early, workers: workers, progress: progress)

    let views = try reconstruction.detect()
    let tracked = try reconstruction.track(views)
    let repaired = try reconstruction.repairSlips(tracked)
    let landmarks = try reconstruction.locate(on: repaired)
    let head = try reconstruction.fuse(repaired, above: landmarks)

    progress(ScanProgress(stage: .analysis, done: 0, total: 1))
    let surface = Result { try HeadSurface(head.mesh) }  // a failure withholds everything
    let layer = CapLayer(inputs.head.cap, repaired.tracking.map)
    let under = gap(under: surface, landmarks.used, layer, bare)
    let deviations = SurfaceDeviations(repaired.tracking, inputs.filtering, options.stages.reconstruction)
    let (quality, ungated) = workers.both {
      QualityChecks(views, repaired, cap: inputs.head.cap, options.stages)
        .adding(inputs.filtering).adding(under.refusal)
    } _: {
      measure(surface, landmarks.used, found: landmarks.found, repaired.tracking, cap: layer, under.gap, deviations)
    }
    let measures = ungated.gated(by: quality)
    let coverage = ScanCoverage.measure(
      inputs.head.recording, views, repaired.tracking, head, try? surface.get(), measures,
      expected: inputs.head.cap.ids, workers)
    return Scan(
      inputs: inputs, options: options, views: views, tracking: repaired.tracking, head: head, landmarks: landmarks,
      gap: under.gap, deviations: deviations, measures: measures, coverage: coverage, quality: quality)
  }
}
