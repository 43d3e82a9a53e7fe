import DepthFilters
import Diagnostics
import Geometry
import Markers
public import Platform
public import Recordings

/// What is in a recording, and what is wrong with it: the content of `calvaria info`.
public struct RecordingInspection: Sendable {
  /// The recording itself.
  public let summary: RecordingSummary
  /// The markers of the sampled frames; nil where neither a cap file nor a recognisable dictionary is there.
  public let markers: MarkerInspection?
  /// What was done to depth before it was recorded.
  let filtering: DepthFiltering
  /// What is odd: of the recording, its depth and its markers.
  public var findings: [Finding] {
    summary.findings + [filtering.reason?.with(severity: .warning)].compactMap(\.self) + filtering.notes
      + (markers?.findings ?? [])
  }
  /// Whether it can be reconstructed; nil without a cap file.
  public let verdict: InspectionVerdict?
  /// Every sighting in the sampled frames, where they were asked for.
  public let detections: RecordingDetections?

  /// Opens a recording and looks at some of its frames.
  ///
  /// - Parameters:
  ///   - cap: the cap file, or nil for the recording's `cap.yaml`, if it has one.
  ///   - sample: how many frames are decoded.
  ///   - listing: whether every sighting is listed, for which a cap file must be there.
  public static func inspect(
    _ url: URL, _ reading: RecordingReading, cap: URL?, sample: Int, listing: Bool = false
  ) throws -> RecordingInspection {
    let recording = try Recording.open(url, reading)
    let own = RecordingCompanion.url("cap.yaml", of: recording.url, isShared: true)
    let file = cap ?? (listing || FileManager.default.fileExists(atPath: own.path) ? own : nil)
    let known = try file.map { try CapFile.read($0) }
    let frames = spread(sample, of: recording)
    let seen = try known.map { try MarkerInspection.observations(of: recording, cap: $0, frames: frames) } ?? []
    let markers =
      try known.map { MarkerInspection.inspect(seen, cap: $0, unitsPerMetre: recording.unitsPerMetre) }
      ?? MarkerInspection.guess(recording, frames: spread(min(3, sample), of: recording))
    let detections =
      listing ? try known.map { try RecordingDetections.detect(recording, cap: $0, frames: frames) } : nil
    let (summary, filtering) = (recording.summary(sample: sample), DepthFiltering(recording))
    let verdict = known.map {
      InspectionVerdict(
        seen, recording, cap: $0, findings: summary.findings + [filtering.reason].compactMap(\.self), StageOptions())
    }
    return RecordingInspection(
      summary: summary, markers: markers, filtering: filtering, verdict: verdict, detections: detections)
  }

  /// Indices of frames, evenly spread.
  private static func spread(_ sample: Int, of recording: Recording) -> [RecordedFrame] {
    let count = recording.frames.count
    let taken = min(sample, count)
    return (0..<taken).map { recording.frames[$0 * count / taken] }
  }
}

/// The markers of some frames of a recording.
public struct MarkerInspection: Sendable {
  /// The dictionary, and whether it was found by trying all.
  public let dictionary: String
  /// True where no cap file was given and the dictionary was found by trying all of them.
  public let dictionaryWasGuessed: Bool
  /// The number of frames looked at.
  public let frames: Int
  /// Markers a frame: the mean and the fewest.
  public let meanPerFrame: Double
  /// The fewest in a frame.
  public let fewestPerFrame: Int
  /// The distinct ids of the cap that were seen, and how many it has; nil where that is not known.
  public let distinct: Int
  /// How many ids the cap has; nil where that is not known.
  public let expected: Int?
  /// The root mean square distance of a marker's four back-projected corners from their plane, in metres.
  public let markerPlanarity: Double?
  /// The root mean square distance of all corners of a frame from one plane, in metres: small for a flat board, large for a
  /// cap.
  public let framePlanarity: Double?
  /// Measured over printed size; nil where the printed one is not known, or nothing was measured.
  public let sizeRatio: MarkerSizeRatio?
  /// What is odd about the markers.
  public let findings: [Finding]

  /// The markers of some frames; a frame that can't be decoded is one of the summary's findings.
  static func observations(
    of recording: Recording, cap: Cap, frames: [RecordedFrame]
  ) throws -> [FrameObservations] {
    let detector = MarkerDetector(cap)
    return try frames.compactMap { frame -> FrameObservations? in
      guard let gray = try? recording.gray(frame), let depth = try? recording.depth(frame) else { return nil }
      return try detector.observe(
        gray: gray, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
    }
  }

  /// What is seen of a cap's markers.
  ///
  /// - Parameter unitsPerMetre: how many units of depth make a metre.
  static func inspect(_ seen: [FrameObservations], cap: Cap, unitsPerMetre: Double) -> MarkerInspection {
    let markers = seen.map { $0.markers.filter { cap.contains($0.id) } }
    let metric = markers.map { $0.compactMap(\.metric) }
    let ratio = MarkerSizeRatio(seen, cap: cap)
    let unlisted = UnlistedMarkers(seen, cap: cap)
    let shift = DepthShift(seen, cap: cap)?.fault(largest: QualityOptions().largestShift)
    return MarkerInspection(
      dictionary: cap.dictionary.name, dictionaryWasGuessed: false, frames: seen.count,
      meanPerFrame: Double(markers.reduce(0) { $0 + $1.count }) / Double(max(1, seen.count)),
      fewestPerFrame: markers.map(\.count).min() ?? 0, distinct: Set(markers.flatMap { $0.map(\.id) }).count,
      expected: cap.ids?.count, markerPlanarity: planarity(metric.flatMap { $0.map(\.points) }),
      framePlanarity: planarity(metric.map { $0.flatMap(\.points) }), sizeRatio: ratio.value.isFinite ? ratio : nil,
      findings: [
        ratio.fault(unitsPerMetre: unitsPerMetre)?.with(severity: .warning), shift?.with(severity: .warning),
        unlisted.finding,
      ].compactMap(\.self))
  }

  /// Finds the dictionary by trying all; nil where none fits. Sizes are not known then.
  static func guess(_ recording: Recording, frames: [RecordedFrame]) throws -> MarkerInspection? {
    let images = frames.compactMap { try? recording.gray($0) }
    guard let likely = try MarkerDetector.likelyDictionary(in: images) else { return nil }
    let detector = MarkerDetector(dictionary: likely.dictionary, markerSize: 1)
    let counts = try images.map { try detector.corners(in: $0, frame: "probe").count }
    return MarkerInspection(
      dictionary: likely.dictionary.name, dictionaryWasGuessed: true, frames: images.count,
      meanPerFrame: Double(counts.reduce(0, +)) / Double(max(1, counts.count)), fewestPerFrame: counts.min() ?? 0,
      distinct: likely.ids.count, expected: nil, markerPlanarity: nil, framePlanarity: nil, sizeRatio: nil,
      findings: [])
  }

  /// The root mean square distance of the points of each set from the set's own plane.
  private static func planarity(_ sets: [[Vector3]]) -> Double? {
    let distances = sets.flatMap { points in
      Plane.fit(points).map { plane in points.map { plane.distance(to: $0) } } ?? []
    }
    return distances.isEmpty ? nil : RobustStatistics.rms(distances)
  }
}
