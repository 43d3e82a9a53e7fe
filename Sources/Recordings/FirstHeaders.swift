import Diagnostics

/// The headers of a recording's first pair of images, which fix the sizes of all others.
struct FirstHeaders {
  let color, depth: ImageHeader

  var sizes: ImageSizes { ImageSizes(color: ImageSize(color), depth: ImageSize(depth)) }

  init(_ pair: ImagePair, _ reader: inout ImageReader) throws(RecordingError) {
    color = try reader.header(pair.color.image, frame: pair.color.name)
    depth = try reader.header(pair.depth.image, frame: pair.color.name)
    let bits = depth.isFloat ? [16, 32] : [16]
    guard depth.channels == 1, bits.contains(depth.bits) else {
      throw .badFrame(
        name: pair.color.name, file: pair.depth.image.name, expected: .phrase("depth_file"), found: depth.words)
    }
  }
}
