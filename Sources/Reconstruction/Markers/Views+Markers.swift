import Images
import Markers
import Outputs
import Platform
import Recordings
import Workers

extension Views {
  /// Detects the cap's markers in every frame, several frames at a time, and screens them.
  ///
  /// - Throws: ``MarkerError/noneSeen(frames:dictionary:seenInstead:)`` where there is none, with the dictionary that
  ///   the images show instead, if any; ``MarkerError/mostRejected(sightings:ids:dictionary:reason:)`` where hardly any
  ///   can be used.
  static func detected(
    in input: HeadRecording, _ options: MarkerOptions = MarkerOptions(), workers: Workers, step: @Sendable (Int) -> Void
  ) throws -> Views {
    let recording = input.recording
    let detector = MarkerDetector(input.cap, options: options)
    let seen = workers.map(recording.frames.count, tool: { FrameObserver(recording, detector) }) {
      observer, index -> Result<ObservedFrame, any Error> in
      defer { step(index) }
      do { return .success(try observer.observe(recording.frames[index])) } catch { return .failure(error) }
    }
    let frames = try seen.map { try $0.get() }
    let observations = frames.map(\.observations)
    return Views(
      observations: observations, usable: try screened(observations, input, options.screening),
      depthValidity: frames.map { ($0.depth, $0.markers) },
      digest: Checksum.sha256(Data(frames.flatMap { ($0.colorDigest + $0.depthDigest).utf8 })))
  }

  private static func screened(
    _ observations: [FrameObservations], _ input: HeadRecording, _ options: ScreeningOptions
  ) throws -> [FrameObservations] {
    let cap = input.cap
    let screened = try MarkerScreening.screen(observations, cap: cap, options: options)
    let usable = Set(screened.flatMap { $0.markers.map(\.id) })
    if usable.count >= options.fewestIDs { return screened }
    if let other = try otherDictionary(input.recording, cap: cap, beyond: usable.count) {
      throw MarkerError.noneSeen(frames: observations.count, dictionary: cap.dictionary.name, seenInstead: other)
    }
    if let rejection = commonestRejection(screened, cap: cap) { throw rejection }
    if !usable.isEmpty { return screened }
    throw MarkerError.noneSeen(frames: observations.count, dictionary: cap.dictionary.name, seenInstead: nil)
  }

  /// The dictionary that some of the images show, if it is another than the cap's and shows more ids.
  private static func otherDictionary(_ recording: Recording, cap: Cap, beyond ids: Int) throws -> String? {
    let count = recording.frames.count
    let probes = Set([0, count / 4, count / 2, 3 * count / 4]).sorted()
    let images = try probes.map { try recording.gray(recording.frames[$0]) }
    guard let likely = try MarkerDetector.likelyDictionary(in: images), likely.ids.count > ids else { return nil }
    // DICT_4X4_50 is the beginning of DICT_4X4_100: ids that both explain are the cap's own.
    let own = likely.ids.count { likely.dictionary.bits(of: $0) == cap.dictionary.bits(of: $0) }
    return 2 * own > likely.ids.count ? nil : likely.dictionary.name
  }

  /// The reason for which most sightings were rejected; nil where at least as many can be used.
  private static func commonestRejection(_ screened: [FrameObservations], cap: Cap) -> MarkerError? {
    let rejected = Dictionary(grouping: screened.flatMap(\.rejected), by: \.reason)
    let reasons = MarkerRejection.allCases
    guard let reason = reasons.max(by: { rejected[$0]?.count ?? 0 < rejected[$1]?.count ?? 0 }),
      let sightings = rejected[reason], sightings.count > screened.reduce(0, { $0 + $1.markers.count })
    else { return nil }
    return .mostRejected(
      sightings: sightings.count, ids: Set(sightings.map(\.id)).sorted(), dictionary: cap.dictionary.name,
      reason: reason)
  }
}

/// What the first pass sees in one frame.
private struct ObservedFrame: Sendable {
  let observations: FrameObservations
  let depth, markers: ValidCount
  let colorDigest, depthDigest: String
}

/// Observes one frame after the other, in memory that is reused.
private struct FrameObserver: ~Copyable {
  private var decoder: FrameDecoder
  private let detector: MarkerDetector
  private var gray = GrayImage(width: 0, height: 0, pixels: [])
  private var depth = DepthImage(width: 0, height: 0, pixels: [])

  init(_ recording: Recording, _ detector: MarkerDetector) {
    decoder = FrameDecoder(recording)
    self.detector = detector
  }

  mutating func observe(_ frame: RecordedFrame) throws -> ObservedFrame {
    try decoder.depth(frame, into: &depth)
    let depthDigest = decoder.withFile { Checksum.sha256($0) }
    try decoder.gray(frame, into: &gray)
    let colorDigest = decoder.withFile { Checksum.sha256($0) }
    var observations = try detector.observe(
      gray: gray, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
    observations.depthDelay = frame.depthDelay
    return ObservedFrame(
      observations: observations, depth: ValidCount(valid: depth.validCount, total: depth.pixels.count),
      markers: observations.markers.reduce(ValidCount()) {
        $0 + ValidCount(valid: $1.validDepthPixels, total: $1.depthPixels)
      }, colorDigest: colorDigest, depthDigest: depthDigest)
  }
}
