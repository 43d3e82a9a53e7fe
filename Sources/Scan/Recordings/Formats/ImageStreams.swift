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
