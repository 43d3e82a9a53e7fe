internal import Diagnostics
import Geometry
internal import Files
import Platform

/// A dump of Apple's AVDepthData, as apps for Open3D_TrueDepth_registration (Ho 2020) write it: `calibration.json` with the
/// content of AVCameraCalibrationData, `depthNN.bin` of half or single floats in metres, and `videoNN.bin` of blue, green,
/// red and alpha.
struct DepthDataReader: RecordingReader {
  static let signature = FindingValue.phrase("depth_data_files")
  let index: RecordingIndex
  private let calibration: DepthDataCalibration

  private static let calibrationName = "calibration.json"

  static func recognises(_ place: RecordingPlace) -> Bool {
    guard place.folder.hasFile(calibrationName), let names = try? place.folder.names() else { return false }
    return names.contains { number($0, "depth") != nil }
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    let folder = place.folder
    calibration = try DepthDataCalibration(folder.index(Self.calibrationName), file: Self.calibrationName)
    let names = try folder.names()
    let videos = try Self.byNumber(names, "video")
    let depths = try Self.byNumber(names, "depth")
    let numbers = depths.keys.filter { videos[$0] != nil }.sorted()
    guard !numbers.isEmpty else { throw .noPairs(folder: folder.path, closest: nil) }
    var pairs: [ImagePair] = []
    for number in numbers {
      let (video, depth) = (videos[number]!, depths[number]!)
      let time = Double(number) / FrameRate.assumed
      let color = try calibration.pixels(of: folder, video, samples: [(.byte, 4)])
      let metres = try calibration.pixels(of: folder, depth, samples: [(.half, 1), (.float, 1)])
      let name = "\(number)"
      pairs.append(
        ImagePair(
          color: TimedImage(name: name, time: time, image: StoredImage(file: video, coding: .numbers(color))),
          depth: TimedImage(name: name, time: time, image: StoredImage(file: depth, coding: .numbers(metres)))))
    }
    var index = RecordingIndex(pairs: pairs)
    index.findings.append(FrameRate.finding(frames: pairs.count))
    if videos.count > pairs.count {
      index.findings.append(Finding(.recordingUnmatchedColor, ["count": .count(videos.count - pairs.count)]))
    }
    if depths.count > pairs.count {
      index.findings.append(Finding(.recordingUnmatchedDepth, ["count": .count(depths.count - pairs.count)]))
    }
    self.index = index
  }

  /// One calibration for both images: AVDepthData's depth lies in the image, its lens included.
  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    let color = try calibration.camera(sizes.color, file: Self.calibrationName)
    let pair = CameraPair(color: color, depth: color.resized(width: sizes.depth.width, height: sizes.depth.height))
    if index.pairs.count > 1 {
      findings.append(Finding(.recordingOneIntrinsics, ["file": .text(Self.calibrationName)]))
    }
    return [CameraPair](repeating: pair, count: index.pairs.count)
  }

  private static func byNumber(_ names: [String], _ kind: String) throws(RecordingError) -> [Int: String] {
    var found: [Int: String] = [:]
    for name in names {
      guard let number = number(name, kind) else { continue }
      if let previous = found.updateValue(name, forKey: number) {
        throw .disordered(file: kind + "*.bin", name: name.quoted, previous: previous.quoted)
      }
    }
    return found
  }

  /// The number of `KINDnn.bin`.
  private static func number(_ name: String, _ kind: String) -> Int? {
    guard name.hasPrefix(kind), name.hasSuffix(".bin") else { return nil }
    let digits = name.dropFirst(kind.count).dropLast(4)
    return digits.count <= 9 && digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
  }
}

/// AVCameraCalibrationData in JSON, whose matrix is stated at a reference size.
private struct DepthDataCalibration {
  /// The size at which all is stated.
  private let reference: ImageSize
  private let fx, fy, cx, cy: Double
  private let table: LensTable?

  /// The keys of a file: a matrix column by column, or its four numbers.
  private struct Content: Decodable {
    let intrinsic: [Double]?
    let intrinsicReferenceDimensionWidth, intrinsicReferenceDimensionHeight: Double?
    let width, height, fx, fy, cx, cy: Double?
    let lensDistortionLookup, inverseLensDistortionLookup: String?
    let lensDistortionCenter: [Double]?
  }

  init(_ data: Data, file: String) throws(RecordingError) {
    let content: Content
    do throws(JSONText.Fault) { content = try JSONText.decode(Content.self, from: data) } catch {
      throw .badIndex(file: file, line: nil, expected: .phrase("depth_data_calibration"), found: error.found)
    }
    let m = content.intrinsic
    let numbers =
      m.map { $0.count == 9 ? [$0[0], $0[4], $0[6], $0[7]] : [] }
      ?? [content.fx, content.fy, content.cx, content.cy].compactMap(\.self)
    let sides = [
      content.intrinsicReferenceDimensionWidth ?? content.width,
      content.intrinsicReferenceDimensionHeight ?? content.height,
    ].compactMap(\.self)
    guard numbers.count == 4, sides.count == 2, (sides + numbers).allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw .badIndex(
        file: file, line: nil, expected: .phrase("depth_data_calibration"), found: .phrase("something_else"))
    }
    (fx, fy, cx, cy) = (numbers[0], numbers[1], numbers[2], numbers[3])
    let whole = sides.map { Int(exactly: $0.rounded()) ?? .max }
    reference = ImageSize(width: whole[0], height: whole[1])
    try ImageSize.require([reference], file: file)
    let tables = [content.lensDistortionLookup, content.inverseLensDistortionLookup].map { $0.map(Self.floats) ?? [] }
    if let centre = content.lensDistortionCenter, centre.count != 2 {
      throw .badIndex(file: file, line: nil, expected: .phrase("depth_data_calibration"), found: .count(centre.count))
    }
    table =
      tables.allSatisfy(\.isEmpty)
      ? nil : LensTable(toImage: tables[0], toRectified: tables[1], centre: content.lensDistortionCenter)
  }

  /// The camera at the size of images.
  func camera(_ size: ImageSize, file: String) throws(RecordingError) -> Camera {
    let (x, y) = (
      Double(size.width) / Double(reference.width), Double(size.height) / Double(reference.height)
    )
    // Apple counts from the image's corner, where pixel centres are at halves.
    var camera = Camera(
      width: size.width, height: size.height, fx: fx * x, fy: fy * y, cx: cx * x - 0.5, cy: cy * y - 0.5)
    if let table {
      let centre = table.centre.map { [$0[0] * x, $0[1] * y] }
      let scaled = LensTable(toImage: table.toImage, toRectified: table.toRectified, centre: centre)
      camera.lens = try scaled.lens(of: camera, file: file)
    }
    try Intrinsics.require(camera, size: size, file: file)
    return camera
  }

  /// What the bytes of a file are: so many pixels of one of the kinds as an image of the calibration's shape has.
  func pixels(
    of folder: RecordingFolder, _ name: String, samples: [(PixelNumbers.Sample, channels: Int)]
  ) throws(RecordingError) -> PixelNumbers {
    let bytes = RecordingFolder.size(of: folder.url(name)) ?? 0
    for (sample, channels) in samples {
      let pixels = bytes / (sample.bytes * channels)
      guard pixels * sample.bytes * channels == bytes, let size = ImageSize(pixels: pixels, shape: reference)
      else { continue }
      var numbers = PixelNumbers(size: size, channels: channels, sample: sample)
      numbers.isBlueFirst = channels == 4
      return numbers
    }
    throw .badIndex(
      file: name, line: nil, expected: .phrase("bytes_of_shape", ["size": .text("\(reference)")]),
      found: .count(bytes))
  }

  /// Floats of 32 bits, little-endian, in base 64.
  private static func floats(_ text: String) -> [Double] {
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return [.nan] }
    guard data.count % 4 == 0 else { return [.nan] }
    return data.withUnsafeBytes { bytes in
      (0..<(bytes.count / 4)).map {
        Double(Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))))
      }
    }
  }
}
