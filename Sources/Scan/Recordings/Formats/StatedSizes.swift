internal import Diagnostics

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
