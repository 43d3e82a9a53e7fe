public import Diagnostics
internal import Files
public import Geometry
import Images
public import Platform

/// A recorded RGB-D scan: an index of its frames, whose images are decoded when they are asked for.
///
/// Memory does not grow with the recording's length apart from the index. All functions may be called from any thread.
public struct Recording: Sendable {
  /// The recording's folder; that of its file where it is one.
  public let folder: URL
  /// What was opened: the folder or the file.
  public let url: URL
  /// The layout that it was read as.
  public let format: RecordingFormat
  /// At least one frame, in order of time.
  public private(set) var frames: [RecordedFrame]
  /// What is odd but survivable.
  public let findings: [Finding]
  /// The kinds of the first frame's images.
  public let colorHeader, depthHeader: ImageHeader
  /// What integers in depth images count: so many of them make a metre; floating-point depth is in metres times this.
  let depthScale: DepthScale
  /// The depth that is left out, as a filter made it; nil where all that is recorded counts.
  public internal(set) var droppedRamps: DepthRamps?
  let container: (any ImageContainer)?
  /// The names of colour images that have no depth image, and are no frames: timestamp or number, path, file.
  private let colorsWithoutDepth: Set<String>
  /// By what the recorder knew where down is; nil where no frame has it.
  public let gravity: GravitySource?
  /// The files that were read, beside images that are files of their own: by name, or by what stands for one file of each
  /// frame, as `frame-*.pose.txt`, or `recording` for one that is the whole of it; paths within the folder.
  public let sources: [String: [String]]
  /// What stands for a recording of one file: its own name may be a child's.
  private static let fileRole = "recording"

  /// Opens a recording: reads its lists and metadata and the headers of the first frame's images.
  ///
  /// - Parameters:
  ///   - url: The recording's folder or file.
  ///   - reading: The layout, intrinsics and unit of depth where they are given.
  public static func open(_ url: URL, _ reading: RecordingReading = RecordingReading()) throws(RecordingError)
    -> Recording
  {
    let place = try RecordingPlace(checking: url, programs: reading.programs)
    guard let format = reading.format else {
      let (format, place) = try RecordingFormat.recognised(at: place)
      return try Recording(place, format, reading)
    }
    return try Recording(format.located(in: place), format, reading)
  }

  /// The frame of a timestamp or number as the recording writes it, or of its colour image's name, with its folder or
  /// without.
  public func frame(named name: String) -> RecordedFrame? {
    frames.first { $0.name == name }
      ?? frames.first {
        $0.colorImage.name == name || $0.colorImage.name.split(separator: "/").last.map(String.init) == name
      }
  }

  /// Whether the images of both are decoded alike: they lie in one folder, and what is read of depth is the same.
  public func reads(like other: Recording) -> Bool {
    folder.standardizedFileURL.path == other.folder.standardizedFileURL.path && format == other.format
      && depthScale == other.depthScale && droppedRamps == other.droppedRamps
  }

  /// Whether a name, as ``frame(named:)`` takes it, is that of a colour image without a depth image.
  public func isWithoutDepth(_ name: String) -> Bool { colorsWithoutDepth.contains(name) && frame(named: name) == nil }

  /// How many units of the depth images make a metre.
  public var unitsPerMetre: Double {
    Double(depthHeader.isFloat ? depthScale.floatsPerMetre : depthScale.codesPerMetre)
  }

  private init(
    _ place: RecordingPlace, _ format: RecordingFormat, _ reading: RecordingReading
  ) throws(RecordingError) {
    let reader = try format.reader.init(place)
    if let file = place.file { place.folder.sources.note(file, kind: Self.fileRole) }
    var index = reader.index
    let identities = index.pairs.dropIdentityPoses()
    if identities > 0 { index.findings.append(Finding(.recordingIdentityPoses, ["count": .count(identities)])) }
    var images = ImageReader(folder: place.folder.url, container: index.container)
    let headers = try FirstHeaders(index.pairs[0], &images)
    index.findings += [headers.turnFinding].compactMap(\.self)
    gravity = index.locate(headers.sizes.color)
    let cameras: [CameraPair]
    var intrinsics: (text: Data, file: String)?
    if let url = reading.intrinsics {
      let name = url.path(percentEncoded: false)
      let content = PlainText.utf8(
        try RecordingFolder.data(url, limit: RecordingFolder.indexLimit, name: name))
      intrinsics = (content, name)
      let pair = try Intrinsics.cameras(
        IntrinsicsFile(content, file: name), file: name, sizes: headers.sizes, findings: &index.findings)
      cameras = [CameraPair](repeating: pair, count: index.pairs.count)
    } else {
      cameras = try reader.cameras(sizes: headers.sizes, findings: &index.findings)
    }
    (folder, url, self.format, container) = (place.folder.url, place.url, format, index.container)
    (colorHeader, depthHeader) = (headers.color, headers.depth)
    depthScale = try Self.depthScale(reading, reader, intrinsics, isFloat: headers.depth.isFloat)
    frames = zip(index.pairs, cameras).enumerated().map { RecordedFrame(index: $0, pair: $1.0, cameras: $1.1) }
    sources = place.folder.sources.all
    colorsWithoutDepth = Set(index.withoutDepth.flatMap { [$0.name, $0.image.name, $0.fileName] })
    findings = index.findings + Intrinsics.findings(cameras) + Timing(frames).findings(missing: index.missing)
  }

  /// What the user states, else what the recording does.
  private static func depthScale(
    _ reading: RecordingReading, _ reader: any RecordingReader, _ intrinsics: (text: Data, file: String)?, isFloat: Bool
  ) throws(RecordingError) -> DepthScale {
    if let stated = reading.codesPerMetre { return DepthScale(codesPerMetre: stated, floatsPerMetre: stated) }
    do {
      return DepthScale(
        codesPerMetre: try reader.codesPerMetre(intrinsics: intrinsics), floatsPerMetre: reader.index.floatsPerMetre)
    } catch {
      // Floats are metres: what a file says of whole numbers is no obstacle.
      guard isFloat else { throw error }
      return DepthScale(codesPerMetre: reader.index.codesPerMetre)
    }
  }
}

extension Recording {
  /// The recording with other cameras in place of those that it states.
  public func with(cameras change: (CameraPair) -> CameraPair) -> Recording {
    var recording = self
    for k in frames.indices { recording.frames[k].cameras = change(frames[k].cameras) }
    return recording
  }
}

/// How a recording is read, where it does not say so itself.
public struct RecordingReading: Sendable {
  /// The layout; nil to recognise it by looking.
  public var format: RecordingFormat?
  /// A JSON file of intrinsics that overrides the recording's own.
  public var intrinsics: URL?
  /// How many units of its depth images make a metre; nil for what its layout says.
  public var codesPerMetre: Float?
  /// The folders in which ffmpeg is looked for where a recording holds a video, as `PATH` has them.
  public var programs: String

  /// By default the recording says all, and programs lie where systems put them.
  public init(
    format: RecordingFormat? = nil, intrinsics: URL? = nil, codesPerMetre: Float? = nil,
    programs: String = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"
  ) {
    (self.format, self.intrinsics, self.codesPerMetre) = (format, intrinsics, codesPerMetre)
    self.programs = programs
  }
}

extension RecordedFrame {
  init(index: Int, pair: ImagePair, cameras: CameraPair) {
    self.init(
      index: index, name: pair.color.name, time: pair.color.time, depthTime: pair.depth.time, cameras: cameras,
      colorImage: pair.color.image, depthImage: pair.depth.image, confidenceImage: pair.confidence,
      recordedPose: pair.recordedPose, down: pair.down)
  }
}

/// One pair of a colour and a depth image, not yet decoded.
public struct RecordedFrame: Sendable, Equatable {
  /// The position in the recording, from 0.
  public let index: Int
  /// The colour image's timestamp or number exactly as the recording writes it; landmark files refer to it.
  public let name: String
  /// When the colour image was taken, in seconds of the recording's own clock.
  public let time: Double
  /// When the depth image was taken, in seconds of the same clock.
  public let depthTime: Double
  /// How much later than the colour image the depth image was taken, in seconds; 0 where they differ by rounding only.
  public var depthDelay: Double { abs(depthTime - time) > Self.synchronous ? depthTime - time : 0 }
  /// The cameras of both images.
  public fileprivate(set) var cameras: CameraPair
  /// The colour camera.
  public var camera: Camera { cameras.color }
  /// The images as they are stored.
  public let colorImage, depthImage: StoredImage
  /// How sure the recorder was of each pixel's depth, where it says so.
  public var confidenceImage: StoredImage?
  /// The pose of the colour camera that the recorder wrote down, in a frame of its own; compared, never used.
  public var recordedPose: RigidTransform?
  /// Where down is, by the recorder's motion sensors: a unit vector in the colour camera's frame.
  public var down: Vector3?

  /// Distances of colour and depth below this count as none: timestamps are often rounded to milliseconds.
  static let synchronous = 0.0015
}

/// How steep recorded depth may be; steeper pixels are ramps that a filter laid between near and far, and no
/// measurements.
public struct DepthRamps: Sendable, Equatable {
  /// The greatest difference of two neighbours as a share of the nearer depth.
  public let slope: Double
  /// That share times the focal length in pixels: pixels of a coarse image lie farther apart on a surface.
  public let slopePixels: Double
  /// How many columns and rows on the next pixel is that is no copy; 1 but for enlarged images.
  public let columns, rows: Int

  /// A limit from its values; the larger of the two holds.
  public init(slope: Double, slopePixels: Double, columns: Int = 1, rows: Int = 1) {
    (self.slope, self.slopePixels, self.columns, self.rows) = (slope, slopePixels, columns, rows)
  }

  /// Takes the ramps out of a camera's image.
  func drop(from image: inout DepthImage, _ camera: Camera) {
    let limit = Float(max(slope, slopePixels * Double(max(columns, rows)) / camera.fx))
    image.dropRamps(steeperThan: limit, spacing: (columns, rows))
  }
}

extension Recording {
  /// The recording, whose depth comes without the pixels on ramps from now on.
  public func dropping(_ ramps: DepthRamps) -> Recording {
    var recording = self
    recording.droppedRamps = ramps
    return recording
  }
}

/// How a recording's frames lie in time.
struct Timing {
  /// From the first to the last colour image, in seconds.
  let duration: Double
  /// The median interval of the colour images in seconds; NaN for one frame.
  let interval: Double
  /// The largest interval in seconds, 0 for one frame, and the frame before it.
  let largestGap: (seconds: Double, frame: Int)
  /// Frames that seem to be missing in intervals of more than one and a half times the median, and such intervals.
  let dropped: (frames: Int, gaps: Int)
  /// Median and largest distance of colour and depth in seconds.
  let offset: (median: Double, max: Double)

  /// Of at least one frame.
  init(_ frames: [RecordedFrame]) {
    duration = frames[frames.count - 1].time - frames[0].time
    let intervals = zip(frames.dropFirst(), frames).map { $0.time - $1.time }
    let median = RobustStatistics.median(intervals)
    interval = median
    let largest = intervals.indices.max { intervals[$0] < intervals[$1] }
    largestGap = largest.map { (intervals[$0], $0) } ?? (0, 0)
    let gaps = intervals.filter { $0 > 1.5 * median }
    dropped = (gaps.reduce(0) { $0 + Int(min(($1 / median).rounded(), 1e9)) - 1 }, gaps.count)
    let offsets = frames.map { abs($0.depthTime - $0.time) }
    offset = (RobustStatistics.median(offsets), offsets.max() ?? 0)
  }

  /// What is odd about the times; gaps are not, where as many images are known to be missing.
  func findings(missing: Int = 0) -> [Finding] {
    var findings: [Finding] = []
    if interval > 0, FrameRate.possible(1 / interval) == nil {
      findings.append(Finding(.recordingImpossibleRate, ["rate": .number(1 / interval, decimals: 2)]))
    }
    if dropped.frames > missing {
      findings.append(
        Finding(
          .recordingDroppedFrames,
          [
            "count": .count(dropped.frames), "gaps": .count(dropped.gaps),
            "gap_s": .number(largestGap.seconds, decimals: 3, unit: "s"), "frame": .count(largestGap.frame),
          ]))
    }
    if offset.max > RecordedFrame.synchronous {
      findings.append(
        Finding(
          .recordingNotSynchronised,
          [
            "median_ms": .number(offset.median * 1000, decimals: 1, unit: "ms"),
            "most_ms": .number(offset.max * 1000, decimals: 1, unit: "ms"),
          ]))
    }
    return findings
  }
}

extension Recording {
  /// How many frames would be lost or get another depth image if images were paired by their times alone.
  public var unpairedByTime: Int {
    let pairs = Association.pairs(frames.map(\.time), frames.map(\.depthTime))
    return frames.count - pairs.count { $0 == $1 }
  }
}
