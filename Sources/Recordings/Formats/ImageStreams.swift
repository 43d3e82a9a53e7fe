import Diagnostics

/// The colour and depth images of a recording before they are paired.
struct ImageStreams {
  var color, depth: [TimedImage]
  var findings: [Finding] = []

  /// Images of one stream in a window of the association beyond which no real camera goes.
  static let densest = 64

  /// Leaves out images whose files are missing, and says so.
  mutating func dropMissing(_ folder: RecordingFolder) {
    let before = color.count + depth.count
    let missing = (color + depth).first { !folder.hasFile($0.path) }
    guard let missing else { return }
    color.removeAll { !folder.hasFile($0.path) }
    depth.removeAll { !folder.hasFile($0.path) }
    let count = before - color.count - depth.count
    findings.append(Finding(.recordingMissingFiles, ["count": .count(count), "file": .text(missing.path)]))
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

  /// The pairs with findings about the images that are left over.
  func index(_ pairs: [ImagePair]) -> RecordingIndex {
    var index = RecordingIndex(pairs: pairs, findings: findings)
    let (colors, depths) = (color.count - pairs.count, depth.count - pairs.count)
    if colors > 0 {
      index.findings.append(Finding(.recordingUnmatchedColor, ["count": .count(colors)]))
    }
    if depths > 0 {
      index.findings.append(Finding(.recordingUnmatchedDepth, ["count": .count(depths)]))
    }
    return index
  }

  /// Throws unless times increase and are no denser than a camera's.
  static func requireOrder(_ images: [TimedImage], file: String) throws(RecordingError) {
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
}
