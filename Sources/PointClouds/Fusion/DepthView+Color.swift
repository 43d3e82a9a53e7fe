import Recordings

extension DepthView {
  /// Takes each pixel's colour from the same place of a registered image.
  mutating func paint(from image: ColorImage, _ crop: ImageCrop, _ depth: DepthImage) {
    guard image.width > 0, image.height > 0 else { return }
    let columns = (0..<crop.width).map { Self.place($0 + crop.x, depth.width, image.width) }
    let (width, height) = (crop.width, crop.height)
    pixels.withUnsafeMutableBufferPointer { out in
      image.pixels.withUnsafeBufferPointer { source in
        for y in 0..<height {
          let row = Self.place(y + crop.y, depth.height, image.height) * image.width
          for x in 0..<width where out[y * width + x].weight > 0 {
            let at = 3 * (row + columns[x])
            let (r, g, b) = (UInt32(source[at]), UInt32(source[at + 1]), UInt32(source[at + 2]))
            out[y * width + x].color = b << 24 | g << 16 | r << 8 | 255
          }
        }
      }
    }
  }

  /// The pixel of one axis at the same place of an image of another size.
  private static func place(_ index: Int, _ from: Int, _ to: Int) -> Int {
    from == to ? index : min(to - 1, (2 * index + 1) * to / (2 * from))
  }
}
