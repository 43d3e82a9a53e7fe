public import Landmarks
public import Markers
import PointClouds
public import Recordings
import Tracking
public import Workers

/// A recording, and what is known of the head in it.
public struct HeadRecording: Sendable {
  /// The recording.
  public let recording: Recording
  /// The cap on the head.
  public let cap: Cap
  /// The clicks on landmarks, checked against the recording.
  public let clicks: [ClickSighting]

  /// A recording with a cap and clicks.
  public init(_ recording: Recording, cap: Cap, clicks: [ClickSighting] = []) {
    (self.recording, self.cap, self.clicks) = (recording, cap, clicks)
  }
}

/// From a recording to the head's poses and surface: the stages, for both tracking methods.
///
/// ``detect()`` → ``track(_:)`` → ``repairSlips(_:)`` → ``locate(on:)`` → ``fuse(_:above:)``. What comes out is the same for
/// any number of threads.
public struct Reconstruction: Sendable {
  /// What is reconstructed.
  public let input: HeadRecording
  /// How.
  public let options: ReconstructionOptions
  let workers: Workers
  let progress: @Sendable (ScanProgress) -> Void

  var recording: Recording { input.recording }

  /// Nothing is done yet; `progress` is called from any thread.
  public init(
    _ input: HeadRecording, _ options: ReconstructionOptions = ReconstructionOptions(), workers: Workers,
    progress: @escaping @Sendable (ScanProgress) -> Void = { _ in }
  ) {
    (self.input, self.options, self.workers, self.progress) = (input, options, workers, progress)
  }

  /// Looks at every frame: its markers, its depth's validity and its digest.
  ///
  /// - Throws: a `RecordingError` for a frame that can't be read, a `MarkerError` where the cap is not seen.
  public func detect() throws -> Views {
    switch options.tracking {
    case .markers: try Views.detected(in: input, workers: workers, step: steps(.markers))
    case .dense: try Views.withoutMarkers(recording, workers: workers, step: steps(.markers))
    }
  }

  /// The pose of every frame, and the surface that follows from the poses.
  ///
  /// - Throws: a `TrackingError` or a ``DenseTrackingError`` where no head can be tracked.
  public func track(_ views: Views) throws -> TrackedHead {
    switch options.tracking {
    case .markers:
      progress(ScanProgress(stage: .tracking, done: 0, total: 1))
      let parts = try Tracker().trackParts(views.usable, cap: input.cap, workers: workers)
      return try head(
        parts.tracking, parts.observations, of: views.usable, slips: parts.slips, step: steps(.fusion))
    case .dense:
      let (tracking, ball) = try DenseTracking(recording, workers: workers).track(step: steps(.tracking))
      let region = ball.withFloor(clicked(tracking).landmarks)
      let surface = try FusedHead.fuse(
        recording, tracking, region: region, voxelSize: options.voxelSize, workers: workers, step: steps(.fusion))
      return TrackedHead(tracking: tracking, surface: surface, region: region, screened: [], observations: [])
    }
  }

  /// Finds where the cap, or a part of it, slipped over the head, and takes the slips back or leaves frames out.
  public func repairSlips(_ tracked: TrackedHead) throws -> TrackedHead {
    guard options.tracking == .markers else { return tracked }  // nothing that slips was tracked
    return try SlipSplit(self).resolved(PartExchange(self).settled(tracked))
  }

  /// The landmarks on the surface: picked before the cap's before those that the surface shows.
  public func locate(on tracked: TrackedHead) throws -> LocatedLandmarks {
    let (tracking, mesh) = (tracked.tracking, tracked.surface.mesh)
    let clicked = clicked(tracking, on: mesh)
    let onCap = HeadLandmarks(input.cap, tracking.map, on: mesh)
    let given = HeadLandmarks.byPrecedence(picked: clicked.landmarks, cap: onCap)
    let isMissing = !given.areSufficient
    let isSearched = options.landmarkFinding == .always || options.landmarkFinding == .whereMissing && isMissing
    let found =
      isSearched ? try FaceSearch(self, tracking).landmarks(in: tracked.region.deepened()) : nil
    guard isMissing, let found else {
      return LocatedLandmarks(used: given, found: found, discarded: clicked.discarded, areFromSurface: false)
    }
    let used = HeadLandmarks.byPrecedence(picked: clicked.landmarks, cap: onCap, automatic: found.landmarks)
    return LocatedLandmarks(used: used, found: found, discarded: clicked.discarded, areFromSurface: true)
  }

  /// The surface down to where the landmarks say that the head ends: that of the tracked head, fused again only where it did
  /// not know them yet.
  public func fuse(_ tracked: TrackedHead, above landmarks: LocatedLandmarks) throws -> FusedHead {
    guard landmarks.areFromSurface, landmarks.used.areSufficient else { return tracked.surface }
    return try FusedHead.fuse(
      recording, tracked.tracking, region: tracked.region.withFloor(landmarks.used), voxelSize: options.voxelSize,
      workers: workers, step: steps(.fusion))
  }
}

extension Reconstruction {
  /// Recovers the poses of frames that lack one, but for those left out on purpose, and fuses.
  func head(
    _ tracked: Tracking, _ observations: [FrameObservations], of screened: [FrameObservations],
    leaving out: Set<Int> = [], slips: [PartSlip] = [], step: @Sendable (Int) -> Void = { _ in }
  ) throws -> TrackedHead {
    let tracking = try PoseRecovery(self, tracked, leaving: out).recovered()
    let region = try FusionRegion.around(tracking.map, clicked(tracking).landmarks)
    let surface = try FusedHead.fuse(
      recording, tracking, region: region, voxelSize: options.voxelSize, workers: workers, step: step)
    return TrackedHead(
      tracking: tracking, surface: surface, region: region, screened: screened, observations: observations,
      partSlips: slips,
      slips: slips.map { CapSlip($0, recording) })
  }

  /// The clicks in the scan frame, on a surface where there is one.
  func clicked(_ tracking: Tracking, on mesh: Mesh? = nil) -> ClickedLandmarks {
    ClickedLandmarks(input.clicks, workers: workers) { recording.clickView($0, tracking, on: mesh) }
  }

  /// A counter of frames that reports a stage's progress.
  func steps(_ stage: ScanProgress.Stage) -> @Sendable (Int) -> Void {
    let step = ScanProgress.counter(stage, of: recording.frames.count, progress)
    return { _ in step() }
  }
}
