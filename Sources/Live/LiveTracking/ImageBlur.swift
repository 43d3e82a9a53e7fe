import Geometry
import Images

/// How far an image is smeared, whatever the direction.
///
/// A smear takes the changes between neighbours along its own direction and leaves the large ones: so the least mean
/// square gradient of all directions (the smaller eigenvalue of the structure tensor; Bigün & Granlund 1987) is compared
/// with the mean square change over sixteen pixels, both where the image changes strongly. An edge smeared over L pixels
/// gives about L, up to 16.
enum ImageBlur {
  /// Half the distance over which the large changes are taken, in pixels.
  private static let reach = 8
  /// The least large change that counts, in levels of 255.
  private static let strong = 32
  /// The step between the pixels that are sampled, in both directions.
  private static let step = 3
  private static let fewest = 200
  /// The mean square gradient of a sensor's noise (σ = 1.7 levels, central differences over two pixels).
  private static let noise = 6.0
  private static let largest = 16.0

  /// The smear in pixels; nil where too little of the image changes strongly.
  static func width(of image: GrayImage) -> Double? {
    let (width, height) = (image.width, image.height)
    return image.pixels.withUnsafeBufferPointer { pixels in
      var (count, large) = (0, 0.0)
      var (xx, xy, yy) = (0.0, 0.0, 0.0)
      for y in stride(from: reach, to: height - reach, by: step) {
        for x in stride(from: reach, to: width - reach, by: step) {
          let at = y * width + x
          let across = Int(pixels[at + reach]) - Int(pixels[at - reach])
          let down = Int(pixels[at + reach * width]) - Int(pixels[at - reach * width])
          guard max(abs(across), abs(down)) >= strong else { continue }
          let gx = Double(Int(pixels[at + 1]) - Int(pixels[at - 1]))
          let gy = Double(Int(pixels[at + width]) - Int(pixels[at - width]))
          count += 1
          large += Double(across * across + down * down) / 2
          (xx, xy, yy) = (xx + gx * gx, xy + gx * gy, yy + gy * gy)
        }
      }
      guard count >= fewest else { return nil }
      let least = (xx + yy) / 2 - (((xx - yy) / 2) * ((xx - yy) / 2) + xy * xy).squareRoot()
      let gradient = max(least / Double(count) - noise, 0.5)
      return min(large / Double(count) / (4 * gradient), largest)
    }
  }
}
