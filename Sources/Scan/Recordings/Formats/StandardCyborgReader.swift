internal import Diagnostics
import Geometry
internal import Files
import Platform

/// StandardCyborg's recorder: a binary PLY a frame, which holds metadata in JSON, colours and depth in metres one after the
/// other.
struct StandardCyborgReader: RecordingReader {
  static let signature = FindingValue.phrase("standard_cyborg_files")
  let index: RecordingIndex
  private let frames: [CyborgFrame]
  /// What stands for all of its files.
  private static let kind = "frame-*.ply"

  static func recognises(_ place: RecordingPlace) -> Bool {
    guard let name = (try? place.folder.names())?.first(where: isFrame),
      let start = try? InputFile.start(place.folder.url(name).path(percentEncoded: false), count: CyborgHeader.longest)
    else { return false }
    return CyborgHeader.isOne(start)
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    let folder = place.folder
    let names = try folder.names().filter(Self.isFrame)
    guard !names.isEmpty else {
      throw .badIndex(file: Self.kind, line: nil, expected: .phrase("images"), found: .phrase("none"))
    }
    var frames: [CyborgFrame] = []
    for name in names {
      frames.append(try CyborgFrame(folder, name))
      folder.sources.note(name, kind: Self.kind)
    }
    frames.sort { ($0.time, $0.name) < ($1.time, $1.name) }
    self.frames = frames
    var index = RecordingIndex(pairs: frames.map(\.pair))
    try ImageStreams.requireOrder(index.pairs.map(\.color), file: Self.kind)
    index.addMotion(folder)
    self.index = index
  }

  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    var cameras: [CameraPair] = []
    for frame in frames { cameras.append(CameraPair(try frame.camera(sizes.color))) }
    return cameras
  }

  private static func isFrame(_ name: String) -> Bool {
    name.hasPrefix("frame-") && name.lowercased().hasSuffix(".ply")
  }
}

/// The header and metadata of one frame.
private struct CyborgFrame {
  let name: String
  let time: Double
  let pair: ImagePair
  private let metadata: CyborgMetadata
  private let size: ImageSize

  /// What marks pixels without depth.
  private static let invalid: Float = 9999

  init(_ folder: RecordingFolder, _ name: String) throws(RecordingError) {
    let bytes: [UInt8]
    do throws(InputFile.Fault) {
      bytes = try InputFile.start(folder.url(name).path(percentEncoded: false), count: CyborgHeader.longest)
    } catch { throw .missing(path: name, expected: .phrase("readable_file"), found: error.found) }
    guard let header = CyborgHeader(bytes) else {
      throw .badIndex(
        file: name, line: nil, expected: .phrase("standard_cyborg_header"), found: .phrase("something_else"))
    }
    do throws(JSONText.Fault) {
      metadata = try JSONText.decode(CyborgMetadata.self, from: Data(header.metadata), keys: .convertFromSnakeCase)
    } catch {
      throw .badIndex(file: name, line: nil, expected: .phrase("standard_cyborg_metadata"), found: error.found)
    }
    size = ImageSize(width: metadata.width, height: metadata.height)
    try ImageSize.require([size], file: name)
    guard header.pixels == size.width * size.height else {
      throw .badIndex(
        file: name, line: nil, expected: .phrase("pixels_of_size", ["size": .text("\(size)")]),
        found: .count(header.pixels))
    }
    guard abs(metadata.timestamp) < TimedImage.latest else {
      throw .badIndex(
        file: name, line: nil, expected: .phrase("timestamps_in_seconds"), found: .exact(metadata.timestamp))
    }
    (self.name, time) = (name, metadata.timestamp)
    let colors = PixelNumbers(size: size, channels: 3, sample: .float)
    let depths = PixelNumbers(size: size, sample: .float, invalid: Self.invalid)
    let (start, stem) = (header.length, String(name.dropLast(4)))
    guard start + colors.byteCount + depths.byteCount <= RecordingFolder.size(of: folder.url(name)) ?? 0 else {
      throw .badIndex(file: name, line: nil, expected: .phrase("whole_file"), found: .phrase("end_of_file"))
    }
    let stored = { (offset: Int, numbers: PixelNumbers) in
      StoredImage(
        name: name, place: .slice(name, offset: offset, count: numbers.byteCount), coding: .numbers(numbers))
    }
    pair = ImagePair(
      color: TimedImage(name: stem, time: time, image: stored(start, colors)),
      depth: TimedImage(name: stem, time: time, image: stored(start + colors.byteCount, depths)))
  }

  /// The camera of both images at their size, which must be that of the recording's.
  func camera(_ common: ImageSize) throws(RecordingError) -> Camera {
    let c = metadata.cameraIntrinsics
    let m = c.intrinsicMatrix
    let (width, height) = (
      c.intrinsicMatrixReferenceDimensionsWidth, c.intrinsicMatrixReferenceDimensionsHeight
    )
    guard m.count == 9, width.isFinite, height.isFinite, width > 0, height > 0 else {
      throw .badIntrinsics(file: name, expected: .phrase("matrix_of", ["count": .count(9)]), found: .count(m.count))
    }
    let (x, y) = (Double(size.width) / width, Double(size.height) / height)
    // Column by column; Apple counts from the image's corner, where pixel centres are at halves.
    var camera = Camera(
      width: size.width, height: size.height, fx: m[0] * x, fy: m[4] * y, cx: m[6] * x - 0.5, cy: m[7] * y - 0.5)
    if let lens = c.lensDistortionLookupTable {
      let table = LensTable(
        toImage: lens, toRectified: c.inverseLensDistortionLookupTable ?? [],
        centre: [(c.lensDistortionCenterX ?? width / 2) * x, (c.lensDistortionCenterY ?? height / 2) * y])
      camera.lens = try table.lens(of: camera, file: name)
    }
    try Intrinsics.require(camera, size: common, file: name)
    return camera
  }
}

extension RecordingIndex {
  /// Gravity of `motion-data.json`, where the app wrote it: Core Motion's, a hundred times a second of the frames' clock.
  fileprivate mutating func addMotion(_ folder: RecordingFolder) {
    let name = "motion-data.json"
    guard folder.hasFile(name) else { return }
    guard let data = try? folder.index(name),
      let motion = try? JSONText.decode([CyborgMotion].self, from: data, keys: .convertFromSnakeCase)
    else {
      findings.append(Finding(.recordingUnusedMotion, ["file": .text(name)]))
      return
    }
    let samples = motion.map { (time: $0.timestamp, gravity: Vector3($0.gravityX, $0.gravityY, $0.gravityZ)) }
    self.motion = GravityTrack(samples, reach: 0.02, .deviceMotion)
  }
}

/// An entry of `motion-data.json`, by the keys of the file.
private struct CyborgMotion: Decodable {
  let timestamp, gravityX, gravityY, gravityZ: Double
}

/// The metadata of a frame, by the keys of the file.
private struct CyborgMetadata: Decodable {
  struct Calibration: Decodable {
    let intrinsicMatrix: [Double]
    let intrinsicMatrixReferenceDimensionsWidth, intrinsicMatrixReferenceDimensionsHeight: Double
    let lensDistortionLookupTable, inverseLensDistortionLookupTable: [Double]?
    let lensDistortionCenterX, lensDistortionCenterY: Double?
  }

  let width, height: Int
  let timestamp: Double
  let cameraIntrinsics: Calibration
}

/// The PLY header: a text whose elements are `metadata`, `color` and `depth`, in this order.
private struct CyborgHeader {
  /// No header with its metadata is longer, bytes: theirs have some 3000.
  static let longest = 1 << 16

  /// The bytes of the JSON, and the number of pixels.
  let metadata: ArraySlice<UInt8>
  let pixels: Int
  /// The bytes before the first colour.
  let length: Int

  /// Whether a file is meant to be a frame, sound or not: no mesh has an element of metadata.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("ply".utf8)) && bytes.firstRange(of: Array("\nelement metadata ".utf8)) != nil
  }

  init?(_ bytes: [UInt8]) {
    let end = Array("end_header\n".utf8)
    guard let last = bytes.firstRange(of: end) else { return nil }
    let lines = String(decoding: bytes[..<last.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("comment") && !$0.hasPrefix("obj_info") }
    let counts = lines.filter { $0.hasPrefix("element ") }.map { $0.split(separator: " ") }
    guard lines.first == "ply", lines.dropFirst().first == "format binary_little_endian 1.0",
      counts.map({ $0.count == 3 ? $0[1] : "" }) == ["metadata", "color", "depth"],
      lines.filter({ $0.hasPrefix("property ") }) == [
        "property uchar char", "property float r", "property float g", "property float b", "property float d",
      ],
      let text = Int(counts[0][2]), let colors = Int(counts[1][2]), let depths = Int(counts[2][2]),
      text >= 0, text <= bytes.count - last.upperBound, colors == depths, colors > 0
    else { return nil }
    length = last.upperBound + text
    // A terminating zero is no part of the JSON.
    metadata = bytes[last.upperBound..<length].prefix { $0 != 0 }
    pixels = colors
  }
}
