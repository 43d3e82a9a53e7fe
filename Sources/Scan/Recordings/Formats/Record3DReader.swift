internal import Diagnostics
import Geometry
import Platform

/// The Record3D app's `.r3d`: an archive of JPEG colour, LZFSE-compressed float depth in metres and, with LiDAR, confidence.
struct Record3DReader: RecordingReader {
  static let signature = FindingValue.phrase("record3d_files")
  let index: RecordingIndex
  private let metadata: Record3DMetadata
  /// What messages call the metadata.
  private let metadataName: String
  private let numbers: [Int]

  private static let metadataEntry = "metadata"

  static let ending: String? = "r3d"

  init(_ place: RecordingPlace) throws(RecordingError) {
    let archive = try RecordingArchive(place)
    guard let entry = archive.entry(Self.metadataEntry) else {
      throw .missing(
        path: place.path, expected: .phrase("entry", ["name": .text(Self.metadataEntry)]), found: .phrase("none"))
    }
    metadataName = (place.file.map { $0 + "/" } ?? "") + Self.metadataEntry
    let metadata = try Record3DMetadata.read(archive.data(entry), file: metadataName)
    self.metadata = metadata
    let images = try archive.numbered("rgbd/", endings: ["jpg", "depth", "conf"])
    var size = metadata.depth
    if size == nil, let first = images.lazy.compactMap({ $0.entries["depth"] }).first {
      size = try archive.size(of: first, shape: metadata.color)
    }
    let depthSize = size ?? metadata.color
    let pairs = images.compactMap { number, entries -> (Int, ImagePair)? in
      guard let color = entries["jpg"], let depth = entries["depth"] else { return nil }
      return (number, Self.pair(number, color, depth, entries["conf"], depthSize, metadata))
    }
    guard !pairs.isEmpty else { throw .noPairs(folder: place.path, closest: nil) }
    numbers = pairs.map(\.0)
    let lonely = images.count - pairs.count
    var index = RecordingIndex(pairs: pairs.map(\.1))
    if lonely > 0 { index.findings.append(Finding(.recordingUnmatchedColor, ["count": .count(lonely)])) }
    index.container = archive
    try ImageStreams.requireOrder(index.pairs.map(\.color), file: metadataName)
    self.index = index
  }

  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    try metadata.cameras(of: numbers, sizes: sizes, file: metadataName, findings: &findings)
  }

  private static func pair(
    _ number: Int, _ color: RecordingArchive.Entry, _ depth: RecordingArchive.Entry,
    _ confidence: RecordingArchive.Entry?, _ size: ImageSize,
    _ metadata: Record3DMetadata
  ) -> ImagePair {
    let (name, time) = ("\(number)", metadata.time(of: number))
    let floats = PixelNumbers(size: size, sample: .float, packing: .lzfse)
    var pair = ImagePair(
      color: TimedImage(name: name, time: time, image: color.image()),
      depth: TimedImage(name: name, time: time, image: depth.image(.numbers(floats))))
    let bytes = PixelNumbers(size: size, sample: .byte, packing: .lzfse)
    pair.confidence = confidence?.image(.numbers(bytes))
    pair.locate(inARKit: metadata.pose(of: number))
    return pair
  }
}

extension RecordingArchive {
  /// The size of a depth image that nobody states: it has the shape of the colour image, and as many pixels as the blocks
  /// of LZFSE say; nil where no size has.
  fileprivate func size(of depth: Entry, shape: ImageSize) throws(RecordingError) -> ImageSize? {
    let bytes = try data(depth).withUnsafeBytes { try? LZFSE.contentSize($0, limit: RecordingFolder.imageLimit) }
    return bytes.flatMap { $0 % 4 == 0 ? ImageSize(pixels: $0 / 4, shape: shape) : nil }
  }
}

/// The Record3D app's export: folders of JPEG colour and EXR depth in metres, both numbered, with `metadata.json`.
struct Record3DExportReader: RecordingReader {
  static let signature = FindingValue.phrase("record3d_export_files")
  let index: RecordingIndex
  private let metadata: Record3DMetadata
  private let metadataName: String
  private let numbers: [Int]

  private static let metadataNames = ["metadata.json", "metadata"]
  private static let colorFolders = ["rgb", "color"]

  static func recognises(_ place: RecordingPlace) -> Bool {
    let folder = place.folder
    guard metadataNames.contains(where: folder.hasFile), folder.hasFolder("depth"),
      colorFolders.contains(where: folder.hasFolder), let names = try? folder.names(in: "depth")
    else { return false }
    return names.contains { $0.lowercased().hasSuffix(".exr") }
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    let folder = place.folder
    metadataName = Self.metadataNames.first(where: folder.hasFile) ?? Self.metadataNames[0]
    metadata = try .read(folder.index(metadataName), file: metadataName)
    guard let colorFolder = Self.colorFolders.first(where: folder.hasFolder) else {
      throw .missing(path: folder.path, expected: .phrase("colour_folder"), found: .phrase("none"))
    }
    let color = try NumberedImages(folder, colorFolder, extensions: ["jpg", "jpeg", "png"])
    let depth = try NumberedImages(folder, "depth", extensions: ["exr"])
    let byNumber = Dictionary(depth.images.map { ($0.number, $0) }) { first, _ in first }
    let metadata = metadata
    let pairs = color.images.compactMap { image -> (Int, ImagePair)? in
      guard let partner = byNumber[image.number] else { return nil }
      let time = metadata.time(of: image.number)
      var pair = ImagePair(color: image.timed(at: time), depth: partner.timed(at: time))
      pair.locate(inARKit: metadata.pose(of: image.number))
      return (image.number, pair)
    }
    guard !pairs.isEmpty else { throw .noPairs(folder: folder.path, closest: nil) }
    numbers = pairs.map(\.0)
    try ImageStreams.requireOrder(pairs.map(\.1.color), file: metadataName)
    let streams = ImageStreams(
      color: color.images.map { $0.timed(at: 0) }, depth: depth.images.map { $0.timed(at: 0) },
      findings: color.findings + depth.findings)
    index = streams.index(pairs.map(\.1))
  }

  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    try metadata.cameras(of: numbers, sizes: sizes, file: metadataName, findings: &findings)
  }
}
