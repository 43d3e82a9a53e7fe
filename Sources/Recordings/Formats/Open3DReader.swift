import Diagnostics
import Geometry
internal import Inputs
import Platform

/// The folders of Open3D and Redwood (Choi et al. 2016): numbered images in `color` and `depth`.
struct Open3DReader: FolderReader {
  static let signature = FindingValue.phrase("open3d_files")
  let folder: RecordingFolder
  let index: RecordingIndex
  /// What the folder's own file of intrinsics says besides; nil where there is none.
  private let stated: (metadata: Open3DMetadata, file: String)?

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
    stated = Intrinsics.file(of: folder).flatMap { file in
      (try? folder.index(file)).flatMap { Open3DMetadata($0) }.map { ($0, file) }
    }
    let rate = stated?.metadata.rate ?? FrameRate.assumed
    let pairs = try Self.timed(Self.pair(color, depth, folder, &findings), rate: rate, &findings)
    let streams = ImageStreams(
      color: color.images.map { $0.timed(at: 0) }, depth: depth.images.map { $0.timed(at: 0) }, findings: findings)
    try ImageStreams.requireOrder(pairs.map(\.color), file: colorFolder)
    try ImageStreams.requireSeconds(pairs.map(\.depth), file: "depth")
    var index = streams.index(pairs)
    PoseList.locate(&index, in: folder)
    self.index = index
  }

  /// What the file of intrinsics in use says, else the folder's own, else millimetres.
  func codesPerMetre(intrinsics: (text: Data, file: String)?) throws(RecordingError) -> Float {
    if let (text, file) = intrinsics, let codes = try Open3DMetadata(text)?.codesPerMetre(file: file) { return codes }
    if let (metadata, file) = stated, let codes = try metadata.codesPerMetre(file: file) { return codes }
    return index.codesPerMetre
  }

  /// Colour and depth images of equal number, in the order of numbers; by the times of their names where numbers tie images
  /// of ever other distances in time, because each stream counts its own.
  private static func pair(
    _ color: NumberedImages, _ depth: NumberedImages, _ folder: RecordingFolder, _ findings: inout [Finding]
  ) throws(RecordingError) -> [(NumberedImage, NumberedImage)] {
    let byNumber = Dictionary(depth.images.map { ($0.number, $0) }) { first, _ in first }
    let pairs = color.images.compactMap { image in byNumber[image.number].map { (image, $0) } }
    let byTime = byTime(color.images, depth.images)
    // Of two clocks that don't start together the distance is the same for all.
    let apart = pairs.compactMap { color, depth in color.time.flatMap { time in depth.time.map { $0 - time } } }
    let isDrifting = (apart.max() ?? 0) - (apart.min() ?? 0) > Association.window
    guard !byTime.isEmpty, pairs.isEmpty || isDrifting else {
      guard !pairs.isEmpty else { throw .noPairs(folder: folder.path, closest: nil) }
      return pairs
    }
    if isDrifting {
      let most = apart.map(abs).max() ?? 0
      findings.append(
        Finding(.recordingPairedByTime, ["most_ms": .number(most * 1000, decimals: 0, unit: "ms")]))
    }
    return byTime
  }

  /// Pairs by the times of the names; none where some carry none.
  private static func byTime(
    _ color: [NumberedImage], _ depth: [NumberedImage]
  ) -> [(NumberedImage, NumberedImage)] {
    let (colorTimes, depthTimes) = (color.compactMap(\.time), depth.compactMap(\.time))
    guard colorTimes.count == color.count, depthTimes.count == depth.count, areAscending(colorTimes),
      areAscending(depthTimes)
    else { return [] }
    return Association.pairs(colorTimes, depthTimes).map { (color[$0], depth[$1]) }
  }

  private static func areAscending(_ times: [Double]) -> Bool { zip(times, times.dropFirst()).allSatisfy(<) }

  /// Pairs with the times of their names, or at a rate where the names carry none.
  private static func timed(
    _ pairs: [(NumberedImage, NumberedImage)], rate: Double, _ findings: inout [Finding]
  ) -> [ImagePair] {
    let times = pairs.compactMap(\.0.time), depthTimes = pairs.compactMap(\.1.time)
    if times.count == pairs.count, depthTimes.count == pairs.count, pairs.count == 1 || times.first != times.last {
      return zip(pairs, zip(times, depthTimes)).map { pair, time in
        ImagePair(color: pair.0.timed(at: time.0), depth: pair.1.timed(at: time.1))
      }
    }
    findings.append(FrameRate.finding(rate, frames: pairs.count))
    let numbers = pairs.map { Double($0.0.number) }
    let step = max(1, RobustStatistics.median(zip(numbers.dropFirst(), numbers).map { $0 - $1 }))
    return pairs.map { color, depth in
      let time = (Double(color.number) - numbers[0]) / (step * rate)
      return ImagePair(color: color.timed(at: time), depth: depth.timed(at: time))
    }
  }
}

/// What Open3D states beside the intrinsics when it writes the frames of another recording (`RGBDVideoMetadata`).
private struct Open3DMetadata: Decodable {
  /// How many units of depth make a metre: 1000 of most cameras, 4000 of a RealSense L515, 10,000 of a D405. Some programs
  /// write how many metres one unit is, as librealsense has it. NaN where the value is not a number.
  let depthScale: Double?
  /// The nominal frames a second; nil where none, or an impossible one, is stated.
  let rate: Double?

  private enum CodingKeys: String, CodingKey { case depthScale = "depth_scale", rate = "fps" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let isStated = container.contains(.depthScale) && (try? container.decodeNil(forKey: .depthScale)) == false
    depthScale = isStated ? (try? container.decode(Double.self, forKey: .depthScale)) ?? .nan : nil
    rate = FrameRate.possible(try? container.decode(Double.self, forKey: .rate))
  }

  /// Nil for a text that is no JSON: it is left to whoever needs its intrinsics.
  init?(_ text: Data) {
    guard let metadata = try? JSONText.decode(Open3DMetadata.self, from: text) else { return nil }
    self = metadata
  }

  /// The codes of one metre; nil where they are not stated. `file` is what an error calls this.
  func codesPerMetre(file: String) throws(RecordingError) -> Float? {
    guard let depthScale else { return nil }
    // Written as a float of 32 bits, 1/0.001 is 999.99995.
    let scale = depthScale < 1 - Self.rounding ? 1 / depthScale : depthScale
    let whole = scale.rounded()
    let codes = abs(scale - whole) <= Self.rounding * whole ? whole : scale
    if Self.scales.contains(codes) { return Float(codes) }
    throw .badIntrinsics(
      file: file,
      expected: .phrase(
        "units_per_metre", ["low": .exact(Self.scales.lowerBound), "high": .exact(Self.scales.upperBound)]),
      found: depthScale.isNaN ? .phrase("something_else") : .exact(depthScale))
  }

  /// From metres to micrometres.
  private static let scales = 1.0...1_000_000
  /// The error of a scale that was rounded to 32 bits once or twice, relative.
  private static let rounding = 1e-6
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
    let stems = names.compactMap { name in
      Self.stem(name, extensions).flatMap { folder.hasFile(subfolder + "/" + name) ? (name: name, stem: $0) : nil }
    }
    let images = zip(stems, NumberedNames.readings(stems.map(\.stem))).compactMap { file, reading in
      reading.map {
        NumberedImage(stem: file.stem, number: $0.number, time: $0.time, path: subfolder + "/" + file.name)
      }
    }
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

  /// A name without its extension, where it is one of these and the name has digits.
  private static func stem(_ name: String, _ extensions: [String]) -> String? {
    guard let dot = name.lastIndex(of: "."), extensions.contains(name[name.index(after: dot)...].lowercased()) else {
      return nil
    }
    let stem = String(name[..<dot])
    return NumberedNames.alone(stem[...]) == nil ? nil : stem
  }
}
