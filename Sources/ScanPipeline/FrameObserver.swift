import Analysis
import Markers
import Outputs
import Recordings

/// What the first pass sees in one frame.
struct Sighting: Sendable {
  let observations: FrameObservations
  let validity: FrameDepthValidity
  let colorDigest, depthDigest: String
}

/// Looks at one frame after the other, in memory that the next one uses again.
struct FrameObserver: ~Copyable {
  private var decoder: FrameDecoder
  private let detector: MarkerDetector
  private var gray = GrayImage(width: 0, height: 0, pixels: [])
  private var depth = DepthImage(width: 0, height: 0, pixels: [])

  init(_ recording: Recording, _ detector: MarkerDetector) {
    decoder = FrameDecoder(recording)
    self.detector = detector
  }

  mutating func observe(_ frame: RecordedFrame) throws -> Sighting {
    try decoder.depth(frame, into: &depth)
    let depthDigest = decoder.withFile { Checksum.sha256($0) }
    try decoder.gray(frame, into: &gray)
    let colorDigest = decoder.withFile { Checksum.sha256($0) }
    var observations = try detector.observe(
      gray: gray, depth: depth, camera: frame.camera, frame: frame.index, time: frame.time, name: frame.name)
    observations.depthDelay = frame.depthDelay
    let validity = FrameDepthValidity(
      frame: ValidCount(valid: depth.validCount, total: depth.pixels.count),
      markers: observations.markers.reduce(ValidCount()) {
        $0 + ValidCount(valid: $1.validDepthPixels, total: $1.depthPixels)
      })
    return Sighting(
      observations: observations, validity: validity, colorDigest: colorDigest, depthDigest: depthDigest)
  }
}
