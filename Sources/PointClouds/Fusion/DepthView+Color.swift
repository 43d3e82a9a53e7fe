import Images

extension DepthView {
  /// Takes each cell's colour from the same place of a registered image.
  mutating func paint(from image: ColorImage, _ crop: ImageCrop, _ depth: DepthImage) {
    guard image.width > 0, image.height > 0 else { return }
    let (width, height, n) = (camera.width, camera.height, layout.binning)
    let columns = (0..<width).map { Self.place($0 * n + crop.x, depth.width, image.width) }
    let weights = weights
    colors = Array(unsafeUninitializedCapacity: width * height) { out, count in
      image.pixels.withUnsafeBufferPointer { source in
        for y in 0..<height {
          let row = Self.place(y * n + crop.y, depth.height, image.height) * image.width
          for x in 0..<width {
            let at = 3 * (row + columns[x])
            let (r, g, b) = (UInt32(source[at]), UInt32(source[at + 1]), UInt32(source[at + 2]))
            out[y * width + x] = weights[y * width + x] > 0 ? b << 24 | g << 16 | r << 8 | 255 : 0
          }
        }
      }
      count = width * height
    }
  }

  /// The pixel of one axis at the same place of an image of another size.
  private static func place(_ index: Int, _ from: Int, _ to: Int) -> Int {
    from == to ? index : min(to - 1, (2 * index + 1) * to / (2 * from))
  }
}
