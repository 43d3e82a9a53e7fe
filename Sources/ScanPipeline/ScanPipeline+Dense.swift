import Analysis
import Geometry
import Markers
import Outputs
import PointClouds
import Recordings
import Tracking
import Workers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ScanPipeline {
  /// Reconstructs a head by its surface alone; no marker is looked for.
  func reconstructDensely(_ inputs: ScanInputs, workers: Workers) throws -> Scan {
    let recording = inputs.recording
    let sightings = try Sightings.withoutMarkers(recording, workers: workers, step: steps(.markers, of: recording))
    let (tracking, ball) = try DenseTracking(recording, workers: workers).track(step: steps(.tracking, of: recording))

    let picked = ClickedLandmarks(inputs.clicks, recording, tracking)
    let fused = try FusedHead.fuse(
      recording, tracking, region: ball.withFloor(picked.landmarks), voxelSize: options.voxelSize, workers: workers,
      step: steps(.fusion, of: recording))

    let located = try located(picked, inputs, tracking, fused, in: ball, workers: workers)

    progress(ScanProgress(stage: .analysis, done: 0, total: 1))
    let surface = try? HeadSurface(located.head.mesh)  // nil: nothing could be fused, and everything is withheld
    let fitness = ScanFitness(dense: tracking)
    let measures = HeadMeasures(surface, located.landmarks, tracking, options, cap: inputs.cap).withheld(
      because: fitness.reasons
    )
    .withholdingLengths(because: fitness.scaleReason)
    return Scan(inputs, options, sightings, tracking, located, surface, measures, fitness)
  }
}

extension Sightings {
  /// The depth validity of every frame, several frames at a time.
  static func withoutMarkers(
    _ recording: Recording, workers: Workers, step: @Sendable (Int) -> Void
  ) throws -> Sightings {
    let seen = workers.map(recording.frames.count, tool: { FrameDecoder(recording) }) {
      decoder, index -> Result<(ValidCount, String), any Error> in
      defer { step(index) }
      do { return .success(try validity(recording.frames[index], &decoder)) } catch { return .failure(error) }
    }
    let frames = try seen.map { try $0.get() }
    return Sightings(
      frames: recording.frames.map {
        FrameObservations(frame: $0.index, time: $0.time, camera: $0.camera, markers: [])
      },
      validity: frames.map { FrameDepthValidity(frame: $0.0, markers: ValidCount()) },
      digest: Checksum.sha256(Data(frames.flatMap { $0.1.utf8 })))
  }

  /// A frame's valid depth, and the digests of its images, colour before depth.
  private static func validity(
    _ frame: RecordedFrame, _ decoder: inout FrameDecoder
  ) throws -> (ValidCount, String) {
    var depth = DepthImage(width: 0, height: 0, pixels: [])
    try decoder.depth(frame, into: &depth)
    let depthDigest = decoder.withFile { Checksum.sha256($0) }
    var gray = GrayImage(width: 0, height: 0, pixels: [])
    try decoder.gray(frame, into: &gray)
    let colorDigest = decoder.withFile { Checksum.sha256($0) }
    return (ValidCount(valid: depth.validCount, total: depth.pixels.count), colorDigest + depthDigest)
  }
}

extension ScanFitness {
  /// Whether a scan that was tracked by the surface alone can carry ratios: only what closes is known not to have drifted.
  init(dense tracking: Tracking) {
    (markerSizeRatio, correctedSizeRatio, verdict) = (.nan, .nan, .unknown)
    scaleReason = "no marker of known size confirms the scale"
    var reasons: [String] = []
    if let closure = tracking.closure {
      if closure.distance > Self.largestClosure {
        reasons.append(
          "the end of the scan lies \(Words.number(closure.distance * 1000, digits: 1)) mm off its beginning: "
            + "tracking by the surface drifted")
      }
    } else {
      reasons.append("the end of the scan does not show its beginning again: how far tracking drifted is not known")
    }
    let posed = "\(Words.number(100 * tracking.posedFraction, digits: 0)) % of the frames have a pose (see frames.csv)"
    if tracking.posedFraction < Self.fewestPosed { reasons.append("only \(posed)") }
    self.reasons = reasons
    notes = [
      "tracked by the surface alone (--tracking dense): no marker confirms poses, scale or intrinsics", posed,
      "what bends a head that nothing but its surface holds together shows in no residual; on simulated scans the surface was "
        + "then off by \(Words.number(Tracking.denseDeviation * 1000, digits: 1)) mm at a place, and the intervals are as wide",
    ]
  }
}

extension HeadMeasures {
  /// The measures without those in millimetres and millilitres; unchanged without a reason.
  func withholdingLengths(because reason: String?) -> HeadMeasures {
    guard let reason else { return self }
    var measures = self
    for (name, result) in results where result.value != nil && (name.unit == "mm" || name.unit == "ml") {
      measures.results[name] = MeasureResult(value: nil, unit: name.unit, reason: reason)
    }
    return measures
  }
}
