import Diagnostics

extension ImageSize {
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
