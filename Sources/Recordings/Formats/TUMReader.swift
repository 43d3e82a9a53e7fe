/// The TUM RGB-D layout (Sturm et al. 2012): lists of colour and depth images that are not synchronised.
enum TUMReader: RecordingReader {
  static let signature = "rgb.txt and depth.txt"
  static let depthEncoding = DepthEncoding(codesPerMetre: 5000)

  static func recognises(_ folder: RecordingFolder) -> Bool {
    // One of them, whatever it is: that the other is missing or can't be read is told, and no other layout, whose depth has
    // another unit, is tried in its place.
    folder.hasEntry("rgb.txt") || folder.hasEntry("depth.txt")
  }

  static func index(_ folder: RecordingFolder) throws(RecordingError) -> RecordingIndex {
    let color = try TimedImageList.read(folder, "rgb.txt")
    let depth = try TimedImageList.read(folder, "depth.txt")
    var streams = ImageStreams(color: color, depth: depth)
    streams.dropMissing(folder)
    guard !streams.color.isEmpty, !streams.depth.isEmpty else {
      let list = streams.color.isEmpty ? "rgb.txt" : "depth.txt"
      let first = streams.color.isEmpty ? color[0] : depth[0]
      throw .missing(path: first.path, expected: "the images that \(list) lists", found: "none of them")
    }
    return try streams.paired(folder)
  }
}
