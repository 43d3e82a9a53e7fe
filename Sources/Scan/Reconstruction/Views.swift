import Files
public import Images
public import Markers
import Platform
import Recordings
import Workers

/// What the first pass over a recording sees: markers and valid depth of every frame, and the digest of its images.
public struct Views: Sendable {
  /// Every marker that was seen, a frame at a time.
  public let observations: [FrameObservations]
  /// Those that can be the cap's, the others with the reason why not.
  package let usable: [FrameObservations]
  /// Pixels with valid depth: of each frame, and within its markers' outlines.
  public let depthValidity: [(frame: ValidCount, markers: ValidCount)]
  /// The digest of the digests of all images, colour before depth.
  public let digest: String
}

extension Views {
  /// Detects the cap's markers in every frame, several frames at a time, and screens them.
  ///
  /// - Parameter early: what was seen while the recording was made, which needs no second look.
  /// - Throws: ``MarkerError/noneSeen(frames:dictionary:seenInstead:)`` where there is none, with the dictionary that
  ///   the images show instead, if any; ``MarkerError/mostRejected(sightings:ids:dictionary:reason:)`` where hardly any
  ///   can be used.
  static func detected(
    in input: HeadRecording, _ options: ScreeningOptions = ScreeningOptions(), after early: EarlyDetection? = nil,
    workers: Workers, step: @Sendable (Int) -> Void
  ) throws -> Views {
    let recording = input.recording
    let seen = early?.seen(of: input)
    let detector = MarkerDetector(input.cap)
    let schedule = SearchSchedule(recording.frames.map(\.time))
    func observe(
      _ indices: [Int], beside neighbours: @Sendable (Int) -> [FrameObservations]
    ) throws -> [ObservedFrame] {
      try workers.map(indices.count, tool: { FrameObserver(recording, detector) }) {
        observer, k -> Result<ObservedFrame, any Error> in
        defer { step(indices[k]) }
        let (frame, neighbours) = (recording.frames[indices[k]], neighbours(k))
        if let seen = seen?.frame(frame, beside: neighbours) { return .success(seen) }
        do { return .success(try observer.observe(frame, beside: neighbours)) } catch { return .failure(error) }
      }.map { try $0.get() }
    }
    let whole = try observe(schedule.whole) { _ in [] }
    let others = try observe(schedule.others.map(\.frame)) { k in
      let after = schedule.others[k].after
      return [whole[after - 1].observations, whole[after].observations]
    }
    var frames = (whole + others).sorted { $0.observations.frame < $1.observations.frame }
    var shown: Set<String> = []
    for k in frames.indices where frames[k].depth.valid > 0 {
      frames[k].observations.repeatsDepth = !shown.insert(frames[k].depthDigest).inserted
    }
    let observations = frames.map(\.observations)
    let usable = try MarkerCheck(recording, cap: input.cap, options).screened(observations)
    return Views(
      observations: observations,
      usable: usable.map { frame in
        var frame = frame
        if frame.repeatsDepth { frame.reject { _ in .noDepth } }
        return frame
      },
      depthValidity: frames.map { ($0.depth, $0.markers) },
      digest: Checksum.sha256(Data(frames.flatMap { ($0.colorDigest + $0.depthDigest).utf8 })))
  }
}

/// What the first pass sees in one frame.
struct ObservedFrame: Sendable {
  var observations: FrameObservations
  let depth, markers: ValidCount
  let colorDigest, depthDigest: String
}

/// Observes one frame after the other, in memory that is reused.
struct FrameObserver: ~Copyable {
  private var decoder: FrameDecoder
  private let detector: MarkerDetector
  private var gray = GrayImage(width: 0, height: 0, pixels: [])
  private var depth = DepthImage(width: 0, height: 0, pixels: [])

  init(_ recording: Recording, _ detector: MarkerDetector) {
    decoder = FrameDecoder(recording)
    self.detector = detector
  }

  /// What a frame shows: everywhere, or around what the frames before and after it show, if there are such.
  mutating func observe(_ frame: RecordedFrame, beside neighbours: [FrameObservations]) throws -> ObservedFrame {
    try decoder.depth(frame, into: &depth)
    let depthDigest = decoder.withFile { Checksum.sha256($0) }
    try decoder.gray(frame, into: &gray)
    let colorDigest = decoder.withFile { Checksum.sha256($0) }
    let box = SearchBox(around: neighbours)
    var observations = try markers(of: frame, in: box)
    // What left the box may be elsewhere in the image.
    if box != nil, neighbours.allSatisfy({ $0.markers.count > observations.markers.count }) {
      observations = try markers(of: frame, in: nil)
    }
    observations.depthDelay = frame.depthDelay
    return ObservedFrame(
      observations: observations, depth: ValidCount(valid: depth.validCount, total: depth.pixels.count),
      markers: observations.markers.reduce(ValidCount()) {
        $0 + ValidCount(valid: $1.validDepthPixels, total: $1.depthPixels)
      }, colorDigest: colorDigest, depthDigest: depthDigest)
  }

  private func markers(of frame: RecordedFrame, in box: SearchBox?) throws -> FrameObservations {
    try detector.observe(
      gray: gray, box, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
  }
}

/// Which frames are searched whole, so that whatever appears is found soon, and which only around what those show.
struct SearchSchedule {
  /// The frames that are searched whole, the first and the last among them.
  private(set) var whole: [Int] = []
  /// The frames in between, and the place in ``whole`` of the next one after each.
  private(set) var others: [(frame: Int, after: Int)] = []
  private var count = 0
  /// Of the last frame that is searched whole.
  private var lastTime = -Double.infinity

  /// The most frames from one that is searched whole to the next, and the longest time, seconds: what comes and goes in
  /// between may be missed outside of the box. Chosen for speed.
  private static let (mostFrames, longest) = (8, 0.3)

  /// Of no frames yet.
  init() {}

  /// The frames of a recording by the times at which they were taken, seconds.
  init(_ times: [Double]) {
    for index in times.indices { add(times[index], before: index + 1 < times.count ? times[index + 1] : nil) }
  }

  /// Adds the next frame.
  ///
  /// - Parameters:
  ///   - time: when it was taken, seconds.
  ///   - next: when the one after it was; nil for the last one.
  /// - Returns: whether it is searched whole.
  @discardableResult mutating func add(_ time: Double, before next: Double?) -> Bool {
    defer { count += 1 }
    let isDue =
      whole.last.map { count - $0 >= Self.mostFrames } ?? true || next.map { $0 - lastTime > Self.longest } ?? true
    if isDue {
      whole.append(count)
      lastTime = time
    } else {
      others.append((count, whole.count))
    }
    return isDue
  }
}

extension Views {
  /// The depth validity of every frame, several frames at a time.
  static func withoutMarkers(
    _ recording: Recording, workers: Workers, step: @Sendable (Int) -> Void
  ) throws -> Views {
    let seen = workers.map(recording.frames.count, tool: { FrameDecoder(recording) }) {
      decoder, index -> Result<(ValidCount, String), any Error> in
      defer { step(index) }
      do { return .success(try validity(recording.frames[index], &decoder)) } catch { return .failure(error) }
    }
    let frames = try seen.map { try $0.get() }
    return Views(
      observations: recording.frames.map {
        FrameObservations(frame: $0.index, time: $0.time, cameras: $0.cameras, markers: [])
      },
      usable: [], depthValidity: frames.map { ($0.0, ValidCount()) },
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
