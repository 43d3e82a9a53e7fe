import Diagnostics

/// The TUM RGB-D layout (Sturm et al. 2012): lists of colour and depth images that are not synchronised.
enum TUMReader: RecordingReader {
  static let signature = FindingValue.phrase("tum_files")
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
      throw .missing(
        path: first.path, expected: .phrase("images_of_list", ["list": .text(list)]),
        found: .phrase("none_of_them"))
    }
    return try streams.paired(folder)
  }
}
