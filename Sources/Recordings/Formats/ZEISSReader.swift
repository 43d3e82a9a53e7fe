import Diagnostics
import Geometry

/// The ZEISS TrueDepth recorder's folder: `rgb_<ms>.png`, `depth_<ms>.png` and intrinsics for every frame.
enum ZEISSReader: RecordingReader {
  static let signature = FindingValue.phrase("zeiss_files")
  static let depthEncoding = DepthEncoding(codesPerMetre: 10000)
  static let metadataFile = "DepthMetadata.json"

  /// The latest time in milliseconds, so that it fits a floating-point number with a fraction left.
  private static let latest = 1 << 46

  static func recognises(_ folder: RecordingFolder) -> Bool {
    guard let names = try? folder.names() else { return false }
    return names.contains { milliseconds($0, "rgb_") != nil } && names.contains { milliseconds($0, "depth_") != nil }
  }

  static func index(_ folder: RecordingFolder) throws(RecordingError) -> RecordingIndex {
    let names = try folder.names()
    var streams = ImageStreams(color: try images(names, "rgb_"), depth: try images(names, "depth_"))
    streams.dropMissing(folder)
    return try streams.paired(folder)
  }

  static func cameras(
    _ folder: RecordingFolder, _ pairs: [ImagePair], size: ImageSize, findings: inout [Finding]
  ) throws(RecordingError) -> [PinholeCamera] {
    guard folder.hasFile(metadataFile) else {
      throw .noIntrinsics(folder: folder.path, lookedFor: [metadataFile])
    }
    let metadata = try ZEISSMetadata(folder.index(metadataFile), file: metadataFile)
    return try metadata.cameras(pairs, size: size, findings: &findings)
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
    let sorted = images.sorted { ($0.time, $0.path) < ($1.time, $1.path) }
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
