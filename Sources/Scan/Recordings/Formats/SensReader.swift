internal import Diagnostics
import Geometry
import Platform

/// ScanNet's `.sens` (Dai et al. 2017): one file with intrinsics, then one frame after the other, JPEG or PNG colour and
/// deflated depth codes.
struct SensReader: RecordingReader {
  static let signature = FindingValue.phrase("sens_files")
  let index: RecordingIndex
  private let color, depth: Camera
  private let file: String

  static let ending: String? = "sens"

  init(_ place: RecordingPlace) throws(RecordingError) {
    file = place.file ?? ""
    var bytes = SensBytes(place.url, name: file)
    let header = try SensHeader(&bytes)
    (color, depth) = (header.color, header.depth)
    var pairs: [ImagePair] = []
    var (stamps, depthStamps): ([UInt64], [UInt64]) = ([], [])
    for number in 0..<header.frames {
      let frame = try SensFrame(&bytes, header, number)
      pairs.append(frame.pair)
      stamps.append(frame.stamp)
      depthStamps.append(frame.depthStamp)
    }
    let areTimes = Self.areTimes(stamps)
    // Depth has stamps of its own; a recorder that leaves them out took both images at once.
    let isStamped = areTimes && Self.areTimes(depthStamps)
    let hasOwnTimes = isStamped && Self.areOfOneClock(stamps, depthStamps)
    var index = RecordingIndex(
      pairs: pairs.enumerated().map { number, pair in
        let time = { (stamps: [UInt64]) in
          areTimes ? Double(stamps[number]) * 1e-6 : Double(number) / FrameRate.assumed
        }
        return pair.timed(color: time(stamps), depth: time(hasOwnTimes ? depthStamps : stamps))
      })
    index.codesPerMetre = header.codesPerMetre
    if !areTimes {
      index.findings.append(FrameRate.finding(frames: pairs.count))
    }
    if isStamped && !hasOwnTimes { index.findings.append(Finding(.recordingOtherClock)) }
    self.index = index
  }

  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    try Intrinsics.require(color, size: sizes.color, file: file)
    try Intrinsics.require(depth, size: sizes.depth, file: file)
    return [CameraPair](repeating: CameraPair(color: color, depth: depth), count: index.pairs.count)
  }

  /// Whether stamps of colour and depth, in microseconds, count from the same zero: no camera keeps its images apart for
  /// a tenth of a second.
  private static func areOfOneClock(_ color: [UInt64], _ depth: [UInt64]) -> Bool {
    RobustStatistics.median(zip(color, depth).map { Double(max($0, $1) - min($0, $1)) * 1e-6 }) < 0.1
  }

  /// Timestamps in microseconds, where they can be such: they increase, and no slower or faster than cameras do.
  private static func areTimes(_ stamps: [UInt64]) -> Bool {
    guard stamps.count > 1 else { return false }
    let gaps = zip(stamps.dropFirst(), stamps).map { $0 > $1 ? Double($0 - $1) * 1e-6 : 0 }
    return gaps.allSatisfy { $0 > 0 } && (0.004...5).contains(RobustStatistics.median(gaps))
      && Double(stamps[stamps.count - 1]) * 1e-6 < TimedImage.latest
  }
}

extension ImagePair {
  /// The pair of images at other times.
  fileprivate func timed(color: Double, depth: Double) -> ImagePair {
    var timed = ImagePair(
      color: TimedImage(name: self.color.name, time: color, image: self.color.image),
      depth: TimedImage(name: self.depth.name, time: depth, image: self.depth.image))
    timed.recordedPose = recordedPose
    return timed
  }
}

/// What a `.sens` file says of all of its frames.
private struct SensHeader {
  let color, depth: Camera
  let packing: PixelNumbers.Packing
  let codesPerMetre: Float
  let frames: Int

  /// The version that is read, and the most frames: ten hours.
  private static let (version, mostFrames): (UInt32, UInt64) = (4, 1_080_000)
  /// The codes of a metre: from metres to micrometres.
  private static let scales: ClosedRange<Float> = 1...1_000_000

  init(_ bytes: inout SensBytes) throws(RecordingError) {
    let version = try bytes.uint32()
    guard version == Self.version else {
      throw bytes.bad(.phrase("sens_version", ["version": .count(Int(Self.version))]), .count(Int(version)))
    }
    let nameLength = try bytes.uint64()
    guard nameLength <= 4096 else { throw bytes.bad(.phrase("sens_header"), .phrase("something_else")) }
    try bytes.skip(Int(nameLength))
    let matrices = try (0..<4).map { _ throws(RecordingError) in try bytes.floats(16) }
    for extrinsic in [matrices[1], matrices[3]] where extrinsic != [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] {
      throw bytes.bad(.phrase("cameras_in_one_place"), .phrase("something_else"))
    }
    let (colorCoding, depthCoding) = (try bytes.uint32(), try bytes.uint32())
    guard (0...2).contains(colorCoding), colorCoding != 0, (0...1).contains(depthCoding) else {
      throw bytes.bad(
        .phrase("sens_codings"), .text("\(Int32(bitPattern: colorCoding)), \(Int32(bitPattern: depthCoding))"))
    }
    packing = depthCoding == 0 ? .none : .zlib
    let (colorSize, depthSize) = (try bytes.imageSize(), try bytes.imageSize())
    try ImageSize.require([colorSize, depthSize], file: bytes.name)
    let camera = { (m: [Float], size: ImageSize) in
      Camera(
        width: size.width, height: size.height, fx: Double(m[0]), fy: Double(m[5]), cx: Double(m[2]),
        cy: Double(m[6]))
    }
    (color, depth) = (camera(matrices[0], colorSize), camera(matrices[2], depthSize))
    codesPerMetre = try bytes.floats(1)[0]
    let frames = try bytes.uint64()
    guard Self.scales.contains(codesPerMetre), frames > 0, frames <= Self.mostFrames else {
      throw bytes.bad(.phrase("sens_header"), .text("\(codesPerMetre), \(frames)"))
    }
    self.frames = Int(frames)
  }
}

/// Where one frame of a `.sens` file lies.
private struct SensFrame {
  let pair: ImagePair
  /// Of colour and depth.
  let stamp, depthStamp: UInt64

  init(_ bytes: inout SensBytes, _ header: SensHeader, _ number: Int) throws(RecordingError) {
    let pose = try bytes.floats(16).map(Double.init)
    (stamp, depthStamp) = (try bytes.uint64(), try bytes.uint64())
    let (colorBytes, depthBytes) = (try bytes.uint64(), try bytes.uint64())
    guard colorBytes <= RecordingFolder.imageLimit, depthBytes <= RecordingFolder.imageLimit else {
      throw .tooLarge(
        file: bytes.name, bytes: Int(clamping: max(colorBytes, depthBytes)), limit: RecordingFolder.imageLimit)
    }
    let numbers = PixelNumbers(size: ImageSize(header.depth), sample: .code, packing: header.packing)
    let color = ImagePlace.slice(bytes.name, offset: bytes.offset, count: Int(colorBytes))
    try bytes.skip(Int(colorBytes))
    let depth = ImagePlace.slice(bytes.name, offset: bytes.offset, count: Int(depthBytes))
    try bytes.skip(Int(depthBytes))
    let name = "\(number)"
    var pair = ImagePair(
      color: TimedImage(name: name, time: 0, image: StoredImage(name: bytes.name, place: color)),
      depth: TimedImage(
        name: name, time: 0, image: StoredImage(name: bytes.name, place: depth, coding: .numbers(numbers))))
    pair.recordedPose = RigidTransform(rowMajor: pose)
    self.pair = pair
  }
}

/// Reads numbers of a file one after the other.
private struct SensBytes: ~Copyable {
  let name: String
  private let path: String
  private(set) var offset = 0
  private let size: Int
  private var file = FileBytes()

  init(_ url: URL, name: String) {
    (path, self.name) = (url.path(percentEncoded: false), name)
    size = RecordingFolder.size(of: url) ?? 0
  }

  mutating func uint32() throws(RecordingError) -> UInt32 { UInt32(littleEndian: try number()) }
  mutating func uint64() throws(RecordingError) -> UInt64 { UInt64(littleEndian: try number()) }

  mutating func imageSize() throws(RecordingError) -> ImageSize {
    let (width, height) = (try uint32(), try uint32())
    return ImageSize(width: Int(width), height: Int(height))
  }

  mutating func floats(_ count: Int) throws(RecordingError) -> [Float] {
    try read(4 * count)
    return (0..<count).map {
      Float(bitPattern: UInt32(littleEndian: file.content.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
    }
  }

  mutating func skip(_ count: Int) throws(RecordingError) {
    guard count <= size - offset else { throw bad(.phrase("whole_file"), .phrase("end_of_file")) }
    offset += count
  }

  func bad(_ expected: FindingValue, _ found: FindingValue) -> RecordingError {
    .badIndex(file: name, line: nil, expected: expected, found: found)
  }

  private mutating func number<Number: FixedWidthInteger>() throws(RecordingError) -> Number {
    try read(MemoryLayout<Number>.size)
    return file.content.loadUnaligned(as: Number.self)
  }

  private mutating func read(_ count: Int) throws(RecordingError) {
    guard count <= size - offset, file.read(path, offset: offset, size: count) else {
      throw bad(.phrase("whole_file"), .phrase("end_of_file"))
    }
    offset += count
  }
}
