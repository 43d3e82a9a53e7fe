internal import Diagnostics
import Geometry
import Platform

/// The folders of Open3D and Redwood (Choi et al. 2016): numbered images in `color` and `depth`.
struct Open3DReader: FolderReader {
  static let signature = FindingValue.phrase("open3d_files")
  let folder: RecordingFolder
  let index: RecordingIndex

  static func recognises(_ place: RecordingPlace) -> Bool {
    !ImageFolders.present(ImageFolders.color, in: place.folder).isEmpty
      && !ImageFolders.present(ImageFolders.depth, in: place.folder).isEmpty
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    let folder = place.folder
    self.folder = folder
    let endings = (color: ["jpg", "jpeg", "png"], depth: ["png", "tif", "tiff", "exr"])
    let colorFolders = ImageFolders.withImages(ImageFolders.color, in: folder, extensions: endings.color)
    let depthFolders = ImageFolders.withImages(ImageFolders.depth, in: folder, extensions: endings.depth)
    guard let colorFolder = colorFolders.first else {
      throw .missing(path: folder.path, expected: .phrase("colour_folder"), found: .phrase("none"))
    }
    let color = try NumberedImages(folder, colorFolder, extensions: endings.color)
    let depth = try NumberedImages(folder, depthFolders.first ?? ImageFolders.depth[0], extensions: endings.depth)
    var findings = color.findings + depth.findings
    for folders in [colorFolders, depthFolders] {
      for other in folders.dropFirst() {
        findings.append(
          Finding(.recordingUnusedFolder, ["folder": .text(folders[0]), "other": .text(other)]))
      }
    }
    findings += Self.numbering(color, depth)
    let rate = IntrinsicsMetadata.own(of: folder)?.metadata.rate ?? FrameRate.assumed
    let pairs = try Self.timed(Self.pair(color, depth, folder, &findings), rate: rate, &findings)
    let streams = ImageStreams(
      color: color.images.map { $0.timed(at: 0) }, depth: depth.images.map { $0.timed(at: 0) }, findings: findings)
    try ImageStreams.requireOrder(pairs.map(\.color), file: colorFolder)
    try ImageStreams.requireSeconds(pairs.map(\.depth), file: "depth")
    var index = streams.index(pairs)
    PoseList.locate(&index, in: folder)
    self.index = index
  }

  /// Asks whether colour is numbered from 1 and depth from 0, or the other way round, where as many images of both are a
  /// number apart.
  private static func numbering(_ color: NumberedImages, _ depth: NumberedImages) -> [Finding] {
    guard let first = color.numbers, let second = depth.numbers, color.images.count == depth.images.count,
      Set([first.lowerBound, second.lowerBound]) == [0, 1], abs(first.upperBound - second.upperBound) == 1
    else { return [] }
    let words = { (range: ClosedRange<Int>) in FindingValue.text("\(range.lowerBound)–\(range.upperBound)") }
    return [Finding(.recordingNumbering, ["colors": words(first), "depths": words(second)])]
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
    let found = Self.endings(after: extensions).lazy.map { Self.images(names, in: subfolder, of: folder, $0) }
    guard let images = found.first(where: { !$0.isEmpty }) else {
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

  /// The least and the greatest number.
  var numbers: ClosedRange<Int>? { images.first.flatMap { first in images.last.map { first.number...$0.number } } }

  /// The endings that are looked for one after the other: those of a layout, those of plain numbers, and those of kinds that
  /// are not read, so that the file itself can say what it is.
  static func endings(after own: [String]) -> [[String]] {
    [own, ["npy", "pgm", "ppm"], ["tif", "tiff"] + ForeignImage.endings]
  }

  /// Whether a folder has images with one of some endings.
  static func areIn(_ subfolder: String, of folder: RecordingFolder, _ extensions: [String]) -> Bool {
    !images((try? folder.names(in: subfolder)) ?? [], in: subfolder, of: folder, extensions).isEmpty
  }

  private static func images(
    _ names: [String], in subfolder: String, of folder: RecordingFolder, _ extensions: [String]
  ) -> [NumberedImage] {
    let files = names.compactMap { name in
      stem(name, extensions).flatMap { folder.hasFile(subfolder + "/" + name) ? (name: name, stem: $0) : nil }
    }
    return zip(files, NumberedNames.readings(files.map(\.stem))).compactMap { file, reading in
      reading.map {
        NumberedImage(stem: file.stem, number: $0.number, time: $0.time, path: subfolder + "/" + file.name)
      }
    }
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
