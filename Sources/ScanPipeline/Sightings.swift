import Analysis
import Geometry
import Markers
import Recordings
import Workers

/// What the first pass over a recording sees: markers and depth validity of every frame.
struct Sightings {
  var frames: [FrameObservations]
  var validity: [FrameDepthValidity]

  /// Detects the cap's markers in every frame, several frames at a time.
  static func observe(
    _ recording: Recording, cap: Cap, workers: Workers, step: @Sendable (Int) -> Void
  ) throws -> Sightings {
    let detector = MarkerDetector(cap)
    let seen = workers.map(recording.frames.count) {
      index -> Result<(FrameObservations, FrameDepthValidity), any Error> in
      defer { step(index) }
      return Result { try observe(recording.frames[index], of: recording, detector) }
    }
    let frames = try seen.map { try $0.get() }
    return Sightings(frames: frames.map(\.0), validity: frames.map(\.1))
  }

  private static func observe(
    _ frame: RecordedFrame, of recording: Recording, _ detector: MarkerDetector
  ) throws -> (FrameObservations, FrameDepthValidity) {
    let depth = try recording.depth(frame)
    let observations = try detector.observe(
      gray: try recording.gray(frame), depth: depth, camera: frame.camera, frame: frame.index, name: frame.name)
    let validity = FrameDepthValidity(
      frame: ValidCount(valid: depth.pixels.count { $0 > 0 }, total: depth.pixels.count),
      markers: observations.markers.reduce(ValidCount()) {
        $0 + ValidCount(valid: $1.validDepthPixels, total: $1.depthPixels)
      })
    return (observations, validity)
  }

  /// The observations that can be the cap's.
  ///
  /// - Throws: ``MarkerError/noneSeen(frames:dictionary:seenInstead:)`` where there is none, with the dictionary that
  ///   the images show instead, if any.
  func screened(_ recording: Recording, cap: Cap) throws -> [FrameObservations] {
    let screened = try MarkerScreening.screen(frames, cap: cap)
    if screened.contains(where: { !$0.markers.isEmpty }) { return screened }
    let count = recording.frames.count
    let probes = Set([0, count / 4, count / 2, 3 * count / 4]).sorted()
    let images = try probes.map { try recording.gray(recording.frames[$0]) }
    throw MarkerError.noneSeen(
      frames: count, dictionary: cap.dictionary.name,
      seenInstead: try MarkerDetector.likelyDictionary(in: images)?.dictionary.name)
  }
}
