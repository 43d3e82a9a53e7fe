extension GrayImage {
  /// The image at half its size, each pixel the mean of four; a last odd row or column is left out.
  public var halved: GrayImage {
    let (w, h) = (width / 2, height / 2)
    let halved = [UInt8](unsafeUninitializedCapacity: w * h) { buffer, count in
      pixels.withUnsafeBufferPointer { pixels in
        for y in 0..<h {
          let (upper, lower) = (2 * y * width, (2 * y + 1) * width)
          for x in 0..<w {
            let top = Int(pixels[upper + 2 * x]) + Int(pixels[upper + 2 * x + 1])
            let bottom = Int(pixels[lower + 2 * x]) + Int(pixels[lower + 2 * x + 1])
            buffer[y * w + x] = UInt8((top + bottom + 2) / 4)
          }
        }
      }
      count = w * h
    }
    return GrayImage(width: w, height: h, pixels: halved)
  }
}
