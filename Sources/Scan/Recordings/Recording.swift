public import Diagnostics
import Geometry
internal import Files
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
  public let frames: [RecordedFrame]
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
      return DepthScale(codesPerMetre: try reader.codesPerMetre(intrinsics: intrinsics))
    } catch {
      // Floats are metres: what a file says of whole numbers is no obstacle.
      guard isFloat else { throw error }
      return DepthScale(codesPerMetre: reader.index.codesPerMetre)
    }
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
  fileprivate init(index: Int, pair: ImagePair, cameras: CameraPair) {
    self.init(
      index: index, name: pair.color.name, time: pair.color.time, depthTime: pair.depth.time, cameras: cameras,
      colorImage: pair.color.image, depthImage: pair.depth.image, confidenceImage: pair.confidence,
      recordedPose: pair.recordedPose, down: pair.down)
  }
}
