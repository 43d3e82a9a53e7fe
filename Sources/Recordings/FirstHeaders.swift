import Diagnostics

/// The headers of a recording's first pair of images, which fix the size of all others.
struct FirstHeaders {
  let color, depth: ImageHeader

  var size: ImageSize { ImageSize(color) }

  init(_ pair: ImagePair, _ folder: RecordingFolder) throws(RecordingError) {
    color = try Self.header(pair.color, pair, folder)
    depth = try Self.header(pair.depth, pair, folder)
    let depthSize = ImageSize(depth)
    guard depthSize == size else {
      throw .badFrame(
        name: pair.color.name, file: pair.depth.path, expected: .phrase("depth_of_size", ["size": .text("\(size)")]),
        found: .text("\(depthSize)"))
    }
    guard depth.channels == 1, depth.bits == (depth.isFloat ? 32 : 16) else {
      throw .badFrame(
        name: pair.color.name, file: pair.depth.path, expected: .phrase("depth_file"), found: depth.words)
    }
  }

  private static func header(
    _ image: TimedImage, _ pair: ImagePair, _ folder: RecordingFolder
  ) throws(RecordingError) -> ImageHeader {
    let data = try RecordingFolder.data(folder.url(image.path), limit: RecordingFolder.imageLimit, name: image.path)
    do { return try ImageFile.header(data, name: image.path) } catch {
      throw RecordingError(error, frame: pair.color.name, file: image.path)
    }
  }
}
