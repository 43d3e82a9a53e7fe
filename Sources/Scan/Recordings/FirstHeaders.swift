internal import Diagnostics

/// The headers of a recording's first pair of images, which fix the sizes of all others.
struct FirstHeaders {
  let color, depth: ImageHeader
  /// How the colour image is turned for display, 1 … 8 (EXIF).
  let orientation: Int

  var sizes: ImageSizes { ImageSizes(color: ImageSize(color), depth: ImageSize(depth)) }

  init(_ pair: ImagePair, _ reader: inout ImageReader) throws(RecordingError) {
    color = try reader.header(pair.color.image, frame: pair.color.name)
    orientation = pair.color.image.coding == .picture ? ImageMetadata.orientation(reader.content) : 1
    depth = try reader.header(pair.depth.image, frame: pair.color.name)
    let bits = depth.isFloat ? [16, 32] : [16]
    guard depth.channels == 1, bits.contains(depth.bits) else {
      throw .badFrame(
        name: pair.color.name, file: pair.depth.image.name, expected: .phrase("depth_file"), found: depth.words)
    }
    let shown = ImageSize(width: color.height, height: color.width)
    guard orientation < 5 || sizes.color.hasShape(of: sizes.depth) || !shown.hasShape(of: sizes.depth) else {
      throw .turned(
        file: pair.color.image.name, color: "\(sizes.color)", depth: "\(sizes.depth)", orientation: orientation)
    }
  }

  /// Says that the colour images are shown in another way than they are stored.
  var turnFinding: Finding? {
    guard orientation != 1 else { return nil }
    var values: [String: FindingValue] = ["orientation": .count(orientation)]
    // The others are mirrored, too.
    if let degrees = [3: 180.0, 6: 90, 8: 270][orientation] {
      values["degrees"] = .number(degrees, decimals: 0, unit: "°")
    }
    return Finding(.recordingOrientation, values)
  }
}
