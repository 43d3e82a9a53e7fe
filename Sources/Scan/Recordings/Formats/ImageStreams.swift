internal import Diagnostics

/// The colour and depth images of a recording before they are paired.
struct ImageStreams {
  var color, depth: [TimedImage]
  var findings: [Finding] = []
  /// Images that are listed but not there.
  private var missing = (colors: 0, depths: 0)

  init(color: [TimedImage], depth: [TimedImage], findings: [Finding] = []) {
    (self.color, self.depth, self.findings) = (color, depth, findings)
  }

  /// The most images of one stream that a real camera takes within two association windows.
  static let densest = 64

  /// Leaves out images whose files are missing, and says so.
  mutating func dropMissing(_ folder: RecordingFolder) {
    let before = (color.count, depth.count)
    guard let first = (color + depth).first(where: { !folder.has($0.image) }) else { return }
    color.removeAll { !folder.has($0.image) }
    depth.removeAll { !folder.has($0.image) }
    missing = (before.0 - color.count, before.1 - depth.count)
    findings.append(
      Finding(
        .recordingMissingFiles, ["count": .count(missing.colors + missing.depths), "file": .text(first.image.name)]))
  }

  /// Pairs by time; throws when nothing belongs together.
  func paired(_ folder: RecordingFolder) throws(RecordingError) -> RecordingIndex {
    let (colorTimes, depthTimes) = (color.map(\.time), depth.map(\.time))
    let pairs = Association.pairs(colorTimes, depthTimes)
    guard !pairs.isEmpty else {
      throw .noPairs(folder: folder.path, closest: Association.closest(colorTimes, depthTimes))
    }
    return index(pairs.map { ImagePair(color: color[$0], depth: depth[$1]) })
  }

  /// The pairs with findings about the images that are left over, but for those whose partner's file is missing: that is
  /// told already.
  func index(_ pairs: [ImagePair]) -> RecordingIndex {
    var index = RecordingIndex(pairs: pairs, findings: findings, missing: missing.colors + missing.depths)
    let used = Set(pairs.map(\.color.name))
    index.withoutDepth = color.filter { !used.contains($0.name) }
    let (colors, depths) = (
      color.count - pairs.count - missing.depths, depth.count - pairs.count - missing.colors
    )
    if colors > 0 {
      index.findings.append(Finding(.recordingUnmatchedColor, ["count": .count(colors)]))
    }
    if depths > 0 {
      index.findings.append(Finding(.recordingUnmatchedDepth, ["count": .count(depths)]))
    }
    return index
  }

  /// Throws unless times can be seconds, increase, and no faster than a camera can take images.
  static func requireOrder(_ images: [TimedImage], file: String) throws(RecordingError) {
    try requireSeconds(images, file: file)
    for (i, image) in images.enumerated().dropFirst() {
      guard image.time > images[i - 1].time else {
        throw .disordered(file: file, name: image.name.quoted, previous: images[i - 1].name.quoted)
      }
      guard i < densest || image.time - images[i - densest].time > 2 * Association.window else {
        throw .badIndex(
          file: file, line: nil, expected: .phrase("timestamps_in_seconds"),
          found: .phrase(
            "dense_timestamps",
            [
              "count": .count(densest), "time": Text.milliseconds(2 * Association.window),
              "name": .quoted(image.name),
            ]))
      }
    }
  }

  /// Throws unless times can be seconds.
  static func requireSeconds(_ images: [TimedImage], file: String) throws(RecordingError) {
    guard let odd = images.first(where: { !(abs($0.time) < TimedImage.latest) }) else { return }
    throw .badIndex(file: file, line: nil, expected: .phrase("timestamps_in_seconds"), found: .quoted(odd.name))
  }
}

/// What folders of colour and of depth images are called, in any case, the preferred names first.
enum ImageFolders {
  static let color = [
    "color", "image", "rgb", "images", "colors", "rgbs", "colour", "colours", "color_images", "rgb_images",
  ]
  static let depth = ["depth", "depths", "depth_images"]

  /// The folders of a recording that have one of these names.
  static func present(_ names: [String], in folder: RecordingFolder) -> [String] {
    guard let entries = try? folder.names() else { return [] }
    return names.flatMap { name in entries.filter { $0.lowercased() == name && folder.hasFolder($0) } }
  }

  /// The folders that have images with one of some endings; those with others, in the last place, where none has.
  static func withImages(_ names: [String], in folder: RecordingFolder, extensions: [String]) -> [String] {
    let folders = present(names, in: folder)
    for endings in NumberedImages.endings(after: extensions) {
      let filled = folders.filter { NumberedImages.areIn($0, of: folder, endings) }
      if !filled.isEmpty { return filled }
    }
    return folders
  }
}

extension ImageSize {
  /// The size of so many pixels in the shape of another; nil where none has both.
  init?(pixels: Int, shape: ImageSize) {
    let wide = Int((Double(pixels) * Double(shape.width) / Double(shape.height)).squareRoot().rounded())
    guard wide > 0, pixels <= Self.mostPixels, pixels.isMultiple(of: wide) else { return nil }
    self.init(width: wide, height: pixels / wide)
    guard hasShape(of: shape) else { return nil }
  }

  /// No image has a longer side or more pixels, nor a shorter side.
  private static let sides = 16...16_384
  private static let mostPixels = 64 << 20

  /// Throws unless images of these sizes can be read; metadata may claim any size, and memory is taken for it.
  static func require(_ sizes: [ImageSize], file: String) throws(RecordingError) {
    for size in sizes {
      guard sides.contains(size.width), sides.contains(size.height), size.width * size.height <= mostPixels else {
        throw .badIndex(
          file: file, line: nil,
          expected: .phrase(
            "image_sides",
            ["low": .count(sides.lowerBound), "high": .count(sides.upperBound), "most": .count(mostPixels >> 20)]),
          found: .text("\(size)"))
      }
    }
  }
}
