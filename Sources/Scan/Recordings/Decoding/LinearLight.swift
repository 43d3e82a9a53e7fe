import Foundation

/// Colours that are stored as amounts of light from 0 to 1, the levels of a picture to the power 2.2, as StandardCyborg
/// writes them (`unapplyGammaCorrection` of its library; the real frames hold these 256 values and no others).
enum LinearLight {
  private static let gamma: Float = 2.2
  private static let steps: Float = 4095

  /// By the square root of the light: in equal steps of it even the darkest levels are nine steps apart.
  private static let levels: [UInt8] = (0...Int(steps)).map { step in
    UInt8(pow(Float(step) / steps, 2 / gamma) * 255 + 0.5)
  }

  /// The level, 0 … 255, of an amount of light; 0 where it is no number.
  @inline(__always)
  static func level(_ light: Float) -> UInt8 {
    light > 0 ? levels[Int(min(light, 1).squareRoot() * steps + 0.5)] : 0
  }
}
