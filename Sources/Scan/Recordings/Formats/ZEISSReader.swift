internal import Diagnostics
import Geometry
internal import Files
import Platform

/// The ZEISS TrueDepth recorder's folder: `rgb_<ms>.png`, `depth_<ms>.png` and intrinsics for every frame.
struct ZEISSReader: RecordingReader {
  static let signature = FindingValue.phrase("zeiss_files")
  let folder: RecordingFolder
  let index: RecordingIndex
  static let metadataFile = "DepthMetadata.json"

  /// The latest time in milliseconds, so that it fits a floating-point number with a fraction left.
  private static let latest = 1 << 46

  static func recognises(_ place: RecordingPlace) -> Bool {
    guard let names = try? place.folder.names() else { return false }
    return names.contains { milliseconds($0, "rgb_") != nil } && names.contains { milliseconds($0, "depth_") != nil }
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    folder = place.folder
    let names = try folder.names()
    var streams = ImageStreams(color: try Self.images(names, "rgb_"), depth: try Self.images(names, "depth_"))
    streams.dropMissing(folder)
    var index = try streams.paired(folder)
    index.codesPerMetre = 10_000
    index.addAccelerations(folder)
    self.index = index
  }

  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    guard folder.hasFile(Self.metadataFile) else {
      throw .noIntrinsics(folder: folder.path, lookedFor: [Self.metadataFile])
    }
    let metadata = try ZEISSMetadata(folder.index(Self.metadataFile), file: Self.metadataFile)
    try Intrinsics.requireShape(of: sizes, file: Self.metadataFile)
    // The recorder states the depth camera's intrinsics; depth is in the colour camera's image.
    return try metadata.cameras(index.pairs, size: sizes.depth, findings: &findings).map { camera in
      CameraPair(color: camera.resized(width: sizes.color.width, height: sizes.color.height), depth: camera)
    }
  }

  private static func images(_ names: [String], _ prefix: String) throws(RecordingError) -> [TimedImage] {
    let images = names.compactMap { name in
      milliseconds(name, prefix).map { number in
        TimedImage(name: String(name.dropFirst(prefix.count).dropLast(4)), time: Double(number) / 1000, path: name)
      }
    }
    guard !images.isEmpty else {
      throw .badIndex(file: prefix + "<ms>.png", line: nil, expected: .phrase("images"), found: .phrase("none"))
    }
    let sorted = images.sorted { ($0.time, $0.image.name) < ($1.time, $1.image.name) }
    try ImageStreams.requireOrder(sorted, file: prefix + "<ms>.png")
    return sorted
  }

  private static func milliseconds(_ name: String, _ prefix: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(".png") else { return nil }
    let digits = name.dropFirst(prefix.count).dropLast(4)
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(digits).flatMap { $0 <= latest ? $0 : nil }
  }
}

extension RecordingIndex {
  /// What `Accelerometer.txt` says of gravity: the recorder is for the front camera.
  fileprivate mutating func addAccelerations(_ folder: RecordingFolder) {
    let name = "Accelerometer.txt"
    guard folder.hasFile(name) else { return }
    if let samples = (try? folder.index(name)).flatMap(Self.accelerations) {
      motion = GravityTrack(samples, reach: 0.25, .accelerometer)
    } else {
      findings.append(Finding(.recordingUnusedMotion, ["file": .text(name)]))
    }
  }

  /// Lines `ms x y z`; nil where one is something else.
  private static func accelerations(_ data: Data) -> [(time: Double, gravity: Vector3)]? {
    var samples: [(time: Double, gravity: Vector3)] = []
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      let numbers = words.compactMap { Double($0) }
      guard words.count == 4, numbers.count == 4 else { return nil }
      samples.append((numbers[0] / 1000, Vector3(numbers[1], numbers[2], numbers[3])))
    }
    return samples
  }
}

/// One frame's entry of `DepthMetadata.json`.
struct ZEISSEntry: Decodable {
  let timestamp: Int
  let row0, row1: String
  let reference: String?
  let isFiltered: Bool?
  let accuracy: Int?

  enum CodingKeys: String, CodingKey {
    case timestamp = "Timestamp"
    case row0 = "IntrinsicMatrix.0"
    case row1 = "IntrinsicMatrix.1"
    case reference = "IntrinsicMatrixReferenceDimensions"
    case isFiltered = "DepthDataFiltered"
    case accuracy = "Accuracy"
  }
}

/// `DepthMetadata.json` of the ZEISS recorder: one entry a frame, vectors as texts `(a, b, c)`.
struct ZEISSMetadata {
  /// At least one, in order of time.
  let entries: [ZEISSEntry]
  private let file: String

  init(_ data: Data, file: String) throws(RecordingError) {
    let expected = FindingValue.phrase("zeiss_entries")
    do throws(JSONText.Fault) {
      entries = try JSONText.decode([ZEISSEntry].self, from: data).sorted { $0.timestamp < $1.timestamp }
    } catch {
      throw .badIndex(file: file, line: nil, expected: expected, found: error.found)
    }
    guard !entries.isEmpty else {
      throw .badIndex(file: file, line: nil, expected: expected, found: .phrase("empty_list"))
    }
    self.file = file
  }

  /// The camera of each pair, by the depth image's time.
  func cameras(
    _ pairs: [ImagePair], size: ImageSize, findings: inout [Finding]
  ) throws(RecordingError) -> [Camera] {
    var cameras: [Camera] = []
    var used: [ZEISSEntry] = []
    var resized = 0, referenced = 0, missing = 0
    for pair in pairs {
      let entry = nearest(to: pair.depth.time)
      let intrinsics = try ZEISSIntrinsics(entry, size: size, file: file)
      cameras.append(intrinsics.camera)
      used.append(entry)
      if intrinsics.wasScaled { resized += 1 } else if intrinsics.hasForeignReference { referenced += 1 }
      if abs(Double(entry.timestamp) / 1000 - pair.depth.time) > 0.0005 { missing += 1 }
    }
    findings += notes(resized: resized, referenced: referenced, missing: missing, size: size)
    findings += Self.notes(used) + Self.variation(cameras)
    return cameras
  }

  private func nearest(to time: Double) -> ZEISSEntry {
    // There is at least one entry.
    entries[entries.index(nearestTo: time) { Double($0.timestamp) / 1000 } ?? 0]
  }
}

extension ZEISSMetadata {
  func notes(resized: Int, referenced: Int, missing: Int, size: ImageSize) -> [Finding] {
    var findings: [Finding] = []
    if referenced > 0 {
      findings.append(
        Finding(.recordingIntrinsicsReference, ["count": .count(referenced), "size": .text("\(size)")]))
    }
    if resized > 0 {
      findings.append(Finding(.recordingIntrinsicsScaled, ["count": .count(resized), "size": .text("\(size)")]))
    }
    if missing > 0 {
      findings.append(Finding(.recordingMissingMetadata, ["count": .count(missing)]))
    }
    return findings
  }

  static func notes(_ entries: [ZEISSEntry]) -> [Finding] {
    var findings: [Finding] = []
    let filtered = entries.count { $0.isFiltered == true }
    if filtered > 0 {
      findings.append(Finding(.recordingFilteredDepth, ["count": .count(filtered)]))
    }
    // AVDepthData.Accuracy: 0 is relative, 1 absolute.
    let relative = entries.count { $0.accuracy == 0 }
    if relative > 0 {
      findings.append(Finding(.recordingRelativeDepth, ["count": .count(relative)]))
    }
    return findings
  }

  static func variation(_ cameras: [Camera]) -> [Finding] {
    let focal = cameras.map(\.fx)
    let changes = zip(cameras.dropFirst(), cameras).count { $0 != $1 }
    guard changes > 0, let low = focal.min(), let high = focal.max() else { return [] }
    return [
      Finding(
        .recordingVaryingIntrinsics,
        [
          "count": .count(changes), "low_px": .number(low, decimals: 2),
          "high_px": .number(high, decimals: 2, unit: "px"),
        ])
    ]
  }
}

/// The intrinsics of one frame of the ZEISS recorder at the images' size.
///
/// Beside the matrix the recorder writes a reference size of thousands of pixels, but the matrix may already be at the
/// images' size. The principal point, which lies near the middle of the image, shows which size it belongs to.
struct ZEISSIntrinsics {
  let camera: Camera
  /// True when the matrix had to be scaled from its reference size.
  let wasScaled: Bool
  /// True when the reference size is not the images'.
  let hasForeignReference: Bool

  /// How far from the middle the principal point may lie, in widths of the image.
  private static let centreTolerance = 0.15

  init(_ entry: ZEISSEntry, size: ImageSize, file: String) throws(RecordingError) {
    guard let row0 = Self.numbers(entry.row0, 3), let row1 = Self.numbers(entry.row1, 3) else {
      throw .badIndex(
        file: file, line: nil, expected: .phrase("matrix_rows", ["time": .text("\(entry.timestamp)")]),
        found: .phrase("both", ["a": .quoted(entry.row0), "b": .quoted(entry.row1)]))
    }
    let reference = entry.reference.flatMap { Self.numbers($0, 2) }
    let (width, height) = (Double(size.width), Double(size.height))
    hasForeignReference = reference.map { $0 != [width, height] } ?? false
    let scale = reference.map { width / $0[0] } ?? 1
    wasScaled = abs(row0[2] - width / 2) > Self.centreTolerance * width
    camera = Self.camera(row0, row1, size: size, scale: wasScaled ? scale : 1)
    guard abs(camera.cx - width / 2) <= Self.centreTolerance * width else {
      throw .badIntrinsics(
        file: file,
        expected: .phrase(
          "central_principal_point", ["size": .text("\(size)"), "time": .text("\(entry.timestamp)")]),
        found: .phrase(
          "principal_point_at",
          ["point": .text("(\(row0[2]), \(row1[2]))"), "reference": .quoted(entry.reference ?? "none")]))
    }
    try Intrinsics.require(camera, size: size, file: file)
  }

  private static func camera(_ row0: [Double], _ row1: [Double], size: ImageSize, scale: Double) -> Camera {
    // Apple counts from the image's corner, where pixel centres are at halves, and the recorder scales its numbers as
    // they are: the principal point of its matrix is that of its LensDistortionCenter times the ratio of the sizes.
    Camera(
      width: size.width, height: size.height, fx: row0[0] * scale, fy: row1[1] * scale,
      cx: row0[2] * scale - 0.5, cy: row1[2] * scale - 0.5)
  }

  /// The finite numbers of a text `(a, b, …)`.
  static func numbers(_ text: String, _ count: Int) -> [Double]? {
    guard text.utf8.count < 200, text.hasPrefix("("), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }.filter(\.isFinite)
    return numbers.count == count && parts.count == count ? numbers : nil
  }
}
