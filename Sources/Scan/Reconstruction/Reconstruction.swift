import Landmarks
import Markers
import PointClouds
import Recordings
import Tracking
public import Workers

/// From a recording to the head's poses and surface: the stages, for both tracking methods.
///
/// ``detect()`` → ``track(_:)`` → ``repairSlips(_:)`` → ``locate(on:)`` → ``fuse(_:above:)``. What comes out is the
/// same for any number of threads.
public struct Reconstruction: Sendable {
  private let context: ReconstructionContext
  private let early: EarlyDetection?
  private let progress: @Sendable (ScanProgress) -> Void

  private var input: HeadRecording { context.input }
  private var options: ReconstructionOptions { context.options }

  /// Nothing is done yet; `progress` is called from any thread.
  ///
  /// - Parameter early: what was seen while the recording was made; it must have been stopped.
  public init(
    _ input: HeadRecording, _ options: ReconstructionOptions = ReconstructionOptions(),
    after early: EarlyDetection? = nil,
    workers: Workers,
    progress: @escaping @Sendable (ScanProgress) -> Void = { _ in }
  ) {
    context = ReconstructionContext(input: input, options: options, workers: workers)
    self.early = early
    self.progress = progress
  }

  /// Looks at every frame: its markers, its depth's validity and its digest.
  ///
  /// - Throws: a `RecordingError` for a frame that can't be read, a `MarkerError` where the cap is not seen.
  public func detect() throws -> Views {
    switch options.method {
    case .markers:
      try Views.detected(
        in: input, options.markers.screening, after: early, workers: context.workers, step: steps(.markers))
    case .dense: try Views.withoutMarkers(input.recording, workers: context.workers, step: steps(.markers))
    }
  }

  /// The pose of every frame, and the surface that follows from the poses.
  ///
  /// - Throws: a `TrackingError` or a ``DenseTrackingError`` where no head can be tracked.
  public func track(_ views: Views) throws -> TrackedHead {
    switch options.method {
    case .markers:
      progress(ScanProgress(stage: .tracking, done: 0, total: 1))
      let parts = try PartTracker(options.tracking, cap: input.cap, workers: context.workers).track(views.usable)
      return try .recovered(
        parts.tracking, parts.observations, of: views.usable, slips: parts.slips, in: context, step: steps(.fusion))
    case .dense:
      let (tracking, ball) = try DenseTracking(input.recording, options, workers: context.workers)
        .track(step: steps(.tracking))
      let region = ball.withFloor(context.clicked(tracking).landmarks, options: options.region)
      let surface = try context.fused(tracking, in: region, step: steps(.fusion))
      return TrackedHead(tracking: tracking, surface: surface, region: region, screened: [], observations: [])
    }
  }

  /// Finds where the cap, or a part of it, slipped over the head, and takes the slips back or leaves frames out.
  public func repairSlips(_ tracked: TrackedHead) throws -> TrackedHead {
    guard options.method == .markers else { return tracked }  // nothing that slips was tracked
    return try SlipSplit(context).resolved(PartExchange(context).settled(tracked))
  }

  /// The landmarks on the surface: picked before the cap's before those that the surface shows.
  public func locate(on tracked: TrackedHead) throws -> LocatedLandmarks {
    try LocatedLandmarks(on: tracked, in: context)
  }

  /// The surface down to where the landmarks say that the head ends. Landmarks that were found on it came after it was
  /// fused: it reached farther down then, and ends now; it is fused again only where given landmarks were rejected.
  public func fuse(_ tracked: TrackedHead, above landmarks: LocatedLandmarks) throws -> FusedHead {
    guard landmarks.areFromSurface, landmarks.used.areSufficient else { return tracked.surface }
    let region = tracked.region.withFloor(landmarks.used, options: options.region)
    return try tracked.surface.ending(in: region)
      ?? context.fused(tracked.tracking, in: region, step: steps(.fusion))
  }

  /// A counter of frames that reports a stage's progress.
  private func steps(_ stage: ScanProgress.Stage) -> @Sendable (Int) -> Void {
    let step = ScanProgress.counter(stage, of: input.recording.frames.count, progress)
    return { _ in step() }
  }
}
