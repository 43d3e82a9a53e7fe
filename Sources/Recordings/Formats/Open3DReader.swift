import Diagnostics
import Geometry

/// The folders of Open3D and Redwood (Choi et al. 2016): numbered images in `color` and `depth`.
struct Open3DReader: FolderReader {
  static let signature = FindingValue.phrase("open3d_files")
  let folder: RecordingFolder
  let index: RecordingIndex
  /// Frames a second where the names carry no times.
  static let assumedRate = 30.0

  private static let colorFolders = ["color", "image", "rgb"]

  static func recognises(_ place: RecordingPlace) -> Bool {
    colorFolders.contains(where: place.folder.hasFolder) && place.folder.hasFolder("depth")
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    let folder = place.folder
    self.folder = folder
    guard let colorFolder = Self.colorFolders.first(where: folder.hasFolder) else {
      throw .missing(path: folder.path, expected: .phrase("colour_folder"), found: .phrase("none"))
    }
    let color = try NumberedImages(folder, colorFolder, extensions: ["jpg", "jpeg", "png"])
    let depth = try NumberedImages(folder, "depth", extensions: ["png", "tif", "tiff", "exr"])
    var findings = color.findings + depth.findings
    let pairs = try Self.timed(Self.pair(color, depth, folder), &findings)
    let streams = ImageStreams(
      color: color.images.map { $0.timed(at: 0) }, depth: depth.images.map { $0.timed(at: 0) }, findings: findings)
    try ImageStreams.requireOrder(pairs.map(\.color), file: colorFolder)
    try ImageStreams.requireSeconds(pairs.map(\.depth), file: "depth")
    var index = streams.index(pairs)
    PoseList.locate(&index, in: folder)
    self.index = index
  }

  /// Colour and depth images of equal number, in the order of numbers.
  private static func pair(
    _ color: NumberedImages, _ depth: NumberedImages, _ folder: RecordingFolder
  ) throws(RecordingError) -> [(NumberedImage, NumberedImage)] {
    let byNumber = Dictionary(depth.images.map { ($0.number, $0) }) { first, _ in first }
    let pairs = color.images.compactMap { image in byNumber[image.number].map { (image, $0) } }
    guard !pairs.isEmpty else { throw .noPairs(folder: folder.path, closest: nil) }
    return pairs
  }

  /// Pairs with the times of their names, or at the assumed rate where the names carry none.
  private static func timed(
    _ pairs: [(NumberedImage, NumberedImage)], _ findings: inout [Finding]
  ) -> [ImagePair] {
    let times = pairs.compactMap(\.0.time), depthTimes = pairs.compactMap(\.1.time)
    if times.count == pairs.count, depthTimes.count == pairs.count, pairs.count == 1 || times.first != times.last {
      return zip(pairs, zip(times, depthTimes)).map { pair, time in
        ImagePair(color: pair.0.timed(at: time.0), depth: pair.1.timed(at: time.1))
      }
    }
    findings.append(
      Finding(
        .recordingAssumedRate, ["count": .count(pairs.count), "rate": .number(assumedRate, decimals: 0)]))
    let numbers = pairs.map { Double($0.0.number) }
    let step = max(1, RobustStatistics.median(zip(numbers.dropFirst(), numbers).map { $0 - $1 }))
    return pairs.map { color, depth in
      let time = (Double(color.number) - numbers[0]) / (step * assumedRate)
      return ImagePair(color: color.timed(at: time), depth: depth.timed(at: time))
    }
  }
}

/// An image whose name carries a number.
struct NumberedImage {
  /// The file's name without its extension.
  let stem: String
  /// The number that pairs colour and depth.
  let number: Int
  /// Seconds, where the name carries a time.
  let time: Double?
  /// The path within the recording.
  let path: String

  func timed(at time: Double) -> TimedImage { TimedImage(name: stem, time: time, path: path) }
}

/// The numbered images of a folder in the order of their numbers, so that 10 follows 9.
struct NumberedImages {
  let images: [NumberedImage]
  let findings: [Finding]

  init(_ folder: RecordingFolder, _ subfolder: String, extensions: [String]) throws(RecordingError) {
    let names = try folder.names(in: subfolder)
    let images = names.compactMap { Self.image($0, in: subfolder, extensions) }.filter { folder.hasFile($0.path) }
    guard !images.isEmpty else {
      throw .badIndex(
        file: subfolder, line: nil, expected: .phrase("numbered_images", ["endings": .names(extensions)]),
        found: .phrase("none"))
    }
    self.images = images.sorted { $0.number < $1.number }
    for (image, next) in zip(self.images, self.images.dropFirst()) where image.number == next.number {
      throw .disordered(file: subfolder, name: next.stem.quoted, previous: image.stem.quoted)
    }
    let ignored = names.count - images.count
    findings =
      ignored == 0
      ? [] : [Finding(.recordingIgnoredFiles, ["count": .count(ignored), "folder": .text(subfolder)])]
  }

  private static func image(_ name: String, in subfolder: String, _ extensions: [String]) -> NumberedImage? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    guard extensions.contains(name[name.index(after: dot)...].lowercased()) else { return nil }
    let stem = String(name[..<dot])
    guard let (number, time) = number(stem[...]) else { return nil }
    return NumberedImage(stem: stem, number: number, time: time, path: subfolder + "/" + name)
  }

  /// The number and time of a name: `NUMBER-MICROSECONDS` (Redwood), `SECONDS.FRACTION`, else its last digits.
  static func number(_ stem: Substring) -> (Int, Double?)? {
    let parts = stem.split(omittingEmptySubsequences: false) { !isDigit($0) }.map { Int($0) }
    if parts.count == 2, let first = parts[0], let second = parts[1] {
      if stem.contains("-") { return (first, Double(second) / 1e6) }
      if stem.contains("."), let all = Int(stem.filter(isDigit)) { return (all, Double(stem)) }
    }
    return parts.last { $0 != nil }?.map { ($0, nil) }
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
