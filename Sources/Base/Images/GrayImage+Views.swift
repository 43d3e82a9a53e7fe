extension GrayImage {
  /// The image with left and right exchanged.
  public var mirrored: GrayImage {
    var image = self
    for y in 0..<height { image.pixels[y * width..<(y + 1) * width].reverse() }
    return image
  }

  /// The image with black and white exchanged.
  public var negative: GrayImage {
    var image = self
    for i in image.pixels.indices { image.pixels[i] = ~image.pixels[i] }
    return image
  }
}
